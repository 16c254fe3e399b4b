/** One way to sign a note. */
export interface SignatureType {
  /** Assigned by C2SP signed-note, "Signature types"; hashed into the key's id. */
  readonly byte: number
  /** Whether eight bytes of time, in seconds since 1970, big-endian, go before the signature. */
  readonly hasTime: boolean
  /** What is signed for a note with that text. */
  message(text: string, time: number): string
}

export type SignatureTypeName = 'ed25519' | 'cosignature'

/** The types that we make and check: a new one is one entry here. Both sign with Ed25519 (RFC 8032). */
export const signatureTypes: Readonly<Record<SignatureTypeName, SignatureType>> = {
  /** How a log signs its checkpoint. */
  ed25519: {
    byte: 0x01,
    hasTime: false,
    message: (text) => text,
  },
  /** How a witness says when it saw a checkpoint that grew out of all it had seen (C2SP tlog-cosignature). */
  cosignature: {
    byte: 0x04,
    hasTime: true,
    message: (text, time) => `cosignature/v1\ntime ${time}\n${text}`,
  },
}
