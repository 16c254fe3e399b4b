import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { issuePaths, readConsent, record, standing } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { publish, shopWith } from './publish-catalogue.ts'

const hourMs = 3_600_000

describe('reading as of a time', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
    t.advance(hourMs)
  })
  after(() => t[Symbol.asyncDispose]())

  const now = () => new Date(t.service.clock.now()).toISOString()
  const asOf = (time: string) => `?at=${encodeURIComponent(time)}`

  test('gives what stood then, whatever came later', async () => {
    const ref = anAnonymousRef()
    const steps: [time: string, expected: string][] = [[now(), 'not_asked forbidden not_asked_opt_in']]
    for (const [decision, expected] of [
      ['granted', 'granted allowed explicit_consent'],
      ['withdrawn', 'withdrawn forbidden withdrawn'],
      ['denied', 'denied forbidden explicit_refusal'],
    ] as const) {
      t.advance(hourMs)
      const { occurred_at } = await record(t, ref, { country: 'DE', purposes: { analytics: decision } })
      steps.push([occurred_at, expected])
      t.advance(hourMs)
      steps.push([now(), expected])
    }
    for (const [time, expected] of steps)
      assert.equal(await standing(t, ref, 'analytics', asOf(time)), expected, time)
    const { as_of } = await readConsent(t, ref, asOf(steps[2]?.[0] ?? ''))
    assert.equal(as_of, steps[2]?.[0])
  })

  test('counts what happened, by when it happened: a record that came in late is part of its time', async () => {
    const ref = anAnonymousRef()
    const happened = new Date(t.service.clock.now() - 10 * hourMs).toISOString()
    await record(t, ref, { country: 'DE', purposes: { analytics: 'granted' }, occurred_at: happened })
    assert.equal(await standing(t, ref, 'analytics', asOf(happened)), 'granted allowed explicit_consent')
    const before = new Date(Date.parse(happened) - 1).toISOString()
    assert.equal(await standing(t, ref, 'analytics', asOf(before)), 'not_asked forbidden not_asked_opt_in')
  })

  test('counts expiry, the version and the place of that time', async () => {
    const ref = anAnonymousRef()
    const granted = await record(t, ref, {
      country: 'DE',
      purposes: { marketing: 'granted', recommendations: 'granted' },
    })
    const ends = Date.parse(granted.purposes['marketing']?.expires_at ?? '')
    t.advance(hourMs)
    const beforeNewVersion = now()
    t.advance(hourMs)
    await publish(
      t,
      await shopWith(['[products viewed, earlier orders]', '[products viewed, earlier orders, age]']),
    )
    await record(t, ref, { country: 'GB', purposes: { newsletter: 'denied' } })
    t.advance(ends - t.service.clock.now() + hourMs)

    assert.equal(await standing(t, ref, 'marketing'), 'expired forbidden expired')
    assert.equal(
      await standing(t, ref, 'marketing', asOf(new Date(ends - 1).toISOString())),
      'granted allowed explicit_consent',
    )
    assert.equal(
      await standing(t, ref, 'marketing', asOf(new Date(ends).toISOString())),
      'expired forbidden expired',
    )
    const then = await readConsent(t, ref, asOf(beforeNewVersion))
    assert.deepEqual(
      [
        then.purposes['recommendations']?.status,
        then.purposes['recommendations']?.current_version,
        then.policy['country'],
      ],
      ['granted', 1, 'DE'],
    )
    const today = await readConsent(t, ref)
    assert.deepEqual(
      [
        today.purposes['recommendations']?.status,
        today.purposes['recommendations']?.current_version,
        today.policy['country'],
      ],
      ['superseded', 2, 'GB'],
    )
  })

  test('a purpose that did not exist then is not listed; an import is decided on the version that was shown', async () => {
    const ref = anAnonymousRef()
    const imported = await record(t, ref, {
      country: 'DE',
      source: 'import',
      occurred_at: '2024-06-01T12:00:00Z',
    })
    assert.equal(imported.purposes['analytics']?.version, 1)
    const { purposes } = await readConsent(t, ref, asOf('2024-06-02T00:00:00Z'))
    assert.deepEqual(Object.keys(purposes), ['analytics'])
    assert.deepEqual([purposes['analytics']?.status, purposes['analytics']?.current_version], ['granted', 1])
    assert.equal(await standing(t, ref, 'analytics'), 'superseded forbidden new_version')
  })

  test('the future cannot be read, nor what is no time; offsets are', async () => {
    const ref = anAnonymousRef()
    await record(t, ref)
    const future = new Date(t.service.clock.now() + hourMs).toISOString()
    for (const time of [future, 'yesterday', '2026-11-21', '', '1969-12-31T23:59:59Z'])
      assert.deepEqual(
        issuePaths(await t.call('GET', `/v1/subjects/${ref}/consent${asOf(time)}`)),
        ['query.at'],
        time,
      )
    assert.equal(
      (await readConsent(t, ref, asOf('2026-01-01T01:30:00+01:30'))).as_of,
      '2026-01-01T00:00:00.000Z',
    )
  })

  test('times are kept to the millisecond, and more digits are cut', async () => {
    const ref = anAnonymousRef()
    const written = await record(t, ref, { occurred_at: '2026-01-02T03:04:05.123456789Z' })
    assert.equal(written.occurred_at, '2026-01-02T03:04:05.123Z')
    assert.equal((await readConsent(t, ref)).purposes['analytics']?.decided_at, '2026-01-02T03:04:05.123Z')
  })

  test('who may claim which time: a public key a day back, a secret one any, nobody more than 5 minutes ahead', async () => {
    const at = (ms: number) => ({ occurred_at: new Date(t.service.clock.now() + ms).toISOString() })
    const send = async (changes: object, key: string) => {
      const body = { subject: { ref: anAnonymousRef() }, purposes: { analytics: 'denied' }, ...changes }
      return (await t.call('POST', '/v1/consent', { key, body })).status
    }
    const { public: pk, secret: sk } = t.keys.test
    assert.deepEqual(
      [await send(at(-24 * hourMs + 60_000), pk), await send(at(-24 * hourMs - 60_000), pk)],
      [201, 422],
    )
    assert.deepEqual(
      [await send(at(-3 * 8760 * hourMs), sk), await send({ occurred_at: '1970-01-01T00:00:00Z' }, sk)],
      [201, 201],
    )
    for (const key of [pk, sk])
      assert.deepEqual([await send(at(4 * 60_000), key), await send(at(6 * 60_000), key)], [201, 422])
  })
})
