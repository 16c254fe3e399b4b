import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Refusal } from '../../src/kernel/refusal.ts'
import { untilTrue } from '../until.ts'
import { aDraft } from './a-draft.ts'
import { assertRefusal, outcomeOf } from './draft-outcome.ts'
import { aLedgerOnProxy } from './ledger-on-proxy.ts'

const queueMax = 100
const flood = 20_000
const megabyte = 1024 * 1024

setFlagsFromString('--expose-gc')
/** Without it the heap's size says how long ago V8 last collected, not what is held. */
const collectGarbage: () => void = runInNewContext('gc')

// Seen to fail: with the bound taken out of `enqueue`, all of the flood waits and the heap grows by 24 MB.
test('more arrives than can be written: 503 at once past the bound, no memory for it, and all accepted is written', async () => {
  await using t = await aLedgerOnProxy({ queueMax })
  await t.ledger.append(aDraft('before'))
  // No answer of the database arrives, for as long as the flood takes.
  t.proxy.hold()

  const waiting: Promise<unknown>[] = []
  // What is in flight is no longer in the queue.
  for (let index = 0; index < queueMax; index++)
    waiting.push(outcomeOf(t.ledger.append(aDraft(`first_${index}`))))
  await untilTrue(() => t.ledger.depth === 0)
  for (let index = 0; index < queueMax; index++)
    waiting.push(outcomeOf(t.ledger.append(aDraft(`queued_${index}`))))
  assert.equal(t.ledger.depth, queueMax)

  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let index = 0; index < flood; index++) {
    const outcome = await outcomeOf(t.ledger.append(aDraft('flood', `flood ${index}`)))
    assertRefusal(outcome, 'unavailable')
  }
  assert.equal(t.ledger.depth, queueMax, 'the queue is not longer than its bound')
  collectGarbage()
  const grown = (process.memoryUsage().heapUsed - before) / megabyte
  assert.ok(grown < 12, `the heap grew by ${grown.toFixed(1)} MB`)

  await t.proxy.comeBack()
  const outcomes = await Promise.all(waiting)
  assert.equal(outcomes.filter((outcome) => outcome instanceof Refusal).length, 0)
  assert.equal(await t.countRecords(), 1 + 2 * queueMax)
})
