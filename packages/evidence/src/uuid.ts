import { Malformed } from './malformed.ts'

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const canonicalForm = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The canonical text of a UUID (RFC 9562, section 4): lower case, 8-4-4-4-12. */
export function formatUuid(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < 16; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) text += '-'
    text += hexOfByte[bytes[i] ?? 0]
  }
  return text
}

/**
 * The 16 bytes of a UUIDv7 in canonical text.
 *
 * @throws Malformed on any other text, upper case and other versions among them
 */
export function parseUuid(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(16)
  for (const [i, word] of parseUuidWords(text).entries()) {
    for (let j = 0; j < 4; j++) bytes[i * 4 + j] = word >>> (24 - j * 8)
  }
  return bytes
}

/** The same 16 bytes as four big-endian words of 32 bits. @throws Malformed */
export function parseUuidWords(text: string): [number, number, number, number] {
  if (!isUuidV7(text)) throw new Malformed('not a UUIDv7 in canonical form')
  return [
    Number.parseInt(text.slice(0, 8), 16),
    Number.parseInt(text.slice(9, 13) + text.slice(14, 18), 16),
    Number.parseInt(text.slice(19, 23) + text.slice(24, 28), 16),
    Number.parseInt(text.slice(28), 16),
  ]
}

/** Whether the text is a UUIDv7 (RFC 9562, section 5.7) in canonical form. */
export function isUuidV7(text: string): boolean {
  return canonicalForm.test(text)
}
