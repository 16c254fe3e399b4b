import { hash } from 'node:crypto'
import {
  encodeSubjectEntry,
  type LeafKind,
  type SubjectBodies,
  type SubjectEntry,
  type SubjectEntryKind,
  withPrefix,
} from '@assent/evidence'
import { encodeLeaf, leafBytes } from '../domain/leaf.ts'
import { addressBytes, encodeAddress } from '../domain/leaf-address.ts'
import { recordPublicId, subjectId } from '../domain/public-id.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Queryable } from '../store/db.ts'
import { flattenRecord, insertPendingBatch, insertRecords, type RecordRow } from '../store/ledger-rows.ts'
import type { PeopleParts, PeoplePlace } from './people.ts'

const prefixes = { subject_created: 'evt', subject_identified: 'evt', subject_merge: 'mrg' } as const

/** What happened to a person beside their decisions, as it will stand in the ledger. */
export interface SubjectFact<K extends SubjectEntryKind> {
  readonly kind: K
  readonly recordId: Uuid
  readonly subjectKey: RouteKey
  /** Its number among the person's records, whose row is locked. */
  readonly seq: number
  /** Unix ms. */
  readonly now: number
  readonly body: SubjectBodies[K]
}

/** The record and its leaf, in the transaction of what they tell of: both happen or neither. */
export async function writeSubjectEntry<K extends SubjectEntryKind>(
  db: Queryable,
  parts: PeopleParts,
  place: PeoplePlace,
  fact: SubjectFact<K>,
): Promise<void> {
  const { kind, recordId, subjectKey, seq, now } = fact
  const id = recordPublicId(prefixes[kind], { routeKey: subjectKey, recordId })
  const at = toTimestamp(now)
  const entry = {
    iss: parts.issuer(),
    jti: withPrefix('rcp', id),
    sub: subjectId(subjectKey),
    nonce: parts.random.bytes(16).toString('base64url'),
    ver: 'assent-receipt/1',
    env: place.scope.environment,
    record: { id, kind, seq, recorded_at: at, occurred_at: at },
    ...fact.body,
  }
  await writeEntry(db, parts, place, {
    ...fact,
    payload: Buffer.from(encodeSubjectEntry(entry as unknown as SubjectEntry)),
  })
}

/** An entry of any kind, alone in its batch. */
export async function writeEntry(
  db: Queryable,
  { newUuid }: Pick<PeopleParts, 'newUuid'>,
  { scope }: PeoplePlace,
  entry: Omit<SubjectFact<SubjectEntryKind>, 'kind' | 'body'> & {
    readonly kind: LeafKind
    readonly payload: Buffer
  },
): Promise<void> {
  const row: RecordRow = {
    routeKey: entry.subjectKey,
    recordId: entry.recordId,
    environmentId: scope.environmentId,
    kind: entry.kind,
    seq: entry.seq,
    recordedAt: entry.now,
    occurredAt: toTimestamp(entry.now),
    purposes: '',
    payload: entry.payload,
    commitment: hash('sha256', entry.payload, 'buffer'),
    context: null,
    isSilent: false,
  }
  for (const { statement, values } of insertRecords.cut([row], flattenRecord))
    await db.query(statement.text, values)
  const leaves = Buffer.alloc(leafBytes)
  const addresses = Buffer.alloc(addressBytes)
  encodeLeaf(row, leaves)
  encodeAddress(row, addresses, 0)
  await db.query(insertPendingBatch.text, [
    row.routeKey,
    newUuid(entry.now),
    scope.environmentId,
    leaves,
    addresses,
  ])
}
