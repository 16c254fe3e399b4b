import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readConsent, record } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'

const limit = 5
const via = { 'X-Forwarded-For': '198.51.100.7' }

describe('behind a proxy that the operator named', () => {
  let t: Harness
  before(async () => {
    t = await openHarness({
      settings: {
        ASSENT_TRUSTED_PROXY: '127.0.0.1',
        ASSENT_GEO_HEADER: 'X-Geo-Place',
        ASSENT_LIMIT_PK_PER_MINUTE: String(limit),
      },
    })
  })
  after(() => t[Symbol.asyncDispose]())

  async function statusFrom(forwarded: string): Promise<number> {
    const headers = { 'X-Forwarded-For': forwarded }
    return (await t.call('GET', '/v1/purposes', { key: t.keys.test.public, headers })).status
  }

  test('each visitor has a minute of their own, and cannot get another by claiming to be somebody else', async () => {
    for (let count = 0; count < limit; count++)
      assert.equal(await statusFrom(`203.0.113.${count}, 198.51.100.1`), 200)
    assert.equal(await statusFrom('203.0.113.99, 198.51.100.1'), 429)
    assert.equal(await statusFrom('198.51.100.2'), 200)
  })

  test('one subscriber of IPv6 is one visitor, whichever of their addresses they use', async () => {
    for (let count = 0; count < limit; count++)
      assert.equal(await statusFrom(`2001:db8:7:1::${count + 1}`), 200)
    assert.equal(await statusFrom('2001:db8:7:1:ffff:ffff:ffff:ffff'), 429)
    assert.equal(await statusFrom('2001:db8:7:2::1'), 200)
  })

  test('the place is as its header says, unless the request says it itself', async () => {
    for (const [header, changes, expected] of [
      ['DE', {}, 'gdpr DE'],
      ['US-CA', {}, 'us_ca_ccpa US'],
      ['DE', { country: 'GB' }, 'uk_gdpr GB'],
      ['XX', {}, 'strictest null'],
      ['T1', {}, 'strictest null'],
      ['', {}, 'strictest null'],
      ['de', {}, 'strictest null'],
      ['<script>', {}, 'strictest null'],
    ] as const) {
      const { policy } = await record(t, anAnonymousRef(), changes, {
        headers: { ...via, 'X-Geo-Place': header },
      })
      assert.equal(`${policy['regime']} ${policy['country']}`, expected, header)
    }
  })

  test('a page of another place does not get the policy that was kept for one', async () => {
    const regime = async (headers: Readonly<Record<string, string>>) => {
      const sent = { ...headers, 'X-Forwarded-For': `198.51.100.${100 + asked++}` }
      const { json } = await t.call('GET', '/v1/policy', { headers: sent })
      return (json['regime'] as { readonly key: string }).key
    }
    let asked = 0
    for (const [place, expected] of [
      ['DE', 'gdpr'],
      ['US-CA', 'us_ca_ccpa'],
      ['DE', 'gdpr'],
      ['GB', 'uk_gdpr'],
    ] as const)
      assert.equal(await regime({ 'X-Geo-Place': place }), expected)
    assert.equal(await regime({}), 'strictest')
  })

  test('the header counts only on what came through the proxy', async () => {
    const { policy } = await record(t, anAnonymousRef(), {}, { headers: { 'X-Geo-Place': 'US' } })
    assert.equal(policy['matched_by'], 'fallback')
  })

  test('a page in another place than the last record is asked by the law of theirs', async () => {
    const ref = anAnonymousRef()
    await record(t, ref, { country: 'US', region: 'CA' })
    const headers = { 'X-Forwarded-For': '198.51.100.77', 'X-Geo-Place': 'DE' }
    const read = await readConsent(t, ref, '', { key: t.keys.test.public, headers })
    assert.deepEqual([read.policy['regime'], read.policy['matched_by']], ['gdpr', 'country'])
  })

  test('where a server is says nothing of the person it asks about', async () => {
    const [known, unknown] = [anAnonymousRef(), anAnonymousRef()]
    await record(t, known, { country: 'DE' })
    await record(t, unknown)
    const asServer = { headers: { ...via, 'X-Geo-Place': 'US' } }
    const policyOf = async (ref: string) => (await readConsent(t, ref, '', asServer)).policy
    assert.equal((await policyOf(known))['matched_by'], 'last_record')
    assert.equal((await policyOf(known))['regime'], 'gdpr')
    assert.equal((await policyOf(unknown))['matched_by'], 'fallback')
  })
})

describe('without one', () => {
  test('nobody can say where they come from by a header', async () => {
    await using t = await openHarness({ settings: { ASSENT_GEO_HEADER: 'X-Geo-Place' } })
    const { policy } = await record(
      t,
      anAnonymousRef(),
      {},
      { headers: { 'X-Geo-Place': 'US', 'X-Forwarded-For': '198.51.100.1' } },
    )
    assert.equal(policy['matched_by'], 'fallback')
  })
})
