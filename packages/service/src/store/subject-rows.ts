import type { Scope } from '../domain/scope.ts'
import type { StandingState } from '../domain/standing-decision.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey } from '../kernel/id.ts'
import type { Queryable } from './db.ts'

/** A person's row, held by the transaction that reads it. */
export interface LockedSubject {
  readonly routeKey: RouteKey
  readonly ref: string | null
  readonly acts: number
  readonly state: StandingState
  readonly mergedInto: RouteKey | null
  /** Unix ms. */
  readonly firstAt: number
  readonly lastAt: number
  readonly erasedAt: number | null
  readonly evidenceUntil: number | null
  readonly holdReason: string | null
}

interface Row {
  readonly route_key: RouteKey
  readonly ref: string | null
  readonly acts: number
  readonly state: string
  readonly merged_into: RouteKey | null
  readonly first_at: number
  readonly last_at: number
  readonly erased_at: number | null
  readonly evidence_until: number | null
  readonly hold_reason: string | null
}

/** A row is locked by writing it (R8). Undefined: there is none in this environment. */
export async function lockSubject(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
): Promise<LockedSubject | undefined> {
  const { rows } = await db.query<Row>(
    `UPDATE subjects SET acts = acts WHERE route_key = $1::uuid AND env_id = $2::int
     RETURNING route_key, ref, acts, state::text AS state, merged_into, first_at, last_at, erased_at,
       evidence_until, hold_reason`,
    [key, scope.environmentId],
  )
  const [row] = rows
  if (row === undefined) return undefined
  return {
    routeKey: row.route_key,
    ref: row.ref,
    acts: row.acts,
    state: JSON.parse(row.state) as StandingState,
    mergedInto: row.merged_into,
    firstAt: row.first_at,
    lastAt: row.last_at,
    erasedAt: row.erased_at,
    evidenceUntil: row.evidence_until,
    holdReason: row.hold_reason,
  }
}

/** Brings a person, or an alias of one, into being; false when the row is there already. */
export async function insertSubject(
  db: Queryable,
  scope: Scope,
  row: {
    readonly key: RouteKey
    readonly ref: string | null
    readonly mergedInto: RouteKey | null
    readonly now: number
  },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO subjects (route_key, env_id, ref, acts, state, merged_into, first_at, last_at)
     VALUES ($1::uuid, $2::int, $3::text, 0, '{}'::jsonb, $4::uuid, $5::timestamptz, $5::timestamptz)
     ON CONFLICT (route_key) DO NOTHING`,
    [row.key, scope.environmentId, row.ref, row.mergedInto, toTimestamp(row.now)],
  )
  return rowCount === 1
}

/** What a merge, or its undoing, leaves in the row of the person who stays. */
export async function updateSubject(
  db: Queryable,
  scope: Scope,
  row: Pick<LockedSubject, 'routeKey' | 'acts' | 'state' | 'firstAt' | 'lastAt' | 'holdReason'>,
): Promise<void> {
  await db.query(
    `UPDATE subjects SET acts = $3::bigint, state = $4::jsonb, first_at = $5::timestamptz,
       last_at = $6::timestamptz, hold_reason = $7::text
     WHERE route_key = $1::uuid AND env_id = $2::int`,
    [
      row.routeKey,
      scope.environmentId,
      row.acts,
      JSON.stringify(row.state),
      toTimestamp(row.firstAt),
      toTimestamp(row.lastAt),
      row.holdReason,
    ],
  )
}

/** How many records of a person are committed by now. */
export async function readActs(db: Queryable, scope: Scope, key: RouteKey): Promise<number> {
  const { rows } = await db.query<{ acts: number }>(
    'SELECT acts FROM subjects WHERE route_key = $1::uuid AND env_id = $2::int',
    [key, scope.environmentId],
  )
  return rows[0]?.acts ?? 0
}

/** The time of a person's first act, or, before any, of their coming (Unix ms). */
export async function readFirstAt(db: Queryable, scope: Scope, key: RouteKey): Promise<number> {
  const { rows } = await db.query<{ first_at: number }>(
    'SELECT first_at FROM subjects WHERE route_key = $1::uuid AND env_id = $2::int',
    [key, scope.environmentId],
  )
  const [row] = rows
  if (row === undefined) throw new Error('a person without a row')
  return row.first_at
}

/** The next number of a person's records; only of a row that is locked. */
export async function countAct(db: Queryable, scope: Scope, key: RouteKey): Promise<number> {
  const { rows } = await db.query<{ acts: number }>(
    'UPDATE subjects SET acts = acts + 1 WHERE route_key = $1::uuid AND env_id = $2::int RETURNING acts',
    [key, scope.environmentId],
  )
  const [row] = rows
  if (row === undefined) throw new Error('a person without a row has no records to count')
  return row.acts
}

/** Where whoever asks for this row is sent from now on; null: nowhere, it is a person of its own. */
export async function pointSubject(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  into: RouteKey | null,
): Promise<void> {
  await db.query(
    'UPDATE subjects SET merged_into = $3::uuid WHERE route_key = $1::uuid AND env_id = $2::int',
    [key, scope.environmentId, into],
  )
}

/** A tombstone is a person again; evidence of before stays restricted, record by record. */
export async function raiseSubject(db: Queryable, scope: Scope, key: RouteKey): Promise<void> {
  await db.query('UPDATE subjects SET erased_at = NULL WHERE route_key = $1::uuid AND env_id = $2::int', [
    key,
    scope.environmentId,
  ])
}

export async function setHold(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  reason: string | null,
): Promise<void> {
  await db.query(
    'UPDATE subjects SET hold_reason = $3::text WHERE route_key = $1::uuid AND env_id = $2::int',
    [key, scope.environmentId, reason],
  )
}
