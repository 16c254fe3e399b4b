import { SignalError } from '../signal-error.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Character code of each six-bit value (RFC 4648 section 5, as TCF and GPP use it: never padded with `=`). */
export const CODE_OF_SEXTET: Uint8Array<ArrayBuffer> = Uint8Array.from(ALPHABET, (letter) =>
  letter.charCodeAt(0),
)

const FOREIGN = /[^A-Za-z0-9_-]/

/**
 * The bits of base64url text as a character for each byte, the last ones filled up with zeros.
 *
 * @throws SignalError `malformed` for a character outside the alphabet
 */
export function bytesOfBase64Url(text: string): string {
  const foreign = text.search(FOREIGN)
  if (foreign >= 0) throw new SignalError('malformed', `no base64url character at ${foreign}`)
  const filled = text + 'A'.repeat(-text.length & 3)
  return atob(filled.replaceAll('-', '+').replaceAll('_', '/'))
}
