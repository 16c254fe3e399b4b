import type { Source } from '../domain/decision.ts'
import type { RouteKey } from '../kernel/id.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Queryable } from '../store/db.ts'
import { countAct, lockSubject, raiseSubject } from '../store/subject-rows.ts'
import { changePeople, type PeopleParts, type PeoplePlace } from './people.ts'
import { writeSubjectEntry } from './write-subject-entry.ts'

/** Records that were to be written for people who were erased. */
export class ErasedSubjects extends Refusal {
  readonly keys: ReadonlySet<RouteKey>

  constructor(keys: ReadonlySet<RouteKey>) {
    super('subject_erased', 'This subject was erased.')
    this.keys = keys
  }
}

/** An erased person decides anew: a new beginning under the old keyed hash, which brings nothing back. */
export async function returnSubject(parts: PeopleParts, place: PeoplePlace, key: RouteKey): Promise<void> {
  await changePeople(parts.pool, async (db) => {
    const row = await lockSubject(db, place.scope, key)
    if (row !== undefined && row.erasedAt !== null) await beginAnew(db, parts, place, key)
  })
}

/**
 * Writes, and where that meets an erased subject writes again for the person who has come back: what somebody decides
 * anew is theirs to decide. An import is not that, and must not bring an erased address back.
 */
export async function orReturning<T>(
  parts: PeopleParts,
  place: PeoplePlace,
  source: Source,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof ErasedSubjects) || source === 'import') throw error
    for (const key of error.keys) await returnSubject(parts, place, key)
    return await orReturning(parts, place, source, write)
  }
}

/** Of a row that is held. */
export async function beginAnew(
  db: Queryable,
  parts: PeopleParts,
  place: PeoplePlace,
  key: RouteKey,
): Promise<void> {
  const now = parts.clock.now()
  await raiseSubject(db, place.scope, key)
  await writeSubjectEntry(db, parts, place, {
    kind: 'subject_created',
    recordId: parts.newUuid(now),
    subjectKey: key,
    seq: await countAct(db, place.scope, key),
    now,
    body: { identifiers: [] },
  })
}
