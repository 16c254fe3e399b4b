import { decodeBase64, encodeBase64 } from './base64.ts'
import { hashLength } from './hash-function.ts'
import { Malformed } from './malformed.ts'
import type { NoteKey } from './note-key.ts'
import { type Note, type NoteSigner, parseNote, signNote, verifyNote } from './signed-note.ts'
import { isTreeNumber } from './tree-node.ts'

/** What a log commits to when it signs: its tree at one size (C2SP tlog-checkpoint, "Note text"). */
export interface Checkpoint {
  /** The log's identity, `consent.example/log/live-0`. */
  readonly origin: string
  /** Leaves in the tree. */
  readonly size: number
  /** Root hash of the tree, 32 bytes. */
  readonly root: Uint8Array
}

/** A checkpoint with what the known keys say of it. */
export interface OpenedCheckpoint extends Checkpoint {
  /** Whether a known key of this origin signed, and no known key's signature is forged. */
  readonly isSigned: boolean
  readonly cosignatures: readonly Cosignature[]
}

/** A witness's word that it saw this checkpoint, and every earlier one of the log consistent with it. */
export interface Cosignature {
  readonly witness: NoteKey
  /** Seconds since 1970. */
  readonly time: number
}

/** The text that is signed: origin, size in decimal, root in base64, a line each. */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${encodeBase64(root)}\n`
}

/**
 * Reads the text of a checkpoint. Extension lines are allowed and left out: nobody can audit them.
 *
 * @throws Malformed
 */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', digits = '', encodedRoot = '', ...rest] = text.split('\n')
  if (rest.pop() !== '' || rest.includes('')) throw new Malformed('not the lines of a checkpoint')
  const size = /^(0|[1-9][0-9]{0,15})$/.test(digits) ? Number(digits) : Number.NaN
  if (origin === '' || !isTreeNumber(size)) throw new Malformed('a checkpoint without origin or size')
  const root = decodeBase64(encodedRoot)
  if (root.length !== hashLength) throw new Malformed('a checkpoint without a root hash')
  return { origin, size, root }
}

/** The checkpoint as signed note: the log's signature, and those of witnesses where they are known already. */
export async function signCheckpoint(
  checkpoint: Checkpoint,
  signers: readonly NoteSigner[],
): Promise<string> {
  const text = formatCheckpoint(checkpoint)
  parseCheckpoint(text)
  return signNote(text, signers)
}

/**
 * Reads a signed checkpoint and weighs its signatures.
 *
 * @param note a signed note
 * @param keys of trusted logs, whose names are their origins, and of trusted witnesses
 * @throws Malformed when it is no checkpoint at all; never for a bad signature, which `isSigned` tells
 */
export async function openCheckpoint(note: string, keys: readonly NoteKey[]): Promise<OpenedCheckpoint> {
  const parsed: Note = parseNote(note)
  const checkpoint = parseCheckpoint(parsed.text)
  const { signedBy, forged } = await verifyNote(parsed, keys)
  const isSigned = signedBy.some(({ key }) => key.type === 'ed25519' && key.name === checkpoint.origin)
  const cosignatures = signedBy.flatMap(({ key, time }) =>
    time === undefined ? [] : [{ witness: key, time }],
  )
  return { ...checkpoint, isSigned: isSigned && forged.length === 0, cosignatures }
}
