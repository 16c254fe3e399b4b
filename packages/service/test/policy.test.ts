import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { issuePaths } from './a-consent.ts'
import { type Harness, openHarness } from './harness.ts'
import { publish, shopWith } from './publish-catalogue.ts'

interface PolicyRead {
  readonly country: string | null
  readonly region: string | null
  readonly regime: { readonly key: string; readonly source: string; readonly effective_from: string }
  readonly model: string
  readonly version: number
  readonly purposes: readonly { readonly key: string; readonly default: string; readonly asked: boolean }[]
  readonly honors_gpc: boolean
  readonly gpc_purposes: readonly string[]
  readonly google_consent_mode_default: Readonly<Record<string, string>>
  readonly banner: { readonly show: boolean; readonly surface: string; readonly actions: readonly string[] }
  readonly age_of_consent: number
  readonly matched_by: string
  readonly candidates: readonly string[]
  readonly fingerprint: string
}

describe('GET /v1/policy', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  async function read(query: string): Promise<PolicyRead> {
    const answer = await t.call('GET', `/v1/policy${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json as unknown as PolicyRead
  }
  const standsOf = ({ purposes }: PolicyRead, key: string) => {
    const found = purposes.find((purpose) => purpose.key === key) ?? assert.fail(key)
    return `${found.default} ${found.asked ? 'asked' : 'not asked'}`
  }

  test('200: the GDPR waits for consent, and the answer has the members of the contract', async () => {
    const policy = await read('?country=DE')
    assert.deepEqual(Object.keys(policy), [
      'country',
      'region',
      'regime',
      'model',
      'version',
      'purposes',
      'honors_gpc',
      'gpc_purposes',
      'tcf_applies',
      'gpp_sections',
      'google_consent_mode_default',
      'banner',
      'renew_after',
      'age_of_consent',
      'data_request',
      'matched_by',
      'candidates',
      'fingerprint',
    ])
    assert.equal(policy.regime.key, 'gdpr')
    assert.equal(policy.model, 'opt_in')
    assert.equal(policy.age_of_consent, 16)
    assert.equal(standsOf(policy, 'marketing'), 'denied asked')
    assert.equal(standsOf(policy, 'essential'), 'granted not asked')
    assert.equal(standsOf(policy, 'fraud_prevention'), 'granted asked')
    assert.deepEqual(policy.banner, {
      show: true,
      surface: 'banner',
      actions: ['reject_all', 'accept_all', 'customize'],
    })
    assert.equal(policy.google_consent_mode_default['ad_storage'], 'denied')
    assert.equal(policy.google_consent_mode_default['security_storage'], 'granted')
    assert.deepEqual(policy.gpc_purposes, [])
  })

  test('200: California lets it run, offers a way out, and takes the signal for one', async () => {
    const policy = await read('?country=US&region=CA')
    assert.deepEqual(await read('?country=US-CA'), policy)
    assert.equal(policy.matched_by, 'region')
    assert.equal(policy.candidates[0], 'us_ca_ccpa')
    assert.equal(standsOf(policy, 'marketing'), 'granted asked')
    assert.equal(standsOf(policy, 'analytics'), 'granted not asked')
    assert.deepEqual([policy.honors_gpc, policy.gpc_purposes], [true, ['marketing']])
    assert.deepEqual(policy.banner, { show: false, surface: 'link', actions: ['reject_all', 'customize'] })
    assert.equal(policy.google_consent_mode_default['ad_storage'], 'granted')
  })

  test('200: another day has another law: a day, or a moment', async () => {
    const before = await read('?country=US-MD&at=2025-09-30')
    const since = await read('?country=US-MD&at=2025-10-01')
    assert.notEqual(before.regime.key, 'us_md_modpa')
    assert.equal(since.regime.key, 'us_md_modpa')
    assert.ok(since.version > before.version)
    assert.notEqual(since.fingerprint, before.fingerprint)
    assert.deepEqual(await read('?country=US-MD&at=2025-10-01T00:00:00.000Z'), since)
    assert.deepEqual(await read('?country=US-MD&at=2025-10-01T01:59:59%2B02:00'), before)
  })

  test('200: an unknown place gets the strictest rules, and every key may ask', async () => {
    const policy = await read('')
    assert.deepEqual([policy.matched_by, policy.country, policy.model], ['fallback', null, 'opt_in'])
    const answer = await t.call('GET', '/v1/policy?country=FR', { key: t.keys.test.public })
    assert.equal(answer.status, 200)
  })

  test('304 for what the caller has, until something changes', async () => {
    const first = await t.call('GET', '/v1/policy?country=DE')
    const etag = first.headers.get('etag') ?? ''
    assert.match(etag, /^"[\w-]+"$/)
    assert.match(first.headers.get('cache-control') ?? '', /max-age=\d+/)
    const again = await t.call('GET', '/v1/policy?country=DE', { headers: { 'If-None-Match': etag } })
    assert.deepEqual([again.status, again.headers.get('etag'), again.text], [304, etag, ''])
    const elsewhere = await t.call('GET', '/v1/policy?country=AT', { headers: { 'If-None-Match': etag } })
    assert.equal(elsewhere.status, 200)
    const override = '\npolicies:\n  overrides:\n    - { country: DE, renew_after: P3M }\n'
    await publish(t, (await shopWith()) + override)
    const changed = await t.call('GET', '/v1/policy?country=DE', { headers: { 'If-None-Match': etag } })
    assert.equal(changed.status, 200)
    assert.equal(changed.json['renew_after'], 'P3M')
    // Nothing crosses: live still has what it was given.
    const live = await t.call('GET', '/v1/policy?country=DE', { key: t.keys.live.secret })
    assert.equal(live.text, first.text)
  })

  test('422: all that is malformed at once, with its path', async () => {
    for (const [query, paths] of [
      ['?country=UK', ['query.country']],
      ['?country=us', ['query.country']],
      ['?region=CA', ['query.region']],
      ['?country=US&region=ZZ', ['query.region']],
      ['?country=DE&at=yesterday', ['query.at']],
      ['?country=DE&at=2026-02-30', ['query.at']],
      ['?country=DE&at=2026-01-01T00:00:00', ['query.at']],
      ['?country=XX&at=2500-01-01', ['query.at', 'query.country']],
      ['?country=DE&country=FR', ['query.country']],
      ['?land=DE', ['query.land']],
    ] as const)
      assert.deepEqual(issuePaths(await t.call('GET', `/v1/policy${query}`)), paths, query)
  })
})
