import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCheckpoint, parseNote } from '@assent/evidence'
import { findLatestCheckpoint } from '../src/store/log-checkpoints.ts'
import { record } from './a-consent.ts'
import { anAnonymousRef, openHarness } from './harness.ts'
import { entriesOfTheStart, testLog } from './test-log.ts'

test('what is recorded is in the signed log within a turn', async () => {
  await using t = await openHarness({ keepsLog: true })
  for (let i = 0; i < 3; i++) await record(t, anAnonymousRef())
  const { sequencer, place } = testLog(t)
  await sequencer.flush()
  const latest = await findLatestCheckpoint(t.service.pool, place)
  assert.ok(latest)
  const { origin, size } = parseCheckpoint(parseNote(latest.note).text)
  assert.match(origin, /^127\.0\.0\.1:0\/log\/test-0$/)
  assert.equal(size, entriesOfTheStart + 3)
  assert.ok(sequencer.mergeDelay.maxMs < 60_000, String(sequencer.mergeDelay.maxMs))
  assert.deepEqual(
    t.logged.filter(({ message }) => /log/.test(message)).map(({ message }) => message),
    ['sequences the log', 'sequences the log'],
  )
})
