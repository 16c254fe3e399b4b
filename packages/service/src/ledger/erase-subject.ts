import { encodeErasure, formatUuid } from '@assent/evidence'
import { addDuration } from '../domain/duration.ts'
import { kindNumber } from '../domain/leaf.ts'
import type { Scope } from '../domain/scope.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Pool, Queryable } from '../store/db.ts'
import {
  blankRecords,
  blankRestricted,
  deleteIdentity,
  deleteSignatures,
  emptyRow,
  endEvidence,
  endMerges,
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

const retentionEnded = 'retention_ended'

/** What else is kept of a person, by whoever can read who they are. */
export interface BesideThem {
  /** Where what was asked in the name of their addresses waits, as long as nobody has proved them. */
  findUnproved(db: Queryable, key: RouteKey): Promise<readonly RouteKey[]>
  /** In the transaction that erases them. */
  forget(db: Queryable): Promise<void>
}

/** All that belongs to one person: under these keys lie their records, at these their names, and there what waits for them. */
interface Belongings {
  readonly members: readonly RouteKey[]
  readonly names: readonly RouteKey[]
  readonly unproved: readonly RouteKey[]
}

/**
 * Forgets a person and all who were merged into them: identifiers, refs, metadata, the key they were sealed with, where
 * they stand, and by mode their records; what was asked in their name and never proved is no evidence of theirs, and goes
 * in either mode. What stays is a keyed hash at each of their names, so that whoever brings an
 * erased address back is told. One transaction, with what others keep of them: a crash before the COMMIT leaves the person
 * whole.
 */
export async function eraseSubject(
  parts: ErasingParts,
  place: PeoplePlace,
  wish: ErasureWish,
  beside: BesideThem,
): Promise<ErasureOutcome> {
  const { scope } = place
  return await changePeople(parts.eraser, async (db) => {
    const found = await findSubjectState(readsWithin(db), scope, wish.key)
    if (found === undefined) throw subjectNotFound('path.ref')
    const { person, rows } = await lockBelongings(db, scope, found.routeKey, beside)
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
    if (person.erasedAt === null) await beside.forget(db)
    const records = await forget(db, scope, rows, { ...wish, now, evidenceUntil })
    await writeErasure(db, parts, place, found.routeKey, { records, reason: wish.reason, now })
    return { subjectKey: found.routeKey, mode: wish.mode, erasedAt: now, evidenceUntil }
  })
}

/** The evidence that an erasure had left for a time goes as well, once the time has come. */
export async function endRetention(parts: ErasingParts, place: PeoplePlace, key: RouteKey): Promise<void> {
  const { scope } = place
  await changePeople(parts.eraser, async (db) => {
    const row = await lockSubject(db, scope, key)
    const now = parts.clock.now()
    if (row === undefined || row.evidenceUntil === null || row.evidenceUntil > now) return
    const records = await blankRestricted(db, scope, key, { erasureKind: kindNumber('erasure') })
    await deleteSignatures(db, scope, key, records)
    await endEvidence(db, scope, key)
    await writeErasure(db, parts, place, key, { records, reason: retentionEnded, now })
  })
}

/** What waits for an address that nobody has proved, of whom no more is known: forgotten as with its person. */
export async function eraseUnproved(
  parts: ErasingParts,
  place: PeoplePlace,
  key: RouteKey,
  reason: string,
): Promise<void> {
  const { scope } = place
  await changePeople(parts.eraser, async (db) => {
    const row = await lockSubject(db, scope, key)
    if (row === undefined) return
    const now = parts.clock.now()
    const records = await forgetUnproved(db, scope, key, { now, reason })
    if (records.length > 0) await writeErasure(db, parts, place, key, { records, reason, now })
  })
}

async function readBelongings(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  beside: BesideThem,
): Promise<Belongings> {
  const endedAt = (await readsWithin(db).read(key))?.erased_at ?? null
  const members = await readMembers(db, scope, key, endedAt)
  const names: RouteKey[] = []
  for (const member of members)
    for (const { identifierKey } of await readIdentifiers(db, scope, member)) names.push(identifierKey)
  // Of somebody erased it cannot be read any more which addresses were theirs.
  const unproved = endedAt === null ? await beside.findUnproved(db, key) : []
  return { members, names, unproved }
}

/** A row of theirs, and what lies under its key. */
interface HeldRow {
  readonly row: LockedSubject
  readonly is: keyof Belongings
}

/** Holds every row of theirs; what joined or left them before that is looked for again. */
async function lockBelongings(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  beside: BesideThem,
): Promise<{ readonly person: LockedSubject; readonly rows: readonly HeldRow[] }> {
  const before = await readBelongings(db, scope, key, beside)
  const rows: HeldRow[] = []
  for (const next of allOf(before)) {
    const row = await lockSubject(db, scope, next)
    if (row !== undefined) rows.push({ row, is: kindOf(next, before) })
  }
  const after = await readBelongings(db, scope, key, beside)
  const person = rows.find(({ row }) => row.routeKey === key)?.row
  if (person === undefined || allOf(before).join() !== allOf(after).join()) throw new Moved()
  return { person, rows }
}

function allOf({ members, names, unproved }: Belongings): RouteKey[] {
  return ascending([...members, ...names, ...unproved])
}

function kindOf(key: RouteKey, { members, unproved }: Belongings): keyof Belongings {
  if (members.includes(key)) return 'members'
  return unproved.includes(key) ? 'unproved' : 'names'
}

async function forget(
  db: Queryable,
  scope: Scope,
  rows: readonly HeldRow[],
  erasing: ErasureWish & { readonly now: number; readonly evidenceUntil: number | null },
): Promise<Uuid[]> {
  const blanked: Uuid[] = []
  const how = { ...erasing, erasureKind: kindNumber('erasure') }
  const isAgain = rows.some(({ row }) => row.erasedAt !== null)
  for (const { row, is } of rows) {
    const key = row.routeKey
    const isMember = is === 'members'
    if (is === 'unproved') {
      blanked.push(...(await forgetUnproved(db, scope, key, how)))
      continue
    }
    // Who was of them then and has begun anew since is their own: only what was kept of before goes.
    const hasReturned = isAgain && row.erasedAt === null
    if (isMember && erasing.mode === 'full') {
      const blank = hasReturned ? blankRestricted : blankRecords
      const records = await blank(db, scope, key, how)
      await deleteSignatures(db, scope, key, records)
      blanked.push(...records)
    } else if (isMember) await restrictRecords(db, scope, key, how)
    if (hasReturned) continue
    await endMerges(db, scope, key, how)
    await deleteIdentity(db, scope, key)
    // Names have no records.
    await entomb(db, scope, key, { now: erasing.now, evidenceUntil: isMember ? erasing.evidenceUntil : null })
  }
  return blanked
}

async function forgetUnproved(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  { now, reason }: { readonly now: number; readonly reason: string },
): Promise<Uuid[]> {
  const records = await blankRecords(db, scope, key, { now, reason, erasureKind: kindNumber('erasure') })
  await deleteSignatures(db, scope, key, records)
  await emptyRow(db, scope, key, { now })
  return records
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
