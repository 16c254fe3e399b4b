import type { NamedBy } from '@assent/evidence'
import { subjectId } from '../domain/public-id.ts'
import { type Ref, refInTheClear } from '../domain/ref.ts'
import type { RouteKey } from '../kernel/id.ts'
import { type Issue, Refusal } from '../kernel/refusal.ts'
import type { Queryable } from '../store/db.ts'
import {
  hasIdentifier,
  insertIdentifier,
  readIdentifiers,
  replaceMetadata,
} from '../store/subject-identifiers.ts'
import { readMembers } from '../store/subject-merges.ts'
import { countAct, insertSubject, lockSubject } from '../store/subject-rows.ts'
import { findSubjectState, readsWithin, type SubjectState } from '../store/subjects.ts'
import { makeSafe } from './data-key.ts'
import {
  ascending,
  changePeople,
  Moved,
  type PeopleParts,
  type PeoplePlace,
  subjectErased,
  subjectNotFound,
} from './people.ts'
import { writeSubjectEntry } from './write-subject-entry.ts'

/** One way to say who is meant, and where in the request it stands. */
export interface Name {
  readonly ref: Ref
  readonly verified: boolean
  readonly path: string
}

export interface Naming {
  /** The first is the person where two of them disagree; the rest is theirs from now on. */
  readonly names: readonly Name[]
  /** Whether the person must be there already, by their first name. */
  readonly mustExist: boolean
  /** Takes the place of what was kept. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
}

export interface Named {
  readonly key: RouteKey
  readonly isNew: boolean
}

/** A name within the transaction: the route key it leads to, and whom that is now. */
interface Found extends Name {
  readonly key: RouteKey
  readonly owner: SubjectState | undefined
}

/**
 * Gives a person their names, and brings them into being where nobody has any of these. All or none: a name of somebody
 * else refuses the whole, since merging two people is never a side effect of naming one.
 */
export async function nameSubject(parts: PeopleParts, place: PeoplePlace, naming: Naming): Promise<Named> {
  return await changePeople(parts.pool, async (db) => {
    const found = await findAll(db, place, naming)
    const owner = ownerOf(found)
    const key = owner?.routeKey ?? found[0]?.key
    if (key === undefined) throw new Error('a subject without a name')
    await claimRows(db, parts, place, { key, isNew: owner === undefined, found })
    if (owner !== undefined) await requireClaimable(db, place, owner, found)
    const added = await keepNames(db, parts, place, key, found)
    if (naming.metadata !== undefined) {
      const safe = await makeSafe(db, parts, place.scope, key)
      await replaceMetadata(db, place.scope, key, safe.seal(JSON.stringify(naming.metadata), 'metadata'))
    }
    if (owner === undefined || added.length > 0) {
      const now = parts.clock.now()
      await writeSubjectEntry(db, parts, place, {
        kind: owner === undefined ? 'subject_created' : 'subject_identified',
        recordId: parts.newUuid(now),
        subjectKey: key,
        seq: await countAct(db, place.scope, key),
        now,
        body: { identifiers: added },
      })
    }
    return { key, isNew: owner === undefined }
  })
}

async function findAll(db: Queryable, { scope, routing }: PeoplePlace, naming: Naming): Promise<Found[]> {
  const reads = readsWithin(db)
  const found = new Map<RouteKey, Found>()
  for (const name of naming.names) {
    const key = routing.subject(name.ref)
    const same = found.get(key)
    // Spelled twice, it is one name; what is verified once is verified.
    if (same !== undefined) {
      found.set(key, { ...same, verified: same.verified || name.verified })
      continue
    }
    const owner = await findSubjectState(reads, scope, key)
    if (owner?.isErased === true) throw subjectErased(name.path)
    // An id that was never given out must bring nobody into being.
    const isGivenOut = name.ref.kind === 'subject_id'
    const mustBeThere = naming.mustExist && found.size === 0
    if (owner === undefined && (isGivenOut || mustBeThere)) throw subjectNotFound(name.path)
    found.set(key, { ...name, key, owner })
  }
  return [...found.values()]
}

/** Whom the names mean; undefined: nobody yet. */
function ownerOf(found: readonly Found[]): SubjectState | undefined {
  const [first] = found
  const owner = found.find((name) => name.owner !== undefined)?.owner
  if (found.every((name) => name.owner === undefined || name.owner.routeKey === owner?.routeKey)) return owner
  throw conflictOf(found.filter((name) => name.owner?.routeKey !== first?.owner?.routeKey))
}

function conflictOf(found: readonly Found[]): Refusal {
  const issues: Issue[] = found.flatMap(({ path, owner }) =>
    owner === undefined
      ? []
      : [{ path, message: `This belongs to the subject ${subjectId(owner.routeKey)}.` }],
  )
  return new Refusal('identifier_conflict', 'Not all of these belong to one subject.', { issues })
}

/**
 * A new ref beside somebody's identifiers claims them, if nobody has given them a ref yet: a newsletter's reader opens
 * an account. Whoever has one is a customer, and whoever types a customer's address is not that customer.
 */
async function requireClaimable(
  db: Queryable,
  { scope }: PeoplePlace,
  owner: SubjectState,
  found: readonly Found[],
): Promise<void> {
  const isClaim = found.some((name) => name.owner === undefined && name.ref.kind === 'plain')
  if (!isClaim) return
  const hasRef = owner.ref !== null && !owner.ref.startsWith('anon_')
  const members = await readMembers(db, scope, owner.routeKey)
  const identifiers = await Promise.all(members.map((member) => readIdentifiers(db, scope, member)))
  if (hasRef || identifiers.flat().some(({ type }) => type === null))
    throw conflictOf(found.filter((name) => name.owner !== undefined))
}

/** Holds the person's row, and puts one at each name that nobody has: in ascending order, as batches lock. */
async function claimRows(
  db: Queryable,
  parts: PeopleParts,
  { scope }: PeoplePlace,
  {
    key,
    isNew,
    found,
  }: { readonly key: RouteKey; readonly isNew: boolean; readonly found: readonly Found[] },
): Promise<void> {
  const free = new Map(found.filter(({ owner }) => owner === undefined).map((name) => [name.key, name]))
  for (const next of ascending([key, ...free.keys()])) {
    const isPerson = next === key
    const name = free.get(next)
    if (name !== undefined) {
      const ref = isPerson ? refInTheClear(name.ref) : null
      const row = { key: next, ref, mergedInto: isPerson ? null : key, now: parts.clock.now() }
      if (!(await insertSubject(db, scope, row))) throw new Moved()
    }
    if (!isPerson) continue
    const person = await lockSubject(db, scope, key)
    if (person === undefined || person.mergedInto !== null || person.erasedAt !== null) throw new Moved()
  }
  if (isNew) return
  // Until the row was held, a merge could still be undone, or another made.
  for (const { key: nameKey, owner } of found) {
    const now = owner && (await findSubjectState(readsWithin(db), scope, nameKey))
    if (now?.routeKey !== owner?.routeKey) throw new Moved()
  }
}

/** Seals each name into the rows of its holder; what of it is new. */
async function keepNames(
  db: Queryable,
  parts: PeopleParts,
  { scope }: PeoplePlace,
  key: RouteKey,
  found: readonly Found[],
): Promise<NamedBy[]> {
  const added: NamedBy[] = []
  for (const { ref, key: identifierKey, owner, verified } of found) {
    const isFirstRef = identifierKey === key && ref.kind !== 'identifier'
    if (ref.kind === 'subject_id' || isFirstRef) continue
    if (ref.kind !== 'identifier' && owner !== undefined) continue
    const holder = owner === undefined ? key : await holderOf(db, scope, identifierKey)
    const type = ref.kind === 'identifier' ? ref.type : null
    const text = ref.kind === 'identifier' ? ref.value : ref.text
    const safe = await makeSafe(db, parts, scope, holder)
    const sealed = safe.seal(text, `identifier ${identifierKey}`)
    const addedAt = parts.clock.now()
    if (await insertIdentifier(db, scope, holder, { identifierKey, type, sealed, verified, addedAt }))
      added.push({ type, verified })
  }
  return added
}

/** Of the people who were merged into one, the one whose name it is: a merge may be undone, and each keeps their own. */
async function holderOf(
  db: Queryable,
  scope: PeoplePlace['scope'],
  identifierKey: RouteKey,
): Promise<RouteKey> {
  const row = await readsWithin(db).read(identifierKey)
  const into = row?.merged_into ?? null
  return into !== null && (await hasIdentifier(db, scope, into, identifierKey)) ? into : identifierKey
}
