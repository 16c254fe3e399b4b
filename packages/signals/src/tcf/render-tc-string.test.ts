import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AT_NOON, inventedList, someChoices, someContext } from '../../test/fixtures.ts'
import type { Choices } from '../choices.ts'
import { decideTcFields } from './decide-tc-fields.ts'
import { decideTcRenewal } from './decide-tc-renewal.ts'
import { encodeTcFields } from './encode-tc-fields.ts'
import { renderInAppKeys } from './render-in-app-keys.ts'
import { renderTcData } from './render-tc-data.ts'
import { type IssuedTcString, renderTcStringAnswer } from './render-tc-string-answer.ts'
import { RESTRICTION, type TcFields } from './tc-fields.ts'

const restrictions = [{ purposeId: 7, type: RESTRICTION.requireConsent, vendors: [9] }]
const publisher: Choices['publisher'] = {
  granted: [1],
  interests: [7],
  customPurposes: 3,
  customGranted: [2],
  customInterests: [],
}
const fields: TcFields = decideTcFields(
  someChoices({ publisher, vendors: { shown: [1, 3, 9], granted: [1, 9], objected: [] } }),
  someContext({ restrictions }),
)
const tcString = encodeTcFields(fields)
const extras = { gdprApplies: true, addtlConsent: '2~43~dv.20', enableAdvertiserConsentMode: false }

describe('TCData', () => {
  test('says what the string says, in the spelling of the CMP API', () => {
    assert.deepEqual(renderTcData(tcString, fields, extras), {
      tcString,
      tcfPolicyVersion: 5,
      cmpId: 300,
      cmpVersion: 7,
      gdprApplies: true,
      isServiceSpecific: true,
      useNonStandardTexts: false,
      publisherCC: 'DE',
      purposeOneTreatment: false,
      purpose: {
        consents: flags(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
        legitimateInterests: flags(2, 7, 8, 9, 10, 11),
      },
      vendor: {
        consents: flags(1, 9),
        legitimateInterests: flags(1, 3, 9),
        disclosedVendors: flags(1, 3, 9),
      },
      specialFeatureOptins: {},
      publisher: {
        consents: flags(1),
        legitimateInterests: flags(7),
        customPurpose: { consents: flags(2), legitimateInterests: {} },
        restrictions: { 7: { 9: 1 } },
      },
      addtlConsent: '2~43~dv.20',
    })
  })

  test('edge 40: outside GDPR there is no tcString, nor anything but four members', () => {
    assert.deepEqual(renderTcData(tcString, fields, { ...extras, gdprApplies: false }), {
      gdprApplies: false,
      tcfPolicyVersion: 5,
      cmpId: 300,
      cmpVersion: 7,
    })
  })
})

describe('in-app keys', () => {
  test('the nineteen keys and the additional consent, as numbers and texts', () => {
    const keys = renderInAppKeys(tcString, fields, extras)
    assert.equal(Object.keys(keys).length, 20)
    assert.deepEqual(keys, {
      IABTCF_CmpSdkID: 300,
      IABTCF_CmpSdkVersion: 7,
      IABTCF_PolicyVersion: 5,
      IABTCF_gdprApplies: 1,
      IABTCF_PublisherCC: 'DE',
      IABTCF_PurposeOneTreatment: 0,
      IABTCF_UseNonStandardTexts: 0,
      IABTCF_TCString: tcString,
      IABTCF_VendorConsents: '100000001',
      IABTCF_VendorLegitimateInterests: '101000001',
      IABTCF_DisclosedVendors: '101000001',
      IABTCF_PurposeConsents: '11111111111',
      IABTCF_PurposeLegitimateInterests: '01000011111',
      IABTCF_SpecialFeaturesOptIns: '',
      IABTCF_PublisherRestrictions7: '________1',
      IABTCF_PublisherConsent: '1',
      IABTCF_PublisherLegitimateInterests: '0000001',
      IABTCF_PublisherCustomPurposesConsents: '010',
      IABTCF_PublisherCustomPurposesLegitimateInterests: '000',
      IABTCF_AddtlConsent: '2~43~dv.20',
    })
  })

  test('gdprApplies is unset while it is unknown', () => {
    const keys = renderInAppKeys(tcString, fields, { gdprApplies: null, addtlConsent: null })
    assert.ok(!('IABTCF_gdprApplies' in keys) && !('IABTCF_AddtlConsent' in keys))
  })
})

describe('the answer', () => {
  const issuedAt = (nowMs: number): IssuedTcString => {
    const terms = { nowMs, validForMonths: 13, latestList: inventedList, vendorsToday: null, lapse: null }
    return { tcString, fields, renewal: decideTcRenewal(fields, terms) }
  }

  test('a valid string', () => {
    assert.deepEqual(renderTcStringAnswer(issuedAt(AT_NOON), true, '2~43~dv.20'), {
      tc_string: tcString,
      status: 'valid',
      gdpr_applies: true,
      tcf_version: '2.3',
      tcf_policy_version: 5,
      vendor_list_version: 12,
      cmp_id: 300,
      cmp_version: 7,
      consent_screen: 1,
      consent_language: 'EN',
      publisher_cc: 'DE',
      created: '2026-11-20T00:00:00.000Z',
      last_updated: '2026-11-20T00:00:00.000Z',
      expires_at: '2027-12-20T00:00:00.000Z',
      renewal: { required: false, reason: null },
      addtl_consent: '2~43~dv.20',
    })
  })

  test('an expired one is not handed out, nor what stands beside it', () => {
    const answer = renderTcStringAnswer(issuedAt(Date.UTC(2028, 0, 1)), true, '2~43~dv.20')
    assert.deepEqual([answer.status, answer.tc_string, answer.addtl_consent], ['expired', null, null])
    assert.deepEqual(answer.renewal, { required: true, reason: 'age' })
  })

  test('no string is none', () => {
    const answer = renderTcStringAnswer(null, null, null)
    assert.deepEqual([answer.status, answer.tc_string, answer.renewal.required], ['none', null, false])
  })
})

function flags(...ids: number[]): Record<string, true> {
  return Object.fromEntries(ids.map((id) => [id, true]))
}
