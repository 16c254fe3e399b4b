import type { DataRequestPayload } from '../domain/data-request-entry.ts'
import { kindNumber } from '../domain/leaf.ts'
import type { Scope } from '../domain/scope.ts'
import type { RouteKey } from '../kernel/id.ts'
import type { Pool } from './db.ts'

/** The ledger entries of the data requests that lie in one place, in their order. By the primary key. */
export async function readDataRequestEntries(
  pool: Pool,
  scope: Scope,
  routeKey: RouteKey,
): Promise<DataRequestPayload[]> {
  const { rows } = await pool.query<{ payload: Buffer }>(
    `SELECT payload FROM consent_records
     WHERE route_key = $1::uuid AND env_id = $2::int AND kind = $3::smallint AND payload IS NOT NULL
     ORDER BY record_id`,
    [routeKey, scope.environmentId, kindNumber('data_request')],
  )
  return rows.map((row) => JSON.parse(row.payload.toString()) as DataRequestPayload)
}
