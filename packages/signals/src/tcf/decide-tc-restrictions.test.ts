import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownVendors, someChoices, someContext } from '../../test/fixtures.ts'
import { readWithCore } from '../../test/tcf-libraries.ts'
import { decideTcFields } from './decide-tc-fields.ts'
import { RESTRICTION, type TcFields } from './tc-fields.ts'
import { encodeTcString } from './tcf.ts'
import type { PublisherRestriction } from './tcf-settings.ts'

// Purpose 7 of the invented list: 8 consent and flexible, 9 interest and flexible, 2 consent, 3 interest, 7 neither.
const SOME = { shown: [2, 3, 7, 8, 9], granted: [2, 3, 7, 8, 9], objected: [] }

const decide = (restrictions: readonly PublisherRestriction[], vendors = SOME): TcFields =>
  decideTcFields(someChoices({ vendors }), someContext({ restrictions }))

const restrictedVendors = (fields: TcFields): number[] =>
  SOME.shown.filter((id) =>
    fields.publisherRestrictions.some(({ vendorRanges }) =>
      vendorRanges.some(([a, b]) => a <= id && id <= b),
    ),
  )

test('edge 17: type 0 where the purpose is declared, 1 and 2 where it is flexible and on the other basis', () => {
  const of = (type: 0 | 1 | 2) => restrictedVendors(decide([{ purposeId: 7, type, vendors: 'all' }]))
  assert.deepEqual(of(RESTRICTION.notAllowed), [2, 3, 8, 9])
  assert.deepEqual(of(RESTRICTION.requireConsent), [9])
  assert.deepEqual(of(RESTRICTION.requireLegitimateInterest), [8])
})

test('edge 18: no legitimate interest can be required for purpose 3', () => {
  // Vendor 16 declares 3 and 4 as flexible.
  assert.throws(
    () => decide([{ purposeId: 3, type: RESTRICTION.requireLegitimateInterest, vendors: 'all' }]),
    {
      code: 'invalid_settings',
    },
  )
})

test('edge 19: a restriction that turns a flexible purpose around gives the vendor its bit', () => {
  // 4 declares interests alone, 8 consents alone.
  const vendors = { shown: [4, 8], granted: [4, 8], objected: [] }
  assert.deepEqual(decide([], vendors).vendorConsents, [8])
  const consent = decide([{ purposeId: 7, type: RESTRICTION.requireConsent, vendors: [4] }], vendors)
  assert.deepEqual(consent.vendorConsents, [4, 8])
  const interest = decide(
    [{ purposeId: 7, type: RESTRICTION.requireLegitimateInterest, vendors: [8] }],
    vendors,
  )
  assert.deepEqual(interest.vendorLegitimateInterests, [4, 8])
})

test('edge 20: a restriction for a vendor that was not shown is left out', () => {
  assert.deepEqual(decide([{ purposeId: 7, type: 0, vendors: [1, 31] }]).publisherRestrictions, [])
})

test('of two restrictions on one vendor and purpose the stricter holds', () => {
  const fields = decide([
    { purposeId: 7, type: RESTRICTION.requireConsent, vendors: 'all' },
    { purposeId: 7, type: RESTRICTION.notAllowed, vendors: [9] },
  ])
  assert.deepEqual(
    fields.publisherRestrictions.map(({ restrictionType }) => restrictionType),
    [RESTRICTION.notAllowed],
  )
})

test('edge 34: ranges over gaps and deleted vendors, decoded to the same effect', () => {
  const vendors = { shown: shownVendors, granted: shownVendors, objected: [] }
  const restrictions = [{ purposeId: 2, type: RESTRICTION.notAllowed, vendors: 'all' as const }]
  const context = someContext({ restrictions })
  const choices = someChoices({ vendors })
  const [restriction] = decideTcFields(choices, context).publisherRestrictions
  // 9 and 13 declare purpose 2; between them are three deleted vendors that do or do not.
  assert.ok(restriction?.vendorRanges.some(([first, last]) => first <= 9 && 13 <= last))
  const exact = context.list.vendors
    .filter(
      ({ id, purposes, legIntPurposes }) =>
        shownVendors.includes(id) && [...purposes, ...legIntPurposes].includes(2),
    )
    .map(({ id }) => id)
  const [read] = readWithCore(encodeTcString(choices, context))['restrictions'] as { ids: number[] }[]
  assert.deepEqual(
    read?.ids.filter((id) => shownVendors.includes(id)),
    exact,
  )
})
