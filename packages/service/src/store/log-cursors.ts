import { dispatchedKey } from '../domain/log-place.ts'
import type { Routing } from '../domain/routing.ts'
import type { Scope } from '../domain/scope.ts'
import type { Pool, Queryable } from './db.ts'

export interface LogCursor {
  readonly generation: number
  readonly index: number
}

/** Both by the primary key. */
const readCursor = {
  name: 'read_log_cursor',
  text: 'SELECT generation, next_index FROM log_cursors WHERE route_key = $1::uuid AND env_id = $2::int',
}

const moveCursor = `UPDATE log_cursors SET generation = $5::int, next_index = $6::bigint, fence = $7::bigint
  WHERE route_key = $1::uuid AND env_id = $2::int AND generation = $3::int AND next_index = $4::bigint
    AND fence <= $7::bigint`

export async function readLogCursor(
  pool: Pool,
  scope: Scope & { readonly routing: Routing },
): Promise<LogCursor | undefined> {
  const { rows } = await pool.query<{ generation: number; next_index: number }>({
    ...readCursor,
    values: [dispatchedKey(scope.routing), scope.environmentId],
  })
  const [row] = rows
  return row && { generation: row.generation, index: row.next_index }
}

/** Once; a later call finds it there. */
export async function insertLogCursor(
  db: Queryable,
  scope: Scope & { readonly routing: Routing },
  cursor: LogCursor,
): Promise<void> {
  await db.query(
    `INSERT INTO log_cursors (route_key, env_id, generation, next_index, fence)
     VALUES ($1::uuid, $2::int, $3::int, $4::bigint, 0) ON CONFLICT (route_key) DO NOTHING`,
    [dispatchedKey(scope.routing), scope.environmentId, cursor.generation, cursor.index],
  )
}

/** Compare-and-set: false when another dispatcher moved it, or a later leader has been at it. */
export async function moveLogCursor(
  db: Queryable,
  scope: Scope & { readonly routing: Routing },
  { from, to, fence }: { readonly from: LogCursor; readonly to: LogCursor; readonly fence: number },
): Promise<boolean> {
  const { rowCount } = await db.query(moveCursor, [
    dispatchedKey(scope.routing),
    scope.environmentId,
    from.generation,
    from.index,
    to.generation,
    to.index,
    fence,
  ])
  return rowCount === 1
}
