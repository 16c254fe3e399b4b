import { Malformed } from './malformed.ts'

const lengthBytes = 2
const entryLengthMax = 0xffff

/**
 * Entries as the log serves them: each after its length as big-endian uint16 (C2SP tlog-tiles, "Log entries").
 *
 * @throws RangeError when an entry is longer than 65,535 bytes
 */
export function encodeEntryBundle(entries: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(entries.reduce((sum, entry) => sum + lengthBytes + entry.length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const entry of entries) {
    if (entry.length > entryLengthMax) throw new RangeError('an entry too long for a bundle')
    view.setUint16(at, entry.length)
    bytes.set(entry, at + lengthBytes)
    at += lengthBytes + entry.length
  }
  return bytes
}

/**
 * The entries of a bundle, as views of its bytes.
 *
 * @throws Malformed when the bundle ends within an entry
 */
export function decodeEntryBundle(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const entries: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const start = at + lengthBytes
    const end = start <= bytes.length ? start + view.getUint16(at) : start
    if (end > bytes.length) throw new Malformed('a bundle that ends within an entry')
    entries.push(bytes.subarray(start, end))
    at = end
  }
  return entries
}
