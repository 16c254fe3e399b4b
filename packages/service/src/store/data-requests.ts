import type { DataRequest, DataRequestStatus, DataRequestType } from '../domain/data-request.ts'
import type { Scope } from '../domain/scope.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import { type Pool, type Queryable, transaction } from './db.ts'

/** Where a data request lies. */
export interface DataRequestAddress {
  readonly routeKey: RouteKey
  readonly requestId: Uuid
}

/** A data request as its row holds it. */
export interface StoredDataRequest extends DataRequestAddress {
  /** The person's row, once it is known that there is one. */
  readonly subjectKey: RouteKey | null
  readonly request: DataRequest
  /** Sealed; null once erased. */
  readonly personal: Buffer | null
}

/** A row as it is written: what indexes serve stands beside the whole. */
export interface DataRequestRow extends StoredDataRequest {
  /** Null once it is closed. */
  readonly dueAt: number | null
  readonly tickAt: number | null
}

/** Puts the ledger entry of a change into the transaction of the change. */
export type WriteEntry = (db: Queryable) => Promise<void>

const insert = `INSERT INTO data_requests
  (route_key, request_id, env_id, subject_key, type, status, changes, due_at, tick_at, request, personal, created_at)
  VALUES ($1::uuid, $2::uuid, $3::int, $4::uuid, $5::text, $6::text, $7::int, $8::timestamptz, $9::timestamptz,
    $10::jsonb, $11::bytea, $12::timestamptz)`

/** Only over the number of changes it was decided on: of two changes at once one is told to look again. */
const update = `UPDATE data_requests SET subject_key = $4::uuid, status = $6::text, changes = $7::int,
    due_at = $8::timestamptz, tick_at = $9::timestamptz, request = $10::jsonb, personal = $11::bytea
  WHERE route_key = $1::uuid AND request_id = $2::uuid AND env_id = $3::int AND type = $5::text
    AND changes = $7::int - 1 AND created_at = $12::timestamptz`

function valuesOf(scope: Scope, row: DataRequestRow): unknown[] {
  const { request } = row
  const time = (ms: number | null) => (ms === null ? null : toTimestamp(ms))
  return [
    row.routeKey,
    row.requestId,
    scope.environmentId,
    row.subjectKey,
    request.type,
    request.status,
    request.changes,
    time(row.dueAt),
    time(row.tickAt),
    JSON.stringify(request),
    row.personal,
    toTimestamp(request.createdAt),
  ]
}

export async function insertDataRequest(
  pool: Pool,
  scope: Scope,
  row: DataRequestRow,
  writeEntry: WriteEntry,
): Promise<void> {
  await transaction(pool, async (db) => {
    await db.query(insert, valuesOf(scope, row))
    await writeEntry(db)
  })
}

/** False: somebody else changed it first, and nothing was written. */
export async function updateDataRequest(
  pool: Pool,
  scope: Scope,
  row: DataRequestRow,
  writeEntry: WriteEntry,
): Promise<boolean> {
  return await transaction(pool, async (db) => {
    const { rowCount } = await db.query(update, valuesOf(scope, row))
    if (rowCount !== 1) return false
    await writeEntry(db)
    return true
  })
}

interface Row {
  readonly route_key: RouteKey
  readonly request_id: Uuid
  readonly env_id: number
  readonly subject_key: RouteKey | null
  readonly request: DataRequest
  readonly personal: Buffer | null
}

function readRow(row: Row): StoredDataRequest {
  return {
    routeKey: row.route_key,
    requestId: row.request_id,
    subjectKey: row.subject_key,
    request: row.request,
    personal: row.personal,
  }
}

/** By the primary key. */
export async function findDataRequest(
  pool: Queryable,
  scope: Scope,
  { routeKey, requestId }: DataRequestAddress,
): Promise<StoredDataRequest | undefined> {
  const { rows } = await pool.query<Row>(
    `SELECT route_key, request_id, env_id, subject_key, request, personal FROM data_requests
     WHERE route_key = $1::uuid AND request_id = $2::uuid AND env_id = $3::int`,
    [routeKey, requestId, scope.environmentId],
  )
  return rows[0] && readRow(rows[0])
}

/** All that came from one mailbox, the newest first; by the primary key. */
export async function listDataRequestsFrom(
  pool: Queryable,
  scope: Scope,
  routeKey: RouteKey,
): Promise<StoredDataRequest[]> {
  const { rows } = await pool.query<Row>(
    `SELECT route_key, request_id, env_id, subject_key, request, personal FROM data_requests
     WHERE route_key = $1::uuid AND env_id = $2::int ORDER BY request_id DESC LIMIT 100`,
    [routeKey, scope.environmentId],
  )
  return rows.map(readRow)
}

export interface DataRequestQuery {
  readonly before: Uuid | null
  readonly status: DataRequestStatus | null
  readonly type: DataRequestType | null
  /** Of one person: their own and those of all who were merged into them; null: anybody's. */
  readonly subjectKeys: readonly RouteKey[] | null
  /** Unix ms: only those that are open and due by then. */
  readonly dueBefore: number | null
  readonly limit: number
}

/** Over all people, by data_requests_list, backwards; it may lag behind (R20). On the allow-list. */
export async function listDataRequests(
  pool: Pool,
  scope: Scope,
  query: DataRequestQuery,
): Promise<StoredDataRequest[]> {
  const { rows } = await pool.query<Row>(
    `SELECT route_key, request_id, env_id, subject_key, request, personal FROM data_requests
     WHERE env_id = $1::int AND ($2::uuid IS NULL OR request_id < $2::uuid)
       AND ($3::text IS NULL OR status = $3::text) AND ($4::text IS NULL OR type = $4::text)
       AND ($5::uuid[] IS NULL OR subject_key = ANY($5::uuid[]))
       AND ($6::timestamptz IS NULL OR due_at < $6::timestamptz)
     ORDER BY request_id DESC LIMIT $7::int`,
    [
      scope.environmentId,
      query.before,
      query.status,
      query.type,
      query.subjectKeys,
      query.dueBefore === null ? null : toTimestamp(query.dueBefore),
      query.limit,
    ],
  )
  return rows.map(readRow)
}

/** By data_requests_clock, the longest waiting first; on the allow-list. */
export async function listTickingDataRequests(
  pool: Pool,
  scope: Scope,
  now: number,
  limit: number,
): Promise<DataRequestAddress[]> {
  const { rows } = await pool.query<Row>(
    `SELECT route_key, request_id FROM data_requests WHERE env_id = $1::int AND tick_at <= $2::timestamptz
     ORDER BY tick_at LIMIT $3::int`,
    [scope.environmentId, toTimestamp(now), limit],
  )
  return rows.map((row) => ({ routeKey: row.route_key, requestId: row.request_id }))
}

/** What the person asked for on a form, before it is proved that it was they: the latest counts. */
export async function replacePersonal(
  pool: Queryable,
  scope: Scope,
  { routeKey, requestId }: DataRequestAddress,
  personal: Buffer,
): Promise<void> {
  await pool.query(
    `UPDATE data_requests SET personal = $4::bytea
     WHERE route_key = $1::uuid AND request_id = $2::uuid AND env_id = $3::int AND status = 'awaiting_verification'`,
    [routeKey, requestId, scope.environmentId, personal],
  )
}

/** Over all people, by data_requests_subject; on the allow-list. What was asked and when stays, who asked goes. */
const forgetSubjects = `UPDATE data_requests SET personal = NULL
  WHERE env_id = $1::int AND subject_key = ANY($2::uuid[]) AND personal IS NOT NULL`

const forgetMailbox = `UPDATE data_requests SET personal = NULL
  WHERE route_key = $1::uuid AND env_id = $2::int AND personal IS NOT NULL`

const forgetArchives = `UPDATE data_request_archives SET sealed = NULL
  WHERE route_key = $1::uuid AND env_id = $2::int AND sealed IS NOT NULL`

/** Blanks the personal data of every data request of these people, in the transaction of their erasure. */
export async function forgetDataRequestsOf(
  db: Queryable,
  scope: Scope,
  subjectKeys: readonly RouteKey[],
): Promise<void> {
  const { rows } = await db.query<{ route_key: RouteKey }>(
    `SELECT DISTINCT route_key FROM data_requests WHERE env_id = $1::int AND subject_key = ANY($2::uuid[])`,
    [scope.environmentId, subjectKeys],
  )
  await db.query(forgetSubjects, [scope.environmentId, subjectKeys])
  for (const { route_key } of rows) await db.query(forgetArchives, [route_key, scope.environmentId])
}

/** The same for all that ever came from one mailbox. */
export async function forgetDataRequestsFrom(db: Queryable, scope: Scope, routeKey: RouteKey): Promise<void> {
  await db.query(forgetMailbox, [routeKey, scope.environmentId])
  await db.query(forgetArchives, [routeKey, scope.environmentId])
}
