import { BitReader } from '../bits/bit-reader.ts'
import { BitWriter } from '../bits/bit-writer.ts'
import { SignalError } from '../signal-error.ts'
import { gppFacts } from './gpp-facts.ts'
import type { GppField } from './gpp-field.ts'
import type { GppPart, GppSection, UsFields, UsValue } from './gpp-section.ts'

/** The fields of a section in one of its versions. */
export interface UsLayout {
  readonly version: number
  readonly fields: readonly GppField[]
}

/** What the table says of a US section. */
export interface UsSectionRow {
  readonly id: number
  readonly name: string
  readonly specification: string
  /** Whether the section has the GPC sub-section. */
  readonly hasGpc: boolean
  /** Newest first, which is also longest first. */
  readonly layouts: readonly [UsLayout, ...UsLayout[]]
}

/** SubsectionType of the GPC sub-section (GPP, "Reusable Subsections"). */
const GPC_TYPE = 1
const GPC_FIELD = 'Gpc'

/** Makes the section of a row: the row is all that tells one US section from another. */
export function usSection(row: UsSectionRow): GppSection {
  const { id, name, specification, hasGpc, layouts } = row
  return {
    id,
    name,
    specification,
    decide: (choices, settings) => {
      const version = settings.versions[name] ?? layouts[0].version
      const layout = layoutOf(row, version)
      const facts = gppFacts(choices, settings)
      const fields: Record<string, UsValue> = {}
      for (const field of layout.fields) fields[field.name] = field.decide(facts)
      if (hasGpc && choices.gpc !== null) fields[GPC_FIELD] = choices.gpc
      return fields
    },
    encode: (part) => encodeUsSection(row, part),
    decode: (text) => decodeUsSection(row, text),
  }
}

function layoutOf({ name, layouts }: UsSectionRow, version: unknown): UsLayout {
  const layout = layouts.find((candidate) => candidate.version === version)
  if (layout === undefined) throw new SignalError('unsupported', `${name} has no version ${version}`)
  return layout
}

function encodeUsSection(row: UsSectionRow, part: GppPart): string {
  if (typeof part === 'string')
    throw new SignalError('invalid_choices', `${row.name} takes fields, not a string`)
  const { Version, Gpc } = part
  const layout = layoutOf(row, Version)
  const writer = new BitWriter()
  for (const field of layout.fields) writeField(writer, row.name, field, part[field.name])
  refuseUnknown(row, layout, part)
  const core = writer.toBase64Url(6)
  if (Gpc === undefined) return core
  if (typeof Gpc !== 'boolean')
    throw new SignalError('invalid_choices', `${row.name}.Gpc must be true or false`)
  const gpc = new BitWriter()
  gpc.write(GPC_TYPE, 2)
  gpc.write(Gpc ? 1 : 0, 1)
  return `${core}.${gpc.toBase64Url(6)}`
}

function writeField(writer: BitWriter, section: string, field: GppField, value: unknown): void {
  const { name, bits, count, min, max } = field
  if (count !== null && !(Array.isArray(value) && value.length === count)) {
    throw new SignalError('invalid_choices', `${section}.${name} must be a list of ${count}`)
  }
  for (const one of Array.isArray(value) && count !== null ? value : [value]) {
    if (!(Number.isInteger(one) && one >= min && one <= max)) {
      throw new SignalError('invalid_choices', `${section}.${name} must be ${min} to ${max}`)
    }
    writer.write(one, bits)
  }
}

function refuseUnknown({ name, hasGpc }: UsSectionRow, layout: UsLayout, part: UsFields): void {
  const isExpected = (field: string) =>
    layout.fields.some((known) => known.name === field) || (hasGpc && field === GPC_FIELD)
  const names = Object.keys(part)
  // Every field of the layout is there by now, so only a longer part can hold a name that is not.
  if (names.length === layout.fields.length) return
  const unknown = names.filter((field) => !isExpected(field))
  if (unknown.length > 0) throw new SignalError('invalid_choices', `${name} has no ${unknown.join(', ')}`)
}

function decodeUsSection({ hasGpc, layouts }: UsSectionRow, text: string): UsFields | null {
  const [coreText = '', gpcText, ...rest] = text.split('.')
  if (rest.length > 0 || (gpcText !== undefined && !hasGpc)) {
    throw new SignalError('malformed', 'a sub-section that the section does not have')
  }
  const length = coreText.length * 6
  if (new BitReader(coreText).read(6) > layouts[0].version) return null
  // By length, not by version: the published library wrote version 1 of usnat in the layout of version 2 for a year.
  const layout = layouts.find(({ fields }) => bitsOf(fields) <= length)
  if (layout === undefined) throw new SignalError('malformed', 'the section ends before its fields do')
  const reader = new BitReader(coreText)
  const fields = Object.fromEntries(layout.fields.map((field) => [field.name, readField(reader, field)]))
  return gpcText === undefined ? fields : { ...fields, Gpc: readGpc(gpcText) }
}

function bitsOf(fields: readonly GppField[]): number {
  return fields.reduce((sum, { bits, count }) => sum + bits * (count ?? 1), 0)
}

function readField(reader: BitReader, { name, bits, count }: GppField): number | number[] {
  const values = Array.from({ length: count ?? 1 }, () => reader.read(bits))
  if (bits === 2 && values.includes(3)) throw new SignalError('malformed', `${name} is 3, which is undefined`)
  return count === null ? (values[0] ?? 0) : values
}

function readGpc(text: string): boolean {
  const reader = new BitReader(text)
  if (reader.read(2) !== GPC_TYPE) throw new SignalError('malformed', 'a sub-section that is not GPC')
  return reader.readFlag()
}
