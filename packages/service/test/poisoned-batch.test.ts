import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseCheckpoint, parseNote } from '@assent/evidence'
import { findLatestCheckpoint } from '../src/store/log-checkpoints.ts'
import { aConsent, refused } from './a-consent.ts'
import { ask } from './failure/server-pair.ts'
import { type Harness, openHarness, type TestAnswer } from './harness.ts'
import { entriesOfTheStart, testLog } from './test-log.ts'

interface Result {
  readonly index: number
  readonly status: number
  readonly record?: { readonly subject: { readonly ref: string }; readonly receipt: { readonly url: string } }
  readonly error?: { readonly code: string; readonly hint: string; readonly issues: readonly unknown[] }
}

const size = 1000
const poisoned = 421
const poison = 'what the database will not keep'

// A record that every check of ours lets through, and the database does not: what no input may do, made by its owner.
describe('a batch over HTTP with one record that the database cannot write', () => {
  let t: Harness
  before(async () => {
    t = await openHarness({ keepsLog: true })
    await ask(
      t.databaseUrl,
      `ALTER TABLE consent_records ADD CONSTRAINT poison
       CHECK (context IS NULL OR position(convert_to('${poison}', 'UTF8') IN context) = 0)`,
    )
  })
  after(() => t[Symbol.asyncDispose]())

  function aBatch(name: string): Record<string, unknown>[] {
    return Array.from({ length: size }, (_, index) =>
      aConsent(`${name}_${index}`, index === poisoned ? { metadata: { note: poison } } : {}),
    )
  }

  function send(records: readonly unknown[], mode: string, key: string): Promise<TestAnswer> {
    return t.call('POST', '/v1/consent/batch', {
      body: { mode, records },
      headers: { 'Idempotency-Key': key },
    })
  }

  /** Of consents alone; the leaves are all that the signed log binds. */
  async function count() {
    const [rows] = await ask<{ records: number; receipts: number; keys: number }>(
      t.databaseUrl,
      `SELECT (SELECT count(*)::int FROM consent_records WHERE kind = 1) AS records,
              (SELECT count(*)::int FROM receipts) AS receipts,
              (SELECT count(*)::int FROM idempotency_keys) AS keys`,
    )
    const { sequencer, place } = testLog(t)
    await sequencer.flush()
    const latest = await findLatestCheckpoint(t.service.pool, place)
    const leaves = latest === undefined ? 0 : parseCheckpoint(parseNote(latest.note).text).size
    return { ...rows, leaves: leaves - entriesOfTheStart }
  }

  // Seen to fail: with `standAlone: true` for it, 999 are recorded.
  test('atomic: none is recorded, no leaf, no claim', async () => {
    const answer = await send(aBatch('whole'), 'atomic', 'whole')
    assert.equal(refused(answer, 500), 'internal_error')
    assert.deepEqual(await count(), { records: 0, receipts: 0, keys: 0, leaves: 0 })
  })

  // Seen to fail: with `commitSound` taken out of `recover` it is nothing but a 500.
  test('partial: the other 999 are recorded in order, the one is named, and a repeat changes no byte', async () => {
    const first = await send(aBatch('each'), 'partial', 'each')
    assert.equal(first.status, 200, first.text.slice(0, 500))
    const batch = first.json as unknown as { recorded: number; refused: number; results: readonly Result[] }
    assert.deepEqual([batch.recorded, batch.refused], [size - 1, 1])
    assert.deepEqual(
      batch.results.map(({ index, status, record }) => [index, status, record?.subject.ref]),
      aBatch('each').map((_, index) =>
        index === poisoned ? [index, 500, undefined] : [index, 201, `each_${index}`],
      ),
    )
    const { error } = batch.results[poisoned] ?? {}
    assert.deepEqual([error?.code, error?.issues], ['internal_error', []])
    assert.ok(!first.text.includes(poison), 'what was sent is not told')

    const receipts = batch.results.flatMap(({ record }) => (record === undefined ? [] : [record.receipt.url]))
    assert.equal(new Set(receipts).size, size - 1)
    assert.equal((await count()).leaves, size - 1)
    // Those around the gap, and some of all.
    const looked = receipts.filter((_, index) => index % 50 === 0 || Math.abs(index - poisoned) < 3)
    for (const url of looked) assert.equal((await t.call('GET', url)).json['status'], 'logged')
    const recorded = { records: size - 1, receipts: looked.length, keys: 1, leaves: size - 1 }
    assert.deepEqual(await count(), recorded)

    const again = await send(aBatch('each'), 'partial', 'each')
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(again.text, first.text)
    assert.deepEqual(await count(), recorded)

    // As its hint says, once the database takes it.
    await ask(t.databaseUrl, 'ALTER TABLE consent_records DROP CONSTRAINT poison')
    const alone = aBatch('each')[poisoned]
    assert.match(error?.hint ?? '', /by itself, with another Idempotency-Key/)
    assert.equal((await t.call('POST', '/v1/consent', { body: alone })).status, 201)
    assert.equal((await send(aBatch('each'), 'partial', 'each')).text, first.text)
    assert.equal((await count()).records, size)
  })
})
