import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Uuid } from '../kernel/id.ts'
import {
  decodeVendorChoice,
  encodeVendorChoice,
  isLaterVendorChoice,
  type VendorChoice,
  vendorAnswers,
  vendorChoiceOf,
} from './vendor-choice.ts'

const recordId = '019a9d6c54c07abc8def0123456789ab' as Uuid

const ids = fc.uniqueArray(fc.integer({ min: 0, max: 999_999 }), { maxLength: 40 })
const answers = fc.record(
  {
    rest: fc.constantFrom(null, ...vendorAnswers),
    granted: ids.map(ascending),
    denied: ids.map(ascending),
    objected: ids.map(ascending),
  },
  { noNullPrototype: true },
)
const choices: fc.Arbitrary<VendorChoice> = fc.record(
  {
    decidedAt: fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) }),
    recordId: fc.constant(recordId),
    catalogue: fc.integer({ min: 1, max: 9999 }),
    vendor_list_version: fc.option(fc.integer({ min: 1, max: 4095 })),
    provider_list_version: fc.option(fc.integer({ min: 20_200_101, max: 21_991_231 })),
    screen: fc.integer({ min: 0, max: 63 }),
    language: fc.constantFrom(null, 'de', 'pt-BR', 'zh-Hant'),
    tcf: fc.option(answers),
    providers: fc.option(answers),
  },
  { noNullPrototype: true },
)

function ascending(list: readonly number[]): number[] {
  return list.toSorted((a, b) => a - b)
}

test('what a row keeps is what was chosen, whatever that was', () => {
  fc.assert(
    fc.property(choices, (choice) => {
      assert.deepEqual(decodeVendorChoice(encodeVendorChoice(choice)), choice)
    }),
  )
})

test('a whole list of vendors is short', () => {
  const granted = Array.from({ length: 1500 }, (_, index) => index + 1).filter((id) => id % 10 !== 0)
  const tcf = { rest: null, granted, denied: [], objected: [] }
  const [choice] = fc.sample(choices, 1)
  assert.ok(choice)
  assert.ok(encodeVendorChoice({ ...choice, tcf, providers: null }).length < 1700)
})

test('the later notice counts, and of two in one moment the later record', () => {
  const at = (decidedAt: number, id: string) =>
    encodeVendorChoice({
      decidedAt,
      recordId: id as Uuid,
      catalogue: 1,
      vendor_list_version: 12,
      provider_list_version: null,
      screen: 1,
      language: null,
      tcf: null,
      providers: null,
    })
  assert.ok(isLaterVendorChoice(at(2, 'a'), at(1, 'b')))
  assert.ok(!isLaterVendorChoice(at(1, 'b'), at(2, 'a')))
  assert.ok(isLaterVendorChoice(at(1, 'b'), at(1, 'a')))
  assert.ok(!isLaterVendorChoice(at(1, 'a'), at(1, 'b')))
  // As text, 'zz' would come after '100'.
  assert.ok(isLaterVendorChoice(at(36 ** 2, 'a'), at(36 ** 2 - 1, 'a')))
})

test('whoever is named was shown, and a record without vendors has no choice of them', () => {
  const basis = { catalogue: 1, vendor_list_version: 12, provider_list_version: null, screen: 1 }
  const record = { decidedAt: 1, recordId, language: 'de' }
  const choice = vendorChoiceOf(
    {
      vendors: { tcf: { '755': 'granted', '9': 'objected', '10': 'denied', '*': 'denied' } },
      notice_basis: basis,
    },
    record,
  )
  assert.deepEqual(choice?.tcf, { rest: 'denied', granted: [755], denied: [10], objected: [9] })
  assert.equal(choice?.providers, null)
  assert.equal(vendorChoiceOf({ vendors: null }, record), undefined)
  // Recorded before a basis was kept.
  assert.equal(vendorChoiceOf({ vendors: { tcf: {} } }, record), undefined)
})
