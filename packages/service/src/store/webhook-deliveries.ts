import type { EventType } from '../domain/event.ts'
import type { Scope } from '../domain/scope.ts'
import type { DeliveryState } from '../domain/webhook.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Pool, Queryable } from './db.ts'
import { valuesStatement } from './values-statement.ts'

/** One event on its way to one endpoint. */
export interface Delivery {
  readonly recordId: Uuid
  readonly endpointId: string
  readonly type: EventType
  readonly state: DeliveryState
  readonly attempts: number
  readonly createdAt: number
  readonly nextAttemptAt: number
  readonly lastAttemptAt: number | null
  readonly lastStatus: number | null
  readonly lastError: string | null
  /** As it was sent, or is to be sent. */
  readonly body: Buffer
}

export interface NewDelivery {
  readonly routeKey: RouteKey
  readonly recordId: Uuid
  readonly endpointId: string
  readonly type: EventType
  readonly body: string
}

const head = `INSERT INTO webhook_deliveries
    (route_key, record_id, env_id, endpoint_id, type, body, state, attempts, created_at, next_attempt_at) VALUES`
const columns = [
  'uuid',
  'uuid',
  'int',
  'text',
  'text',
  'bytea',
  'text',
  'smallint',
  'timestamptz',
  'timestamptz',
]

/** One delivery an endpoint and event, whatever is dispatched twice. */
const insertOnce = valuesStatement({
  name: 'insert_webhook_deliveries',
  head,
  types: columns,
  tail: 'ON CONFLICT (route_key, record_id) DO NOTHING',
})

/** Begins anew what is over. */
const insertAgain = valuesStatement({
  name: 'replay_webhook_deliveries',
  head,
  types: columns,
  tail: `ON CONFLICT (route_key, record_id) DO UPDATE SET
    state = excluded.state, attempts = 0, next_attempt_at = excluded.next_attempt_at
    WHERE webhook_deliveries.state IN ('delivered', 'failed')`,
})

/** `again`: also those that were delivered or given up before. */
export async function insertDeliveries(
  db: Queryable,
  scope: Scope,
  deliveries: readonly NewDelivery[],
  { now, again = false }: { readonly now: number; readonly again?: boolean },
): Promise<void> {
  const at = toTimestamp(now)
  const rows = [...deliveries].sort((a, b) => (a.routeKey + a.recordId < b.routeKey + b.recordId ? -1 : 1))
  const statements = (again ? insertAgain : insertOnce).cut(rows, (row, into) =>
    into.push(
      row.routeKey,
      row.recordId,
      scope.environmentId,
      row.endpointId,
      row.type,
      Buffer.from(row.body),
      'waiting',
      0,
      at,
      at,
    ),
  )
  for (const { statement, values } of statements) await db.query(statement.text, values)
}

/** By webhook_deliveries_due. */
const findDue = {
  name: 'find_due_deliveries',
  text: `SELECT record_id FROM webhook_deliveries
    WHERE route_key = $1::uuid AND state = 'waiting' AND next_attempt_at <= $2::timestamptz AND env_id = $3::int
    ORDER BY next_attempt_at LIMIT $4::int`,
}

const take = {
  name: 'take_deliveries',
  text: `UPDATE webhook_deliveries SET state = 'sending', attempts = attempts + 1, last_attempt_at = $2::timestamptz
    WHERE route_key = $1::uuid AND record_id = ANY($3::uuid[]) AND state = 'waiting' AND env_id = $4::int
    RETURNING record_id, body, attempts`,
}

export interface TakenDelivery {
  readonly recordId: Uuid
  readonly body: string
  /** This one included. */
  readonly attempts: number
}

/** At most so many that are due, now ours; the longest due first. */
export async function takeDueDeliveries(
  pool: Pool,
  scope: Scope,
  { routeKey, now, limit }: { readonly routeKey: RouteKey; readonly now: number; readonly limit: number },
): Promise<TakenDelivery[]> {
  const due = await pool.query<{ record_id: Uuid }>({
    ...findDue,
    values: [routeKey, toTimestamp(now), scope.environmentId, limit],
  })
  if (due.rows.length === 0) return []
  const ids = due.rows.map((row) => row.record_id)
  const { rows } = await pool.query<{ record_id: Uuid; body: Buffer; attempts: number }>({
    ...take,
    values: [routeKey, toTimestamp(now), ids, scope.environmentId],
  })
  return rows.map((row) => ({
    recordId: row.record_id,
    body: row.body.toString(),
    attempts: row.attempts,
  }))
}

/** What came of an attempt; nothing happens to a row that somebody else has taken since. */
export async function endAttempt(
  pool: Pool,
  scope: Scope,
  delivery: { readonly routeKey: RouteKey; readonly recordId: Uuid; readonly attempts: number },
  outcome: {
    readonly state: DeliveryState
    readonly nextAttemptAt: number
    readonly status: number | null
    readonly error: string | null
  },
): Promise<void> {
  await pool.query({
    name: 'end_delivery_attempt',
    text: `UPDATE webhook_deliveries
      SET state = $4::text, next_attempt_at = $5::timestamptz, last_status = $6::smallint, last_error = $7::text
      WHERE route_key = $1::uuid AND record_id = $2::uuid AND env_id = $3::int AND state = 'sending' AND attempts = $8::int`,
    values: [
      delivery.routeKey,
      delivery.recordId,
      scope.environmentId,
      outcome.state,
      toTimestamp(outcome.nextAttemptAt),
      outcome.status,
      outcome.error,
      delivery.attempts,
    ],
  })
}

/** What a dispatcher that is gone had begun, or one that was stopped: nobody knows whether it arrived, so it goes again. */
export async function giveBackDeliveries(pool: Pool, scope: Scope, routeKey: RouteKey): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE webhook_deliveries SET state = 'waiting'
     WHERE route_key = $1::uuid AND state = 'sending' AND env_id = $2::int`,
    [routeKey, scope.environmentId],
  )
  return rowCount ?? 0
}

/** By the primary key, newest event first. */
export async function listDeliveries(
  pool: Pool,
  scope: Scope,
  page: {
    readonly routeKey: RouteKey
    readonly state: DeliveryState | null
    readonly before: Uuid | null
    readonly limit: number
  },
): Promise<Delivery[]> {
  const { rows } = await pool.query<{
    record_id: Uuid
    endpoint_id: string
    type: EventType
    state: DeliveryState
    attempts: number
    created_at: number
    next_attempt_at: number
    last_attempt_at: number | null
    last_status: number | null
    last_error: string | null
    body: Buffer
  }>({
    name: 'list_deliveries',
    text: `SELECT record_id, endpoint_id, type, state, attempts, created_at, next_attempt_at, last_attempt_at,
        last_status, last_error, body
      FROM webhook_deliveries
      WHERE route_key = $1::uuid AND env_id = $2::int AND ($3::text IS NULL OR state = $3::text)
        AND ($4::uuid IS NULL OR record_id < $4::uuid)
      ORDER BY record_id DESC LIMIT $5::int`,
    values: [page.routeKey, scope.environmentId, page.state, page.before, page.limit],
  })
  return rows.map((row) => ({
    recordId: row.record_id,
    endpointId: row.endpoint_id,
    type: row.type,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at,
    nextAttemptAt: row.next_attempt_at,
    lastAttemptAt: row.last_attempt_at,
    lastStatus: row.last_status,
    lastError: row.last_error,
    body: row.body,
  }))
}
