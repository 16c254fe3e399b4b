import type { ConsentPayload } from '../domain/consent-answer.ts'
import { kindNumber } from '../domain/leaf.ts'
import type { PreferencePayload } from '../domain/preference-answer.ts'
import type { Scope } from '../domain/scope.ts'
import type { VendorContext } from '../domain/vendor-choice.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Pool, Queryable } from './db.ts'

/** One record as it was written. */
export interface StoredRecord {
  readonly routeKey: RouteKey
  readonly recordId: Uuid
  readonly payload: ConsentPayload
  /** The JSON text beside the evidence; null when there is none. */
  readonly context: string | null
}

export interface HistoryQuery {
  /** The person's own, and those of all who were merged into them. */
  readonly routeKeys: readonly RouteKey[]
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
      AND erased_at IS NULL
    ORDER BY record_id DESC LIMIT $7::int`,
}

/** Of a person who is one of a merge, a page of each, of which the newest make the page. */
export async function readHistory(pool: Pool, scope: Scope, query: HistoryQuery): Promise<StoredRecord[]> {
  const pages = await Promise.all(query.routeKeys.map((routeKey) => readPage(pool, scope, query, routeKey)))
  return pages
    .flat()
    .sort((a, b) => (a.recordId < b.recordId ? 1 : -1))
    .slice(0, query.limit)
}

async function readPage(
  pool: Pool,
  scope: Scope,
  query: HistoryQuery,
  routeKey: RouteKey,
): Promise<StoredRecord[]> {
  const { rows } = await pool.query<{ record_id: Uuid; payload: Buffer; context: Buffer | null }>({
    ...readHistoryPage,
    values: [
      routeKey,
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
    routeKey,
    recordId: row.record_id,
    payload: readPayload(row.payload),
    context: row.context === null ? null : row.context.toString(),
  }))
}

/** One record of what a person decided or set, with its number among their records. */
export interface StoredDecision {
  readonly recordId: Uuid
  readonly seq: number
  readonly payload: ConsentPayload | PreferencePayload
  /** What of the context counts for where they stand. */
  readonly context: VendorContext | null
}

/** What a subject decided and set, out of a range of numbers, all or those up to a time (Unix ms), in their order. Served by the primary key. */
const readSubjectPayloads = {
  name: 'read_subject_payloads',
  text: `SELECT record_id, seq, payload, context FROM consent_records
    WHERE route_key = $1::uuid AND env_id = $2::int AND kind IN ($4::smallint, $7::smallint) AND erased_at IS NULL
      AND ($3::timestamptz IS NULL OR occurred_at <= $3::timestamptz)
      AND seq > $5::bigint AND seq <= $6::bigint
    ORDER BY seq`,
}

export async function readPayloads(
  db: Queryable,
  scope: Scope,
  routeKey: RouteKey,
  { until, after, upTo }: { readonly until: number | null; readonly after: number; readonly upTo: number },
): Promise<StoredDecision[]> {
  const time = until === null ? null : toTimestamp(until)
  const values = [
    routeKey,
    scope.environmentId,
    time,
    kindNumber('consent'),
    after,
    upTo,
    kindNumber('preference'),
  ]
  const { rows } = await db.query<{
    record_id: Uuid
    seq: number
    payload: Buffer
    context: Buffer | null
  }>(readSubjectPayloads.text, values)
  return rows.map((row) => ({
    recordId: row.record_id,
    seq: row.seq,
    payload: JSON.parse(row.payload.toString()) as StoredDecision['payload'],
    context: row.context === null ? null : (JSON.parse(row.context.toString()) as VendorContext),
  }))
}

/** The payload of the first thing that was recorded under a route key, or that was since its person was erased. Served by the primary key. */
export async function findFirstRecord(
  db: Queryable,
  scope: Scope,
  routeKey: RouteKey,
): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ payload: Buffer }>(
    `SELECT payload FROM consent_records WHERE route_key = $1::uuid AND env_id = $2::int
       AND kind <> $3::smallint AND erased_at IS NULL ORDER BY record_id LIMIT 1`,
    [routeKey, scope.environmentId, kindNumber('erasure')],
  )
  return rows[0]?.payload
}

/** These bytes are our own: what is checked is that they were read whole, not their shape. */
function readPayload(bytes: Buffer): ConsentPayload {
  return JSON.parse(bytes.toString()) as ConsentPayload
}
