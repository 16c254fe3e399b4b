import assert from 'node:assert/strict'
import { GppModel } from '@iabgpp/cmpapi'
import fc from 'fast-check'
import { US_SECTIONS } from '../src/gpp/us-sections.ts'
import { decodeGpp, encodeGpp, type GppParts, type UsFields } from '../src/index.ts'
import { randomGppParts } from './random-gpp.ts'

/**
 * Writes `runs` random sets of sections and asserts that `@iabgpp/cmpapi` and our reader see the same in our strings,
 * and that we see the same in the library's.
 */
export function assertGppAgreement(runs: number): void {
  const property = fc.property(randomGppParts(), (parts) => {
    const text = encodeGpp(parts)
    const read = decodeGpp(text)
    assert.deepEqual(read.sections, sortedParts(parts), 'our reader')
    assert.deepEqual(read.unread, {})
    assertLibraryReads(text, parts, read.sectionIds)
    const { tcfeuv2: _, ...us } = parts
    assert.deepEqual(decodeGpp(writeWithLibrary(us)).sections, sortedParts(us), 'the string of the library')
  })
  fc.assert(property, { numRuns: runs })
}

function assertLibraryReads(text: string, parts: GppParts, sectionIds: readonly number[]): void {
  const model = new GppModel(text)
  assert.deepEqual(model.getSectionIds(), sectionIds)
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') continue
    for (const [field, value] of Object.entries(part)) {
      assert.deepEqual(model.getFieldValue(name, field), value, `${name}.${field}`)
    }
    // The library reports Gpc false where there is no such sub-section, and says so only in this field, of which
    // hasField() denies the existence. Absent is unknown, not false.
    const hasGpcField = US_SECTIONS.some((row) => row.name === name && row.hasGpc)
    if (hasGpcField) {
      const { Gpc } = part
      assert.equal(
        model.getFieldValue(name, 'GpcSegmentIncluded'),
        Gpc !== undefined,
        `${name} GPC sub-section`,
      )
    }
  }
}

/** The library's string of the US sections: it would rewrite a TC string, see `gpp-library-faults.test.ts`. */
function writeWithLibrary(parts: GppParts): string {
  const model = new GppModel()
  for (const [name, part] of Object.entries(parts)) if (typeof part !== 'string') setFields(model, name, part)
  return model.encode()
}

function setFields(model: GppModel, name: string, fields: UsFields): void {
  const { Gpc, ...core } = fields
  for (const [field, value] of Object.entries(core)) model.setFieldValue(name, field, value)
  if (!US_SECTIONS.some((row) => row.name === name && row.hasGpc)) return
  model.setFieldValue(name, 'GpcSegmentIncluded', Gpc !== undefined)
  if (Gpc !== undefined) model.setFieldValue(name, 'Gpc', Gpc)
}

/** Section ids ascend in a string, whatever the order they were given in. */
function sortedParts(parts: GppParts): GppParts {
  const order = ['tcfeuv2', ...US_SECTIONS.map(({ name }) => name)]
  return Object.fromEntries(order.flatMap((name) => (parts[name] === undefined ? [] : [[name, parts[name]]])))
}
