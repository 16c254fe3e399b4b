import { encodeBase64Url } from './base64.ts'
import { Malformed, unlessMalformed } from './malformed.ts'
import { word } from './payload-shapes.ts'
import { sha256 } from './sha256.ts'
import { anything, list, matching, openObject, type Shape } from './shape.ts'
import { type SigningAlgorithmName, signingAlgorithms } from './signing-algorithm.ts'

/** A public key of the service's key set, pending, active, retired or revoked: none is ever taken away. */
export interface ReceiptKey {
  /** The RFC 7638 thumbprint, computed from the key and never read. */
  readonly kid: string
  /** Follows from the key; no token chooses it (RFC 8725, section 3.1). */
  readonly alg: SigningAlgorithmName
  readonly publicJwk: JsonWebKey
  /** Seconds since 1970: signs from here … */
  readonly nbf: number
  /** … up to and without here; for ever while its end is not set. */
  readonly exp: number
  readonly revoked: { readonly revoked_at: number; readonly reason: string } | undefined
}

/**
 * Reads a JWK set (RFC 7517, section 5). Keys that no receipt is signed with, by type, use or missing times, are
 * left out.
 *
 * @throws Malformed when it is no key set at all
 */
export function parseKeySet(json: unknown): ReceiptKey[] {
  return keySet.read(json).keys.flatMap((jwk) => {
    const key = unlessMalformed(() => parseKey(jwk))
    return key instanceof Malformed ? [] : [key]
  })
}

/** The RFC 7638 thumbprint of a public key, SHA-256, base64url. @throws Malformed on a key of another type */
export function keyThumbprint(jwk: JsonWebKey): string {
  const { thumbprintMembers } = signingAlgorithms[algorithmOf(jwk)]
  const members = thumbprintMembers.map((name) => [name, word.read(jwk[name])])
  return encodeBase64Url(sha256(new TextEncoder().encode(JSON.stringify(Object.fromEntries(members)))))
}

const second: Shape<number> = matching(
  'a number of seconds',
  (value): value is number => typeof value === 'number' && Number.isFinite(value),
)
const keySet = openObject({ keys: list(anything) })
const life = openObject({ nbf: second })
const revocation = openObject({ revoked_at: second, reason: word })

function parseKey(value: unknown): ReceiptKey {
  const { nbf } = life.read(value)
  const jwk = value as JsonWebKey & { readonly exp?: unknown; readonly revoked?: unknown }
  const exp = jwk.exp === undefined ? Number.POSITIVE_INFINITY : second.read(jwk.exp)
  const alg = algorithmOf(jwk)
  if (jwk.alg !== undefined && jwk.alg !== alg) throw new Malformed('a key for another algorithm')
  if (jwk.use !== undefined && jwk.use !== 'sig') throw new Malformed('a key for another use')
  const { thumbprintMembers } = signingAlgorithms[alg]
  const publicJwk = Object.fromEntries(thumbprintMembers.map((name) => [name, jwk[name]]))
  const revoked = jwk.revoked === undefined ? undefined : revocation.read(jwk.revoked)
  return { kid: keyThumbprint(jwk), alg, publicJwk, nbf, exp, revoked }
}

function algorithmOf({ kty, crv }: JsonWebKey): SigningAlgorithmName {
  const names = Object.keys(signingAlgorithms) as SigningAlgorithmName[]
  const found = names.find(
    (name) => signingAlgorithms[name].kty === kty && signingAlgorithms[name].crv === crv,
  )
  if (found === undefined) throw new Malformed('a key of a type that signs no receipts')
  return found
}
