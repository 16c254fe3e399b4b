import type { Scope } from '../domain/scope.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Pool } from './db.ts'

/**
 * Records by their primary keys, some hundreds at once, over the shards they lie in; the range of ids leaves out the
 * partitions of other quarters. On the allow-list of statements without `route_key = $n`.
 */
const readRecords = {
  name: 'read_event_records',
  text: `SELECT record_id, payload FROM consent_records
    WHERE route_key = ANY($1::uuid[]) AND record_id = ANY($2::uuid[]) AND env_id = $3::int
      AND record_id >= $4::uuid AND record_id <= $5::uuid`,
}

/** By record; null once erased. */
export async function readEventRecords(
  pool: Pool,
  scope: Scope,
  addresses: readonly { readonly routeKey: RouteKey; readonly recordId: Uuid }[],
): Promise<Map<Uuid, Buffer | null>> {
  if (addresses.length === 0) return new Map()
  const ids = addresses.map(({ recordId }) => recordId).sort()
  const { rows } = await pool.query<{ record_id: Uuid; payload: Buffer | null }>({
    ...readRecords,
    values: [addresses.map(({ routeKey }) => routeKey), ids, scope.environmentId, ids[0], ids.at(-1)],
  })
  return new Map(rows.map((row) => [row.record_id, row.payload]))
}

const readAnnounced = {
  name: 'read_announced_events',
  text: `SELECT record_id, payload FROM log_events
    WHERE route_key = $1::uuid AND env_id = $2::int AND record_id = ANY($3::uuid[])`,
}

/** Of entries that tell of no person. */
export async function readAnnouncedEvents(
  pool: Pool,
  scope: Scope,
  routeKey: RouteKey,
  ids: readonly Uuid[],
): Promise<Map<Uuid, Buffer>> {
  if (ids.length === 0) return new Map()
  const { rows } = await pool.query<{ record_id: Uuid; payload: Buffer }>({
    ...readAnnounced,
    values: [routeKey, scope.environmentId, ids],
  })
  return new Map(rows.map((row) => [row.record_id, row.payload]))
}
