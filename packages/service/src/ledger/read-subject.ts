import { subjectId } from '../domain/public-id.ts'
import type { RouteKey } from '../kernel/id.ts'
import type { Queryable } from '../store/db.ts'
import { findFirstRecord } from '../store/histories.ts'
import { readIdentifiers } from '../store/subject-identifiers.ts'
import { readMembers } from '../store/subject-merges.ts'
import { readFirstAt } from '../store/subject-rows.ts'
import { findSafe } from './data-key.ts'
import { type PeopleParts, type PeoplePlace, requirePerson } from './people.ts'
import { recordedAt } from './recorded-at.ts'

export interface Identifier {
  readonly type: string
  readonly value: string
  readonly verified: boolean
  /** Unix ms. */
  readonly addedAt: number
}

/** All that is known of a person beside their decisions, in the clear: for whoever may know it. */
export interface SubjectProfile {
  readonly key: RouteKey
  readonly id: string
  /** Their first ref; null where that is personal data and was never given as an identifier. */
  readonly ref: string | null
  /** Further refs of the caller's own. */
  readonly refs: readonly string[]
  readonly identifiers: readonly Identifier[]
  readonly metadata: Readonly<Record<string, string>>
  /** Unix ms: of their first record, or, where they have none of their own, when their ref first came. */
  readonly createdAt: number
  /** Under these route keys their records lie: their own first, then those of all who were merged into them. */
  readonly members: readonly RouteKey[]
}

/** Reads over all who were merged into the person, whom any of their route keys leads to. Refuses as `requirePerson`. */
export async function readSubject(
  db: Queryable,
  parts: Pick<PeopleParts, 'masterKey'>,
  { scope }: Pick<PeoplePlace, 'scope'>,
  key: RouteKey,
  path = 'path.ref',
): Promise<SubjectProfile> {
  const person = await requirePerson(db, scope, key, path)
  const members = await readMembers(db, scope, person.routeKey)
  const identifiers: Identifier[] = []
  const refs: string[] = []
  let metadata: Record<string, string> = {}
  let firstRef = person.ref
  for (const member of members) {
    const safe = await findSafe(db, parts, scope, member)
    if (safe === undefined) continue
    // What was said of the person who stays counts more.
    metadata = { ...safe.metadata, ...metadata }
    for (const stored of await readIdentifiers(db, scope, member)) {
      const { type, verified, addedAt, identifierKey } = stored
      const value = safe.open(stored.sealed, `identifier ${identifierKey}`)
      if (type === null) refs.push(value)
      else identifiers.push({ type, value, verified, addedAt })
      if (type !== null && identifierKey === person.routeKey) firstRef ??= `${type}:${value}`
    }
  }
  const first = await findFirstRecord(db, scope, person.routeKey)
  // A visitor who was taken for somebody before they recorded anything has come apart from them with no record.
  const createdAt = (first && recordedAt(first)) ?? (await readFirstAt(db, scope, person.routeKey))
  return {
    key: person.routeKey,
    id: subjectId(person.routeKey),
    ref: firstRef,
    refs,
    identifiers: identifiers.toSorted((a, b) => a.addedAt - b.addedAt),
    metadata,
    createdAt,
    members,
  }
}
