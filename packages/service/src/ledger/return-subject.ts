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
