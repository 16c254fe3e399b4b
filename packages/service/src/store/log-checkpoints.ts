import { headKey, type LogPlace } from '../domain/log-place.ts'
import type { Pool } from './db.ts'

/** The signed checkpoint of a log. */
export interface StoredCheckpoint {
  readonly size: number
  readonly note: string
}

/** By the primary key; minutes never go back, so the latest is the largest. */
const latestCheckpoint = {
  name: 'latest_log_checkpoint',
  text: `SELECT size, note, minute FROM log_checkpoints WHERE route_key = $1::uuid AND env_id = $2::int
    ORDER BY minute DESC LIMIT 1`,
}

/** One row a minute: a smaller tree never takes the place of a larger one, whoever comes late with it. */
const writeCheckpoint = {
  name: 'write_log_checkpoint',
  text: `INSERT INTO log_checkpoints (route_key, minute, env_id, size, note, signed_at)
    VALUES ($1::uuid, $2::bigint, $3::int, $4::bigint, $5::text, $6::timestamptz)
    ON CONFLICT (route_key, minute) DO UPDATE
    SET size = excluded.size, note = excluded.note, signed_at = excluded.signed_at
    WHERE log_checkpoints.size < excluded.size`,
}

export async function findLatestCheckpoint(
  pool: Pool,
  place: LogPlace,
): Promise<(StoredCheckpoint & { readonly minute: number }) | undefined> {
  const { rows } = await pool.query<{ size: number; note: string; minute: number }>({
    ...latestCheckpoint,
    values: [headKey(place), place.environmentId],
  })
  return rows[0]
}

export async function keepCheckpoint(
  pool: Pool,
  place: LogPlace,
  checkpoint: StoredCheckpoint & { readonly minute: number; readonly signedAt: string },
): Promise<void> {
  const { minute, size, note, signedAt } = checkpoint
  await pool.query({
    ...writeCheckpoint,
    values: [headKey(place), minute, place.environmentId, size, note, signedAt],
  })
}

export async function readCheckpoints(pool: Pool, place: LogPlace): Promise<string[]> {
  const { rows } = await pool.query<{ note: string }>(
    'SELECT note FROM log_checkpoints WHERE route_key = $1::uuid AND env_id = $2::int ORDER BY minute',
    [headKey(place), place.environmentId],
  )
  return rows.map(({ note }) => note)
}
