import type { LeafKind } from '@assent/evidence'
import { kindNumber } from '../domain/leaf.ts'
import type { Scope } from '../domain/scope.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Pool, Queryable } from './db.ts'

/** The payload of an entry that tells of no person. */
export interface LogEvent {
  readonly recordId: Uuid
  readonly kind: LeafKind
  readonly recordedAt: number
  readonly payload: Buffer
}

export async function insertLogEvent(
  db: Queryable,
  scope: Scope,
  routeKey: RouteKey,
  event: LogEvent,
): Promise<void> {
  await db.query(
    `INSERT INTO log_events (route_key, record_id, env_id, kind, recorded_at, payload)
     VALUES ($1::uuid, $2::uuid, $3::int, $4::smallint, $5::timestamptz, $6::bytea)`,
    [
      routeKey,
      event.recordId,
      scope.environmentId,
      kindNumber(event.kind),
      toTimestamp(event.recordedAt),
      event.payload,
    ],
  )
}

/** In the order they were written; few, since keys live long. */
export async function readLogEvents(
  pool: Pool,
  scope: Scope,
  routeKey: RouteKey,
): Promise<{ readonly recordId: Uuid; readonly payload: Buffer }[]> {
  const { rows } = await pool.query<{ record_id: Uuid; payload: Buffer }>(
    'SELECT record_id, payload FROM log_events WHERE route_key = $1::uuid AND env_id = $2::int ORDER BY record_id',
    [routeKey, scope.environmentId],
  )
  return rows.map((row) => ({ recordId: row.record_id, payload: row.payload }))
}
