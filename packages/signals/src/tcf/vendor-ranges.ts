import type { BitReader } from '../bits/bit-reader.ts'
import type { BitWriter } from '../bits/bit-writer.ts'
import { SignalError } from '../signal-error.ts'

/** First and last vendor id, inclusive. */
export type VendorRange = readonly [first: number, last: number]

const ID_BITS = 16

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
 * NumEntries and the range entries as they stand, not expanded: hostile text costs its own length and no more.
 *
 * @throws SignalError `malformed` where a range starts at 0 or ends before it starts
 */
export function readRanges(reader: BitReader): VendorRange[] {
  const ranges: VendorRange[] = []
  for (let left = reader.read(12); left > 0; left--) {
    const isRange = reader.readFlag()
    const first = reader.read(ID_BITS)
    const last = isRange ? reader.read(ID_BITS) : first
    if (first === 0 || last < first)
      throw new SignalError('malformed', `${first} to ${last} is no range of vendors`)
    ranges.push([first, last])
  }
  return ranges
}

/** The same ids in ranges that ascend and do not overlap: no specification says that entries must. */
export function disjointRanges(ranges: readonly VendorRange[]): VendorRange[] {
  const disjoint: VendorRange[] = []
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const previous = disjoint.at(-1)
    if (previous === undefined || first > previous[1]) disjoint.push([first, last])
    else disjoint[disjoint.length - 1] = [previous[0], Math.max(previous[1], last)]
  }
  return disjoint
}
