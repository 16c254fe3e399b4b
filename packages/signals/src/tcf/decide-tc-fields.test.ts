import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TCString } from '@iabtechlabtcf/core'
import {
  AT_NOON,
  aPurpose,
  inventedJson,
  inventedList,
  shownVendors,
  someChoices,
  someContext,
  tcfPurposes,
} from '../../test/fixtures.ts'
import { type Choices, SignalError } from '../index.ts'
import { decideTcFields } from './decide-tc-fields.ts'
import { decodeTcString } from './decode-tc-string.ts'
import type { TcFields } from './tc-fields.ts'
import { encodeTcString } from './tcf.ts'
import { checkTcfSettings } from './tcf-settings.ts'
import { parseVendorList } from './vendor-list.ts'

const decide = (choices: Partial<Choices>, settings: Parameters<typeof someContext>[0] = {}): TcFields =>
  decideTcFields(someChoices(choices), someContext(settings))

describe('purposes', () => {
  test('edge 1: reject all still lists every disclosed vendor', () => {
    const purposes = tcfPurposes([], [])
    const fields = decide({ purposes, vendors: { shown: shownVendors, granted: [], objected: shownVendors } })
    assert.deepEqual(fields.disclosedVendors, shownVendors)
    assert.deepEqual([fields.purposesConsent, fields.purposesLITransparency], [[], []])
    assert.deepEqual([fields.vendorConsents, fields.vendorLegitimateInterests], [[], []])
  })

  test('edge 2: accept all grants every purpose of the list and no more', () => {
    const fields = decide({})
    assert.deepEqual(fields.purposesConsent, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    assert.deepEqual(fields.purposesLITransparency, [2, 7, 8, 9, 10, 11])
  })

  test('edge 3: shown and undecided is every interest and no consent', () => {
    const purposes = [
      aPurpose({ status: 'not_asked' }, { tcfPurposes: [1, 3, 4] }),
      aPurpose({ basis: 'legitimate_interest', status: 'not_asked' }, { tcfPurposes: [2, 7] }),
    ]
    const fields = decide({
      decided: false,
      purposes,
      vendors: { shown: [1, 3, 9], granted: [], objected: [] },
    })
    assert.deepEqual([fields.purposesConsent, fields.purposesLITransparency], [[], [2, 7]])
    assert.deepEqual([fields.vendorConsents, fields.vendorLegitimateInterests], [[], [1, 3, 9]])
  })

  test('edge 4: an interest asked for 1 and 3 to 6 is not signalled', () => {
    const fields = decide({ purposes: tcfPurposes([], [1, 2, 3, 4, 5, 6, 7]) })
    assert.deepEqual(fields.purposesLITransparency, [2, 7])
  })

  test('edge 5: an objection to one purpose takes its bit alone', () => {
    const interest = (status: 'objected' | 'not_asked', id: number) =>
      aPurpose({ basis: 'legitimate_interest', status }, { tcfPurposes: [id] })
    const fields = decide({ purposes: [interest('objected', 7), interest('not_asked', 8)] })
    assert.deepEqual(fields.purposesLITransparency, [8])
  })

  test('one refusal among several purposes mapped to the same id is a refusal', () => {
    const purposes = [
      aPurpose({ status: 'denied' }, { tcfPurposes: [2] }),
      aPurpose({ status: 'granted' }, { tcfPurposes: [2, 3] }),
    ]
    assert.deepEqual(decide({ purposes }).purposesConsent, [3])
  })

  test('a purpose that was not shown has no interest to stand on', () => {
    const hidden = aPurpose(
      { basis: 'legitimate_interest', status: 'not_asked', shown: false },
      { tcfPurposes: [2] },
    )
    assert.deepEqual(decide({ purposes: [hidden] }).purposesLITransparency, [])
  })

  test('special features are opted into, never assumed', () => {
    const purposes = [
      aPurpose({ status: 'granted' }, { tcfSpecialFeatures: [1, 3] }),
      aPurpose({ basis: 'legitimate_interest', status: 'not_asked' }, { tcfSpecialFeatures: [2] }),
    ]
    assert.deepEqual(decide({ purposes }).specialFeatureOptIns, [1])
  })

  test('edge 21: PurposeOneTreatment clears purpose 1', () => {
    const fields = decide({ purposes: tcfPurposes([1, 2], []) }, { purposeOneTreatment: true })
    assert.deepEqual([fields.purposeOneTreatment, fields.purposesConsent], [true, [2]])
  })
})

describe('dates', () => {
  const dayOf = (changedAtMs: number): string => new Date(decide({ changedAtMs }).lastUpdated).toISOString()

  test('edge 22: 23:59:59.950 and .999 stay on their day', () => {
    assert.equal(dayOf(Date.UTC(2026, 10, 20, 23, 59, 59, 950)), '2026-11-20T00:00:00.000Z')
    assert.equal(dayOf(Date.UTC(2026, 10, 20, 23, 59, 59, 999)), '2026-11-20T00:00:00.000Z')
  })

  test('edge 23: a local day at +14:00 or -11:00 is the UTC day', () => {
    assert.equal(dayOf(Date.parse('2026-11-21T09:00:00+14:00')), '2026-11-20T00:00:00.000Z')
    assert.equal(dayOf(Date.parse('2026-11-20T15:00:00-11:00')), '2026-11-21T00:00:00.000Z')
  })

  test('edge 24: 29 February and the last instant of a year', () => {
    assert.equal(dayOf(Date.UTC(2028, 1, 29, 18)), '2028-02-29T00:00:00.000Z')
    assert.equal(dayOf(Date.UTC(2026, 11, 31, 23, 59, 59, 999)), '2026-12-31T00:00:00.000Z')
  })

  test('edge 25: read on another day, the same bytes', (t) => {
    const before = encodeTcString(someChoices(), someContext())
    t.mock.timers.enable({ apis: ['Date'], now: AT_NOON + 400 * 86_400_000 })
    assert.equal(encodeTcString(someChoices(), someContext()), before)
  })

  test('edge 35: grant, withdraw and grant on one day: the same date, the newest content', () => {
    const at = (hour: number, ids: readonly number[]) =>
      decide({ changedAtMs: Date.UTC(2026, 10, 20, hour), purposes: tcfPurposes(ids, []) })
    const [granted, withdrawn, again] = [at(8, [1, 2]), at(12, []), at(16, [1, 2])]
    assert.equal(withdrawn.lastUpdated, granted.lastUpdated)
    assert.deepEqual(withdrawn.purposesConsent, [])
    assert.deepEqual(again, granted)
  })
})

describe('lists', () => {
  test('edge 26: a newer list leaves the old string alone, a new choice takes it', () => {
    const newer = parseVendorList({ ...inventedJson, vendorListVersion: 13 })
    assert.throws(() => decideTcFields(someChoices(), someContext({}, newer)), {
      code: 'vendor_list_mismatch',
    })
    const fields = decideTcFields(someChoices({ vendorListVersion: 13 }), someContext({}, newer))
    assert.equal(fields.vendorListVersion, 13)
  })

  test('edge 28: a list of policy 4 writes 4', () => {
    const older = parseVendorList({ ...inventedJson, tcfPolicyVersion: 4 })
    assert.equal(decideTcFields(someChoices(), someContext({}, older)).tcfPolicyVersion, 4)
  })

  test('purposes that the list does not have are not signalled', () => {
    assert.deepEqual(decide({ purposes: tcfPurposes([11, 12, 24], [12]) }).purposesConsent, [11])
  })
})

describe('language and country', () => {
  test('edge 29: the ISO 639-1 part of a tag, Norwegian being NO', () => {
    const tags = ['fr', 'pt-BR', 'zh-Hant', 'sr-Latn', 'nb', 'en-GB', 'xx']
    const languages = tags.map((language) => decide({ language }).consentLanguage)
    assert.deepEqual(languages, ['FR', 'PT', 'ZH', 'SR', 'NO', 'EN', 'XX'])
  })

  test('a language without a code of two letters is refused, not cut: fil is no Finnish', () => {
    assert.throws(() => decide({ language: 'fil' }), { code: 'invalid_choices' })
  })

  test('edge 30: gb, UK, AA and an unknown country', () => {
    const countries = ['gb', 'UK', 'AA', ''].map(
      (publisherCountry) => decide({}, { publisherCountry }).publisherCC,
    )
    assert.deepEqual(countries, ['GB', 'GB', 'AA', 'AA'])
    assert.throws(() => decide({}, { publisherCountry: '[^' }), { code: 'invalid_settings' })
  })
})

describe('the publisher', () => {
  const own = (customPurposes: number): Choices['publisher'] => ({
    granted: [1, 7],
    interests: [2],
    customPurposes,
    customGranted: [1, 64],
    customInterests: [2],
  })

  test('edge 31: custom purposes 0, 3 and 63 are written, 64 is refused', () => {
    const written = [0, 3, 63].map((count) => decide({ publisher: own(count) }).publisherTC)
    assert.deepEqual(
      written.map((publisher) => publisher?.customPurposesConsent),
      [[], [1], [1]],
    )
    assert.deepEqual(
      written.map((publisher) => publisher?.numCustomPurposes),
      [0, 3, 63],
    )
    assert.throws(() => decide({ publisher: own(64) }), { code: 'invalid_choices' })
  })

  test('no purposes of its own, no segment', () => {
    assert.equal(encodeTcString(someChoices(), someContext()).split('.').length, 2)
    assert.equal(encodeTcString(someChoices({ publisher: own(3) }), someContext()).split('.').length, 3)
  })
})

describe('numbers', () => {
  test('edge 32: cmpId 0, 1 and 4096 and cmpVersion 4096 are refused in the settings, screen 64 in the choices', () => {
    for (const cmpId of [0, 1, 4096, 1.5])
      assert.throws(() => someContext({ cmpId }), { code: 'invalid_settings' })
    assert.throws(() => someContext({ cmpVersion: 4096 }), { code: 'invalid_settings' })
    assert.throws(() => decide({ screen: 64 }), { code: 'invalid_choices' })
    assert.equal(decide({ screen: 63 }, { cmpId: 4095, cmpVersion: 4095 }).cmpId, 4095)
  })

  test('the reason for 2: the maintained decoder throws on cmpId 1', () => {
    const text = encodeTcString(someChoices(), someContext())
    // CmpId stands in the bits 78-89, that is in the characters 13 and 14.
    assert.throws(() => TCString.decode(`${text.slice(0, 13)}AB${text.slice(15)}`))
  })

  test('every fault of the settings is named at once', () => {
    const restrictions = [{ purposeId: 3, type: 2, vendors: 'all' } as const]
    const context = someContext().settings
    const issues = checkTcfSettings({
      ...context,
      cmpId: 1,
      cmpVersion: -1,
      publisherCountry: 'DEU',
      restrictions,
    })
    assert.deepEqual(
      issues.map(({ path }) => path),
      ['cmpId', 'cmpVersion', 'publisherCountry', 'restrictions.0.type'],
    )
  })

  test('a time TCF cannot hold is refused', () => {
    assert.throws(() => decide({ changedAtMs: -1 }), SignalError)
    assert.throws(() => decide({ changedAtMs: Number.NaN }), SignalError)
  })
})

test('a written string reads back as what was decided', () => {
  const context = someContext({ publisherCountry: 'FR', useNonStandardTexts: true })
  const fields = decideTcFields(someChoices(), context)
  assert.deepEqual(decodeTcString(encodeTcString(someChoices(), context)), fields)
  assert.equal(fields.vendorListVersion, inventedList.vendorListVersion)
})
