import { BitWriter } from '../src/bits/bit-writer.ts'
import { writeLayout } from '../src/bits/field.ts'
import { TC_STRING_LENGTH_MAX } from '../src/tcf/decode-tc-string.ts'
import { BLANK_CORE, TC_CORE } from '../src/tcf/tc-fields.ts'

function core(fill: (writer: BitWriter) => void): string {
  const writer = new BitWriter()
  writeLayout(writer, TC_CORE, { ...BLANK_CORE, cmpId: 300, tcfPolicyVersion: 5 })
  fill(writer)
  return writer.toBase64Url(24)
}

/** MaxVendorId 65535 and `count` entries that all say 1 to 65535. */
function overlappingRanges(writer: BitWriter, count: number): void {
  writer.write(65_535, 16)
  writer.write(1, 1)
  writer.write(count, 12)
  for (let i = 0; i < count; i++) {
    writer.write(1, 1)
    writer.write(1, 16)
    writer.write(65_535, 16)
  }
}

function emptySection(writer: BitWriter): void {
  writer.write(0, 17)
}

function restrictions(writer: BitWriter, count: number, purposes: number): void {
  emptySection(writer)
  emptySection(writer)
  writer.write(count, 12)
  for (let i = 0; i < count; i++) {
    writer.write(1 + (i % purposes), 6)
    writer.write(0, 2)
    writer.write(1, 12)
    writer.write(1, 1)
    writer.write(1, 16)
    writer.write(65_535, 16)
  }
}

/** 8,192 ids, the most that are read: as one range, as a bit field of every other bit, and as a range again. */
function manyIds(): string {
  const range = (writer: BitWriter) => {
    writer.write(65_535, 16)
    writer.write(1, 1)
    writer.write(1, 12)
    writer.write(1, 1)
    writer.write(1, 16)
    writer.write(8_192, 16)
  }
  const disclosed = new BitWriter()
  disclosed.write(1, 3)
  range(disclosed)
  const text = core((writer) => {
    range(writer)
    writer.write(16_384, 16)
    writer.write(0, 1)
    for (let i = 0; i < 8_192; i++) writer.write(1, 2)
    writer.write(0, 12)
  })
  return `${text}.${disclosed.toBase64Url(24)}`
}

/** A section of `count` ids in an order that no sorting has met. */
function scattered(writer: BitWriter, count: number): void {
  writer.write(65_535, 16)
  writer.write(1, 1)
  writer.write(count, 12)
  for (let i = 0; i < count; i++) {
    writer.write(0, 1)
    writer.write(1 + ((i * 40_503) % 65_535), 16)
  }
}

function narrowRestrictions(writer: BitWriter, count: number): void {
  writer.write(count, 12)
  for (let i = 0; i < count; i++) {
    writer.write(1 + (i % 24), 6)
    writer.write(i % 3, 2)
    writer.write(1, 12)
    writer.write(1, 1)
    writer.write(1 + i, 16)
    writer.write(1 + i, 16)
  }
}

/** Strings made to make a reader slow: the maintained library needs 0.5 to 7 seconds for some of them. */
export const HOSTILE_TC_STRINGS: Readonly<Record<string, string>> = {
  '80 overlapping ranges': core((writer) => {
    overlappingRanges(writer, 80)
    emptySection(writer)
    writer.write(0, 12)
  }),
  '4095 overlapping ranges': core((writer) => overlappingRanges(writer, 4095)),
  'every id in every section': core((writer) => {
    overlappingRanges(writer, 1)
    overlappingRanges(writer, 1)
    writer.write(0, 12)
  }),
  'a bit field as long as it may be': core((writer) => {
    writer.write(65_535, 16)
    writer.write(0, 1)
    for (let i = 0; i < 65_535; i++) writer.write(1, 1)
  }),
  'thousands of wide restrictions': core((writer) => restrictions(writer, 1_500, 24)),
  'as many ids as are read, in three sections': manyIds(),
  '4095 single ids, in no order': core((writer) => {
    scattered(writer, 4095)
    scattered(writer, 1600)
    writer.write(0, 12)
  }),
  '1,800 restrictions of one vendor': core((writer) => {
    emptySection(writer)
    emptySection(writer)
    narrowRestrictions(writer, 1_800)
  }),
  '4,095 restrictions of nobody': core((writer) => {
    emptySection(writer)
    emptySection(writer)
    writer.write(4_095, 12)
    for (let i = 0; i < 4_095; i++) {
      writer.write(1 + (i % 24), 6)
      writer.write(i % 3, 2)
      writer.write(0, 12)
    }
  }),
  'more characters than are read': 'C'.repeat(1_000_000),
  'the longest text read': 'C'.repeat(TC_STRING_LENGTH_MAX),
  'nothing but dots': '.'.repeat(TC_STRING_LENGTH_MAX),
  'no base64url at all': '~'.repeat(TC_STRING_LENGTH_MAX),
}
