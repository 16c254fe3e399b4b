import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkLog, type LogStage, openLogStage } from '../log-stage.ts'

const script = fileURLToPath(new URL('./pausing-writer.ts', import.meta.url))
/** The minute of issue 3: ASSENT_LOG_SECONDS=60. */
const seconds = process.env['ASSENT_LOG_SECONDS'] ?? '4'

async function writer(stage: LogStage): Promise<string[]> {
  const args = [script, stage.url, String(stage.scope.environmentId), seconds]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(await text(child.stdout)) as string[]
}

/** "Greater than the last seen": what everybody writes first, and what loses whoever commits late. */
function naiveCursor(stage: LogStage): { seen: Set<string>; stop(): Promise<void> } {
  const seen = new Set<string>()
  let last = 0
  let running = true
  async function poll(): Promise<void> {
    const { rows } = await stage.pool.query<{ n: number; record_id: string }>(
      'SELECT n, record_id FROM naive WHERE n > $1 ORDER BY n',
      [last],
    )
    for (const row of rows) seen.add(row.record_id)
    last = rows.at(-1)?.n ?? last
  }
  const done = (async () => {
    while (running) {
      await poll()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await poll()
  })()
  return {
    seen,
    stop: () => {
      running = false
      return done
    },
  }
}

test(`six writers with pauses before their commit, two sequencers: nothing is missing (${seconds} s)`, async (t) => {
  await using stage = await openLogStage()
  await stage.pool.query('CREATE TABLE naive (n bigserial PRIMARY KEY, record_id uuid NOT NULL)')
  const first = stage.open()
  const second = stage.open()
  const naive = naiveCursor(stage)
  const writing = Promise.all(Array.from({ length: 6 }, () => writer(stage)))
  // The leader leaves in the middle; the other goes on where it was.
  await new Promise((resolve) => setTimeout(resolve, Number(seconds) * 600))
  await first.close()
  const acknowledged = (await writing.finally(naive.stop)).flat()
  await second.flush()
  await second.close()

  const ids = new Set<string>(await checkLog(stage.pool, stage.scope, 0))
  const missing = acknowledged.filter((id) => !ids.has(id)).length
  const lostByNaive = acknowledged.filter((id) => !naive.seen.has(id)).length
  t.diagnostic(
    `${acknowledged.length} acknowledged, ${missing} missing in the log, ${lostByNaive} lost by the naive cursor; merge delay at most ${Math.max(first.mergeDelay.maxMs, second.mergeDelay.maxMs)} ms`,
  )
  assert.equal(missing, 0)
  assert.equal(ids.size, acknowledged.length + 4)
  assert.ok(lostByNaive > 0, 'the same load makes a naive cursor lose records: the test has teeth')
})
