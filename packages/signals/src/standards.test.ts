import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { someChoices, someContext } from '../test/fixtures.ts'
import { OPT_IN_REGIONS, prepareGpp, SignalError } from './index.ts'
import type { SignalContext } from './standard.ts'
import { standards } from './standards.ts'

const nothing: SignalContext = { tcf: null, gpp: null, googleConsentMode: null, googleProviders: null }
const everything: SignalContext = {
  tcf: someContext(),
  gpp: prepareGpp({ sections: ['tcfeuv2', 'usnat'], isNoticeGiven: true, mspa: null, versions: {} }),
  googleConsentMode: {
    defaults: [{ regions: OPT_IN_REGIONS, regime: 'opt-in' }],
    waitForUpdateMs: 500,
    urlPassthrough: false,
    adsDataRedaction: true,
    source: 'tcf',
  },
  googleProviders: { date: '2026-11-19', ids: [20, 43] },
}
const choices = someChoices({ providers: { shown: [20, 43], granted: [43] } })

describe('the table of standards', () => {
  test('a standard that is not set up does not apply, and refuses to encode', () => {
    for (const standard of Object.values(standards)) {
      assert.equal(standard.applies(choices, nothing), false, standard.name)
      assert.throws(() => standard.encode(choices, nothing), SignalError, standard.name)
    }
  })

  test('each encodes the same choices, and reads what it wrote', () => {
    const { tcf, gpp, googleConsentMode, googleAdditionalConsent } = standards
    assert.ok(Object.values(standards).every((standard) => standard.applies(choices, everything)))
    const tcString = tcf.encode(choices, everything)
    assert.deepEqual(tcf.decode(tcString).vendorConsents.length > 20, true)
    assert.equal(gpp.decode(gpp.encode(choices, everything)).sections['tcfeuv2'], tcString)
    const mode = googleConsentMode.encode(choices, everything)
    assert.deepEqual([mode.signals.ad_storage, mode.source], ['granted', 'tcf'])
    assert.deepEqual(googleConsentMode.decode(mode.gcs), {
      ad_storage: 'granted',
      analytics_storage: 'denied',
    })
    assert.equal(googleAdditionalConsent.encode(choices, everything), '2~43~dv.20')
  })

  test('additional consent and section 2 need a TCF notice', () => {
    const without = someChoices({ vendorListVersion: null, providers: choices.providers })
    assert.equal(standards.googleAdditionalConsent.applies(without, everything), false)
    assert.deepEqual(standards.gpp.decode(standards.gpp.encode(without, everything)).sectionIds, [7])
    assert.equal(standards.googleConsentMode.encode(without, everything).source, 'purposes')
  })
})
