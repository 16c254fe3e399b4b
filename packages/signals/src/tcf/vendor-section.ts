import type { BitReader } from '../bits/bit-reader.ts'
import type { BitWriter } from '../bits/bit-writer.ts'
import { SignalError } from '../signal-error.ts'
import { idsOfRanges, isShorterAsRanges, rangesOf, readRanges, writeRanges } from './vendor-ranges.ts'

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

/** Most ids a section may name for a reader: five times the vendors that were ever on the list of 2026. */
const IDS_MAX = 8_192

/**
 * The ids of a vendor section, ascending and each once, however the ranges were ordered. Overlapping ranges, which
 * make other decoders burn seconds on a short string, cost no more here than the ids they hold.
 *
 * @throws SignalError `malformed` past the end or for an id above MaxVendorId, `too_large` for more than 8,192 ids
 */
export function readVendorSection(reader: BitReader): number[] {
  const max = reader.read(16)
  const ids = reader.readFlag() ? idsOfRanges(readRanges(reader), IDS_MAX) : reader.readBitField(max, IDS_MAX)
  if (ids.length > IDS_MAX) throw new SignalError('too_large', `more than ${IDS_MAX} vendors in one section`)
  const highest = ids.at(-1) ?? 0
  if (highest > max) throw new SignalError('malformed', `vendor ${highest} is above MaxVendorId ${max}`)
  return ids
}
