import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Posting, SingleDraft } from '../../src/ledger/draft.ts'
import { aDraft, routeKeyOf } from './a-draft.ts'
import { assertRefusal, outcomeOf } from './draft-outcome.ts'
import { aLedgerOnProxy, type LedgerOnProxy } from './ledger-on-proxy.ts'
import { ask } from './server-pair.ts'

// Many records under one claim, by the write path alone: all of it is one transaction, whatever stands in its way.

interface PostingWishes {
  readonly size: number
  readonly key?: string
  readonly standAlone?: boolean
  /** What is wrong with some of the drafts, by index. */
  readonly poison?: ReadonlyMap<number, Partial<SingleDraft>>
  readonly people?: number
}

/** Answers with the index of each record and where it lies; null for one that was left out. */
function aPosting({ size, key, standAlone = true, poison, people = size }: PostingWishes): Posting {
  const drafts = Array.from({ length: size }, (_, index) =>
    aDraft(`person_${index % people}`, undefined, poison?.get(index)),
  )
  return {
    scope: aDraft('any').scope,
    claim:
      key === undefined ? undefined : { routeKey: routeKeyOf(`k ${key}`), fingerprint: Buffer.alloc(32, 1) },
    recordedAt: Date.now(),
    drafts,
    standAlone,
    status: 200,
    answer: (subjectKeys) => JSON.stringify(subjectKeys.map((subjectKey) => subjectKey ?? null)),
  }
}

const unpayable: Partial<SingleDraft> = {
  payload: () => {
    throw new Error('a poisoned payload')
  },
}
const poisons: readonly Partial<SingleDraft>[] = [
  { storedRef: 'nul \u0000' },
  { occurredAt: Number.NaN },
  unpayable,
]

async function answered(t: LedgerOnProxy, posting: Posting) {
  const outcome = await outcomeOf(t.ledger.appendAll(posting))
  assert.ok(!(outcome instanceof Error), String(outcome))
  return { kind: outcome.kind, text: outcome.answer, places: JSON.parse(outcome.answer) as (string | null)[] }
}

async function countClaims(t: LedgerOnProxy): Promise<number> {
  const [row] = await ask<{ n: number }>(t.databaseUrl, 'SELECT count(*)::int AS n FROM idempotency_keys')
  return row?.n ?? 0
}

// Seen to fail: with `commitSound` taken out of `recover`, nothing of the call is recorded.
test('records that stand on their own: the poisoned are left out, the other 997 are recorded, once', async () => {
  await using t = await aLedgerOnProxy()
  const poison = new Map([0, 421, 999].map((index, nth) => [index, poisons[nth] ?? {}]))
  const posting = aPosting({ size: 1000, key: 'partial', poison })
  const { places, text } = await answered(t, posting)
  const leftOut = places.flatMap((place, index) => (place === null ? [index] : []))
  assert.deepEqual(leftOut, [0, 421, 999])
  assert.equal(places[500], routeKeyOf('person_500'))
  assert.equal(await t.countRecords(), 997)
  const again = await answered(t, aPosting({ size: 1000, key: 'partial' }))
  assert.deepEqual([again.kind, again.text], ['replayed', text])
  assert.equal(await t.countRecords(), 997)
})

test('more poison than soundness is no fault of single records: nothing is recorded, and the key is free', async () => {
  await using t = await aLedgerOnProxy()
  const poison = new Map(Array.from({ length: 40 }, (_, index) => [index * 2, unpayable]))
  const outcome = await outcomeOf(t.ledger.appendAll(aPosting({ size: 100, key: 'spoilt', poison })))
  assert.ok(outcome instanceof Error)
  assert.deepEqual([await t.countRecords(), await countClaims(t)], [0, 0])
  assert.equal((await answered(t, aPosting({ size: 100, key: 'spoilt' }))).kind, 'recorded')
})

test('all or nothing: one poisoned record leaves none, no claim, and neighbours unharmed', async () => {
  await using t = await aLedgerOnProxy()
  const poison = new Map([[700, unpayable]])
  const atomic = aPosting({ size: 1000, key: 'atomic', standAlone: false, poison })
  const [outcome, ...neighbours] = await Promise.all([
    outcomeOf(t.ledger.appendAll(atomic)),
    ...Array.from({ length: 20 }, (_, index) => outcomeOf(t.ledger.append(aDraft(`near_${index}`)))),
  ])
  assert.ok(outcome instanceof Error)
  assert.deepEqual(
    neighbours.filter((neighbour) => neighbour instanceof Error),
    [],
  )
  assert.deepEqual([await t.countRecords(), await countClaims(t)], [20, 0])
})

test('records of one person keep the order of the call, and their numbers have no gap', async () => {
  await using t = await aLedgerOnProxy()
  const posting = aPosting({ size: 1000, people: 3 })
  await answered(t, posting)
  const rows = await ask<{ route_key: string; record_id: string; seq: number }>(
    t.databaseUrl,
    'SELECT route_key, record_id, seq::int AS seq FROM consent_records ORDER BY route_key, seq',
  )
  for (const [key, records] of Map.groupBy(rows, (row) => row.route_key.replaceAll('-', ''))) {
    const sent = posting.drafts.filter((draft) => draft.subjectKey === key).map((draft) => draft.recordId)
    assert.deepEqual(
      records.map((row) => row.record_id.replaceAll('-', '')),
      sent,
    )
    assert.deepEqual(
      records.map((row) => row.seq),
      sent.map((_, index) => index + 1),
    )
  }
})

// Seen to fail: with the claim left out of the transaction, the repeat makes 1,000 more.
test('the answer to the COMMIT is lost: the repeat finds all 1,000, and makes no more', async () => {
  await using t = await aLedgerOnProxy()
  await t.ledger.append(aDraft('before'))
  t.proxy.loseNextCommit('reset')
  assertRefusal(await outcomeOf(t.ledger.appendAll(aPosting({ size: 1000, key: 'lost' }))), 'unavailable')
  assert.equal(await t.countRecords(), 1001, 'the COMMIT itself was carried out')
  const again = await answered(t, aPosting({ size: 1000, key: 'lost' }))
  assert.equal(again.kind, 'replayed')
  assert.equal(await t.countRecords(), 1001)
})

test('the queue counts records, not calls', async () => {
  await using t = await aLedgerOnProxy({ queueMax: 1500 })
  const outcomes = await Promise.all(
    [0, 1, 2].map((nth) => outcomeOf(t.ledger.appendAll(aPosting({ size: 1000, key: `call ${nth}` })))),
  )
  const [first, ...others] = outcomes
  assert.ok(!(first instanceof Error), String(first))
  for (const other of others) assertRefusal(other ?? first, 'unavailable')
  assert.equal(await t.countRecords(), 1000)
})
