import type { LeafKind } from '@assent/evidence'
import { kindNumber } from '../domain/leaf.ts'
import type { StandingState } from '../domain/standing-decision.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Statement } from './db.ts'
import { type ValuesStatement, valuesStatement } from './values-statement.ts'

/** The statements of the one write path; only ledger/ uses them, inside its transaction. */

export interface ClaimRow {
  readonly routeKey: RouteKey
  readonly environmentId: number
  readonly fingerprint: Buffer
  readonly status: number
  readonly answer: string
  readonly createdAt: string
}

export interface SubjectRow {
  readonly routeKey: RouteKey
  readonly environmentId: number
  readonly ref: string | null
  readonly acts: number
  readonly state: StandingState
  /** Earliest and latest occurred_at of the acts. */
  readonly firstAt: string
  readonly lastAt: string
}

export interface SubjectResult {
  readonly route_key: RouteKey
  readonly acts: number
  readonly state: string
  readonly merged_into: RouteKey | null
  readonly is_erased: boolean
}

export interface RecordRow {
  readonly routeKey: RouteKey
  readonly recordId: Uuid
  readonly environmentId: number
  readonly kind: LeafKind
  readonly seq: number
  readonly recordedAt: number
  readonly occurredAt: string
  readonly purposes: string
  readonly payload: Buffer
  readonly commitment: Buffer
  readonly context: Buffer | null
  /** No column of the row: of its leaf's address. */
  readonly isSilent: boolean
}

/** Served by the primary key. A row that exists stays: whoever is not among the returned lost the claim. */
export const claimIdempotencyKeys: ValuesStatement = valuesStatement({
  name: 'claim_idempotency_keys',
  head: 'INSERT INTO idempotency_keys (route_key, env_id, fingerprint, status, answer, created_at) VALUES',
  types: ['uuid', 'int', 'bytea', 'smallint', 'bytea', 'timestamptz'],
  tail: 'ON CONFLICT (route_key) DO NOTHING RETURNING route_key',
})

export function flattenClaim(row: ClaimRow, into: unknown[]): void {
  into.push(
    row.routeKey,
    row.environmentId,
    row.fingerprint,
    row.status,
    Buffer.from(row.answer),
    row.createdAt,
  )
}

/**
 * Locks each person's row, counts the acts and lays the new decisions over the old ones where all of them are later
 * than any standing one; where they are not, the state comes back untouched for the ledger to merge.
 */
export const upsertSubjects: ValuesStatement = valuesStatement({
  name: 'upsert_subjects',
  head: 'INSERT INTO subjects (route_key, env_id, ref, acts, state, first_at, last_at) VALUES',
  types: ['uuid', 'int', 'text', 'bigint', 'jsonb', 'timestamptz', 'timestamptz'],
  tail: `ON CONFLICT (route_key) DO UPDATE SET
    acts = subjects.acts + excluded.acts,
    state = CASE WHEN subjects.last_at < excluded.first_at
      THEN subjects.state || excluded.state ELSE subjects.state END,
    first_at = LEAST(subjects.first_at, excluded.first_at),
    last_at = GREATEST(subjects.last_at, excluded.last_at)
    WHERE subjects.env_id = excluded.env_id
    RETURNING route_key, acts, state::text AS state, merged_into, erased_at IS NOT NULL AS is_erased`,
})

export function flattenSubject(row: SubjectRow, into: unknown[]): void {
  into.push(
    row.routeKey,
    row.environmentId,
    row.ref,
    row.acts,
    JSON.stringify(row.state),
    row.firstAt,
    row.lastAt,
  )
}

/** Acts that came out of their time order: the person's row is ours since the upsert, so plain last write is safe. */
export const replaceState: Statement = {
  name: 'replace_state',
  text: 'UPDATE subjects SET state = $2::jsonb WHERE route_key = $1::uuid AND env_id = $3::int',
}

export const insertRecords: ValuesStatement = valuesStatement({
  name: 'insert_records',
  head: `INSERT INTO consent_records
    (route_key, record_id, env_id, kind, seq, occurred_at, purposes, payload, commitment, context) VALUES`,
  types: ['uuid', 'uuid', 'int', 'smallint', 'bigint', 'timestamptz', 'text', 'bytea', 'bytea', 'bytea'],
  tail: '',
})

export function flattenRecord(row: RecordRow, into: unknown[]): void {
  into.push(
    row.routeKey,
    row.recordId,
    row.environmentId,
    kindNumber(row.kind),
    row.seq,
    row.occurredAt,
    row.purposes,
    row.payload,
    row.commitment,
    row.context,
  )
}

/** One a batch and environment: whatever the database commits, the sequencer finds. */
export const insertPendingBatch: Statement = {
  name: 'insert_pending_batch',
  text: `INSERT INTO pending_batches (route_key, batch_id, env_id, leaves, addresses)
    VALUES ($1::uuid, $2::uuid, $3::int, $4::bytea, $5::bytea)`,
}

/** Served by the primary key. */
export const readIdempotencyKey: Statement = {
  name: 'read_idempotency_key',
  text: `SELECT fingerprint, status, answer, created_at FROM idempotency_keys
    WHERE route_key = $1::uuid AND env_id = $2::int`,
}

export interface IdempotencyRow {
  readonly fingerprint: Buffer
  readonly status: number
  readonly answer: Buffer
  readonly created_at: number
}

/** Only the very row that was seen to have run out: another server may have put a new one in its place. */
export const forgetIdempotencyKey: Statement = {
  name: 'forget_idempotency_key',
  text: 'DELETE FROM idempotency_keys WHERE route_key = $1::uuid AND env_id = $2::int AND created_at = $3::timestamptz',
}
