import { encodeBase64Url } from './base64.ts'
import { verifySignature } from './signing-algorithm.ts'

/** Makes an Ed25519 signature of 64 bytes (RFC 8032): in memory, in another process, in a hardware module. */
export type SignBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>

/** Signs with a private key of WebCrypto. */
export function signWith(privateKey: CryptoKey): SignBytes {
  return async (bytes) => new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, bytes))
}

/** Whether the signature is that key's over those bytes; `verifySignature` for a key of 32 bytes (RFC 8037). */
export function verifyEd25519(
  publicKey: Uint8Array,
  signature: Uint8Array,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const publicJwk = { kty: 'OKP', crv: 'Ed25519', x: encodeBase64Url(publicKey) }
  return verifySignature('Ed25519', publicJwk, signature, bytes)
}
