import { type LeafKind, leafKinds } from '@assent/evidence'
import { kindNumber } from '../domain/leaf.ts'
import type { Scope } from '../domain/scope.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Pool } from './db.ts'

/** A record of a person that is not of their consent: preferences, merges, how they came to be known. */
export interface PersonalRecord {
  readonly recordId: Uuid
  readonly kind: LeafKind
  /** The evidence as it was hashed: JSON. */
  readonly payload: string
}

/** In the order they were recorded. Served by the primary key. */
export async function readPersonalRecords(
  pool: Pool,
  scope: Scope,
  routeKey: RouteKey,
): Promise<PersonalRecord[]> {
  const { rows } = await pool.query<{ record_id: Uuid; kind: number; payload: Buffer }>(
    `SELECT record_id, kind, payload FROM consent_records
     WHERE route_key = $1::uuid AND env_id = $2::int AND kind <> $3::smallint AND erased_at IS NULL
       AND payload IS NOT NULL
     ORDER BY record_id`,
    [routeKey, scope.environmentId, kindNumber('consent')],
  )
  return rows.map((row) => {
    const kind = leafKinds[row.kind - 1]
    if (kind === undefined) throw new Error('a record of a kind that this version does not know')
    return { recordId: row.record_id, kind, payload: row.payload.toString() }
  })
}
