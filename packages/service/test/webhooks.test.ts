import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { tellByMail } from '../src/delivery/tell-disabled.ts'
import { openWebhookWork, type WebhookWork } from '../src/webhooks/open-webhook-work.ts'
import { aConsent } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { openReceiver, type Receiver, subscribe } from './webhook-receiver.ts'

let t: Harness
let work: WebhookWork

async function record(decision = 'granted'): Promise<string> {
  const body = { ...aConsent(anAnonymousRef()), purposes: { marketing: decision } }
  const { json } = await t.call('POST', '/v1/consent', { body })
  return String(json['id'])
}

async function deliveriesOf(endpoint: string): Promise<Record<string, unknown>[]> {
  const { json } = await t.call('GET', `/v1/webhook-deliveries?endpoint=${endpoint}&limit=200`)
  return json['data'] as Record<string, unknown>[]
}

function recordsIn({ received }: Receiver): Set<unknown> {
  return new Set(received.map(({ data }) => data['record_id']))
}

async function until<T>(read: () => Promise<T>, isIt: (value: T) => boolean, maxMs = 60_000): Promise<T> {
  const end = performance.now() + maxMs
  for (;;) {
    const value = await read()
    if (isIt(value)) return value
    assert.ok(performance.now() < end, `still ${JSON.stringify(value).slice(0, 500)}`)
    await new Promise((done) => setTimeout(done, 50))
  }
}

describe('webhooks', () => {
  before(async () => {
    t = await openHarness({ keepsLog: true, settings: { ASSENT_WEBHOOKS_PRIVATE: 'true' } })
    work = openWebhookWork({ ...t.service, tellDisabled: tellByMail(t.service) })
  })
  after(async () => {
    await work?.close()
    await t?.[Symbol.asyncDispose]()
  })

  test('the reference library verifies every delivery, and refuses it with one byte changed', async () => {
    await using receiver = await openReceiver(t.service.clock.now)
    await subscribe(t, receiver)
    const ids = [await record(), await record('denied'), await record('withdrawn')]
    await receiver.waitFor(3)
    assert.equal(receiver.refused, 0)
    const [one] = receiver.received
    assert.ok(one)
    assert.throws(() =>
      new Webhook(receiver.secret).verify(one.body.replace('consent', 'consenT'), one.headers),
    )
    assert.deepEqual(new Set(receiver.received.map(({ data }) => data['record_id'])), new Set(ids))
    assert.deepEqual(receiver.received.map(({ type }) => type).sort(), [
      'consent.recorded',
      'consent.recorded',
      'consent.withdrawn',
    ])
  })

  test('an event holds ids alone: no ref, no address, no metadata', async () => {
    await using receiver = await openReceiver(t.service.clock.now)
    await subscribe(t, receiver)
    const ref = 'email:planted.person@shop.example'
    const body = { ...aConsent(ref), metadata: { page: '/planted' } }
    await t.call('POST', '/v1/consent', { body })
    await receiver.waitFor(1)
    const [one] = receiver.received
    assert.doesNotMatch(JSON.stringify(one), /planted/)
    assert.deepEqual(Object.keys(one?.data ?? {}), [
      'environment',
      'subject_id',
      'record_id',
      'seq',
      'receipt_id',
      'log',
      'log_index',
    ])
  })

  test('only the types that were asked for, and nothing of a batch with notify: false', async () => {
    await using receiver = await openReceiver(t.service.clock.now)
    const endpoint = await subscribe(t, receiver, ['consent.withdrawn'])
    await record()
    const silent = { ...aConsent(anAnonymousRef()), purposes: { marketing: 'withdrawn' } }
    const batch = await t.call('POST', '/v1/consent/batch', { body: { notify: false, records: [silent] } })
    assert.equal(batch.status, 200)
    await record('withdrawn')
    await receiver.waitFor(1)
    assert.equal((await deliveriesOf(endpoint)).length, 1)
  })

  test('what happens in live never reaches an endpoint of test', async () => {
    await using receiver = await openReceiver(t.service.clock.now)
    const endpoint = await subscribe(t, receiver)
    await t.call('POST', '/v1/consent', { key: t.keys.live.secret, body: aConsent(anAnonymousRef()) })
    await record()
    await receiver.waitFor(1)
    const rows = await deliveriesOf(endpoint)
    assert.equal(rows.length, 1)
    const elsewhere = await t.call('GET', `/v1/webhook-deliveries?endpoint=${endpoint}`, {
      key: t.keys.live.secret,
    })
    assert.equal(elsewhere.status, 404)
  })

  test('both secrets sign while one is being replaced, and the old one ends', async () => {
    await using receiver = await openReceiver(t.service.clock.now)
    const endpoint = await subscribe(t, receiver)
    const old = receiver.secret
    const rotated = await t.call('POST', `/v1/webhook-endpoints/${endpoint}/secrets`, {
      body: { overlap_hours: 1 },
    })
    const fresh = String(rotated.json['secret'])
    await record()
    await receiver.waitFor(1)
    const [one] = receiver.received
    assert.ok(one)
    for (const secret of [old, fresh]) new Webhook(secret).verify(one.body, one.headers)
    await t.call('POST', `/v1/webhook-endpoints/${endpoint}/secrets`, { body: { overlap_hours: 0 } })
    await record()
    await until(
      async () => receiver.refused,
      (refused) => refused === 1,
    )
    assert.equal(receiver.received.length, 1, 'neither of them signs any more')
  })

  test('a failure is tried again under the same id, and a success ends it', async () => {
    await using receiver = await openReceiver(t.service.clock.now)
    let answers = 0
    receiver.answer = (response) => void response.writeHead(++answers === 1 ? 500 : 204).end()
    const endpoint = await subscribe(t, receiver)
    await record()
    await receiver.waitFor(1)
    const [waiting] = await until(
      () => deliveriesOf(endpoint),
      ([row]) => row?.['state'] === 'waiting' && row['attempts'] === 1,
    )
    assert.equal(waiting?.['last_status'], 500)
    t.advance(7000)
    await receiver.waitFor(2)
    const [done] = await until(
      () => deliveriesOf(endpoint),
      ([row]) => row?.['state'] === 'delivered',
    )
    assert.equal(done?.['attempts'], 2)
    assert.equal(receiver.received[0]?.id, receiver.received[1]?.id)
    assert.equal(receiver.received[0]?.body, receiver.received[1]?.body)
  })

  test('a redirect is a failure and is not followed; 410 disables; Retry-After is kept', async () => {
    await using elsewhere = await openReceiver(t.service.clock.now)
    await using receiver = await openReceiver(t.service.clock.now)
    receiver.answer = (response) => void response.writeHead(302, { Location: elsewhere.url }).end()
    const endpoint = await subscribe(t, receiver)
    await record()
    const [redirected] = await until(
      () => deliveriesOf(endpoint),
      ([row]) => row?.['attempts'] === 1 && row['state'] === 'waiting',
    )
    assert.equal(redirected?.['last_status'], 302)
    assert.equal(elsewhere.received.length + elsewhere.refused, 0)
    receiver.answer = (response) => void response.writeHead(429, { 'Retry-After': '3600' }).end()
    t.advance(7000)
    const [told] = await until(
      () => deliveriesOf(endpoint),
      ([row]) => row?.['attempts'] === 2 && row['state'] === 'waiting',
    )
    const wait = Date.parse(String(told?.['next_attempt_at'])) - Date.parse(String(told?.['last_attempt_at']))
    assert.ok(wait >= 3_600_000, `${wait} ms`)
    receiver.answer = (response) => void response.writeHead(410).end()
    t.advance(3_700_000)
    const gone = await until(
      async () =>
        ((await t.call('GET', '/v1/webhook-endpoints')).json['data'] as Record<string, unknown>[]).find(
          ({ id }) => id === endpoint,
        ),
      (row) => row?.['status'] === 'disabled',
    )
    assert.equal(gone?.['disabled_reason'], 'gone')
    assert.ok(t.logged.some(({ message }) => message === 'a webhook endpoint was disabled'))
  })

  test('dead for more than five days: disabled with a notice; enabled again, a replay brings each event once', async () => {
    await using receiver = await openReceiver(t.service.clock.now)
    receiver.answer = (response) => void response.writeHead(500).end()
    const endpoint = await subscribe(t, receiver)
    const since = new Date(t.service.clock.now()).toISOString()
    const during = [await record(), await record()]
    await receiver.waitFor(2)
    const state = async () =>
      ((await t.call('GET', '/v1/webhook-endpoints')).json['data'] as Record<string, unknown>[]).find(
        ({ id }) => id === endpoint,
      )
    await until(state, (row) => row?.['status'] === 'failing')
    t.advance(5 * 86_400_000 + 60_000)
    const disabled = await until(state, (row) => row?.['status'] === 'disabled')
    assert.equal(disabled?.['disabled_reason'], 'failing')
    // One step of the cursor is for all endpoints: what another has got was passed over for this one.
    await using witness = await openReceiver(t.service.clock.now)
    await subscribe(t, witness)
    const meanwhile = [await record(), await record()]
    await until(
      async () => recordsIn(witness),
      (got) => meanwhile.every((id) => got.has(id)),
    )
    assert.equal((await deliveriesOf(endpoint)).length, 2, 'nothing is put down for one that is disabled')
    receiver.received.length = 0
    receiver.answer = (response) => void response.writeHead(204).end()
    await t.call('POST', `/v1/webhook-endpoints/${endpoint}/enable`, { body: {} })
    const replay = await t.call('POST', `/v1/webhook-endpoints/${endpoint}/replay`, { body: { since } })
    assert.deepEqual(replay.json, { scheduled: 4, continue_with: null })
    t.advance(86_400_000)
    await until(
      () => deliveriesOf(endpoint),
      (rows) => rows.length === 4 && rows.every((row) => row['state'] === 'delivered'),
    )
    // A leader that the clock took by surprise may send again, under the same id.
    assert.deepEqual(recordsIn(receiver), new Set([...during, ...meanwhile]))
    assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 4)
  })

  test('a replay by id and by range sends what was asked for, under the ids it had', async () => {
    await using receiver = await openReceiver(t.service.clock.now)
    const endpoint = await subscribe(t, receiver)
    const ids = [await record(), await record(), await record()]
    await receiver.waitFor(3)
    await until(
      () => deliveriesOf(endpoint),
      (rows) => rows.every((row) => row['state'] === 'delivered'),
    )
    const before = [...receiver.received].sort(
      (a, b) => Number(a.data['log_index']) - Number(b.data['log_index']),
    )
    assert.deepEqual(
      before.map(({ data }) => data['record_id']),
      ids,
    )
    receiver.received.length = 0
    const path = `/v1/webhook-endpoints/${endpoint}/replay`
    const one = await t.call('POST', path, { body: { event: before[0]?.id } })
    assert.deepEqual(one.json, { scheduled: 1, continue_with: null })
    await receiver.waitFor(1)
    const range = { first_event: before[1]?.id, last_event: before[2]?.id }
    assert.equal((await t.call('POST', path, { body: range })).json['scheduled'], 2)
    await receiver.waitFor(3)
    assert.deepEqual(new Set(receiver.received.map(({ id }) => id)), new Set(before.map(({ id }) => id)))
    for (const body of [
      {},
      { event: before[0]?.id, since: '2026-01-01T00:00:00Z' },
      { until: '2026-01-01T00:00:00Z' },
    ])
      assert.equal((await t.call('POST', path, { body })).status, 422)
    assert.equal((await t.call('POST', path, { body: { event: 'evt_nothing' } })).status, 404)
  })

  test('the feed of events has them in the order of the log; a reader that goes on after the last misses nothing', async () => {
    const seen: string[] = []
    const events: string[] = []
    let after: string | undefined
    const read = async () => {
      let path = `/v1/events?limit=3${after === undefined ? '' : `&after=${after}`}`
      for (;;) {
        const { json } = await t.call('GET', path)
        const page = json['data'] as { id: string; data: { record_id?: string; log_index: number } }[]
        events.push(...page.map(({ id }) => id))
        seen.push(...page.map(({ data }) => String(data.record_id)))
        after = page.at(-1)?.id ?? after
        if (json['next_cursor'] === null) return
        path = `/v1/events?limit=3&cursor=${json['next_cursor']}`
      }
    }
    await read()
    const ids: string[] = []
    for (let at = 0; at < 7; at++) {
      ids.push(await record())
      if (at % 3 === 0) await read()
    }
    await until(
      async () => {
        await read()
        return seen.slice(-7)
      },
      (last) => last.at(-1) === ids.at(-1),
    )
    assert.deepEqual(seen.slice(-7), ids)
    assert.equal(new Set(events).size, events.length)
  })
})
