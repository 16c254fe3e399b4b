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
  'more characters than are read': 'C'.repeat(1_000_000),
  'the longest text read': 'C'.repeat(TC_STRING_LENGTH_MAX),
  'nothing but dots': '.'.repeat(TC_STRING_LENGTH_MAX),
  'no base64url at all': '~'.repeat(TC_STRING_LENGTH_MAX),
}
