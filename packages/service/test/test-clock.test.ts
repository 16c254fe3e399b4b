import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parseKeySet, verifyReceipt } from '@assent/evidence'
import PostalMime from 'postal-mime'
import { tellByMail } from '../src/delivery/tell-disabled.ts'
import { readRecordAddress } from '../src/domain/public-id.ts'
import type { Environment } from '../src/domain/scope.ts'
import { uuidTime } from '../src/kernel/id.ts'
import { addJob } from '../src/store/job-queue.ts'
import { openWebhookWork } from '../src/webhooks/open-webhook-work.ts'
import { advance, linkTo, newestMail } from './a-captured-mail.ts'
import { ask, look, press } from './a-confirmation.ts'
import { aConsent, issuePaths, record, refused, standing } from './a-consent.ts'
import { open, read } from './a-data-request.ts'
import { aSubjectToken } from './a-subject-token.ts'
import { ask as askDatabase } from './failure/server-pair.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { settleJobs } from './mail-stage.ts'
import { until } from './until.ts'
import { openReceiver, subscribe } from './webhook-receiver.ts'

const dayMs = 86_400_000

/** Everything that goes by a clock, in one environment. */
async function begin(t: Harness, environment: Environment) {
  const key = t.keys[environment].secret
  const ref = anAnonymousRef()
  await record(t, ref, { country: 'DE' }, { key })
  const request = await open(t, { subject: { ref } }, { key })
  return { key, ref, request }
}

async function statusOf(t: Harness, { key, ref, request }: Awaited<ReturnType<typeof begin>>) {
  const found = await t.call('GET', `/v1/data-requests/${request.id}`, { key })
  const changes = found.json['changes'] as { readonly event: string }[]
  return {
    consent: await standing(t, ref, 'analytics', '', { key }),
    overdue: found.json['is_overdue'],
    told: changes.map(({ event }) => event).includes('data_request.overdue'),
  }
}

describe('the clock of a test environment', () => {
  test('consent expires and a data request becomes overdue in test, and live sees none of it', async () => {
    await using t = await openHarness({ runsJobs: true })
    const [mine, theirs] = [await begin(t, 'test'), await begin(t, 'live')]
    const before = await statusOf(t, theirs)
    assert.deepEqual(await statusOf(t, mine), before)
    assert.deepEqual(before, {
      consent: 'granted allowed explicit_consent',
      overdue: false,
      told: false,
    })
    await advance(t, 'P366D')
    await until(async () => ((await statusOf(t, mine)).told ? true : undefined))
    assert.deepEqual(await statusOf(t, mine), {
      consent: 'expired forbidden expired',
      overdue: true,
      told: true,
    })
    assert.deepEqual(await statusOf(t, theirs), before)

    // What is recorded now bears the new time, its receipt verifies, and the next expiry is counted from there.
    const late = await record(t, mine.ref, { country: 'DE' })
    const shown = await t.call('GET', '/v1/test/clock')
    assert.equal(shown.json['ahead_by'], 'P366D')
    assert.ok(Math.abs(Date.parse(late.recorded_at) - Date.parse(String(shown.json['now']))) < 60_000)
    assert.equal(await standing(t, mine.ref, 'analytics'), 'granted allowed explicit_consent')
    const receipt = await t.call('GET', late.receipt.url)
    const keySet = (await t.call('GET', '/.well-known/jwks.json', { key: null })).json
    assert.equal(parseKeySet(keySet).length, 1)
    assert.equal((await verifyReceipt(receipt.text, keySet)).verdict, 'valid_but_not_logged')
  })

  test('a link of a double opt-in ends 48 hours after its mail, in test alone', async () => {
    await using t = await openHarness({ runsJobs: true })
    await ask(t)
    const ours = linkTo('confirm', await newestMail(t))
    await ask(t, {}, t.keys.live.public)
    await settleJobs(t, 'send-mail')
    const theirs = await until(() => liveLink(t))
    await advance(t, 'PT47H')
    assert.equal((await look(ours)).status, 200)
    await advance(t, 'PT2H')
    assert.equal((await look(ours)).status, 410)
    assert.equal((await press(ours)).status, 410)
    assert.equal((await look(theirs)).status, 200)
  })

  test('an Idempotency-Key is forgotten after 7 days of it', async () => {
    await using t = await openHarness({ runsJobs: true })
    const ref = anAnonymousRef()
    const send = async (environment: Environment) =>
      (
        await t.call('POST', '/v1/consent', {
          key: t.keys[environment].secret,
          headers: { 'Idempotency-Key': 'once' },
          body: aConsent(ref),
        })
      ).headers.get('idempotent-replayed')
    assert.deepEqual([await send('test'), await send('live')], [null, null])
    await advance(t, 'P6D')
    assert.equal(await send('test'), 'true')
    await advance(t, 'P2D')
    assert.deepEqual([await send('test'), await send('live')], [null, 'true'])
    await settleJobs(t, 'forget-old-rows')
    assert.deepEqual([await send('test'), await send('live')], ['true', 'true'])
  })

  test('it goes forward only, to the moment, and never further than ten years ahead', async () => {
    await using t = await openHarness()
    const move = (body: object) => t.call('POST', '/v1/test/clock', { body })
    const shown = async () => (await t.call('GET', '/v1/test/clock')).json['ahead_by']
    assert.equal(await shown(), 'PT0S')
    for (const body of [{}, { advance: 'P1D', now: '2030-01-01T00:00:00.000Z' }])
      assert.deepEqual(issuePaths(await move(body)), ['advance'])
    for (const advance of ['-P1D', 'P0D', 'P', 'PT', 'P1', '30', 'P11Y', 'P999999D'])
      assert.deepEqual(issuePaths(await move({ advance })), ['advance'], advance)
    const past = new Date(t.service.clock.now() - 1000).toISOString()
    for (const now of [past, '2026-13-01T00:00:00Z', '9999-01-01T00:00:00Z', 'tomorrow'])
      assert.deepEqual(issuePaths(await move({ now })), ['now'], now)
    assert.equal(await shown(), 'PT0S', 'what was refused has moved nothing')

    await Promise.all(Array.from({ length: 5 }, () => advance(t, 'P1DT30M')))
    assert.equal(await shown(), 'P5DT2H30M', 'of five who move it at once, all do')
    const wanted = new Date(t.service.clock.now() + 20 * dayMs).toISOString()
    const moved = await move({ now: wanted.replace('Z', '+00:00') })
    assert.ok(Date.parse(String(moved.json['now'])) - Date.parse(wanted) < 60_000)
    assert.ok(Date.parse(String(moved.json['now'])) >= Date.parse(wanted))
    assert.deepEqual(issuePaths(await move({ now: wanted })), ['now'], 'it has gone on since')
  })

  test('live has none: a live key is refused, and the database moves no clock of it', async () => {
    // Seen to fail with the environment left out of the statement, or of the reading of it.
    await using t = await openHarness()
    const key = t.keys.live.secret
    for (const answer of [
      await t.call('GET', '/v1/test/clock', { key }),
      await t.call('POST', '/v1/test/clock', { key, body: { advance: 'P1D' } }),
      await t.call('GET', '/v1/test/mails', { key }),
      await t.call('GET', '/v1/test/mails/eml_1', { key }),
    ])
      assert.equal(refused(answer, 409), 'not_applicable')
    await t.service.pool.query(
      `INSERT INTO test_clocks (env_id, ahead_ms, moved_at)
       SELECT env_id, 86400000, '2026-11-21T09:00:00Z'::timestamptz FROM environments`,
    )
    await t.service.pool.query('UPDATE settings_version SET version = version + 1')
    await t.service.settings.refresh()
    const ahead = [...t.service.settings.current.environments.values()].map((environment) => [
      environment.scope.environment,
      environment.clockAheadMs,
    ])
    assert.deepEqual(Object.fromEntries(ahead), { test: dayMs, live: 0 })
  })

  test('ids bear the real time, so that no record lies outside the partitions, and none of live is late', async () => {
    // Seen to fail with ids made of the environment's time: one that is ahead took the ids of live along.
    await using t = await openHarness()
    const begun = t.service.realClock.now()
    await advance(t, 'P9Y')
    const made = [
      await record(t, anAnonymousRef()),
      await record(t, anAnonymousRef(), {}, { key: t.keys.live.secret }),
    ]
    for (const { id } of made) {
      const time = uuidTime(readRecordAddress('cns', id)?.recordId ?? assert.fail())
      assert.ok(time >= begun && time - begun < 10 * 60_000, id)
    }
    const [strayed] = await askDatabase(
      t.databaseUrl,
      'SELECT count(*)::int AS n FROM consent_records_default',
    )
    assert.deepEqual(strayed, { n: 0 })
    const profile = await t.call('POST', '/v1/subjects', { body: { ref: 'customer_late' } })
    assert.ok(Date.parse(String(profile.json['created_at'])) > begun + 9 * 365 * dayMs)
  })

  test('a subject token holds by the real time, as the server that makes it has no other', async () => {
    // Seen to fail with the environment's time: no token was good any more.
    await using t = await openHarness()
    await record(t, 'customer_1')
    await advance(t, 'P1Y')
    const read = async (token: string) =>
      await t.call('GET', '/v1/subjects/customer_1/consent', {
        key: t.keys.test.public,
        headers: { 'Subject-Token': token },
      })
    assert.equal((await read(await aSubjectToken(t, 'customer_1'))).status, 200)
    const ended = await aSubjectToken(t, 'customer_1', { issued: -900, expires: -120 })
    assert.equal(refused(await read(ended), 403), 'subject_token_expired')
  })

  test('a law that begins in a year is in force once the clock has come there', async () => {
    await using t = await openHarness()
    const regimeIn = async (environment: Environment) => {
      const { json } = await t.call('GET', '/v1/policy?country=US-VT', { key: t.keys[environment].secret })
      return (json['regime'] as { readonly key: string }).key
    }
    const before = await regimeIn('test')
    await t.call('POST', '/v1/test/clock', { body: { now: '2028-01-02T00:00:00.000Z' } })
    assert.notEqual(await regimeIn('test'), before)
    assert.equal(await regimeIn('live'), before)
  })

  test('what a move makes due is told of once, in its order, without waiting for the next minute', async () => {
    await using t = await openHarness({ runsJobs: true })
    const { id } = await open(t, { country: 'DE' })
    await advance(t, 'P40D')
    await settleJobs(t, 'watch-data-requests')
    const events = async () =>
      (await read(t, id)).changes.map(({ event }) => event).filter((event) => /due/.test(event))
    const told = ['data_request.due_soon', 'data_request.overdue']
    assert.deepEqual(await events(), told)
    await addJob(t.service.pool, 'watch-data-requests', {}, { key: 'again' })
    await settleJobs(t, 'watch-data-requests')
    assert.deepEqual(await events(), told)
  })

  test('a webhook is tried again when its time has come there, signed in the real time, and can be read', async () => {
    // Seen to fail with signatures of the environment's time: a receiver refuses what is five minutes off.
    await using t = await openHarness({ keepsLog: true, settings: { ASSENT_WEBHOOKS_PRIVATE: 'true' } })
    await using receiver = await openReceiver()
    await advance(t, 'P3M')
    const endpoint = await subscribe(t, receiver)
    const deliveries = async () =>
      (await t.call('GET', `/v1/webhook-deliveries?endpoint=${endpoint}`)).json['data'] as readonly {
        readonly attempts: number
        readonly state: string
        readonly last_status: number | null
        readonly payload: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }
      }[]
    receiver.answer = (response) => void response.writeHead(503).end()
    const work = openWebhookWork({ ...t.service, tellDisabled: tellByMail(t.service) })
    try {
      const { id } = await record(t, anAnonymousRef())
      const after = (attempts: number, state: string) =>
        until(async () => {
          const [one] = await deliveries()
          return one?.attempts === attempts && one.state === state ? one : undefined
        })
      const failed = await after(2, 'waiting')
      assert.deepEqual([failed.last_status, failed.payload.data['record_id']], [503, id])
      receiver.answer = (response) => void response.writeHead(204).end()
      await advance(t, 'PT10M')
      const { last_status, payload } = await after(3, 'delivered')
      assert.deepEqual([last_status, payload.type], [204, 'consent.recorded'])
      assert.deepEqual(payload, JSON.parse(receiver.received[0]?.body ?? ''))
      assert.equal(receiver.refused, 0)
    } finally {
      await work.close()
    }
  })
})

/** Out of the only mail of live, which without a mail server is a file. */
async function liveLink(t: Harness): Promise<string | undefined> {
  const folder = join(t.service.config.dataDir, 'mail')
  const { rows } = await t.service.pool.query<{ mail_id: string }>(
    "SELECT mail_id FROM mails WHERE state = 'sent'",
  )
  if (rows[0] === undefined) return undefined
  const file = await PostalMime.parse(await readFile(join(folder, `${rows[0].mail_id}.eml`)))
  return /http:\/\/\S+\/p\/confirm\/\S+/.exec(file.text ?? '')?.[0]
}
