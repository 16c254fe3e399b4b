import { encodeErasure, formatUuid } from '@assent/evidence'
import { addDuration } from '../domain/duration.ts'
import { kindNumber } from '../domain/leaf.ts'
import type { Scope } from '../domain/scope.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Pool, Queryable } from '../store/db.ts'
import {
  blankRecords,
  deleteIdentity,
  deleteMerges,
  deleteSignatures,
  entomb,
  restrictRecords,
} from '../store/erase-rows.ts'
import { readIdentifiers } from '../store/subject-identifiers.ts'
import { readMembers } from '../store/subject-merges.ts'
import { countAct, type LockedSubject, lockSubject } from '../store/subject-rows.ts'
import { findSubjectState, readsWithin } from '../store/subjects.ts'
import {
  ascending,
  changePeople,
  Moved,
  type PeopleParts,
  type PeoplePlace,
  subjectErased,
  subjectNotFound,
} from './people.ts'
import { writeEntry } from './write-subject-entry.ts'

/**
 * `retain_evidence`: who they were goes at once, what they decided is kept out of sight for as long as a claim may be
 * brought (GDPR Art. 17(3)(b) and (e)). `full`: that goes too.
 */
export const erasureModes = ['retain_evidence', 'full'] as const
export type ErasureMode = (typeof erasureModes)[number]

export interface ErasureWish {
  readonly key: RouteKey
  readonly mode: ErasureMode
  /** A code such as `gdpr:17-1-b`; it becomes public in the log's export, so it says nothing of the person. */
  readonly reason: string
}

export interface ErasureOutcome {
  readonly subjectKey: RouteKey
  readonly mode: ErasureMode
  /** Unix ms. */
  readonly erasedAt: number
  /** Until when the evidence is kept; null: none is. */
  readonly evidenceUntil: number | null
}

export type ErasingParts = PeopleParts & { readonly eraser: Pool }

/** The general limitation period of many laws; counsel decides whether it is this project's. */
const evidenceKept = 'P3Y'

/** All that belongs to one person: under these keys lie their records, and at these their names. */
interface Belongings {
  readonly members: readonly RouteKey[]
  readonly names: readonly RouteKey[]
}

/**
 * Forgets a person and all who were merged into them: identifiers, refs, metadata, the key they were sealed with, where
 * they stand, and by mode their records. What stays is a keyed hash at each of their names, so that whoever brings an
 * erased address back is told. One transaction, with `forgetMore` for what others keep of them: a crash before the
 * COMMIT leaves the person whole.
 */
export async function eraseSubject(
  parts: ErasingParts,
  place: PeoplePlace,
  wish: ErasureWish,
  forgetMore: (db: Queryable) => Promise<void> = () => Promise.resolve(),
): Promise<ErasureOutcome> {
  const { scope } = place
  return await changePeople(parts.eraser, async (db) => {
    const found = await findSubjectState(readsWithin(db), scope, wish.key)
    if (found === undefined) throw subjectNotFound('path.ref')
    const belongings = await readBelongings(db, scope, found.routeKey)
    const person = await lockAll(db, scope, found.routeKey, belongings)
    if (person.mergedInto !== null) throw new Moved()
    // Evidence that was kept at first can still go before its time.
    const wasKept = person.evidenceUntil !== null && wish.mode === 'full'
    if (person.erasedAt !== null && !wasKept) throw subjectErased('path.ref')
    if (person.holdReason !== null)
      throw new Refusal('not_applicable', 'A legal hold stands against erasing this subject.', {
        hint: 'Lift it first: DELETE /v1/subjects/{ref}/hold.',
      })
    const now = parts.clock.now()
    const evidenceUntil = wish.mode === 'full' ? null : addDuration(now, evidenceKept)
    // While it can still be read who they are.
    if (person.erasedAt === null) await forgetMore(db)
    const blanked = await forget(db, scope, belongings, { ...wish, now, evidenceUntil })
    await writeErasure(db, parts, place, found.routeKey, { records: blanked, reason: wish.reason, now })
    return { subjectKey: found.routeKey, mode: wish.mode, erasedAt: now, evidenceUntil }
  })
}

async function readBelongings(db: Queryable, scope: Scope, key: RouteKey): Promise<Belongings> {
  const members = await readMembers(db, scope, key)
  const names: RouteKey[] = []
  for (const member of members)
    for (const { identifierKey } of await readIdentifiers(db, scope, member)) names.push(identifierKey)
  return { members, names }
}

/** Holds every row of theirs; what joined or left them before that is looked for again. */
async function lockAll(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  { members, names }: Belongings,
): Promise<LockedSubject> {
  let person: LockedSubject | undefined
  for (const next of ascending([...members, ...names])) {
    const row = await lockSubject(db, scope, next)
    if (next === key) person = row
  }
  const now = await readBelongings(db, scope, key)
  const before = ascending([...members, ...names])
  const after = ascending([...now.members, ...now.names])
  if (person === undefined || before.join() !== after.join()) throw new Moved()
  return person
}

async function forget(
  db: Queryable,
  scope: Scope,
  { members, names }: Belongings,
  erasing: ErasureWish & { readonly now: number; readonly evidenceUntil: number | null },
): Promise<Uuid[]> {
  const blanked: Uuid[] = []
  const how = { ...erasing, erasureKind: kindNumber('erasure') }
  for (const member of members) {
    if (erasing.mode === 'full') {
      blanked.push(...(await blankRecords(db, scope, member, how)))
      await deleteSignatures(db, scope, member)
      await deleteMerges(db, scope, member)
    } else await restrictRecords(db, scope, member, how)
    await deleteIdentity(db, scope, member)
  }
  for (const key of ascending([...members, ...names]))
    await entomb(db, scope, key, {
      now: erasing.now,
      // Names have no records.
      evidenceUntil: members.includes(key) ? erasing.evidenceUntil : null,
    })
  return blanked
}

/** The entry of an erasure names records, never the person: it is the one payload of theirs that stays. */
async function writeErasure(
  db: Queryable,
  parts: PeopleParts,
  place: PeoplePlace,
  subjectKey: RouteKey,
  {
    records,
    reason,
    now,
  }: { readonly records: readonly Uuid[]; readonly reason: string; readonly now: number },
): Promise<void> {
  const payload = encodeErasure({
    ver: 'assent-erasure/1',
    records: records.map((id) => formatUuid(Buffer.from(id, 'hex'))),
    reason,
  })
  await writeEntry(db, parts, place, {
    kind: 'erasure',
    recordId: parts.newUuid(now),
    subjectKey,
    seq: await countAct(db, place.scope, subjectKey),
    now,
    payload: Buffer.from(payload),
  })
}
