import { decodeBase64Url, encodeBase64Url } from './base64.ts'
import { encodeCanonicalJson, parseCanonicalJson } from './canonical-json.ts'
import type { ReceiptKey } from './key-set.ts'
import { Malformed } from './malformed.ts'
import { digest } from './payload-shapes.ts'
import { matching, object, oneOf } from './shape.ts'
import { type SigningAlgorithmName, verifySignature } from './signing-algorithm.ts'

/** The protected header of a receipt: exactly these members, in this order. */
export interface ReceiptHeader {
  readonly alg: SigningAlgorithmName
  /** RFC 7638 thumbprint of the signing key. */
  readonly kid: string
  readonly typ: 'consent-receipt+jwt'
  /** Seconds since 1970 at which the receipt was signed: at its first reading, not at its recording. */
  readonly iat: number
}

/** A compact JWS (RFC 7515, section 7.1) taken apart, nothing checked but its form. */
export interface ReceiptJws {
  readonly header: ReceiptHeader
  readonly payload: Uint8Array<ArrayBuffer>
  readonly signature: Uint8Array<ArrayBuffer>
  /** The bytes that are signed: `header.payload` (RFC 7515, section 5.1). */
  readonly signingInput: Uint8Array<ArrayBuffer>
}

/**
 * The bytes to sign for a receipt. Its compact JWS is these as text, a dot, and the signature in base64url.
 *
 * @param payload as it was committed to when it was recorded
 */
export function receiptSigningInput(header: Omit<ReceiptHeader, 'typ'>, payload: Uint8Array): string {
  const protectedHeader = encodeCanonicalJson(receiptHeader, { ...header, typ: 'consent-receipt+jwt' })
  return `${encodeBase64Url(new TextEncoder().encode(protectedHeader))}.${encodeBase64Url(payload)}`
}

/** @throws Malformed unless it is a compact JWS with exactly the header of a receipt */
export function parseReceiptJws(jws: string): ReceiptJws {
  const [header = '', payload = '', signature = '', ...rest] = jws.split('.')
  if (rest.length > 0 || signature === '') throw new Malformed('not a compact JWS')
  return {
    header: parseCanonicalJson(receiptHeader, decodeBase64Url(header)),
    payload: decodeBase64Url(payload),
    signature: decodeBase64Url(signature),
    signingInput: new TextEncoder().encode(`${header}.${payload}`),
  }
}

/** Whether that key made the signature. The algorithm is the key's own. */
export function verifyReceiptJws({ signature, signingInput }: ReceiptJws, key: ReceiptKey): Promise<boolean> {
  return verifySignature(key.alg, key.publicJwk, signature, signingInput)
}

const receiptHeader = object<ReceiptHeader>({
  alg: oneOf('ES256', 'Ed25519'),
  kid: digest,
  typ: oneOf('consent-receipt+jwt'),
  iat: matching('a whole number of seconds', (value): value is number => Number.isSafeInteger(value)),
})
