import type { BitReader } from '../bits/bit-reader.ts'
import type { BitWriter } from '../bits/bit-writer.ts'
import { SignalError } from '../signal-error.ts'
import {
  disjointRanges,
  isShorterAsRanges,
  rangesOf,
  readRanges,
  type VendorRange,
  writeRanges,
} from './vendor-ranges.ts'

/**
 * MaxVendorId, IsRangeEncoding and the smaller of range and bit field; the bit field at equal length.
 *
 * The range form never needs more than its 4095 entries: as many single ids take 69,615 bits, and no bit field is
 * longer than 65,535.
 *
 * @param ids ascending, each once
 */
export function writeVendorSection(writer: BitWriter, ids: readonly number[]): void {
  const max = ids.at(-1) ?? 0
  writer.write(max, 16)
  const isRange = isShorterAsRanges(ids, max)
  writer.write(isRange ? 1 : 0, 1)
  if (isRange) writeRanges(writer, rangesOf(ids))
  else writer.writeBitField(ids, max)
}

/** Most ids a section may name for a reader: ten times the vendors of the list of 2026. */
const IDS_MAX = 16_384

/**
 * The ids of a vendor section, ascending and each once, however the ranges were ordered. Overlapping ranges, which
 * make other decoders burn seconds on a short string, cost no more here than the ids they hold.
 *
 * @throws SignalError `malformed` past the end or for an id above MaxVendorId, `too_large` for more than 16,384 ids
 */
export function readVendorSection(reader: BitReader): number[] {
  const max = reader.read(16)
  const ids = reader.readFlag() ? idsOf(disjointRanges(readRanges(reader)), max) : reader.readBitField(max)
  refuseMore(ids.length)
  return ids
}

function idsOf(ranges: readonly VendorRange[], max: number): number[] {
  const ids: number[] = []
  for (const [first, last] of ranges) {
    if (last > max) throw new SignalError('malformed', `vendor ${last} is above MaxVendorId ${max}`)
    refuseMore(ids.length + last - first + 1)
    for (let id = first; id <= last; id++) ids.push(id)
  }
  return ids
}

function refuseMore(count: number): void {
  if (count > IDS_MAX) throw new SignalError('too_large', `${count} vendors in one section`)
}
