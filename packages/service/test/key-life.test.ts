import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LoggedKeyEvent, type SeenCheckpoint, verifyReceipt } from '@assent/evidence'
import { eventsKey } from '../src/domain/log-place.ts'
import { logNoteKey } from '../src/log/log-key.ts'
import { readLogProof } from '../src/log/read-log-proof.ts'
import {
  advanceReceiptKeys,
  publishReceiptKey,
  revokeReceiptKey,
  rotateReceiptKey,
} from '../src/log/receipt-keys.ts'
import { readLogEvents } from '../src/store/log-events.ts'
import { readLogs } from '../src/store/logs.ts'
import { record } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { testLog } from './test-log.ts'

function scopesOf(t: Harness) {
  return [...t.service.settings.current.environments.values()].map(({ scope, routing }) => ({
    ...scope,
    routing,
  }))
}

/** Everything that a stranger has: the keys, the log's key, and the logged lives of the keys. */
async function outside(t: Harness) {
  const { sequencer, place } = testLog(t)
  await t.service.settings.refresh()
  await sequencer.flush()
  const keySet = (await t.call('GET', '/.well-known/jwks.json', { key: null })).json
  const logKeys = (await readLogs(t.service.pool, place)).map(logNoteKey)
  const keyEvents: LoggedKeyEvent[] = []
  for (const { recordId, payload } of await readLogEvents(t.service.pool, place, eventsKey(place.routing))) {
    const log = await readLogProof(t.service.pool, place, recordId)
    assert.ok(log)
    if (log.leaf_entry.includes('key_event')) keyEvents.push({ payload_b64: payload.toString('base64'), log })
  }
  return { keySet, trust: { logKeys, keyEvents } }
}

/** A JWS tells its time in whole seconds: what follows is later by one. */
const nextSecond = (t: Harness) => t.advance(1000)

test('a receipt of two rotations ago verifies, by the key set and by the keys that the log saw', async () => {
  await using t = await openHarness({ keepsLog: true })
  const { receipt } = await record(t, anAnonymousRef())
  await t.call('GET', receipt.url)
  nextSecond(t)
  const kids = [
    await rotateReceiptKey(t.service, scopesOf(t)),
    await rotateReceiptKey(t.service, scopesOf(t)),
  ]
  const { keySet, trust } = await outside(t)
  const old = await verifyReceipt((await t.call('GET', receipt.url)).text, keySet, trust)
  assert.equal(old.verdict, 'valid', JSON.stringify(old.findings, null, 1))

  const { receipt: later } = await record(t, anAnonymousRef())
  nextSecond(t)
  await testLog(t).sequencer.flush()
  const answer = await t.call('GET', later.url)
  const { kid } = JSON.parse(
    Buffer.from(String(answer.json['jws']).split('.')[0] ?? '', 'base64url').toString(),
  )
  assert.equal(kid, kids[1])
  const fresh = await verifyReceipt((await t.call('GET', later.url)).text, keySet, trust)
  assert.equal(fresh.verdict, 'valid', JSON.stringify(fresh.findings, null, 1))
})

test('a retired key leaves its private half, and the log says when', async () => {
  await using t = await openHarness({ keepsLog: true })

  await rotateReceiptKey(t.service, scopesOf(t))
  await t.service.settings.refresh()
  await advanceReceiptKeys(t.service, scopesOf(t), t.service.settings.current.signingKeys)
  const sealed = () =>
    t.service.settings.current.signingKeys.map(({ privateSealed }) => privateSealed !== null)
  assert.deepEqual(sealed(), [true, true], 'another server may still be using it')
  t.advance(61_000)
  await Promise.all(
    [1, 2].map(() => advanceReceiptKeys(t.service, scopesOf(t), t.service.settings.current.signingKeys)),
  )
  await t.service.settings.refresh()
  assert.deepEqual(sealed().toSorted(), [false, true])
  const { place } = testLog(t)
  const events = await readLogEvents(t.service.pool, place, eventsKey(place.routing))
  const told = events.map(({ payload }) => JSON.parse(payload.toString()).event as string)
  assert.equal(told.filter((event) => event === 'retired').length, 1)
})

test('a revoked key: what others saw before stays valid, all else is not', async () => {
  await using t = await openHarness({ keepsLog: true })
  const { receipt } = await record(t, anAnonymousRef())
  await t.call('GET', receipt.url)
  const before = await outside(t)
  const answer = await t.call('GET', receipt.url)
  const { checkpoint } = (answer.json as unknown as { log: { checkpoint: string } }).log
  const seen: SeenCheckpoint = { checkpoint, seenAt: Math.floor(t.service.clock.now() / 1000) }
  nextSecond(t)
  const [active] = t.service.settings.current.signingKeys
  assert.ok(active)
  assert.ok((await revokeReceiptKey(t.service, scopesOf(t), active.kid, 'leaked'))?.successor)
  assert.equal(await revokeReceiptKey(t.service, scopesOf(t), active.kid, 'again'), undefined)

  const { keySet, trust } = await outside(t)
  const { logKeys } = before.trust
  const witnessed = await verifyReceipt(answer.text, keySet, { logKeys, seenCheckpoints: [seen] })
  assert.equal(witnessed.verdict, 'valid', JSON.stringify(witnessed.findings, null, 1))
  const alone = await verifyReceipt(answer.text, keySet, trust)
  assert.equal(alone.verdict, 'invalid')
})

const hour = 3_600_000

/** What the service does every ten seconds. */
async function advance(t: Harness): Promise<void> {
  await t.service.settings.refresh()
  await advanceReceiptKeys(t.service, scopesOf(t), t.service.settings.current.signingKeys)
  await t.service.settings.refresh()
}

async function signerOf(t: Harness): Promise<string> {
  const { receipt } = await record(t, anAnonymousRef())
  const { json } = await t.call('GET', receipt.url)
  return JSON.parse(Buffer.from(String(json['jws']).split('.')[0] ?? '', 'base64url').toString()).kid
}

test('T5: a key is published for a day before it signs, whoever asks it to', async () => {
  await using t = await openHarness({ keepsLog: true })
  const first = await signerOf(t)
  const next = await publishReceiptKey(t.service, scopesOf(t))
  assert.ok(next)
  assert.equal(await publishReceiptKey(t.service, scopesOf(t)), undefined, 'one waits at a time')
  await advance(t)
  const { keys } = (await t.call('GET', '/.well-known/jwks.json', { key: null })).json as {
    keys: { kid: string; iat: number; nbf: number }[]
  }
  const published = keys.find(({ kid }) => kid === next)
  assert.ok(published && published.nbf === published.iat + 86_400)
  t.advance(23 * hour)
  await advance(t)
  assert.equal(await signerOf(t), first)
  t.advance(2 * hour)
  await advance(t)
  assert.equal(await signerOf(t), next)
  const events = await readLogEvents(t.service.pool, testLog(t).place, eventsKey(testLog(t).place.routing))
  const own = events.map(({ payload }) => JSON.parse(payload.toString())).filter(({ kid }) => kid === next)
  assert.deepEqual(
    own.map(({ event }) => event),
    ['created', 'activated'],
  )
})

test('after 90 days the next key signs, without anybody doing anything', async () => {
  await using t = await openHarness()
  const first = await signerOf(t)
  t.advance(88 * 24 * hour)
  await advance(t)
  assert.equal(t.service.settings.current.signingKeys.length, 1)
  t.advance(25 * hour)
  await advance(t)
  assert.equal(t.service.settings.current.signingKeys.length, 2)
  assert.equal(await signerOf(t), first)
  t.advance(24 * hour)
  await advance(t)
  assert.notEqual(await signerOf(t), first)
  t.advance(hour)
  await advance(t)
  const states = t.service.settings.current.signingKeys.map(({ state, privateSealed }) => [
    state,
    privateSealed !== null,
  ])
  assert.deepEqual(states, [
    ['active', true],
    ['retired', false],
  ])
})
