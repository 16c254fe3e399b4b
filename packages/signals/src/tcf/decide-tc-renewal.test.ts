import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AT_NOON,
  inventedJson,
  inventedList,
  shownVendors,
  someChoices,
  someContext,
} from '../../test/fixtures.ts'
import { decideTcFields } from './decide-tc-fields.ts'
import { decideTcRenewal, type TcRenewal, type TcRenewalTerms } from './decide-tc-renewal.ts'
import { parseVendorList } from './vendor-list.ts'

const fields = decideTcFields(someChoices(), someContext())

const decide = (terms: Partial<TcRenewalTerms>): TcRenewal =>
  decideTcRenewal(fields, {
    nowMs: AT_NOON,
    validForMonths: 13,
    latestList: inventedList,
    vendorsToday: null,
    lapse: null,
    ...terms,
  })

test('a string of today is valid for thirteen months of the calendar', () => {
  assert.deepEqual(decide({}), { status: 'valid', reason: null, expiresAtMs: Date.UTC(2027, 11, 20) })
})

test('edge 27: a list of policy 6 asks for renewal', () => {
  const latestList = parseVendorList({ ...inventedJson, vendorListVersion: 13, tcfPolicyVersion: 6 })
  assert.deepEqual(decide({ latestList }).reason, 'policy_version')
})

test('a newer list of the same policy asks for nothing', () => {
  const latestList = parseVendorList({ ...inventedJson, vendorListVersion: 13 })
  assert.equal(decide({ latestList }).status, 'valid')
})

test('edge 39: expired by age, from the first instant of that day on', () => {
  const expiry = Date.UTC(2027, 11, 20)
  assert.equal(decide({ nowMs: expiry - 1 }).status, 'valid')
  assert.deepEqual(decide({ nowMs: expiry }), { status: 'expired', reason: 'age', expiresAtMs: expiry })
})

test('a month without that day ends it early: 31 January and one month', () => {
  const changedAtMs = Date.UTC(2027, 0, 31, 9)
  const young = decideTcFields(someChoices({ changedAtMs }), someContext())
  const terms = {
    nowMs: changedAtMs,
    validForMonths: 1,
    latestList: inventedList,
    vendorsToday: null,
    lapse: null,
  }
  assert.equal(decideTcRenewal(young, terms).expiresAtMs, Date.UTC(2027, 1, 28))
})

test('a vendor shown today that was not disclosed then asks for renewal, a deleted one does not', () => {
  const few = decideTcFields(
    someChoices({ vendors: { shown: [1, 2], granted: [], objected: [] } }),
    someContext(),
  )
  const terms = { nowMs: AT_NOON, validForMonths: 13, latestList: inventedList, lapse: null }
  assert.equal(decideTcRenewal(few, { ...terms, vendorsToday: shownVendors }).reason, 'vendors_changed')
  assert.equal(decideTcRenewal(few, { ...terms, vendorsToday: [1, 2, 10] }).reason, null)
})

test('a string expires with the first grant in it, whatever is the earlier', () => {
  const atMs = Date.UTC(2027, 4, 20)
  for (const reason of ['age', 'new_version'] as const) {
    assert.equal(decide({ nowMs: atMs - 1, lapse: { atMs, reason } }).status, 'valid')
    assert.deepEqual(decide({ nowMs: atMs, lapse: { atMs, reason } }), {
      status: 'expired',
      reason,
      expiresAtMs: atMs,
    })
  }
  const late = { atMs: Date.UTC(2030, 0, 1), reason: 'new_version' } as const
  assert.equal(decide({ nowMs: Date.UTC(2027, 11, 20), lapse: late }).reason, 'age')
})
