import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchMergeDelay } from '../src/log/merge-delay.ts'
import { openLogStage } from './log-stage.ts'

test('records that wait for the log are told of after 10 s, and raised as an alarm after the promised 60 s', async () => {
  await using stage = await openLogStage()
  const recordedAt = Date.now()
  await stage.commit(1)
  let now = recordedAt
  const said: { readonly level: string; readonly durationMs: number | undefined }[] = []
  const at =
    (level: string) =>
    (_: string, fields: { durationMs?: number } = {}) =>
      void said.push({ level, durationMs: fields.durationMs })
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
  const watch = watchMergeDelay({ pool: stage.pool, scope: stage.scope, clock: { now: () => now }, log })
  for (const [afterMs, levels] of [
    [6_000, []],
    [40_000, ['warn']],
    [90_000, ['warn', 'error']],
  ] as const) {
    now = recordedAt + afterMs
    await watch.watch()
    assert.deepEqual(
      said.map(({ level }) => level),
      levels,
    )
  }
  assert.ok((said.at(-1)?.durationMs ?? 0) > 60_000)

  // Nobody leads: a server that only watches raises it, too, and the leader that comes says how long it took.
  const ahead = { now: () => Date.now() + 90_000 }
  const late = stage.open({ clock: ahead })
  await late.flush()
  await late.close()
  assert.ok(late.mergeDelay.maxMs > 60_000)
  assert.ok(stage.logged.some(({ message }) => message === 'records wait for the log longer than promised'))
})
