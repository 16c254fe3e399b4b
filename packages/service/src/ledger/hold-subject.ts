import type { RouteKey } from '../kernel/id.ts'
import { lockSubject, setHold } from '../store/subject-rows.ts'
import { changePeople, Moved, type PeopleParts, type PeoplePlace, requirePerson } from './people.ts'

/** A legal hold: while there is a reason the person is not erased (GDPR Art. 17(3)(e)). Null lifts it. */
export async function holdSubject(
  parts: PeopleParts,
  { scope }: PeoplePlace,
  key: RouteKey,
  reason: string | null,
): Promise<RouteKey> {
  return await changePeople(parts.pool, async (db) => {
    const { routeKey } = await requirePerson(db, scope, key, 'path.ref')
    const row = await lockSubject(db, scope, routeKey)
    if (row === undefined || row.mergedInto !== null || row.erasedAt !== null) throw new Moved()
    await setHold(db, scope, routeKey, reason)
    return routeKey
  })
}
