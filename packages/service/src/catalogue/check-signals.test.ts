import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BrokenCatalogueFile } from './fault.ts'
import { planCatalogue } from './plan-catalogue.ts'
import { readCatalogueFile } from './read-catalogue-file.ts'
import { aCatalogueFile, aPurposeEntry, aWrittenCatalogue } from './test-catalogue-file.ts'

const mapped = { analytics: aPurposeEntry({ mappings: { tcf_purposes: [1, 8] } }) }
const tcf = { cmp_id: 300 }

/** What is wrong with these signals, in a file that is fine otherwise. */
function faultsOf(signals: object, purposes: object = mapped): string[] {
  const text = JSON.stringify(aWrittenCatalogue({ signals, purposes }))
  try {
    readCatalogueFile('shop.json', Buffer.from(text))
    return []
  } catch (error) {
    if (error instanceof BrokenCatalogueFile)
      return error.faults.map(({ path, message }) => `${path} ${message}`)
    throw error
  }
}

test('edge 32: a CMP id or version that no string can hold is named before anything is applied', () => {
  for (const cmp_id of [0, 1, 4096])
    assert.match(faultsOf({ tcf: { cmp_id } }).join(), /^signals\.tcf\.cmp_id [^,]+$/)
  assert.match(faultsOf({ tcf: { ...tcf, cmp_version: 4096 } }).join(), /^signals\.tcf\.cmp_version /)
  assert.deepEqual(faultsOf({ tcf: { ...tcf, cmp_version: 4095 } }), [])
})

test('a restriction that the framework does not allow is named by its place', () => {
  const restrictions = [
    { purpose: 2, type: 'require_consent', vendors: 'all' },
    { purpose: 3, type: 'require_legitimate_interest', vendors: [755] },
  ]
  assert.deepEqual(faultsOf({ tcf: { ...tcf, restrictions } }), [
    'signals.tcf.restrictions.1 purpose 3 needs consent',
  ])
})

test('a TCF without a purpose to speak of is refused', () => {
  assert.deepEqual(faultsOf({ tcf }, { analytics: aPurposeEntry() }), [
    'signals.tcf has no purpose to speak of',
  ])
})

test('what goes beside a TC string needs the TCF', () => {
  assert.deepEqual(faultsOf({ google_additional_consent: {} }), [
    'signals.google_additional_consent needs signals.tcf',
  ])
  assert.deepEqual(faultsOf({ google_consent_mode: { source: 'tcf' } }), [
    'signals.google_consent_mode needs signals.tcf',
  ])
  assert.deepEqual(faultsOf({ gpp: { sections: ['tcfeuv2'], notice_given: true } }), [
    'signals.gpp.sections has tcfeuv2, which needs signals.tcf',
  ])
  const all = { google_additional_consent: {}, google_consent_mode: { source: 'tcf' } }
  assert.deepEqual(faultsOf({ tcf, ...all, gpp: { sections: ['tcfeuv2'], notice_given: true } }), [])
})

test('sections that are not written, and regions that are none, are named one by one', () => {
  assert.deepEqual(faultsOf({ gpp: { sections: ['usnat', 'usmd', 'uspv1', 'moon'], notice_given: true } }), [
    'signals.gpp.sections.1 usmd implementations do not agree on its encoding yet; use usnat (7)',
    'signals.gpp.sections.2 uspv1 is deprecated; use usca (8) or usnat (7)',
    'signals.gpp.sections.3 moon is no GPP section',
  ])
  const defaults = [{ regions: ['DE', 'EEA'], regime: 'opt-in' }]
  assert.deepEqual(faultsOf({ google_consent_mode: { defaults } }), [
    'signals.google_consent_mode.defaults.0.regions.1 "EEA" is no ISO 3166 code; list the countries one by one',
  ])
})

test('a change of signals is a change of the settings, told member by member', () => {
  const was = planCatalogue(undefined, aCatalogueFile({ purposes: mapped, signals: { tcf } }), 0).next
  const becomes = aCatalogueFile({ purposes: mapped, signals: { tcf: { ...tcf, cmp_version: 2 } } })
  const { settings } = planCatalogue(was, becomes, 1)
  assert.deepEqual(
    settings.map(({ member, words }) => `${member} ${words}`),
    ['signals.tcf.cmp_version was 0, becomes 2'],
  )
})
