import type { Exchange, Rule } from './exchange.ts'
import { codeOf } from './rule-form.ts'

/** What comes before the key is looked at: the framing, the path, the method, and the number of tries. */
const beforeTheKey = new Set([400, 401, 404, 405, 414, 429, 431])

/** The table of keys (contract section 2), whatever else is wrong with a request. */
export const keepsOut: Rule = (exchange) => {
  const { request, operation, isSound, reply } = exchange
  const [answer] = reply.answers
  if (answer === undefined || !isSound || operation?.needsKey !== true) return []
  if (exchange.header('authorization').length > 0) return []
  const { kind } = request.credential
  const faults: string[] = []
  if (kind === 'bad' || kind === 'none') {
    const wanted = kind === 'none' ? 'api_key_missing' : 'api_key_invalid'
    if (!beforeTheKey.has(answer.status))
      faults.push(`a bad key gets ${answer.status} ${codeOf(answer.text)}`)
    else if (answer.status === 401 && request.method !== 'HEAD' && codeOf(answer.text) !== wanted)
      faults.push(`401 ${codeOf(answer.text)} where ${wanted} belongs`)
  } else if (answer.status === 401) faults.push('a good key gets 401')
  if (answer.status >= 300) return faults
  if (kind === 'public' && operation.isSecret)
    faults.push('a public key is let in where a secret one is needed')
  if (kind === 'secret' && isFromPage(exchange)) faults.push('a secret key is taken from a page')
  return [...faults, ...acrossEnvironments(exchange)]
}

function isFromPage(exchange: Exchange): boolean {
  return exchange.header('origin').length > 0 || exchange.header('sec-fetch-site').length > 0
}

/** Ids of one environment are nothing in the other. */
function acrossEnvironments({ request, reply }: Exchange): string[] {
  const { environment } = request.credential
  const foreign =
    environment === 'live' ? /@@(receipt|subject|record)\d+@@/ : /@@(receipt|subject|record)\.live@@/
  const [answer] = reply.answers
  return answer?.status === 200 && foreign.test(request.target) && request.credential.kind === 'secret'
    ? [`a key of ${environment} reads what belongs to the other environment`]
    : []
}
