import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aPurpose, someChoices, someContext, tcfPurposes } from '../../test/fixtures.ts'
import type { Choices } from '../choices.ts'
import type { GoogleSignal } from '../mappings.ts'
import { decideTcFields } from '../tcf/decide-tc-fields.ts'
import { RESTRICTION, type TcFields } from '../tcf/tc-fields.ts'
import { decodeGcs, encodeGcs } from './gcs.ts'
import {
  checkGoogleConsentModeSettings,
  type GoogleConsentModeSettings,
  OPT_IN_REGIONS,
} from './google-consent-mode-settings.ts'
import { googleSignalsFromTcf } from './google-signals-from-tcf.ts'
import { type GoogleConsentMode, renderGoogleConsentMode } from './render-google-consent-mode.ts'

const settings: GoogleConsentModeSettings = {
  defaults: [
    { regions: null, regime: 'opt-out' },
    { regions: OPT_IN_REGIONS, regime: 'opt-in' },
    { regions: ['US-CA'], regime: 'opt-in' },
  ],
  waitForUpdateMs: 500,
  urlPassthrough: false,
  adsDataRedaction: true,
  source: 'purposes',
}

const maps = (key: string, signals: readonly GoogleSignal[], isGranted: boolean) =>
  aPurpose(
    { key, status: isGranted ? 'granted' : 'denied', allowed: isGranted },
    { googleConsentMode: signals },
  )

const unanswered = (key: string, signals: readonly GoogleSignal[], allowed: boolean) =>
  aPurpose({ key, status: 'not_asked', allowed }, { googleConsentMode: signals })

const render = (
  choices: Partial<Choices>,
  changes: Partial<GoogleConsentModeSettings> = {},
  tc: TcFields | null = null,
) => renderGoogleConsentMode(someChoices(choices), { ...settings, ...changes }, tc)

const granted = ({ signals }: GoogleConsentMode): string[] =>
  Object.entries(signals).flatMap(([name, value]) => (value === 'granted' ? [name] : []))

describe('edge 41: what the signals are', () => {
  test('a partial choice', () => {
    const mode = render({
      purposes: [maps('stats', ['analytics_storage'], true), maps('ads', ['ad_storage'], false)],
    })
    assert.deepEqual(granted(mode), ['analytics_storage', 'security_storage'])
    assert.deepEqual(mode.update, mode.signals)
  })

  test('a withdrawn purpose is denied', () => {
    const withdrawn = aPurpose({ status: 'withdrawn', allowed: false }, { googleConsentMode: ['ad_storage'] })
    assert.equal(render({ purposes: [withdrawn] }).signals.ad_storage, 'denied')
  })

  test('expired choices are no choice: the defaults hold, and no update is sent', () => {
    const expired = aPurpose({ status: 'expired', allowed: false }, { googleConsentMode: ['ad_storage'] })
    const mode = render({ decided: false, purposes: [expired] })
    assert.deepEqual([granted(mode), mode.update], [['security_storage'], null])
  })

  test('no record: opt-in denies all but security, opt-out grants what is mapped', () => {
    const ads = ['ad_storage', 'ad_user_data', 'ad_personalization'] as const
    const asked = [unanswered('ads', ads, false)]
    assert.deepEqual(granted(render({ decided: false, purposes: asked })), ['security_storage'])
    const optOut = render({ decided: false, regime: 'opt-out', purposes: [unanswered('ads', ads, true)] })
    assert.deepEqual(granted(optOut), [
      'ad_storage',
      'ad_user_data',
      'ad_personalization',
      'security_storage',
    ])
  })

  test('no record in an opt-out regime with GPC: the three ad signals are denied, in the default too', () => {
    const purposes = [
      unanswered('all', ['ad_storage', 'ad_user_data', 'ad_personalization', 'analytics_storage'], true),
    ]
    const mode = render({ decided: false, regime: 'opt-out', gpc: true, purposes })
    assert.deepEqual(granted(mode), ['analytics_storage', 'security_storage'])
    assert.equal(mode.default.at(-1)?.ad_storage, 'denied')
  })

  test('an unmapped signal is denied, security excepted', () => {
    assert.deepEqual(granted(render({ purposes: [] })), ['security_storage'])
  })

  test('of two purposes on one signal both must be granted', () => {
    const both = (second: boolean) => [maps('a', ['ad_storage'], true), maps('b', ['ad_storage'], second)]
    assert.equal(render({ purposes: both(false) }).signals.ad_storage, 'denied')
    assert.equal(render({ purposes: both(true) }).signals.ad_storage, 'granted')
  })

  test('what needs no asking is granted before anybody asks', () => {
    const needed = aPurpose(
      { basis: 'none_needed', status: 'not_asked' },
      { googleConsentMode: ['functionality_storage'] },
    )
    assert.ok(granted(render({ decided: false, purposes: [needed] })).includes('functionality_storage'))
  })
})

describe('edge 42: from a TC string', () => {
  const google = { shown: [755], granted: [755], objected: [] }
  const signalsOf = (choices: Partial<Choices>, restrictions: Parameters<typeof someContext>[0] = {}) =>
    googleSignalsFromTcf(
      decideTcFields(someChoices({ vendors: google, ...choices }), someContext(restrictions)),
    )
  const without = (id: number) =>
    tcfPurposes(
      [1, 3, 4, 7].filter((purpose) => purpose !== id),
      [],
    )

  test('P1, P3, P4 and P7 alone denied', () => {
    const deny = (...names: string[]) =>
      Object.fromEntries(
        ['ad_storage', 'ad_user_data', 'ad_personalization'].map((name) => [
          name,
          names.includes(name) ? 'denied' : 'granted',
        ]),
      )
    assert.deepEqual(signalsOf({ purposes: without(0) }), deny())
    assert.deepEqual(signalsOf({ purposes: without(1) }), deny('ad_storage', 'ad_user_data'))
    assert.deepEqual(signalsOf({ purposes: without(3) }), deny('ad_personalization'))
    assert.deepEqual(signalsOf({ purposes: without(4) }), deny('ad_personalization'))
    assert.deepEqual(signalsOf({ purposes: without(7) }), deny('ad_user_data'))
  })

  test('vendor 755 refused, or never shown, is all denied', () => {
    for (const vendors of [
      { shown: [755], granted: [], objected: [755] },
      { shown: [1], granted: [1, 755], objected: [] },
    ]) {
      assert.deepEqual(new Set(Object.values(signalsOf({ vendors }))), new Set(['denied']))
    }
  })

  test('purpose 7 on legitimate interest counts, an objection takes it away', () => {
    const purposes = tcfPurposes([1, 3, 4], [7])
    assert.equal(signalsOf({ purposes }).ad_user_data, 'granted')
    const vendors = { shown: [755], granted: [755], objected: [755] }
    assert.equal(signalsOf({ purposes, vendors }).ad_user_data, 'denied')
  })

  test('a publisher restriction on Google narrows it', () => {
    const purposes = tcfPurposes([1, 3, 4], [7])
    const consent = [{ purposeId: 7, type: RESTRICTION.requireConsent, vendors: [755] }]
    assert.equal(signalsOf({ purposes }, { restrictions: consent }).ad_user_data, 'denied')
    const never = [{ purposeId: 1, type: RESTRICTION.notAllowed, vendors: [755] }]
    assert.equal(signalsOf({}, { restrictions: never }).ad_storage, 'denied')
  })

  test('edge 43: analytics never comes from the TCF', () => {
    const purposes = [...tcfPurposes([1, 3, 4, 7], []), maps('stats', ['analytics_storage'], false)]
    const tc = decideTcFields(someChoices({ purposes, vendors: google }), someContext())
    const mode = render({ purposes }, { source: 'tcf' }, tc)
    assert.deepEqual(granted(mode), ['ad_storage', 'ad_user_data', 'ad_personalization', 'security_storage'])
    assert.deepEqual([mode.source, mode.enable_advertiser_consent_mode], ['tcf', true])
  })

  test('the project decides: without source tcf the string is not asked', () => {
    const tc = decideTcFields(someChoices({ vendors: google }), someContext())
    assert.deepEqual(
      [render({}, {}, tc).source, render({}, {}, tc).signals.ad_storage],
      ['purposes', 'denied'],
    )
  })
})

describe('edge 44: the defaults', () => {
  test('only ISO codes are regions', () => {
    const regions = ['DE', 'US-CA', 'GB', 'EU', 'EEA', 'UK', 'de', 'US-CALI', '', 'XX']
    const issues = checkGoogleConsentModeSettings({ ...settings, defaults: [{ regions, regime: 'opt-in' }] })
    assert.deepEqual(
      issues.map(({ path }) => path),
      [3, 4, 5, 6, 7, 8, 9].map((place) => `defaults.0.regions.${place}`),
    )
    assert.throws(() => render({}, { defaults: [{ regions: ['EEA'], regime: 'opt-in' }] }), {
      code: 'invalid_settings',
    })
  })

  test('what the caller knows of the place goes before its regime', () => {
    const { signals } = render({ purposes: [] })
    const defaults = [
      { regions: ['DE'], regime: 'opt-in', signals: { ...signals, analytics_storage: 'granted' } },
    ] as const
    assert.equal(render({}, { defaults }).default[0]?.analytics_storage, 'granted')
  })

  test('the 32 opt-in countries', () => {
    assert.equal(OPT_IN_REGIONS.length, 32)
    assert.deepEqual(checkGoogleConsentModeSettings(settings), [])
  })

  test('the specific before the general', () => {
    const regions = render({}).default.map(({ region }) => region?.[0] ?? 'everywhere')
    assert.deepEqual(regions, ['US-CA', 'AT', 'everywhere'])
  })
})

describe('the page', () => {
  test('edge 45: before a choice there is no update, nor a command for it', () => {
    const mode = render({ decided: false })
    assert.equal(mode.update, null)
    assert.ok(!mode.commands.some(([verb, what]) => verb === 'consent' && what === 'update'))
  })

  test('commands in the order a page must run them', () => {
    const verbs = render({}, { urlPassthrough: true }).commands.map((command) =>
      command.slice(0, 2).join(' '),
    )
    assert.deepEqual(verbs, [
      'consent default',
      'consent default',
      'consent default',
      'set url_passthrough',
      'set ads_data_redaction',
      'consent update',
    ])
  })

  test('wait_for_update stands in every default', () => {
    assert.ok(render({}).default.every((block) => block.wait_for_update === 500))
  })
})

test('gcs is G1 and two digits', () => {
  assert.equal(encodeGcs({ ad_storage: 'denied', analytics_storage: 'granted' }), 'G101')
  assert.deepEqual(decodeGcs('G110'), { ad_storage: 'granted', analytics_storage: 'denied' })
  assert.deepEqual(decodeGcs('G1-1'), { ad_storage: null, analytics_storage: 'granted' })
  for (const text of ['', 'G1', 'G1111', 'g100', 'G123'])
    assert.throws(() => decodeGcs(text), { code: 'malformed' })
})
