import { decodeBase64, encodeBase64 } from './base64.ts'
import { decodeUtf8 } from './canonical-json.ts'
import { hashLength } from './hash-function.ts'
import { Malformed } from './malformed.ts'
import { isUuidV7 } from './uuid.ts'

/** What the log records. Every state change is one of these. */
export const leafKinds = [
  'consent',
  'preference',
  'purpose_version',
  'notice_version',
  'policy_version',
  'key_event',
  'subject_merge',
  'erasure',
  'data_request',
  'log_rotated',
  'subject_created',
  'subject_identified',
] as const

export type LeafKind = (typeof leafKinds)[number]

/** One entry of the log. Nothing in it is personal, so the log never has to be erased. */
export interface LeafEntry {
  /** The record's UUIDv7 in canonical text, never its id: that holds the person's route key. */
  readonly id: string
  readonly kind: LeafKind
  /** Milliseconds since 1970, the server's clock. */
  readonly recordedAtMs: number
  /** SHA-256 of the payload bytes. */
  readonly commitment: Uint8Array
}

const header = 'assent-entry/v1'
const form = /^assent-entry\/v1\n([^\n]*)\n([^\n]*)\n(0|[1-9][0-9]{0,15})\n([^\n]*)\n$/
const encoder = new TextEncoder()

/** The entry's bytes: `assent-entry/v1`, id, kind, milliseconds, commitment in base64, a line each. */
export function encodeLeafEntry({ id, kind, recordedAtMs, commitment }: LeafEntry): Uint8Array<ArrayBuffer> {
  return encoder.encode(`${header}\n${id}\n${kind}\n${recordedAtMs}\n${encodeBase64(commitment)}\n`)
}

/**
 * Reads untrusted entry bytes; accepts nothing that `encodeLeafEntry` would not have written.
 *
 * @throws Malformed
 */
export function parseLeafEntry(bytes: Uint8Array): LeafEntry {
  const [, id = '', kind = '', ms = '', commitment = ''] = form.exec(decodeUtf8(bytes)) ?? []
  if (id === '') throw new Malformed('not five lines of an assent-entry/v1')
  if (!isUuidV7(id)) throw new Malformed('the entry names no UUIDv7')
  if (!isLeafKind(kind)) throw new Malformed('the entry is of an unknown kind')
  const recordedAtMs = Number(ms)
  if (!Number.isSafeInteger(recordedAtMs)) throw new Malformed('the entry has a time that no clock shows')
  const entry = { id, kind, recordedAtMs, commitment: decodeBase64(commitment) }
  if (entry.commitment.length !== hashLength) throw new Malformed('the entry commits to no SHA-256 hash')
  return entry
}

function isLeafKind(kind: string): kind is LeafKind {
  return leafKinds.some((known) => known === kind)
}
