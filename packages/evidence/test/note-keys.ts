import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { type NoteKey, type NoteSigner, noteKey, type SignatureTypeName } from '../src/index.ts'

/** A signer of notes from a seed of 32 bytes; `now` in seconds for a witness. */
export function noteSigner(
  name: string,
  seed: Uint8Array,
  type: SignatureTypeName,
  now?: () => number,
): NoteSigner {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  const key: NoteKey = noteKey(name, type, new Uint8Array(publicKey))
  const signer = { key, sign: (bytes: Uint8Array) => new Uint8Array(sign(null, bytes, privateKey)) }
  return now ? { ...signer, now } : signer
}

/** Like `noteSigner`, for tests that want some key and care not which. */
export function someSigner(name: string, number: number): NoteSigner {
  return noteSigner(name, new Uint8Array(32).fill(number), 'ed25519')
}

export function someWitness(name: string, number: number, now: () => number): NoteSigner {
  return noteSigner(name, new Uint8Array(32).fill(number), 'cosignature', now)
}
