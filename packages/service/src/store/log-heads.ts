import { headKey, type LogPlace } from '../domain/log-place.ts'
import type { Pool, Queryable, Statement } from './db.ts'

/** How far the tree of a log goes. */
export interface LogHead {
  readonly size: number
  readonly root: Buffer
}

/** By the primary key. */
const readHead = {
  name: 'read_log_head',
  text: 'SELECT size, root FROM log_heads WHERE route_key = $1::uuid AND env_id = $2::int',
}

/** Compare-and-set: nothing comes back when the tree grew meanwhile, or when a later leader has been at it. */
export const moveHead: Statement = {
  name: 'move_log_head',
  text: `UPDATE log_heads SET size = $4::bigint, root = $5::bytea, fence = $6::bigint
    WHERE route_key = $1::uuid AND env_id = $2::int AND size = $3::bigint AND fence <= $6::bigint RETURNING size`,
}

export async function findLogHead(pool: Pool, place: LogPlace): Promise<LogHead | undefined> {
  const { rows } = await pool.query<{ size: number; root: Buffer }>({
    ...readHead,
    values: [headKey(place), place.environmentId],
  })
  return rows[0]
}

/** Of a log that is being opened. */
export async function insertLogHead(
  db: Queryable,
  place: LogPlace,
  head: LogHead,
  fence: number,
): Promise<void> {
  await db.query(
    `INSERT INTO log_heads (route_key, env_id, generation, size, root, fence)
     VALUES ($1::uuid, $2::int, $3::int, $4::bigint, $5::bytea, $6::bigint)`,
    [headKey(place), place.environmentId, place.generation, head.size, head.root, fence],
  )
}
