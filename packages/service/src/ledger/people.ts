import type { Routing } from '../domain/routing.ts'
import type { Scope } from '../domain/scope.ts'
import type { Clock } from '../kernel/clock.ts'
import type { RandomSource, RouteKey, Uuid } from '../kernel/id.ts'
import type { MasterKey } from '../kernel/master-key.ts'
import { Refusal } from '../kernel/refusal.ts'
import { isConnectionLost, isPassing, type Pool, type Queryable, transaction } from '../store/db.ts'
import { findSubjectState, readsWithin, type SubjectState } from '../store/subjects.ts'
import { unavailable } from './unavailable.ts'

/** What changes of people are made with. */
export interface PeopleParts {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: RandomSource
  readonly newUuid: (now: number) => Uuid
  readonly masterKey: MasterKey
  issuer(): string
}

/** The environment that they live in. */
export interface PeoplePlace {
  readonly scope: Scope
  readonly routing: Routing
}

/** What was known when the transaction began holds no longer: it is begun again with what holds now. */
export class Moved extends Error {}

const triesMax = 10

/**
 * One transaction over several people (R16). Everybody's row is locked in ascending order of route key, as batches do,
 * so that two of them wait for each other and never in a circle; who was found to be whom before the locks is looked at
 * again under them.
 */
export async function changePeople<T>(
  pool: Pool,
  body: (db: Queryable) => Promise<T>,
  tries = 1,
): Promise<T> {
  try {
    return await transaction(pool, body)
  } catch (error) {
    if (error instanceof Moved) {
      if (tries < triesMax) return await changePeople(pool, body, tries + 1)
      throw unavailable('Too many others are changing this subject right now.', error)
    }
    throw explain(error)
  }
}

function explain(error: unknown): unknown {
  if (error instanceof Refusal) return error
  if (isConnectionLost(error)) return unavailable('The database is not reachable right now.', error)
  return isPassing(error) ? unavailable('The database cannot take this right now.', error) : error
}

/** The person behind a route key, as this transaction sees it. Refuses where there is none, or nothing is left of them. */
export async function requirePerson(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  path: string,
): Promise<SubjectState> {
  const found = await findSubjectState(readsWithin(db), scope, key)
  if (found === undefined) throw subjectNotFound(path)
  if (found.isErased) throw subjectErased(path)
  return found
}

export function subjectNotFound(path?: string): Refusal {
  const message = 'Nothing was recorded for this ref in this environment.'
  return new Refusal(
    'subject_not_found',
    message,
    path === undefined ? {} : { issues: [{ path, message: 'There is no such subject.' }] },
  )
}

export function subjectErased(path?: string): Refusal {
  const message = 'This subject was erased.'
  return new Refusal(
    'subject_erased',
    message,
    path === undefined ? {} : { issues: [{ path, message: 'This subject was erased.' }] },
  )
}

export function ascending(keys: Iterable<RouteKey>): RouteKey[] {
  return [...new Set(keys)].sort()
}
