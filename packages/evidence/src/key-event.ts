import { decodeBase64 } from './base64.ts'
import { encodeCanonicalJson, parseCanonicalJson } from './canonical-json.ts'
import { checkpointOf, entryOf, isIncluded, type LogProof, logProof } from './log-proof.ts'
import { Malformed } from './malformed.ts'
import { isSameHash } from './merkle-tree.ts'
import type { NoteKey } from './note-key.ts'
import { digest, word } from './payload-shapes.ts'
import { sha256 } from './sha256.ts'
import { nullable, object, oneOf, openObject } from './shape.ts'

/**
 * What happened to a signing key: the payload of a `key_event` entry. When it happened is told by the log, the
 * entry's `recordedAtMs`, so that nobody can later make a key that was always there.
 */
export interface KeyEvent {
  readonly ver: 'assent-key-event/1'
  readonly event: 'created' | 'activated' | 'retired' | 'revoked'
  /** What the key signs. */
  readonly purpose: 'receipt' | 'log'
  /** RFC 7638 thumbprint: it pins the key itself. */
  readonly kid: string
  readonly reason: string | null
}

/** A key event with the proof that it is in the log. */
export interface LoggedKeyEvent {
  /** The payload's bytes, base64. */
  readonly payload_b64: string
  readonly log: LogProof
}

/** A key event, and when the log took it. */
export interface DatedKeyEvent extends KeyEvent {
  readonly recordedAtMs: number
}

const keyEvent = object<KeyEvent>({
  ver: oneOf('assent-key-event/1'),
  event: oneOf('created', 'activated', 'retired', 'revoked'),
  purpose: oneOf('receipt', 'log'),
  kid: digest,
  reason: nullable(word),
})

const loggedKeyEvent = openObject<LoggedKeyEvent>({ payload_b64: word, log: logProof })

/** The payload's bytes as text; its SHA-256 is the commitment of the `key_event` entry. @throws Malformed */
export function encodeKeyEvent(event: KeyEvent): string {
  return encodeCanonicalJson(keyEvent, event)
}

/** @throws Malformed */
export function parseKeyEvent(payload: Uint8Array): KeyEvent {
  return parseCanonicalJson(keyEvent, payload)
}

/** The event, once the log's proof for it holds. @throws Malformed when anything of it does not */
export async function openKeyEvent(given: LoggedKeyEvent, keys: readonly NoteKey[]): Promise<DatedKeyEvent> {
  const { payload_b64, log } = loggedKeyEvent.read(given)
  const payload = decodeBase64(payload_b64)
  const event = parseKeyEvent(payload)
  const entry = entryOf(log)
  if (entry.kind !== 'key_event' || !isSameHash(sha256(payload), entry.commitment)) {
    throw new Malformed('the entry is not of this key event')
  }
  const checkpoint = await checkpointOf(log, keys)
  if (!checkpoint.isSigned || !isIncluded(log, checkpoint))
    throw new Malformed('a key event that is in no known log')
  return { ...event, recordedAtMs: entry.recordedAtMs }
}

/**
 * Whether a key might sign at a moment, by its logged events: activated before, not retired nor revoked by then.
 *
 * @param second since 1970
 */
export function isActiveAt(second: number, kid: string, events: readonly DatedKeyEvent[]): boolean {
  const own = events.filter((each) => each.kid === kid).toSorted((a, b) => a.recordedAtMs - b.recordedAtMs)
  const past = own.filter(({ recordedAtMs }) => Math.floor(recordedAtMs / 1000) <= second)
  return past.findLast(({ event }) => event !== 'created')?.event === 'activated'
}

/** The second since 1970 at which the log took a key's revocation; infinity for a key that was not revoked. */
export function revocationOf(kid: string, events: readonly DatedKeyEvent[]): number {
  const own = events.filter((each) => each.kid === kid && each.event === 'revoked')
  return Math.min(...own.map(({ recordedAtMs }) => recordedAtMs / 1000))
}
