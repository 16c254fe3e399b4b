import type { Answer, AnswerDoc } from '../../http/endpoint.ts'
import { etagOf } from '../../http/etag.ts'
import { mediaTypeOf } from '../../http/language.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { SignalCall } from './signal-person.ts'

/** A page may keep it and has to ask whether it still holds; nobody in between may. */
const headers = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Accept, Sec-GPC, Origin' }

export function signalAnswer(document: object): Answer {
  const body = JSON.stringify(document)
  return { status: 200, body, headers: { ...headers, ETag: etagOf(body) } }
}

/** About a place and nobody in particular: anybody's cache may keep it. */
export function placeAnswer(document: object): Answer {
  const answer = signalAnswer(document)
  return { ...answer, headers: { ...answer.headers, 'Cache-Control': 'public, max-age=300' } }
}

/** The answers of an endpoint whose string a person may not have; `found` describes the one with all that it says. */
export function stringAnswers(found: AnswerDoc): Readonly<Record<number, AnswerDoc>> {
  return {
    200: { ...found, alsoAs: ['text/plain'] },
    204: { description: 'By Accept: text/plain, where there is no string.' },
  }
}

/** The whole answer, or by `Accept: text/plain` the bare string: 204 where there is none. */
export function signalStringAnswer(call: SignalCall, document: object, string: string | null): Answer {
  if (call.headers.accept === undefined) return signalAnswer(document)
  const type = mediaTypeOf(call.headers, ['application/json', 'text/plain'])
  if (type === undefined)
    throw new Refusal('not_acceptable', 'None of the types in Accept can be served here.')
  if (type === 'application/json') return signalAnswer(document)
  if (string === null) return { status: 204, body: '', type: 'text/plain; charset=utf-8', headers }
  return {
    status: 200,
    body: string,
    type: 'text/plain; charset=utf-8',
    headers: { ...headers, ETag: etagOf(string) },
  }
}
