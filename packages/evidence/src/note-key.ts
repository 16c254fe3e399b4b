import { decodeBase64, encodeBase64 } from './base64.ts'
import { Malformed } from './malformed.ts'
import { sha256 } from './sha256.ts'
import { type SignatureTypeName, signatureTypes } from './signature-type.ts'

/** A key that may sign notes: its name and id stand in the signature line (C2SP signed-note, "Signatures"). */
export interface NoteKey {
  /** Not empty, without spaces and plus signs; a log's is its origin. */
  readonly name: string
  /** The first four bytes of SHA-256(name || 0x0A || type || public key), big-endian. */
  readonly id: number
  readonly type: SignatureTypeName
  /** 32 bytes (RFC 8032). */
  readonly publicKey: Uint8Array
}

const publicKeyLength = 32

/** @throws Malformed when the name cannot stand in a signature line, or the key is not 32 bytes */
export function noteKey(name: string, type: SignatureTypeName, publicKey: Uint8Array): NoteKey {
  if (!isKeyName(name)) throw new Malformed('not the name of a note key')
  if (publicKey.length !== publicKeyLength) throw new Malformed('not an Ed25519 public key')
  const named = new TextEncoder().encode(`${name}\n`)
  const hashed = sha256(Uint8Array.of(...named, signatureTypes[type].byte, ...publicKey))
  return { name, id: new DataView(hashed.buffer).getUint32(0), type, publicKey }
}

/** The key as text, `name+id+base64` (C2SP signed-note, "Verifier keys"). */
export function formatVerifierKey({ name, id, type, publicKey }: NoteKey): string {
  const encoded = encodeBase64(Uint8Array.of(signatureTypes[type].byte, ...publicKey))
  return `${name}+${id.toString(16).padStart(8, '0')}+${encoded}`
}

/**
 * The reverse of `formatVerifierKey`.
 *
 * @throws Malformed on a signature type unknown here, or an id that is not this key's, too
 */
export function parseVerifierKey(text: string): NoteKey {
  const [, name = '', encoded = ''] = /^([^+]+)\+[0-9a-f]{8}\+(.+)$/.exec(text) ?? []
  const [byte, ...publicKey] = decodeBase64(encoded)
  const names = Object.keys(signatureTypes) as SignatureTypeName[]
  const type = names.find((each) => signatureTypes[each].byte === byte)
  if (type === undefined) throw new Malformed('no verifier key of a type known here')
  const key = noteKey(name, type, Uint8Array.from(publicKey))
  if (formatVerifierKey(key) !== text) throw new Malformed('a verifier key with the id of another')
  return key
}

/** C2SP signed-note, "Format": not empty, no Unicode spaces, no plus. */
export function isKeyName(name: string): boolean {
  return /^[^\s+]+$/.test(name)
}
