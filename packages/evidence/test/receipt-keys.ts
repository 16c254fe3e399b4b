import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import {
  encodeBase64Url,
  keyThumbprint,
  receiptSigningInput,
  type SigningAlgorithmName,
} from '../src/index.ts'

/** A key that signs receipts, with the life that the key set tells of it. */
export interface ReceiptSigner {
  readonly alg: SigningAlgorithmName
  readonly kid: string
  /** As the key set shows it. */
  readonly jwk: Readonly<Record<string, unknown>>
  /** @param iat seconds since 1970 */
  sign(payload: Uint8Array, iat: number): string
}

/** A fresh key that may sign from `nbf` up to `exp`, seconds since 1970. */
export function someReceiptSigner(alg: SigningAlgorithmName, nbf: number, exp: number): ReceiptSigner {
  const { privateKey } =
    alg === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')
  return receiptSigner(alg, privateKey, nbf, exp)
}

export function receiptSigner(
  alg: SigningAlgorithmName,
  privateKey: KeyObject,
  nbf: number,
  exp: number,
): ReceiptSigner {
  const publicJwk = createPublicKey(privateKey).export({ format: 'jwk' })
  const kid = keyThumbprint(publicJwk as JsonWebKey)
  return {
    alg,
    kid,
    jwk: { ...publicJwk, kid, alg, use: 'sig', iat: nbf, nbf, exp },
    sign(payload, iat) {
      const input = receiptSigningInput({ alg, kid, iat }, payload)
      const key = { key: privateKey, dsaEncoding: 'ieee-p1363' as const }
      return `${input}.${encodeBase64Url(sign(alg === 'ES256' ? 'sha256' : null, Buffer.from(input), key))}`
    },
  }
}
