import fc, { type Arbitrary } from 'fast-check'
import type { UsLayout, UsSectionRow } from '../src/gpp/us-section.ts'
import { US_SECTIONS } from '../src/gpp/us-sections.ts'
import type { GppParts, UsFields } from '../src/index.ts'

/** A TC string with one vendor disclosed, and one without the segment. */
const TC_STRINGS = [
  'CQSbk4AQSbk4ANwAAAENAwCgAAAAAAAAAAYgACPAAAAA.IDKQA4AAgAKAGQAygAAA.YAAAAAAAAAAA',
  'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA',
]

/** Any value of every field of a layout, and the GPC sub-section or not. */
export function randomUsFields(row: UsSectionRow, layout: UsLayout): Arbitrary<UsFields> {
  const fields = layout.fields.map(({ name, count, min, max }) => {
    const value = fc.integer({ min, max })
    return [name, count === null ? value : fc.array(value, { minLength: count, maxLength: count })]
  })
  const core: Arbitrary<UsFields> = fc.record(Object.fromEntries(fields))
  const gpc: Arbitrary<UsFields> = row.hasGpc
    ? fc.constantFrom({}, { Gpc: true }, { Gpc: false })
    : fc.constant({})
  return fc.tuple(core, gpc).map(([values, subsection]) => ({ ...values, ...subsection }))
}

/** Any set of sections, in any order, each in any of its versions. */
export function randomGppParts(): Arbitrary<GppParts> {
  const us = US_SECTIONS.flatMap((row) =>
    row.layouts.map((layout) => randomUsFields(row, layout).map((fields) => [row.name, fields] as const)),
  )
  const eu = fc.constantFrom(...TC_STRINGS).map((text) => ['tcfeuv2', text] as const)
  return fc.array(fc.oneof(eu, ...us), { maxLength: 12 }).map((parts) => Object.fromEntries(parts))
}
