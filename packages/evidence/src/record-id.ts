import { base62Length, decodeBase62, encodeBase62 } from './base62.ts'

/** What an id of a record says to those who may take it apart. */
export interface RecordId {
  /** `cns` a consent record, `prf` a preference record, `rcp` a receipt, … */
  readonly prefix: string
  /** 16 bytes that route to the subject's rows. Personal: never in the log. */
  readonly routeKey: Uint8Array
  /** 16 bytes, a UUIDv7. The log names the record by this alone. */
  readonly uuid: Uint8Array
}

const prefixForm = /^[a-z]{3}$/

/**
 * `<prefix>_` and 43 base-62 digits of the route key (16 bytes) followed by the UUIDv7 (16 bytes).
 *
 * A receipt's id differs from its record's in the prefix alone; `withPrefix` spares the second encoding.
 */
export function encodeRecordId(prefix: string, routeKey: Uint8Array, uuid: Uint8Array): string {
  const bytes = new Uint8Array(32)
  bytes.set(routeKey)
  bytes.set(uuid, 16)
  return `${prefix}_${encodeBase62(bytes)}`
}

/** The reverse of `encodeRecordId`; undefined for any other text, which to a caller is an unknown id. */
export function decodeRecordId(id: string): RecordId | undefined {
  const found = decodeId(id, 32)
  return found && { prefix: found.prefix, routeKey: found.bytes.slice(0, 16), uuid: found.bytes.slice(16) }
}

/** `sub_` and 22 base-62 digits of the route key (16 bytes) of the subject's first ref. */
export function encodeSubjectId(routeKey: Uint8Array): string {
  return `sub_${encodeBase62(routeKey)}`
}

/** The route key (16 bytes) in a subject's id; undefined for any other text. */
export function decodeSubjectId(id: string): Uint8Array | undefined {
  const found = decodeId(id, 16)
  return found?.prefix === 'sub' ? found.bytes : undefined
}

/** The same id under another prefix: `withPrefix('rcp', 'cns_…')` is the receipt of that record. */
export function withPrefix(prefix: string, id: string): string {
  return prefix + id.slice(id.indexOf('_'))
}

function decodeId(id: string, length: number): { prefix: string; bytes: Uint8Array } | undefined {
  const [prefix = '', digits = '', ...rest] = id.split('_', 3)
  if (rest.length > 0 || !prefixForm.test(prefix) || digits.length !== base62Length(length)) return undefined
  const bytes = decodeBase62(digits, length)
  return bytes && { prefix, bytes }
}
