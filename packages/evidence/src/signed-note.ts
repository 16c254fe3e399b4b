import { decodeBase64, encodeBase64 } from './base64.ts'
import { type SignBytes, verifyEd25519 } from './ed25519.ts'
import { Malformed } from './malformed.ts'
import { isKeyName, type NoteKey } from './note-key.ts'
import { signatureTypes } from './signature-type.ts'

/** A text with signature lines under it (C2SP signed-note, "Format"). */
export interface Note {
  /** Ends in a newline. Worth nothing before `verifyNote` found a known key's signature over it. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

export interface NoteSignature {
  readonly name: string
  readonly keyId: number
  /** What stands after the key's id. */
  readonly bytes: Uint8Array
}

/** What the known keys say of a note. Lines of unknown keys are left out, as C2SP signed-note demands. */
export interface NoteVerdict {
  readonly signedBy: readonly VerifiedSignature[]
  /** Known keys under whose name and id stands what they did not sign: such a note is not to be trusted. */
  readonly forged: readonly NoteKey[]
}

export interface VerifiedSignature {
  readonly key: NoteKey
  /** Seconds since 1970 at which a witness signed; undefined for types of signature without time. */
  readonly time: number | undefined
}

/** Makes signature lines. */
export interface NoteSigner {
  readonly key: NoteKey
  readonly sign: SignBytes
  /** Seconds since 1970, for types of signature with time. */
  readonly now?: () => number
}

/** More than any log has witnesses; C2SP wants 16 to be accepted. */
const signaturesMax = 100
const timeLength = 8
const signatureLength = 64

/**
 * Takes a note apart.
 *
 * @throws Malformed on control characters, no signature, more than 100, or a broken signature line
 */
export function parseNote(note: string): Note {
  if (!note.isWellFormed() || hasControlCharacter(note)) throw new Malformed('a note with control characters')
  const blank = note.lastIndexOf('\n\n')
  if (blank < 1 || !note.endsWith('\n')) throw new Malformed('a note without signatures')
  const lines = note.slice(blank + 2, -1).split('\n')
  if (lines.length > signaturesMax) throw new Malformed('a note with too many signatures')
  return { text: note.slice(0, blank + 1), signatures: lines.map(parseSignatureLine) }
}

/** Checks every signature of a known key. */
export async function verifyNote({ text, signatures }: Note, keys: readonly NoteKey[]): Promise<NoteVerdict> {
  const signedBy: VerifiedSignature[] = []
  const forged: NoteKey[] = []
  for (const { name, keyId, bytes } of signatures) {
    const key = keys.find((each) => each.name === name && each.id === keyId)
    if (key === undefined || signedBy.some((each) => each.key === key)) continue
    const verified = await verifySignature(text, bytes, key)
    if (verified) signedBy.push(verified)
    else forged.push(key)
  }
  return { signedBy, forged }
}

/**
 * The note of a text with a signature line of each signer.
 *
 * @param text ends in a newline
 * @throws Malformed when the text cannot be that of a note
 */
export async function signNote(text: string, signers: readonly NoteSigner[]): Promise<string> {
  const lines = await Promise.all(signers.map((signer) => signatureLine(text, signer)))
  const note = `${text}\n${lines.join('')}`
  if (parseNote(note).text !== text) throw new Malformed('not the text of a note')
  return note
}

async function signatureLine(text: string, { key, sign, now }: NoteSigner): Promise<string> {
  const { hasTime, message } = signatureTypes[key.type]
  if (hasTime && now === undefined) throw new TypeError('a witness needs a clock to sign')
  const time = Math.floor(now?.() ?? 0)
  const head = new DataView(new ArrayBuffer(hasTime ? 4 + timeLength : 4))
  head.setUint32(0, key.id)
  if (hasTime) head.setBigUint64(4, BigInt(time))
  const signature = await sign(new TextEncoder().encode(message(text, time)))
  return `— ${key.name} ${encodeBase64(Uint8Array.of(...new Uint8Array(head.buffer), ...signature))}\n`
}

async function verifySignature(
  text: string,
  bytes: Uint8Array,
  key: NoteKey,
): Promise<VerifiedSignature | undefined> {
  const { hasTime, message } = signatureTypes[key.type]
  const at = hasTime ? timeLength : 0
  if (bytes.length !== at + signatureLength) return undefined
  const time = hasTime ? Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0)) : 0
  if (!Number.isSafeInteger(time)) return undefined
  const signed = new TextEncoder().encode(message(text, time))
  const holds = await verifyEd25519(key.publicKey, bytes.subarray(at), signed)
  return holds ? { key, time: hasTime ? time : undefined } : undefined
}

function parseSignatureLine(line: string): NoteSignature {
  const [dash, name = '', encoded = '', ...rest] = line.split(' ')
  if (dash !== '—' || !isKeyName(name) || rest.length > 0) throw new Malformed('a broken signature line')
  const bytes = decodeBase64(encoded)
  if (bytes.length < 5) throw new Malformed('a signature line without signature')
  return { name, keyId: new DataView(bytes.buffer).getUint32(0), bytes: bytes.subarray(4) }
}

function hasControlCharacter(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) < 0x20 && text[i] !== '\n') return true
  }
  return false
}
