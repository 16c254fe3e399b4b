import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Segment, SegmentEncoder, TCModel, TCString } from '@iabtechlabtcf/core'
import fc from 'fast-check'
import { inventedJson, inventedList, someChoices, someContext } from '../../test/fixtures.ts'
import { randomChoices, randomSettings } from '../../test/random-choices.ts'
import { libraryList, readWithCore } from '../../test/tcf-libraries.ts'
import { decideTcFields } from './decide-tc-fields.ts'
import { encodeTcFields } from './encode-tc-fields.ts'
import { encodeTcString } from './tcf.ts'
import { prepareTcf } from './tcf-context.ts'

// Where @iabtechlabtcf/core 1.5.21 and the specification part ways. Each test shows the library's answer as evidence;
// one that starts to fail after an update of the library is good news.

function rewrite(text: string): string {
  const model = TCString.decode(text)
  model.gvl = libraryList(inventedJson)
  return TCString.encode(model)
}

test("the library's own rules take nothing away from our vendors, but those to be deleted one day", () => {
  const deleted = inventedList.vendors.flatMap(({ id, deletedAtMs }) => (deletedAtMs === null ? [] : [id]))
  const kept = (reading: Readonly<Record<string, unknown>>, field: string) =>
    (reading[field] as number[]).filter((id) => !deleted.includes(id))
  const property = fc.property(
    randomChoices(inventedList),
    randomSettings(inventedList),
    (choices, settings) => {
      const ours = encodeTcString(choices, prepareTcf(inventedList, settings))
      const [before, after] = [readWithCore(ours), readWithCore(rewrite(ours))]
      for (const field of ['vendorConsents', 'vendorLegitimateInterests', 'disclosedVendors']) {
        assert.deepEqual(kept(after, field), kept(before, field), field)
      }
    },
  )
  fc.assert(property, { numRuns: 25 })
})

test('any deletedDate is a deletion for it, one in the future too', () => {
  const vendors = { shown: [13], granted: [13], objected: [] }
  const ours = encodeTcString(someChoices({ vendors }), someContext())
  assert.deepEqual(readWithCore(ours)['vendorConsents'], [13])
  assert.deepEqual(readWithCore(rewrite(ours))['vendorConsents'], [])
})

test('it does not always take the smaller form, and never one smaller than ours', () => {
  const libraryAndOurs = (ids: readonly number[]): number[] => {
    const model = new TCModel()
    model.vendorsDisclosed.set([...ids])
    const library = SegmentEncoder.encode(model, Segment.VENDORS_DISCLOSED)
    const fields = { ...decideTcFields(someChoices(), someContext()), disclosedVendors: ids }
    const [, ours = ''] = encodeTcFields(fields).split('.')
    return [library.length, ours.length]
  }
  assert.deepEqual(libraryAndOurs([11, 36, 48]), [16, 12])
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 120 }), { minLength: 1 })
  fc.assert(
    fc.property(ids, (unordered) => {
      const [library = 0, ours = 0] = libraryAndOurs(unordered.sort((a, b) => a - b))
      assert.ok(ours <= library)
    }),
  )
})
