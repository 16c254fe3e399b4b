import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedJson, shownVendors, someChoices, someContext } from '../../test/fixtures.ts'
import type { Choices } from '../index.ts'
import { decideTcVendors, type TcVendors } from './decide-tc-vendors.ts'
import { decodeTcString } from './decode-tc-string.ts'
import { encodeTcString } from './tcf.ts'
import { parseVendorList } from './vendor-list.ts'

// Of the invented list: 2 stands on consent alone, 3 on interest alone, 5 and 6 on special purposes alone, 9 on both.
const decide = (vendors: Partial<Choices['vendors']>, choices: Partial<Choices> = {}): TcVendors =>
  decideTcVendors(
    someChoices({ vendors: { shown: [], granted: [], objected: [], ...vendors }, ...choices }),
    someContext(),
  )

test('edge 6: an objection to one vendor takes its interest and leaves its consent', () => {
  const vendors = decide({ shown: [1, 9], granted: [1, 9], objected: [9] })
  assert.deepEqual([vendors.consents, vendors.interests], [[1, 9], [1]])
})

test('edge 7: a vendor on interest alone gets no consent bit', () => {
  assert.deepEqual(decide({ shown: [3], granted: [3] }), { disclosed: [3], consents: [], interests: [3] })
})

test('edge 8: a vendor on consent alone gets no interest bit', () => {
  assert.deepEqual(decide({ shown: [2], granted: [2] }), { disclosed: [2], consents: [2], interests: [] })
})

test('edge 9: a vendor of special purposes alone is disclosed and has no bit', () => {
  assert.deepEqual(decide({ shown: [5, 6], granted: [5, 6] }), {
    disclosed: [5, 6],
    consents: [],
    interests: [],
  })
})

test('edge 10: a deleted vendor is not signalled, though the notice named it', () => {
  assert.deepEqual(decide({ shown: [10, 11, 12, 15], granted: [10, 11, 12, 15] }).disclosed, [])
})

test('edge 11: a vendor deleted after the choice stays in the old string', () => {
  const deletedAt = Date.parse('2026-02-05T12:58:26.338Z')
  assert.deepEqual(decide({ shown: [45] }, { changedAtMs: deletedAt - 1 }).disclosed, [45])
  assert.deepEqual(decide({ shown: [45] }, { changedAtMs: deletedAt }).disclosed, [])
})

test('edge 12: a deletion in the future is none yet', () => {
  assert.deepEqual(decide({ shown: [13, 14], granted: [13] }).disclosed, [13, 14])
})

test('edge 13: unknown ids and gaps are passed over', () => {
  const strange = [0, -1, 1.5, 29, 1602, 65_535, 70_000, Number.NaN]
  assert.deepEqual(decide({ shown: strange, granted: strange }).disclosed, [])
})

test('edge 14: granted but not shown is not granted', () => {
  assert.deepEqual(decide({ shown: [1], granted: [1, 2] }).consents, [1])
})

test('edge 15: nobody shown is an empty segment, not a missing one', () => {
  const nobody = someChoices({ vendors: { shown: [], granted: [], objected: [] } })
  assert.equal(encodeTcString(nobody, someContext()).split('.')[1], 'IAAA')
})

test('edge 16: the highest id of the list, and id 65535', () => {
  assert.deepEqual(decide({ shown: [1601], granted: [1601] }).consents, [1601])
  const vendor = { ...inventedJson.vendors['1'], id: 65_535 }
  const list = parseVendorList({ ...inventedJson, vendors: { 65535: vendor } })
  const vendors = { shown: [65_535], granted: [65_535], objected: [] }
  const text = encodeTcString(someChoices({ vendors }), someContext({}, list))
  assert.deepEqual(decodeTcString(text).vendorConsents, [65_535])
})

test('order and repeats of the input do not matter', () => {
  const shuffled = [...shownVendors, ...shownVendors].reverse()
  assert.deepEqual(
    decide({ shown: shuffled, granted: shuffled }),
    decide({ shown: shownVendors, granted: shownVendors }),
  )
})
