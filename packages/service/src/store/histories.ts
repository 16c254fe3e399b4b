import { type ConsentPayload, recordState } from '../domain/consent-answer.ts'
import { kindNumber } from '../domain/leaf.ts'
import type { Scope } from '../domain/scope.ts'
import { mergeState, type StandingState } from '../domain/standing-decision.ts'
import type { VendorContext } from '../domain/vendor-choice.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Pool } from './db.ts'

/** One record as it was written. */
export interface StoredRecord {
  readonly recordId: Uuid
  readonly payload: ConsentPayload
  /** The JSON text beside the evidence; null when there is none. */
  readonly context: string | null
}

export interface HistoryQuery {
  readonly routeKey: RouteKey
  /** Only records before this one: a page goes on where the last one ended. */
  readonly before: Uuid | null
  readonly purpose: string | null
  /** Unix ms of occurred_at, both inclusive. */
  readonly from: number | null
  readonly to: number | null
  readonly limit: number
}

/** Records of consent, newest first by the time of recording. Served by the primary key, backwards. */
const readHistoryPage = {
  name: 'read_history_page',
  text: `SELECT record_id, payload, context FROM consent_records
    WHERE route_key = $1::uuid AND env_id = $2::int AND kind = $8::smallint
      AND ($3::uuid IS NULL OR record_id < $3::uuid)
      AND ($4::text IS NULL OR position(' ' || $4::text || ' ' IN ' ' || purposes || ' ') > 0)
      AND ($5::timestamptz IS NULL OR occurred_at >= $5::timestamptz)
      AND ($6::timestamptz IS NULL OR occurred_at <= $6::timestamptz)
      AND payload IS NOT NULL
    ORDER BY record_id DESC LIMIT $7::int`,
}

export async function readHistory(pool: Pool, scope: Scope, query: HistoryQuery): Promise<StoredRecord[]> {
  const { rows } = await pool.query<{ record_id: Uuid; payload: Buffer; context: Buffer | null }>({
    ...readHistoryPage,
    values: [
      query.routeKey,
      scope.environmentId,
      query.before,
      query.purpose,
      query.from === null ? null : toTimestamp(query.from),
      query.to === null ? null : toTimestamp(query.to),
      query.limit,
      kindNumber('consent'),
    ],
  })
  return rows.map((row) => ({
    recordId: row.record_id,
    payload: readPayload(row.payload),
    context: row.context === null ? null : row.context.toString(),
  }))
}

/** All of a person's decisions up to a time. Served by the primary key. */
const readPayloadsUntil = {
  name: 'read_payloads_until',
  text: `SELECT record_id, payload, context FROM consent_records
    WHERE route_key = $1::uuid AND env_id = $2::int AND kind = $4::smallint
      AND occurred_at <= $3::timestamptz AND payload IS NOT NULL`,
}

/** Where a person stood at a time: the ledger's decisions up to it, laid over each other as they were when recorded. */
export async function readStateAt(
  pool: Pool,
  scope: Scope,
  routeKey: RouteKey,
  at: number,
): Promise<StandingState> {
  const { rows } = await pool.query<{ record_id: Uuid; payload: Buffer; context: Buffer | null }>({
    ...readPayloadsUntil,
    values: [routeKey, scope.environmentId, toTimestamp(at), kindNumber('consent')],
  })
  let state: StandingState = {}
  for (const { record_id, payload, context } of rows) {
    const circumstances = context === null ? null : (JSON.parse(context.toString()) as VendorContext)
    state = mergeState(state, recordState(readPayload(payload), circumstances, record_id))
  }
  return state
}

/** These bytes are our own: what is checked is that they were read whole, not their shape. */
function readPayload(bytes: Buffer): ConsentPayload {
  return JSON.parse(bytes.toString()) as ConsentPayload
}
