import type { BitReader } from '../bits/bit-reader.ts'
import type { BitWriter } from '../bits/bit-writer.ts'
import { SignalError } from '../signal-error.ts'

/** First and last vendor id, inclusive. */
export type VendorRange = readonly [first: number, last: number]

const ID_BITS = 16
const ID_MAX = 65_535

/** The fewest ranges that hold exactly the ascending `ids`. @throws RangeError where they do not ascend */
export function rangesOf(ids: readonly number[]): VendorRange[] {
  const ranges: VendorRange[] = []
  let first = 0
  let last = -1
  for (const id of ids) {
    if (id <= last) throw new RangeError(`id ${id} after ${last}`)
    if (id !== last + 1) {
      if (last > 0) ranges.push([first, last])
      first = id
    }
    last = id
  }
  if (last > 0) ranges.push([first, last])
  return ranges
}

/** Whether the ascending `ids` take fewer than `limit` bits as ranges, their count included. */
export function isShorterAsRanges(ids: readonly number[], limit: number): boolean {
  let bits = 12
  let last = -1
  let length = 0
  for (const id of ids) {
    // The second id of a run turns a single entry into a range, which adds the end of it.
    length = id === last + 1 ? length + 1 : 1
    if (length === 1) bits += 1 + ID_BITS
    else if (length === 2) bits += ID_BITS
    if (bits >= limit) return false
    last = id
  }
  return bits < limit
}

/** NumEntries and the range entries. @throws RangeError for more than 4095 entries or ids above 65535 */
export function writeRanges(writer: BitWriter, ranges: readonly VendorRange[]): void {
  writer.write(ranges.length, 12)
  for (const [first, last] of ranges) {
    writer.write(first === last ? 0 : 1, 1)
    writer.write(first, ID_BITS)
    if (first !== last) writer.write(last, ID_BITS)
  }
}

/**
 * NumEntries and the range entries, nothing expanded: hostile text costs its own length and no more.
 *
 * @returns each entry as one number, its first id above 16 bits of its last, ascending: no specification says that they
 *   stand in order, and the engine sorts numbers without a call for each comparison
 * @throws SignalError `malformed` where a range starts at 0 or ends before it starts
 */
export function readRanges(reader: BitReader): Uint32Array {
  const entries = new Uint32Array(reader.read(12))
  for (let index = 0; index < entries.length; index++) {
    // IsARange and the first id in one go.
    const entry = reader.read(1 + ID_BITS)
    const first = entry & ID_MAX
    const last = entry > ID_MAX ? reader.read(ID_BITS) : first
    if (first === 0 || last < first)
      throw new SignalError('malformed', `${first} to ${last} is no range of vendors`)
    entries[index] = first * (ID_MAX + 1) + last
  }
  return entries.sort()
}

/** The ids of such entries in ranges that do not overlap: no specification says that entries must not. */
export function disjointRanges(entries: Uint32Array): VendorRange[] {
  const ranges: VendorRange[] = []
  let [begin, end] = [0, 0]
  for (const entry of entries) {
    const first = entry >>> ID_BITS
    if (first > end) {
      if (end > 0) ranges.push([begin, end])
      begin = first
    }
    end = Math.max(end, entry & ID_MAX)
  }
  if (end > 0) ranges.push([begin, end])
  return ranges
}

/**
 * All ids of such entries, ascending and each once: overlapping ones cost no more than the ids they hold.
 *
 * @param countMax no more are gathered than one above it
 */
export function idsOfRanges(entries: Uint32Array, countMax: number): number[] {
  const ids: number[] = []
  let end = 0
  for (const entry of entries) {
    const last = entry & ID_MAX
    for (let id = Math.max(entry >>> ID_BITS, end + 1); id <= last && ids.length <= countMax; id++)
      ids.push(id)
    if (last > end) end = last
  }
  return ids
}
