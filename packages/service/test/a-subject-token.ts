import { SignJWT } from 'jose'
import type { Harness } from './harness.ts'

export interface TokenChanges {
  readonly secret?: string
  readonly alg?: string
  readonly typ?: string | undefined
  readonly aud?: string | readonly string[]
  /** Seconds from now. */
  readonly issued?: number
  readonly expires?: number
  readonly scope?: unknown
  /** Claims to leave out. */
  readonly without?: readonly string[]
}

/** What a customer's backend makes for one of its people: valid unless something is changed. */
export async function aSubjectToken(t: Harness, sub: string, changes: TokenChanges = {}): Promise<string> {
  const now = Math.floor(t.service.clock.now() / 1000)
  const claims: Record<string, unknown> = {
    aud: changes.aud ?? 'assent:default:test',
    sub,
    iat: now + (changes.issued ?? 0),
    exp: now + (changes.expires ?? 900),
    ...('scope' in changes ? { scope: changes.scope } : {}),
  }
  for (const name of changes.without ?? []) delete claims[name]
  const typ = 'typ' in changes ? changes.typ : 'subject+jwt'
  const header = { alg: changes.alg ?? 'HS256', ...(typ === undefined ? {} : { typ }) }
  if (header.alg === 'none') return `${encode(header)}.${encode(claims)}.`
  return await new SignJWT(claims)
    .setProtectedHeader(header)
    .sign(Buffer.from(changes.secret ?? t.keys.test.subject_token))
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
