/** One way to sign a receipt, by its JOSE name: what its keys look like, and what WebCrypto calls it. */
export interface SigningAlgorithm {
  readonly kty: 'EC' | 'OKP'
  readonly crv: string
  /** The members of its public keys that are hashed into the thumbprint, in their order (RFC 7638, section 3.2). */
  readonly thumbprintMembers: readonly ('crv' | 'kty' | 'x' | 'y')[]
  readonly webCrypto: EcKeyImportParams & EcdsaParams
}

export type SigningAlgorithmName = 'ES256' | 'Ed25519'

/**
 * The algorithms that a receipt may be signed with: ES256 (RFC 7518, section 3.4) and Ed25519 (RFC 9864,
 * section 2.2). None signs with a shared secret, and "none" is none of them (RFC 8725, section 3.1).
 */
export const signingAlgorithms: Readonly<Record<SigningAlgorithmName, SigningAlgorithm>> = {
  ES256: {
    kty: 'EC',
    crv: 'P-256',
    thumbprintMembers: ['crv', 'kty', 'x', 'y'],
    webCrypto: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  },
  Ed25519: {
    kty: 'OKP',
    crv: 'Ed25519',
    thumbprintMembers: ['crv', 'kty', 'x'],
    webCrypto: { name: 'Ed25519', namedCurve: 'Ed25519', hash: 'SHA-512' },
  },
}

/**
 * Whether a public key made a signature over those bytes. A key that is no point of its curve has made none.
 *
 * @throws DOMException, a NotSupportedError, where the platform has not the algorithm: that says nothing of the key
 */
export async function verifySignature(
  alg: SigningAlgorithmName,
  publicJwk: JsonWebKey,
  signature: Uint8Array,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const { webCrypto } = signingAlgorithms[alg]
  try {
    const key = await crypto.subtle.importKey('jwk', publicJwk, webCrypto, false, ['verify'])
    return await crypto.subtle.verify(webCrypto, key, Uint8Array.from(signature), bytes)
  } catch (error) {
    if (error instanceof DOMException && error.name !== 'NotSupportedError') return false
    throw error
  }
}
