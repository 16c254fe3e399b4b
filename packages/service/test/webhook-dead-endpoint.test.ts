import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { tellByMail } from '../src/delivery/tell-disabled.ts'
import { openWebhookWork } from '../src/webhooks/open-webhook-work.ts'
import { aConsent } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { untilTrue } from './until.ts'
import { openReceiver, subscribe } from './webhook-receiver.ts'

/** `ASSENT_TEST_EVENTS=10000` for the long form. */
const events = Number(process.env['ASSENT_TEST_EVENTS'] ?? 300)
const atOnce = 8

async function recordMany(t: Harness, count: number): Promise<number> {
  const times: number[] = []
  let left = count
  async function client(): Promise<void> {
    while (left-- > 0) {
      const began = performance.now()
      const { status } = await t.call('POST', '/v1/consent', { body: aConsent(anAnonymousRef()) })
      assert.equal(status, 201)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, client))
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

const inUse = ({ service: { pool } }: Harness) => pool.totalCount - pool.idleCount

/** Deliveries to one endpoint at once. */
const inFlightMax = 10

// What could slow recording down is taken from it by nothing: a delivery that hangs holds no connection of the database,
// and there are few of them however much waits. The medians are printed, since no test can hold a machine to its speed.
test(`${events} events for an endpoint that is dead: it takes nothing from recording, and others hear of all of them`, async () => {
  await using t = await openHarness({ keepsLog: true, settings: { ASSENT_WEBHOOKS_PRIVATE: 'true' } })
  await using receiver = await openReceiver()
  await recordMany(t, 300)
  const work = openWebhookWork({ ...t.service, tellDisabled: tellByMail(t.service) })
  // One refuses, the other takes every connection and never says a word.
  const held = new Set<Socket>()
  let heldMost = 0
  const hanging = createServer((socket) => {
    // Unread, it would never hear that the other side has given up, and count for ever.
    socket.resume()
    held.add(socket.on('error', () => undefined).on('close', () => held.delete(socket)))
    heldMost = Math.max(heldMost, held.size)
  }).listen(0, '127.0.0.1')
  await once(hanging, 'listening')
  try {
    // The very same with a receiver that lives alone: what is compared is what the dead one adds.
    await subscribe(t, receiver)
    const alone = await recordMany(t, events)
    await receiver.waitFor(events)
    for (const port of [1, (hanging.address() as AddressInfo).port])
      await t.call('POST', '/v1/webhook-endpoints', { body: { url: `http://127.0.0.1:${port}/dead` } })
    const beside = await recordMany(t, events)
    await untilTrue(() => held.size > 0 && inUse(t) === 0)
    await receiver.waitFor(2 * events)
    console.log(
      `median of a recording: ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside two dead endpoints`,
    )
    assert.ok(heldMost > 0 && heldMost <= inFlightMax, `${heldMost} at once`)
  } finally {
    for (const socket of held) socket.destroy()
    await work.close()
    hanging.close()
  }
})
