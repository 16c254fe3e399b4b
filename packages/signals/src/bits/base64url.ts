const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Character code of each six-bit value (RFC 4648 section 5, as TCF and GPP use it: never padded with `=`). */
export const CODE_OF_SEXTET: Uint8Array<ArrayBuffer> = Uint8Array.from(ALPHABET, (letter) =>
  letter.charCodeAt(0),
)

/** Six-bit value of each character code below 128; 255 for a character outside the alphabet. */
export const SEXTET_OF_CODE: Uint8Array<ArrayBuffer> = new Uint8Array(128).fill(255)
for (const [sextet, code] of CODE_OF_SEXTET.entries()) SEXTET_OF_CODE[code] = sextet
