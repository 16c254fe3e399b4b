import { type Ref, refInTheClear } from '../domain/ref.ts'
import type { Scope } from '../domain/scope.ts'
import type { RouteKey } from '../kernel/id.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Queryable } from '../store/db.ts'
import { readIdentifiers } from '../store/subject-identifiers.ts'
import { readMergesInto } from '../store/subject-merges.ts'
import { insertSubject, lockSubject } from '../store/subject-rows.ts'
import { findSubjectState } from '../store/subjects.ts'
import { joinPair, lockPair } from './commit-merge.ts'
import { ascending, changePeople, type PeopleParts, type PeoplePlace, requirePerson } from './people.ts'
import { beginAnew } from './return-subject.ts'

/**
 * A visitor turns out to be a customer (contract section 5): their two subjects are merged, and the customer stays. Of
 * a browser that several people use, the visitor is the first one's: nobody's page may join two customers.
 */
export async function linkVisitor(
  parts: PeopleParts,
  place: PeoplePlace,
  { visitor, customer }: { readonly visitor: Ref; readonly customer: Ref },
): Promise<void> {
  const { scope, routing } = place
  const [visitorKey, customerKey] = [routing.subject(visitor), routing.subject(customer)]
  await changePeople(parts.pool, async (db) => {
    const now = parts.clock.now()
    for (const key of ascending([visitorKey, customerKey])) {
      const ref = key === visitorKey ? visitor : customer
      // A subject id stands for who is there; it brings nobody into being.
      if (ref.kind === 'subject_id') continue
      const isNew = await insertSubject(db, scope, {
        key,
        ref: refInTheClear(ref),
        mergedInto: null,
        now,
      })
      // Somebody who was erased decides anew: the write that brought them here is their own.
      if (!isNew && (await lockSubject(db, scope, key))?.erasedAt != null)
        await beginAnew(db, parts, place, key)
    }
    const source = await requirePerson(db, scope, visitorKey, 'subject.ref')
    const target = await requirePerson(db, scope, customerKey, 'header.subject-token')
    if (source.routeKey === target.routeKey) return
    const pair = await lockPair(db, scope, source.routeKey, target.routeKey)
    if (source.routeKey !== visitorKey || (await isSomebody(db, scope, visitorKey))) throw belongsToAnother()
    await joinPair(db, parts, place, pair, { strategy: 'most_recent', isTrial: false })
  })
}

/** Whether the two are one already: then there is nothing to be done, as at every visit after the first. */
export async function isLinked(
  reads: Parameters<typeof findSubjectState>[0],
  { scope, routing }: PeoplePlace,
  visitor: Ref,
  customer: Ref,
): Promise<boolean> {
  const one = await findSubjectState(reads, scope, routing.subject(visitor))
  const other = await findSubjectState(reads, scope, routing.subject(customer))
  return one !== undefined && one.routeKey === other?.routeKey && !one.isErased
}

/** Known by more than the visitor's ref. */
async function isSomebody(db: Queryable, scope: Scope, key: RouteKey): Promise<boolean> {
  const [identifiers, merges] = [await readIdentifiers(db, scope, key), await readMergesInto(db, scope, key)]
  return identifiers.length > 0 || merges.length > 0
}

function belongsToAnother(): Refusal {
  return new Refusal('merge_conflict', 'This anonymous ref belongs to another subject already.', {
    hint: 'Make a new anonymous ref when somebody else logs in; until then send the ref that the Subject-Token names.',
    issues: [{ path: 'subject.ref', message: 'Another subject has this anonymous ref.' }],
  })
}
