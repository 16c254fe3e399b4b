import type { Scope } from '../domain/scope.ts'
import type { StandingState } from '../domain/standing-decision.ts'
import type { RouteKey } from '../kernel/id.ts'
import type { Queryable, Statement } from './db.ts'

/** A person's row as a read needs it. */
export interface SubjectState {
  readonly routeKey: RouteKey
  /** Null where it is personal data. */
  readonly ref: string | null
  readonly state: StandingState
  readonly isErased: boolean
}

export interface SubjectStateRow {
  readonly route_key: RouteKey
  readonly env_id: number
  readonly ref: string | null
  readonly state: string
  readonly merged_into: RouteKey | null
  readonly erased_at: number | null
}

/** Where coalesced reads of persons' rows go: see `batched-reads.ts`. */
export interface SubjectReads {
  read(key: RouteKey): Promise<SubjectStateRow | undefined>
}

/** Many keys in one statement, each by the primary key; on the allow-list of statements without `route_key = $n`. */
export const readSubjectStates: Statement = {
  name: 'read_subject_states',
  text: `SELECT route_key, env_id, ref, state::text AS state, merged_into, erased_at FROM subjects WHERE route_key = ANY($1::uuid[])`,
}

/** Reads within a transaction, which sees what it has written itself. */
export function readsWithin(db: Queryable): SubjectReads {
  return {
    async read(key) {
      const { rows } = await db.query<SubjectStateRow>(
        `SELECT route_key, env_id, ref, state::text AS state, merged_into, erased_at FROM subjects
         WHERE route_key = $1::uuid`,
        [key],
      )
      return rows[0]
    },
  }
}

/** The row of a person, or of whom they were merged into; undefined for nobody in this environment. */
export async function findSubjectState(
  reads: SubjectReads,
  scope: Scope,
  key: RouteKey,
): Promise<SubjectState | undefined> {
  const passed = new Set<RouteKey>()
  let next: RouteKey = key
  while (!passed.has(next)) {
    passed.add(next)
    const row = await reads.read(next)
    if (row === undefined || row.env_id !== scope.environmentId) return undefined
    if (row.merged_into === null)
      return {
        routeKey: row.route_key,
        ref: row.ref,
        state: JSON.parse(row.state) as StandingState,
        isErased: row.erased_at !== null,
      }
    next = row.merged_into
  }
  throw new Error('a circle of merges')
}
