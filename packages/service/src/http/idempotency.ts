import { canonicalDocument } from '../catalogue/canonical-document.ts'
import type { RouteKey } from '../kernel/id.ts'
import { Refusal } from '../kernel/refusal.ts'
import { type Claim, fillRefs, type Outcome } from '../ledger/draft.ts'
import type { Answer, Call } from './endpoint.ts'

const bare = /^[\x21-\x7e]{1,255}$/

/** The key of contract section 4, unquoted; undefined when the header is absent. Node joins two headers with ", ", which the space gives away. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string') throw invalid()
  if (header.length >= 2 && header.startsWith('"') && header.endsWith('"'))
    return unquote(header.slice(1, -1))
  if (header.includes('"') || !bare.test(header)) throw invalid()
  return header
}

/** A structured-field string (RFC 9651 section 3.3.3): only a quote and a backslash are escaped. */
function unquote(body: string): string {
  if (!/^(?:[^"\\]|\\["\\])*$/.test(body)) throw invalid()
  const key = body.replace(/\\(["\\])/g, '$1')
  if (!bare.test(key)) throw invalid()
  return key
}

function invalid(): Refusal {
  return new Refusal('idempotency_key_invalid', 'The Idempotency-Key header is not a key that can be used.', {
    issues: [
      {
        path: 'header.idempotency-key',
        message: 'One header of 1 to 255 characters from ! to ~, bare or in double quotes.',
      },
    ],
  })
}

/** Thousands of visitors share a public key: its idempotency keys count for one person each (contract section 4). */
export function claimOf(
  call: Pick<Call<unknown, unknown, unknown>, 'caller' | 'environment' | 'idempotencyKey' | 'body'>,
  route: string,
  subjectKey: RouteKey | undefined,
): Claim | undefined {
  const { caller, environment, idempotencyKey, body } = call
  const owner = caller.keyType === 'public' ? subjectKey : ''
  if (idempotencyKey === undefined || owner === undefined) return undefined
  return {
    routeKey: environment.routing.idempotency({ keyType: caller.keyType, owner, route, key: idempotencyKey }),
    fingerprint: environment.routing.fingerprint(`${route}\n${canonicalDocument(body)}`),
  }
}

/** The answer of a recording as it was kept, with the refs of this very request in it. */
export function recordingAnswer({ kind, status, answer }: Outcome, refs: readonly string[]): Answer {
  const headers: Record<string, string> = kind === 'replayed' ? { 'Idempotent-Replayed': 'true' } : {}
  return { status, body: fillRefs(answer, refs), headers }
}
