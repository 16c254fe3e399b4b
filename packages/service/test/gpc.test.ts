import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readConsent, record, standing } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'

const inCalifornia = { country: 'US', region: 'CA' }
const signal = { headers: { 'Sec-GPC': '1' } }

describe('a Global Privacy Control signal', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  test('opts out where the law says so, of what the law says, and nowhere else', async () => {
    const ref = anAnonymousRef()
    await record(t, ref, { purposes: { newsletter: 'denied' } })
    for (const [query, marketing, analytics] of [
      ['?country=US-CA', 'not_asked allowed not_asked_opt_out', 'not_asked allowed notice_only'],
      ['?country=US-CA&gpc=true', 'not_asked forbidden gpc', 'not_asked allowed notice_only'],
      [
        '?country=DE&gpc=true',
        'not_asked forbidden not_asked_opt_in',
        'not_asked forbidden not_asked_opt_in',
      ],
    ] as const) {
      assert.equal(await standing(t, ref, 'marketing', query), marketing, query)
      assert.equal(await standing(t, ref, 'analytics', query), analytics, query)
    }
  })

  test('counts as the header of a page, as a query, and as the last record has it; the query goes first', async () => {
    const ref = anAnonymousRef()
    const asked = { key: t.keys.test.public }
    const place = '?country=US-CA'
    await record(t, ref, { ...inCalifornia, purposes: { newsletter: 'denied' } }, asked)
    const marketing = (query: string, headers: Record<string, string> = {}) =>
      standing(t, ref, 'marketing', query, { ...asked, headers })
    assert.equal(await marketing(place), 'not_asked allowed not_asked_opt_out')
    assert.equal(await marketing(place, signal.headers), 'not_asked forbidden gpc')
    assert.equal(await marketing(`${place}&gpc=false`, signal.headers), 'not_asked allowed not_asked_opt_out')
    assert.equal(await marketing(place, { 'Sec-GPC': '0' }), 'not_asked allowed not_asked_opt_out')
    t.advance(1000)
    const kept = await record(
      t,
      ref,
      { ...inCalifornia, purposes: { newsletter: 'denied' } },
      { ...asked, ...signal },
    )
    assert.equal((kept as unknown as { gpc: boolean }).gpc, true)
    assert.equal(await marketing(''), 'not_asked forbidden gpc')
    assert.equal(await marketing('?gpc=false'), 'not_asked allowed not_asked_opt_out')
    t.advance(1000)
    await record(t, ref, { ...inCalifornia, gpc: false, purposes: { newsletter: 'denied' } }, asked)
    assert.equal(await marketing(''), 'not_asked allowed not_asked_opt_out')
  })

  test('outweighs a grant that was given without it, and yields to one that was given in spite of it', async () => {
    const [before, beside] = [anAnonymousRef(), anAnonymousRef()]
    await record(t, before, { ...inCalifornia, purposes: { marketing: 'granted' } })
    await record(t, beside, { ...inCalifornia, purposes: { marketing: 'granted' }, gpc: true })
    assert.equal(await standing(t, before, 'marketing'), 'granted allowed explicit_consent')
    assert.equal(await standing(t, before, 'marketing', '?gpc=true'), 'granted forbidden gpc')
    assert.equal(await standing(t, beside, 'marketing', '?gpc=true'), 'granted allowed explicit_consent')
    assert.equal(await standing(t, beside, 'marketing'), 'granted allowed explicit_consent')
  })

  test('never allows what the person refused', async () => {
    const ref = anAnonymousRef()
    await record(t, ref, { ...inCalifornia, purposes: { marketing: 'denied' }, gpc: true })
    for (const query of ['', '?gpc=true', '?gpc=false', '?gpc=false&country=US'])
      assert.equal(await standing(t, ref, 'marketing', query), 'denied forbidden explicit_refusal')
  })

  test('counts where only the country is known, and the state may be one whose law it is', async () => {
    const ref = anAnonymousRef()
    await record(t, ref, { country: 'US', purposes: { marketing: 'granted' } })
    assert.equal(await standing(t, ref, 'marketing', '?gpc=true'), 'granted forbidden gpc')
    assert.equal(
      await standing(t, ref, 'marketing', '?gpc=true&country=US-WY'),
      'granted allowed explicit_consent',
    )
  })

  test('is asked about for a place that is not known', async () => {
    const ref = anAnonymousRef()
    await record(t, ref, { purposes: { marketing: 'granted' } })
    assert.equal(await standing(t, ref, 'marketing', '?gpc=true'), 'granted forbidden gpc')
    assert.equal((await readConsent(t, ref, '?gpc=true')).policy['matched_by'], 'fallback')
  })
})
