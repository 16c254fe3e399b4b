import { hash } from 'node:crypto'

import { encodeLeaf, leafBytes } from '../domain/leaf.ts'
import { addressBytes, encodeAddress } from '../domain/leaf-address.ts'
import { mergeState, type StandingState } from '../domain/standing-decision.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import { type Pipeline, send, sendAll, together } from '../store/db.ts'
import {
  type ClaimRow,
  claimIdempotencyKeys,
  flattenClaim,
  flattenRecord,
  flattenSubject,
  insertPendingBatch,
  insertRecords,
  type RecordRow,
  replaceState,
  type SubjectResult,
  type SubjectRow,
  upsertSubjects,
} from '../store/ledger-rows.ts'
import type { Draft, Posting } from './draft.ts'

/** What stopped a batch before anything was written: the transaction was rolled back, and this says what to do instead. */
export type Obstacle =
  /** Idempotency keys that somebody had claimed before. */
  | { readonly kind: 'claimed'; readonly keys: ReadonlySet<RouteKey> }
  /** Subjects that were merged into others. */
  | { readonly kind: 'merged'; readonly into: ReadonlyMap<RouteKey, RouteKey> }
  /** Subjects that were erased. */
  | { readonly kind: 'erased'; readonly keys: ReadonlySet<RouteKey> }

/** The acts of one person within a batch, in the order they arrived. */
interface Group {
  row: SubjectRow
  readonly drafts: Draft[]
}

/** A posting with its answer, ready to be written. */
export interface Answered {
  readonly posting: Posting
  readonly answer: string
}

export interface CommitOptions {
  readonly batchId: () => Uuid
  /** For a part of a batch that has waited for somebody's key as long as a caller may be kept waiting. */
  readonly hasWaited?: boolean
  /** Goes as far as the COMMIT and rolls back: whether it could have been written. */
  readonly isTrial?: boolean
}

const beginImpatiently = "BEGIN; SET LOCAL lock_timeout = '50ms'"

/**
 * One batch, one transaction, one fsync, two round trips. Undefined: all of it is committed. A crash before the
 * COMMIT leaves nothing; a crash after it leaves everything, answered or not, and a repeated request finds its key.
 *
 * Locks are taken in one order by every server (keys, then subjects, each ascending), so two batches that meet wait
 * for each other instead of deadlocking.
 */
export async function commitBatch(
  client: Pipeline,
  batch: readonly Answered[],
  { batchId, hasWaited = false, isTrial = false }: CommitOptions,
): Promise<Obstacle | undefined> {
  const groups = groupBySubject(batch.flatMap(({ posting }) => posting.drafts))
  const claims = claimRows(batch)
  const ending = isTrial ? 'ROLLBACK' : 'COMMIT'

  const [, claimed, subjects] = await together(client, () =>
    Promise.all([
      client.query(hasWaited ? beginImpatiently : 'BEGIN'),
      sendAll<{ route_key: RouteKey }>(client, claimIdempotencyKeys.cut(claims, flattenClaim)),
      sendAll<SubjectResult>(
        client,
        upsertSubjects.cut(
          [...groups.values()].map((group) => group.row),
          flattenSubject,
        ),
      ),
    ]),
  )

  const obstacle = findObstacle(claims, claimed, subjects)
  if (obstacle !== undefined) {
    await client.query('ROLLBACK')
    return obstacle
  }
  // The upsert passes over a row of another environment: nothing may be recorded of that person here.
  if (subjects.length !== groups.size) throw new Error('a subject that is of another environment')

  const records: RecordRow[] = []
  const lateStates: { routeKey: RouteKey; environmentId: number; state: StandingState }[] = []
  for (const subject of subjects) {
    const group = groups.get(subject.route_key)
    if (group === undefined) throw new Error('the database answered for a subject that was not asked about')
    let seq = subject.acts - group.drafts.length
    for (const draft of group.drafts) records.push(recordRow(draft, subject.route_key, ++seq))
    const standing = JSON.parse(subject.state) as StandingState
    const state = mergeState(standing, group.row.state)
    if (state !== standing)
      lateStates.push({ routeKey: subject.route_key, environmentId: group.row.environmentId, state })
  }
  records.sort((a, b) => compare(a.routeKey, b.routeKey) || compare(a.recordId, b.recordId))

  const [, , , ended] = await together(client, () =>
    Promise.all([
      Promise.all(
        lateStates.map(({ routeKey, environmentId, state }) =>
          send(client, replaceState, [routeKey, JSON.stringify(state), environmentId]),
        ),
      ),
      sendAll(client, insertRecords.cut(records, flattenRecord)),
      Promise.all(pendingRows(records, batchId).map((values) => send(client, insertPendingBatch, values))),
      client.query(ending),
    ]),
  )
  // A COMMIT of a transaction that failed reports ROLLBACK, not an error.
  if (ended.command !== ending) throw new Error('the transaction was not committed')
  return undefined
}

function groupBySubject(drafts: readonly Draft[]): Map<RouteKey, Group> {
  const groups = new Map<RouteKey, Group>()
  for (const draft of [...drafts].sort((a, b) => compare(a.subjectKey, b.subjectKey))) {
    const group = groups.get(draft.subjectKey)
    if (group === undefined) {
      groups.set(draft.subjectKey, { row: subjectRow(draft), drafts: [draft] })
    } else {
      group.row = addAct(group.row, draft)
      group.drafts.push(draft)
    }
  }
  return groups
}

function subjectRow(draft: Draft): SubjectRow {
  const time = toTimestamp(draft.occurredAt)
  return {
    routeKey: draft.subjectKey,
    environmentId: draft.scope.environmentId,
    ref: draft.storedRef,
    acts: 1,
    state: draft.statePatch,
    firstAt: time,
    lastAt: time,
  }
}

function addAct(row: SubjectRow, draft: Draft): SubjectRow {
  const time = toTimestamp(draft.occurredAt)
  return {
    ...row,
    ref: row.ref ?? draft.storedRef,
    acts: row.acts + 1,
    state: mergeState(row.state, draft.statePatch),
    firstAt: time < row.firstAt ? time : row.firstAt,
    lastAt: time > row.lastAt ? time : row.lastAt,
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function claimRows(batch: readonly Answered[]): ClaimRow[] {
  return batch
    .flatMap(({ posting: { claim, scope, status, recordedAt }, answer }) =>
      claim === undefined
        ? []
        : [
            {
              routeKey: claim.routeKey,
              environmentId: scope.environmentId,
              fingerprint: claim.fingerprint,
              status,
              answer,
              createdAt: toTimestamp(recordedAt),
            },
          ],
    )
    .sort((a, b) => compare(a.routeKey, b.routeKey))
}

function findObstacle(
  claims: readonly ClaimRow[],
  claimed: readonly { route_key: RouteKey }[],
  subjects: readonly SubjectResult[],
): Obstacle | undefined {
  if (claimed.length < claims.length) {
    const won = new Set(claimed.map((row) => row.route_key))
    return {
      kind: 'claimed',
      keys: new Set(claims.map((row) => row.routeKey).filter((key) => !won.has(key))),
    }
  }
  const into = new Map<RouteKey, RouteKey>()
  const erased = new Set<RouteKey>()
  for (const subject of subjects) {
    if (subject.merged_into !== null) into.set(subject.route_key, subject.merged_into)
    if (subject.is_erased) erased.add(subject.route_key)
  }
  if (erased.size > 0) return { kind: 'erased', keys: erased }
  return into.size > 0 ? { kind: 'merged', into } : undefined
}

function recordRow(draft: Draft, subjectKey: RouteKey, seq: number): RecordRow {
  const payload = Buffer.from(draft.payload(subjectKey, seq))
  return {
    routeKey: subjectKey,
    recordId: draft.recordId,
    environmentId: draft.scope.environmentId,
    kind: draft.kind,
    seq,
    occurredAt: toTimestamp(draft.occurredAt),
    recordedAt: draft.recordedAt,
    purposes: draft.purposes.join(' '),
    payload,
    commitment: hash('sha256', payload, 'buffer'),
    context: draft.context === null ? null : Buffer.from(draft.context),
    isSilent: draft.isSilent === true,
  }
}

/** One row for each environment that the batch touches, its leaves in the order of the records. */
function pendingRows(records: readonly RecordRow[], batchId: () => Uuid): unknown[][] {
  const byEnvironment = new Map<number, RecordRow[]>()
  for (const record of records) {
    const rows = byEnvironment.get(record.environmentId)
    if (rows === undefined) byEnvironment.set(record.environmentId, [record])
    else rows.push(record)
  }
  return [...byEnvironment].map(([environmentId, rows]) => {
    const leaves = Buffer.allocUnsafe(rows.length * leafBytes)
    const addresses = Buffer.allocUnsafe(rows.length * addressBytes)
    rows.forEach((row, index) => {
      encodeLeaf(row, leaves, index * leafBytes)
      encodeAddress(row, addresses, index)
    })
    return [rows[0]?.routeKey, batchId(), environmentId, leaves, addresses]
  })
}
