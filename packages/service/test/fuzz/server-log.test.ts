import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookAfterwards } from './afterwards.ts'
import { runCampaign } from './campaign.ts'
import { openCuttableDatabase } from './cuttable-database.ts'
import { findLeaks } from './log-leaks.ts'
import { printOutcome } from './outcome.ts'
import { openProcessTarget } from './process-target.ts'

const seed = 113

/** PostgreSQL tells the whole row that it refuses, with the ref in it. */
const refuseSubjects = 'ALTER TABLE subjects ADD CONSTRAINT planted CHECK (false) NOT VALID'

/** A service without a fault logs next to nothing, and so proves little: here the database gives it something to tell. */
test('a server that tells all it can tells nothing of who asked, nor of what', async () => {
  await using database = await openCuttableDatabase()
  await using target = await openProcessTarget({ databaseUrl: database.url, isBrief: true })
  const healthy = await runCampaign(target, { seed, requests: 300 })
  assert.deepEqual(await lookAfterwards(target), [], printOutcome(healthy))

  let isOver = false
  const campaign = runCampaign(target, { seed: seed + 1, requests: 200 }).finally(() => {
    isOver = true
  })
  while (!isOver) {
    await database.cut('the server')
    await new Promise((done) => setTimeout(done, 20))
  }
  await campaign
  await database.query(refuseSubjects)
  await runCampaign(target, { seed: seed + 2, requests: 200 })

  const log = await target.readLog()
  assert.match(log, /refused for now/)
  assert.match(log, /database error 23514.*a bug/)
  assert.deepEqual(findLeaks(log, target.names), [])
  assert.ok(target.isAlive())
})
