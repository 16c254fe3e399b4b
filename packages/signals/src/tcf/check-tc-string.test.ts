import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someChoices, someContext } from '../../test/fixtures.ts'
import { checkTcString } from './check-tc-string.ts'
import { decideTcFields } from './decide-tc-fields.ts'
import { BLANK_CORE, type TcFields } from './tc-fields.ts'

const foreign = (fields: Partial<TcFields>): TcFields => ({
  ...BLANK_CORE,
  tcfPolicyVersion: 5,
  vendorConsents: [],
  vendorLegitimateInterests: [],
  publisherRestrictions: [],
  disclosedVendors: [],
  publisherTC: null,
  ...fields,
})

const paths = (fields: TcFields): string[] => checkTcString(fields).map(({ path }) => path)

test('ours have no issue', () => {
  assert.deepEqual(checkTcString(decideTcFields(someChoices(), someContext())), [])
})

test('no disclosed vendors: invalid when created after 28 February 2026, valid before', () => {
  assert.deepEqual(paths(foreign({ disclosedVendors: null, created: Date.UTC(2026, 2, 1) })), [
    'disclosedVendors',
  ])
  assert.deepEqual(paths(foreign({ disclosedVendors: null, created: Date.UTC(2026, 1, 28) })), [])
})

test('policy version 3: invalid when created after 30 September 2023, valid before', () => {
  assert.deepEqual(paths(foreign({ tcfPolicyVersion: 3, created: Date.UTC(2023, 9, 1) })), [
    'tcfPolicyVersion',
  ])
  assert.deepEqual(paths(foreign({ tcfPolicyVersion: 3, created: Date.UTC(2023, 8, 30) })), [])
})

test('global scope is dead', () => {
  assert.deepEqual(paths(foreign({ isServiceSpecific: false })), ['isServiceSpecific'])
})
