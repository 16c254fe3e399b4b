import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { SingleDraft } from '../../src/ledger/draft.ts'
import { aDraft } from './a-draft.ts'
import { assertRefusal, outcomeOf } from './draft-outcome.ts'
import { aLedgerOnProxy } from './ledger-on-proxy.ts'

// The write path alone, and a way to PostgreSQL that breaks at the worst of moments.

/** Far longer than a statement may take in PostgreSQL, after which an answer would have come from there. */
const patienceMs = 60_000

/** Two seconds and room for a machine that is slow; a statement without an answer would take ten. */
const awayMaxMs = 8000

function batchOf(size: number, name: string): SingleDraft[] {
  return Array.from({ length: size }, (_, index) => aDraft(`${name}_${index}`, `${name} ${index}`))
}

for (const how of ['reset', 'silence'] as const) {
  // Seen to fail: with a new try in `recover` in place of the refusal; what it gives back is then a replay at best.
  test(`the answer to a COMMIT is lost (${how}): 503, and the repetition is a replay`, async () => {
    await using t = await aLedgerOnProxy()
    await t.ledger.append(aDraft('before'))
    t.proxy.loseNextCommit(how)
    const drafts = batchOf(3, 'lost')
    const late = delay(patienceMs, new Error(`no answer in ${patienceMs} ms`), { ref: false })
    const outcomes = await Promise.all(
      drafts.map((draft) => Promise.race([outcomeOf(t.ledger.append(draft)), late])),
    )
    for (const outcome of outcomes) assertRefusal(outcome, 'unavailable')
    assert.equal(await t.countRecords(), 4, 'the COMMIT itself was carried out')

    const repeated = batchOf(3, 'lost')
    const again = await Promise.all(repeated.map((draft) => outcomeOf(t.ledger.append(draft))))
    for (const [index, outcome] of again.entries()) {
      assert.ok(!(outcome instanceof Error), String(outcome))
      assert.equal(outcome.kind, 'replayed')
      const first = drafts[index]
      assert.equal(outcome.answer, first?.answer(first.subjectKey))
    }
    assert.equal(await t.countRecords(), 4)
  })
}

for (const how of ['goAway', 'fallSilent'] as const) {
  test(`the database is away (${how}): 503 within 2 s, and it recovers by itself`, async () => {
    await using t = await aLedgerOnProxy()
    await t.ledger.append(aDraft('before'))
    await t.proxy[how]()
    // The first may still meet the old connection.
    for (let tries = 0; tries < 3; tries++) {
      const began = performance.now()
      assertRefusal(await outcomeOf(t.ledger.append(aDraft('meanwhile', `away ${tries}`))), 'unavailable')
      const tookMs = performance.now() - began
      assert.ok(tookMs < awayMaxMs, `refused after ${tookMs} ms`)
    }
    await t.proxy.comeBack()
    // Not one more is refused than the one that finds the dead connection.
    await outcomeOf(t.ledger.append(aDraft('finder')))
    const outcome = await outcomeOf(t.ledger.append(aDraft('after')))
    assert.ok(!(outcome instanceof Error), String(outcome))
  })
}

test('the database goes away between a lost claim and the look at its answer: 503, and then the replay', async () => {
  await using t = await aLedgerOnProxy()
  await t.ledger.append(aDraft('one', 'same key'))
  await t.poolProxy.goAway()
  assertRefusal(await outcomeOf(t.ledger.append(aDraft('one', 'same key'))), 'unavailable')
  await t.poolProxy.comeBack()
  const outcome = await outcomeOf(t.ledger.append(aDraft('one', 'same key')))
  assert.ok(!(outcome instanceof Error), String(outcome))
  assert.equal(outcome.kind, 'replayed')
})
