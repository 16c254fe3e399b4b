/**
 * SHA-256 of some bytes, as 32 fresh bytes; it must not keep the bytes, which are written over. Whatever hashes many
 * things takes one, so that a Node program may pass `(bytes) => hash('sha256', bytes, 'buffer')` of `node:crypto` for
 * the pure `sha256` of this package.
 */
export type HashFunction = (bytes: Uint8Array) => Uint8Array

/** The length of a SHA-256 hash, in bytes. */
export const hashLength: number = 32

/** Whether all of these have the length of a hash. Bytes from outside are asked before they enter a tree. */
export function areHashes(values: readonly Uint8Array[]): boolean {
  return values.every((value) => value.length === hashLength)
}
