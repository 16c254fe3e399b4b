import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { untilLockIsAwaited } from '../until.ts'
import { aDraft } from './a-draft.ts'
import { assertRefusal, outcomeOf } from './draft-outcome.ts'
import { aLedgerOnProxy, type LedgerOnProxy } from './ledger-on-proxy.ts'

// Another process holds an idempotency key in a transaction of its own, and hangs.

const batchSize = 64
const heldIndex = 21

/** What the ledger of another process has done before it stands still: the claim, not yet committed. */
async function holdKey({ databaseUrl }: LedgerOnProxy, key: string): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: databaseUrl })
  holder.on('error', () => undefined)
  await holder.connect()
  const { claim, scope } = aDraft('holder', key)
  await holder.query('BEGIN')
  await holder.query(
    `INSERT INTO idempotency_keys (route_key, env_id, fingerprint, status, answer, created_at)
     VALUES ($1::uuid, $2::int, $3::bytea, 201, '\\x7b7d'::bytea, $4::timestamptz)`,
    [claim?.routeKey, scope.environmentId, claim?.fingerprint, new Date().toISOString()],
  )
  return holder
}

function aBatch() {
  return Array.from({ length: batchSize }, (_, index) => aDraft(`near_${index}`, `key ${index}`))
}

// Seen to fail: without `lock_timeout` in store/db.ts nobody is answered for 10 s.
test('the holder hangs: 409 after 2 s for its key alone, and its neighbours are recorded', async () => {
  await using t = await aLedgerOnProxy()
  await t.ledger.append(aDraft('before'))
  const holder = await holdKey(t, `key ${heldIndex}`)
  const began = performance.now()
  const times: number[] = []
  const outcomes = await Promise.all(
    aBatch().map(async (draft, index) => {
      const outcome = await outcomeOf(t.ledger.append(draft))
      times[index] = performance.now() - began
      return outcome
    }),
  )
  await holder.query('ROLLBACK')
  await holder.end()
  const failed = outcomes.flatMap((outcome, index) => (outcome instanceof Error ? [index] : []))
  assert.deepEqual(failed, [heldIndex])
  const held = outcomes[heldIndex]
  assert.ok(held !== undefined)
  assertRefusal(held, 'idempotency_in_progress')
  assert.equal(await t.countRecords(), batchSize)
  const longest = Math.max(...times)
  assert.ok(longest < 8000, `somebody waited ${Math.round(longest)} ms, and the contract says 2 s`)
})

test('the holder commits within 2 s: its answer is replayed', async () => {
  await using t = await aLedgerOnProxy()
  const holder = await holdKey(t, 'held')
  const outcome = outcomeOf(t.ledger.append(aDraft('late', 'held')))
  await untilLockIsAwaited(t.databaseUrl)
  await holder.query('COMMIT')
  await holder.end()
  const settled = await outcome
  assert.ok(!(settled instanceof Error), String(settled))
  assert.deepEqual({ kind: settled.kind, answer: settled.answer }, { kind: 'replayed', answer: '{}' })
  assert.equal(await t.countRecords(), 0)
})

// Trust T50: no lock outlives its holder.
test('the holder is killed: who waits for the key goes on at once', async () => {
  await using t = await aLedgerOnProxy()
  await t.ledger.append(aDraft('before'))
  const holder = await holdKey(t, 'held')
  const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const outcome = outcomeOf(t.ledger.append(aDraft('late', 'held')))
  await untilLockIsAwaited(t.databaseUrl)
  // The connection breaks as it does when the holder's process dies.
  const [{ pid } = { pid: 0 }] = rows
  process.kill(pid, 'SIGTERM')
  const settled = await outcome
  assert.ok(!(settled instanceof Error), String(settled))
  // Not at once would be 409 after two seconds.
  assert.equal(settled.kind, 'recorded')
  await holder.end().catch(() => undefined)
})
