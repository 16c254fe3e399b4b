import type { Scope } from '../domain/scope.ts'
import { toTimestamp } from '../kernel/clock.ts'
import { type Pool, type Queryable, transaction } from './db.ts'
import { raiseSettingsVersion } from './settings-version.ts'

/** That it is a test environment stands here once more: there is no way to move the clock of `live`. */
const move = `INSERT INTO test_clocks (env_id, ahead_ms, moved_at)
  SELECT env_id, $2::bigint, $3::timestamptz FROM environments WHERE env_id = $1::int AND environment = 'test'
  ON CONFLICT (env_id) DO UPDATE SET ahead_ms = excluded.ahead_ms, moved_at = excluded.moved_at
    WHERE test_clocks.ahead_ms <= excluded.ahead_ms`

/**
 * Moves the clock of a test environment to as far ahead as `decide` says, given how far it is; every server follows
 * with its settings. Raising their version first is the lock: of two who move it by a month each, both do.
 */
export async function moveTestClock(
  pool: Pool,
  { environmentId }: Scope,
  now: number,
  decide: (aheadMs: number) => number,
): Promise<void> {
  await transaction(pool, async (db) => {
    await raiseSettingsVersion(db)
    const aheadMs = decide(await readAheadMs(db, environmentId))
    const { rowCount } = await db.query(move, [environmentId, aheadMs, toTimestamp(now)])
    if (rowCount !== 1) throw new Error('a clock that cannot be moved like that')
  })
}

async function readAheadMs(db: Queryable, environmentId: number): Promise<number> {
  const { rows } = await db.query<{ ahead_ms: number }>(
    'SELECT ahead_ms FROM test_clocks WHERE env_id = $1::int',
    [environmentId],
  )
  return rows[0]?.ahead_ms ?? 0
}
