import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GppModel } from '@iabgpp/cmpapi'
import { decodeTcString } from '../tcf/decode-tc-string.ts'
import { decodeGpp } from './decode-gpp.ts'
import { encodeGpp } from './encode-gpp.ts'

// Where @iabgpp/cmpapi 3.2.0 and the specification part ways. Each test shows the library's answer as evidence; one
// that starts to fail after an update of the library is good news.

/** Without the disclosed segment: unknown who was shown. */
const WITHOUT_DISCLOSED = 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA'

test('a TC string put through the library comes out saying that nobody was shown', () => {
  const model = new GppModel()
  model.decodeSection('tcfeuv2', WITHOUT_DISCLOSED)
  model.setFieldValue('tcfeuv2', 'CmpVersion', 1)
  const rewritten = model.encodeSection('tcfeuv2')
  assert.deepEqual(decodeTcString(rewritten).disclosedVendors, [])
  const kept = decodeGpp(encodeGpp({ tcfeuv2: WITHOUT_DISCLOSED })).sections['tcfeuv2']
  assert.equal(kept, WITHOUT_DISCLOSED)
  assert.equal(decodeTcString(WITHOUT_DISCLOSED).disclosedVendors, null)
})

test('an absent GPC sub-section reads as false, and the field that tells is denied to exist', () => {
  const california = encodeGpp({ usca: someCalifornia })
  const model = new GppModel(california)
  assert.equal(model.getSection('usca').Gpc, false)
  assert.equal(model.hasField('usca', 'GpcSegmentIncluded'), false)
  assert.equal(model.getFieldValue('usca', 'GpcSegmentIncluded'), false)
  const section = decodeGpp(california).sections['usca']
  assert.ok(typeof section === 'object' && !('Gpc' in section))
})

test('a bare C counts as a section', () => {
  assert.deepEqual(new GppModel('DBABM~C').getSectionIds(), [2])
  assert.throws(() => decodeGpp('DBABM~C'), { code: 'malformed' })
})

test('a list of the wrong length is filled up silently', () => {
  const model = new GppModel()
  model.setFieldValue('usva', 'SensitiveDataProcessing', [2])
  assert.deepEqual(model.getSection('usva').SensitiveDataProcessing, [2, 0, 0, 0, 0, 0, 0, 0])
  const short = { ...someVirginia, SensitiveDataProcessing: [2] }
  assert.throws(() => encodeGpp({ usva: short }), { code: 'invalid_choices' })
})

const someMspa = { MspaCoveredTransaction: 2, MspaOptOutOptionMode: 0, MspaServiceProviderMode: 0 }

const someCalifornia = {
  Version: 1,
  SaleOptOutNotice: 1,
  SharingOptOutNotice: 1,
  SensitiveDataLimitUseNotice: 0,
  SaleOptOut: 2,
  SharingOptOut: 2,
  SensitiveDataProcessing: [0, 0, 0, 0, 0, 0, 0, 0, 0],
  KnownChildSensitiveDataConsents: [0, 0],
  PersonalDataConsents: 0,
  ...someMspa,
}

const someVirginia = {
  Version: 1,
  SharingNotice: 1,
  SaleOptOutNotice: 1,
  TargetedAdvertisingOptOutNotice: 1,
  SaleOptOut: 2,
  TargetedAdvertisingOptOut: 2,
  SensitiveDataProcessing: [0, 0, 0, 0, 0, 0, 0, 0],
  KnownChildSensitiveDataConsents: 0,
  ...someMspa,
}
