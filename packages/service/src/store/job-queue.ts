import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { JobName, JobPayloads } from '../domain/job.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { Pool, Queryable } from './db.ts'
import { sweptAtOnce } from './retention.ts'

/** Where the job library keeps its own tables, beside ours and never in one transaction with them (R17). */
export const jobSchema = 'graphile_worker'

/**
 * Asks for a job to be done. Under one key there is at most one job that waits: asking again replaces it, at the end of
 * the queue or in its place there, and while it runs, puts another behind it. A job that was asked for may run twice (its server was killed at the end of it), so
 * what it does must be safe to repeat.
 */
export async function addJob<Name extends JobName>(
  db: Queryable,
  name: Name,
  payload: JobPayloads[Name],
  options: {
    readonly key?: string
    /** Whether one that waits under this key stays where it is in the queue. */
    readonly keepsPlace?: boolean
    /** Unix ms; left out: at once. */
    readonly runAt?: number
    /** How often it is tried, further and further apart, before it is left as failed: 25 times is about nine days. */
    readonly tries?: number
  } = {},
): Promise<void> {
  const runAt = options.runAt === undefined ? null : toTimestamp(options.runAt)
  const values = [
    name,
    JSON.stringify(payload),
    runAt,
    options.tries ?? null,
    options.key ?? null,
    options.keepsPlace === true ? 'preserve_run_at' : 'replace',
  ]
  await db.query(
    `SELECT graphile_worker.add_job(identifier => $1::text, payload => $2::json, run_at => $3::timestamptz,
      max_attempts => $4::int, job_key => $5::text, job_key_mode => $6::text)`,
    values,
  )
}

/** Who holds jobs at this moment, whether or not they are still alive. */
export async function listJobHolders(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ holder: string }>(
    'SELECT DISTINCT locked_by AS holder FROM graphile_worker.jobs WHERE locked_by IS NOT NULL',
  )
  return rows.map((row) => row.holder)
}

/** When the oldest job that is due and that nobody has begun was to be done, Unix ms. */
export async function readOldestDueJob(pool: Pool, now: number): Promise<number | undefined> {
  const { rows } = await pool.query<{ due_at: number | null }>(
    `SELECT min(run_at) AS due_at FROM graphile_worker.jobs
     WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= $1::timestamptz`,
    [toTimestamp(now)],
  )
  return rows[0]?.due_at ?? undefined
}

/** What the holder had begun is begun again by somebody else. */
export async function freeJobsOf(pool: Pool, holder: string): Promise<void> {
  await pool.query('SELECT graphile_worker.force_unlock_workers($1::text[])', [[holder]])
}

/** Some of the jobs that were tried as often as they may be, the last time before; how many they were. */
export async function sweepFailedJobs(pool: Pool, before: number): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM graphile_worker.jobs
     WHERE attempts >= max_attempts AND locked_at IS NULL AND run_at < $1::timestamptz ORDER BY id LIMIT $2::int`,
    [toTimestamp(before), sweptAtOnce],
  )
  if (rows.length > 0)
    await pool.query('SELECT graphile_worker.complete_jobs($1::bigint[])', [rows.map(({ id }) => id)])
  return rows.length
}

/** Connections for the job library, which reads rows in the driver's own types. */
export function openJobPool(url: string, size: number): Pool {
  const pool = new pg.Pool({ connectionString: url, max: size, connectionTimeoutMillis: 2000 })
  const ignore = () => undefined
  // What breaks shows in the statement that needs it.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

/** The tables of the job library, in the version that this program brings along. */
export async function migrateJobs(url: string): Promise<void> {
  await runMigrations({ connectionString: url, schema: jobSchema })
}
