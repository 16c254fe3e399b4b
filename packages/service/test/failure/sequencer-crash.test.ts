import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { LogStep } from '../../src/log/append-leaves.ts'
import { checkLog, openLogStage } from '../log-stage.ts'

const script = fileURLToPath(new URL('./killed-sequencer.ts', import.meta.url))
const steps: readonly LogStep[] = [
  'before_append',
  'head_moved',
  'growth_written',
  'before_commit',
  'committed',
  'signed',
  'guarded',
  'published',
]
/** The whole of issue 3's two hundred: ASSENT_LOG_KILLS=200. */
const kills = Number(process.env['ASSENT_LOG_KILLS'] ?? steps.length)

test(`a sequencer that is killed after any of its steps leaves no fork and no gap (${kills} kills)`, async () => {
  await using stage = await openLogStage()
  const committed: string[] = []
  for (let round = 0; round < kills; round++) {
    committed.push(...(await stage.commit(40)))
    const step = steps[round % steps.length] ?? 'committed'
    const child = spawn(process.execPath, [script, stage.url, stage.guardDir, step, String(round * 60_000)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const signal = await new Promise((resolve) => child.on('exit', (code, by) => resolve(by ?? code)))
    assert.equal(signal, 'SIGKILL', `round ${round} was to die at ${step}`)
    await checkLog(stage.pool, stage.scope, 0)
  }
  const clock = { now: () => Date.now() + kills * 60_000 }
  const last = stage.open({ clock })
  await last.flush()
  await last.close()
  const ids = new Set<string>(await checkLog(stage.pool, stage.scope, 0))
  assert.equal(committed.filter((id) => !ids.has(id)).length, 0)
  // Beside what was committed: the lives of two keys.
  assert.equal(ids.size, committed.length + 4)
})
