import { encodeCanonicalJson, parseCanonicalJson } from './canonical-json.ts'
import { uuidV7, word } from './payload-shapes.ts'
import { list, object, oneOf } from './shape.ts'

/**
 * The payload of an `erasure` entry: whose payloads were blanked, and on what ground. It names records by the UUIDs
 * that the log knows them by, never the person.
 */
export interface Erasure {
  readonly ver: 'assent-erasure/1'
  readonly records: readonly string[]
  /** A code such as `gdpr:17-1-b`. */
  readonly reason: string
}

const erasure = object<Erasure>({ ver: oneOf('assent-erasure/1'), records: list(uuidV7), reason: word })

/** The payload's bytes as text; its SHA-256 is the commitment of the `erasure` entry. @throws Malformed */
export function encodeErasure(value: Erasure): string {
  return encodeCanonicalJson(erasure, value)
}

/** @throws Malformed */
export function parseErasure(payload: Uint8Array): Erasure {
  return parseCanonicalJson(erasure, payload)
}
