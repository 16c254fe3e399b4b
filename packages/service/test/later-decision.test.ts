import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { aConsent, type Recorded, readConsent, record, standing } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'

const minuteMs = 60_000

describe('of two decisions', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
    // So that what happened some minutes ago happened under the catalogue of today.
    t.advance(60 * minuteMs)
  })
  after(() => t[Symbol.asyncDispose]())

  const minutesAgo = (count: number) => new Date(t.service.clock.now() - count * minuteMs).toISOString()

  test('the later one stands, also when the earlier one is recorded last', async () => {
    const ref = anAnonymousRef()
    const later = await record(t, ref, { purposes: { analytics: 'denied' }, occurred_at: minutesAgo(10) })
    await record(t, ref, {
      purposes: { analytics: 'granted', newsletter: 'granted' },
      occurred_at: minutesAgo(20),
    })
    const { purposes } = await readConsent(t, ref)
    assert.deepEqual([purposes['analytics']?.status, purposes['analytics']?.record], ['denied', later.id])
    assert.equal(
      purposes['newsletter']?.status,
      'granted',
      'what the later one does not speak of is not lost',
    )
    await record(t, ref, { purposes: { newsletter: 'denied' }, occurred_at: minutesAgo(30) })
    assert.equal(await standing(t, ref, 'newsletter'), 'granted allowed explicit_consent')
    await record(t, ref, { purposes: { analytics: 'granted' }, occurred_at: minutesAgo(15) })
    assert.equal(await standing(t, ref, 'analytics'), 'denied forbidden explicit_refusal')
  })

  test('of the same time the refusal stands, whichever comes first', async () => {
    for (const order of [
      ['granted', 'denied'],
      ['denied', 'granted'],
      ['withdrawn', 'granted'],
      ['granted', 'withdrawn'],
    ] as const) {
      const ref = anAnonymousRef()
      const occurred_at = minutesAgo(5)
      for (const analytics of order) await record(t, ref, { purposes: { analytics }, occurred_at })
      const refusal = order.find((decision) => decision !== 'granted')
      assert.equal((await readConsent(t, ref)).purposes['analytics']?.status, refusal)
      const objection = anAnonymousRef()
      for (const value of order)
        await record(t, objection, {
          purposes: { service_reminders: value === 'granted' ? 'granted' : 'objected' },
          occurred_at,
        })
      assert.equal(await standing(t, objection, 'service_reminders'), 'objected forbidden objected')
    }
  })

  test('of the same time the refusal stands, also within one batch', async () => {
    for (let round = 0; round < 5; round++) {
      const ref = anAnonymousRef()
      const occurred_at = minutesAgo(5)
      const decisions = Array.from({ length: 30 }, (_, at) => (at === round * 7 ? 'denied' : 'granted'))
      const answers = await Promise.all(
        decisions.map((analytics) =>
          t.call('POST', '/v1/consent', { body: aConsent(ref, { purposes: { analytics }, occurred_at }) }),
        ),
      )
      assert.ok(answers.every(({ status }) => status === 201))
      assert.equal(await standing(t, ref, 'analytics'), 'denied forbidden explicit_refusal')
    }
  })

  test('of the same time and kind the later record stands', async () => {
    const ref = anAnonymousRef()
    const occurred_at = minutesAgo(5)
    const records: Recorded[] = []
    for (let count = 0; count < 3; count++) records.push(await record(t, ref, { occurred_at }))
    assert.equal((await readConsent(t, ref)).purposes['analytics']?.record, records.at(-1)?.id)
  })

  test('the last record of a time says the place, also when an earlier one comes in late', async () => {
    const ref = anAnonymousRef()
    await record(t, ref, { country: 'GB', occurred_at: minutesAgo(10) })
    await record(t, ref, { country: 'US', region: 'CA', gpc: true, occurred_at: minutesAgo(20) })
    assert.equal((await readConsent(t, ref)).policy['country'], 'GB')
  })

  test('many at once: what stands is what the ledger says, and no number is lost', async () => {
    const decisions = fc.array(
      fc.record({
        purpose: fc.constantFrom('analytics', 'marketing', 'newsletter'),
        decision: fc.constantFrom('granted', 'denied', 'withdrawn'),
        minutes: fc.integer({ min: 1, max: 6 }),
      }),
      { minLength: 2, maxLength: 25 },
    )
    const base = t.service.clock.now()
    await fc.assert(
      fc.asyncProperty(decisions, async (list) => {
        const ref = anAnonymousRef()
        const bodies = list.map(({ purpose, decision, minutes }) =>
          aConsent(ref, {
            purposes: { [purpose]: decision },
            occurred_at: new Date(base - minutes * minuteMs).toISOString(),
          }),
        )
        // In waves: within one they share a batch, between two they do not.
        for (let from = 0; from < bodies.length; from += 6) {
          const wave = bodies.slice(from, from + 6).map((body) => t.call('POST', '/v1/consent', { body }))
          for (const { status } of await Promise.all(wave)) assert.equal(status, 201)
        }

        const { purposes } = await readConsent(t, ref)
        for (const purpose of new Set(list.map((one) => one.purpose))) {
          const mine = list.filter((one) => one.purpose === purpose)
          const latest = Math.min(...mine.map((one) => one.minutes))
          const last = mine.filter((one) => one.minutes === latest)
          const isRefused = last.some((one) => one.decision !== 'granted')
          assert.equal(purposes[purpose]?.status !== 'granted', isRefused)
          assert.ok(last.some((one) => one.decision === purposes[purpose]?.status))
        }
        assert.deepEqual(
          (await readConsent(t, ref, `?at=${new Date(base).toISOString()}`)).purposes,
          purposes,
          'read from the ledger, the same stands as in the row',
        )
        const history = await t.call('GET', `/v1/subjects/${ref}/consent/history?limit=200`)
        const numbers = (history.json['data'] as { seq: number }[])
          .map(({ seq }) => seq)
          .sort((a, b) => a - b)
        assert.deepEqual(
          numbers,
          list.map((_, at) => at + 1),
        )
      }),
      { numRuns: 25, seed: 20_261_121 },
    )
  })
})
