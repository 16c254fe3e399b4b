import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  aConsent,
  type ConsentRead,
  issuePaths,
  readConsent,
  record,
  refused,
  standing,
} from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { publish, shopWith } from './publish-catalogue.ts'

const inGermany = { country: 'DE' }

describe("a subject's consent", () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
    // So that what happened some minutes ago happened under the catalogue of today.
    t.advance(3_600_000)
  })
  after(() => t[Symbol.asyncDispose]())

  test('lists every purpose of the catalogue, in its order, with what holds for whoever was not asked', async () => {
    const ref = anAnonymousRef()
    await record(t, ref, inGermany)
    const { purposes, policy } = await readConsent(t, ref)
    const stands = Object.entries(purposes).map(
      ([key, { status, allowed, reason }]) => `${key} ${status} ${allowed} ${reason}`,
    )
    assert.deepEqual(stands, [
      'essential not_asked true strictly_necessary',
      'orders not_asked true contract',
      'bookkeeping not_asked true legal_obligation',
      'tour_emergencies not_asked true vital_interests',
      'repair_vouchers not_asked true public_task',
      'fraud_prevention not_asked true legitimate_interest',
      'route_maps not_asked false not_asked_opt_in',
      'analytics granted true explicit_consent',
      'recommendations not_asked false not_asked_opt_in',
      'marketing not_asked false not_asked_opt_in',
      'bike_fitting not_asked false not_asked_opt_in',
      'newsletter not_asked false not_asked_opt_in',
      'service_reminders not_asked true legitimate_interest',
    ])
    assert.deepEqual(policy, {
      regime: 'gdpr',
      model: 'opt_in',
      country: 'DE',
      region: null,
      matched_by: 'last_record',
    })
  })

  test('names the record and the receipt of each decision, and what was decided on', async () => {
    const ref = anAnonymousRef()
    const one = await record(t, ref, {
      ...inGermany,
      occurred_at: new Date(t.service.clock.now() - 5000).toISOString(),
    })
    const { subject, purposes } = await readConsent(t, ref)
    assert.deepEqual(subject, one.subject)
    assert.deepEqual(purposes['analytics'], {
      status: 'granted',
      allowed: true,
      reason: 'explicit_consent',
      version: 2,
      current_version: 2,
      needs_renewal: false,
      legal_basis: 'consent',
      decided_at: one.occurred_at,
      expires_at: one.purposes['analytics']?.expires_at,
      record: one.id,
      receipt: one.receipt.id,
    })
  })

  test('follows each decision: given, refused, taken back, objected to', async () => {
    const ref = anAnonymousRef()
    for (const [purpose, decision, expected] of [
      ['analytics', 'denied', 'denied forbidden explicit_refusal'],
      ['analytics', 'granted', 'granted allowed explicit_consent'],
      ['analytics', 'withdrawn', 'withdrawn forbidden withdrawn'],
      ['service_reminders', 'objected', 'objected forbidden objected'],
      ['service_reminders', 'granted', 'granted allowed legitimate_interest'],
      ['newsletter', 'withdrawn', 'withdrawn forbidden withdrawn'],
    ] as const) {
      t.advance(1000)
      await record(t, ref, { ...inGermany, purposes: { [purpose]: decision } })
      assert.equal(await standing(t, ref, purpose), expected)
    }
  })

  test('a decision that the legal basis does not leave to people is refused, with the right word', async () => {
    const purposes = {
      analytics: 'objected',
      service_reminders: 'denied',
      fraud_prevention: 'withdrawn',
      orders: 'granted',
      essential: 'denied',
      bookkeeping: 'objected',
      unheard_of: 'granted',
      newsletter: 'granted',
    }
    const answer = await t.call('POST', '/v1/consent', { body: aConsent(anAnonymousRef(), { purposes }) })
    assert.deepEqual(
      issuePaths(answer),
      [
        'analytics',
        'bookkeeping',
        'essential',
        'fraud_prevention',
        'orders',
        'service_reminders',
        'unheard_of',
      ].map((key) => `purposes.${key}`),
    )
    assert.match(answer.text, /send \\"objected\\"/)
    assert.match(answer.text, /"granted\\", \\"denied\\" or \\"withdrawn\\"/)
  })

  test('all that is wrong with what a record says is told at once', async () => {
    const changes = {
      country: 'XX',
      occurred_at: '2099-01-01T00:00:00Z',
      purposes: { unheard_of: 'granted', orders: 'denied' },
    }
    const answer = await t.call('POST', '/v1/consent', { body: { ...aConsent('not a ref', changes) } })
    assert.deepEqual(issuePaths(answer), [
      'country',
      'occurred_at',
      'purposes.orders',
      'purposes.unheard_of',
      'subject.ref',
    ])
  })

  test('a grant runs out on its day, and not before', async () => {
    const ref = anAnonymousRef()
    const { purposes } = await record(t, ref, {
      ...inGermany,
      purposes: { analytics: 'granted', marketing: 'granted', newsletter: 'denied' },
    })
    const ends = (key: string) => Date.parse(purposes[key]?.expires_at ?? '')
    assert.ok(ends('marketing') < ends('analytics'), 'the purpose with the shorter term runs out first')
    t.advance(ends('marketing') - t.service.clock.now() - 60_000)
    assert.equal(await standing(t, ref, 'marketing'), 'granted allowed explicit_consent')
    t.advance(60_000)
    assert.equal(await standing(t, ref, 'marketing'), 'expired forbidden expired')
    assert.equal(await standing(t, ref, 'analytics'), 'granted allowed explicit_consent')
    const { marketing, newsletter } = (await readConsent(t, ref)).purposes
    assert.deepEqual(
      [marketing?.needs_renewal, marketing?.version, marketing?.record !== null],
      [true, 1, true],
    )
    t.advance(10 * 365 * 86_400_000)
    assert.equal(
      await standing(t, ref, 'newsletter'),
      'denied forbidden explicit_refusal',
      'a refusal stands',
    )
    assert.equal(newsletter?.expires_at, null)
    await record(t, ref, { ...inGermany, purposes: { marketing: 'granted' } })
    assert.equal(await standing(t, ref, 'marketing'), 'granted allowed explicit_consent')
  })

  test('a term counts from when it happened, not from when it was recorded', async () => {
    const ref = anAnonymousRef()
    const longAgo = new Date(t.service.clock.now() - 364 * 86_400_000).toISOString()
    await record(t, ref, { ...inGermany, occurred_at: longAgo })
    assert.equal(await standing(t, ref, 'analytics'), 'granted allowed explicit_consent')
    t.advance(3 * 86_400_000)
    assert.equal(await standing(t, ref, 'analytics'), 'expired forbidden expired')
  })

  test('a new version that changes what people agreed to must be asked again; another must not', async () => {
    const [yes, no] = [anAnonymousRef(), anAnonymousRef()]
    await record(t, yes, { ...inGermany, purposes: { recommendations: 'granted', route_maps: 'granted' } })
    await record(t, no, { ...inGermany, purposes: { recommendations: 'denied', route_maps: 'denied' } })
    const more: [string, string] = [
      '[products viewed, earlier orders]',
      '[products viewed, earlier orders, age]',
    ]
    const reworded: [string, string] = ['name: Maps of our tours', 'name: Maps of tours']
    await publish(t, await shopWith(more, reworded))

    const { recommendations, route_maps: maps } = (await readConsent(t, yes)).purposes
    assert.deepEqual(
      [
        recommendations?.status,
        recommendations?.allowed,
        recommendations?.reason,
        recommendations?.needs_renewal,
      ],
      ['superseded', false, 'new_version', true],
    )
    assert.deepEqual([recommendations?.version, recommendations?.current_version], [1, 2])
    assert.deepEqual([maps?.status, maps?.allowed, maps?.needs_renewal], ['granted', true, false])
    assert.deepEqual([maps?.version, maps?.current_version], [1, 2])
    assert.equal(await standing(t, no, 'recommendations'), 'denied forbidden explicit_refusal')

    const anew = await record(t, yes, { ...inGermany, purposes: { recommendations: 'granted' } })
    assert.equal(anew.purposes['recommendations']?.version, 2)
    assert.equal(await standing(t, yes, 'recommendations'), 'granted allowed explicit_consent')
  })

  test('to a public key the unknown and the undecided look alike', async () => {
    const [unknown, undecided] = [anAnonymousRef(), anAnonymousRef()]
    await record(t, undecided, { purposes: { newsletter: 'denied' } })
    const asked = { key: t.keys.test.public }
    const query = '?purpose=analytics&purpose=marketing&country=DE'
    const [one, other] = [
      await readConsent(t, unknown, query, asked),
      await readConsent(t, undecided, query, asked),
    ]
    const shape = ({ purposes, policy }: ConsentRead) => ({ purposes, policy })
    assert.deepEqual(shape(one), shape(other))
    assert.equal(one.purposes['analytics']?.status, 'not_asked')
    assert.equal(refused(await t.call('GET', `/v1/subjects/${unknown}/consent`), 404), 'subject_not_found')
    const written = await record(t, unknown, {}, asked)
    assert.equal(written.subject.id, one.subject.id, 'the id that was told before is the one they get')
  })

  test('only the purposes that were asked for, each once; an unknown one is 404', async () => {
    const ref = anAnonymousRef()
    await record(t, ref)
    const { purposes } = await readConsent(t, ref, '?purpose=newsletter&purpose=analytics&purpose=newsletter')
    assert.deepEqual(Object.keys(purposes).sort(), ['analytics', 'newsletter'])
    for (const key of ['unheard_of', '__proto__', 'constructor', '', 'Analytics', 'analytics,marketing'])
      assert.equal(
        refused(await t.call('GET', `/v1/subjects/${ref}/consent?purpose=analytics&purpose=${key}`), 404),
        'purpose_not_found',
      )
    const many = Array.from({ length: 51 }, () => 'purpose=analytics').join('&')
    assert.deepEqual(issuePaths(await t.call('GET', `/v1/subjects/${ref}/consent?${many}`)), [
      'query.purpose',
    ])
  })

  test('by the place that is named, else the one of the last record, else the strictest', async () => {
    const ref = anAnonymousRef()
    await record(t, ref, { purposes: { newsletter: 'denied' } })
    const policyOf = async (query = '') => {
      const { regime, matched_by } = (await readConsent(t, ref, query)).policy
      return `${regime} ${matched_by}`
    }
    assert.equal(await policyOf(), 'strictest fallback')
    assert.equal(await policyOf('?country=US&region=CA'), 'us_ca_ccpa region')
    assert.equal(await policyOf('?country=US-CA'), 'us_ca_ccpa region')
    t.advance(1000)
    await record(t, ref, { purposes: { newsletter: 'denied' }, country: 'GB' })
    assert.equal(await policyOf(), 'uk_gdpr last_record')
    assert.equal(await policyOf('?country=DE'), 'gdpr country')
    for (const [query, path] of [
      ['?country=Germany', 'query.country'],
      ['?country=de', 'query.country'],
      ['?country=XX', 'query.country'],
      ['?region=CA', 'query.region'],
      ['?country=US&region=ZZ', 'query.region'],
      ['?country=', 'query.country'],
      ['?country=DE&country=FR', 'query.country'],
      ['?gpc=1', 'query.gpc'],
    ] as const)
      assert.deepEqual(issuePaths(await t.call('GET', `/v1/subjects/${ref}/consent${query}`)), [path], query)
  })
})
