import { timingSafeEqual } from 'node:crypto'
import type { Scope } from '../domain/scope.ts'
import { toTimestamp } from '../kernel/clock.ts'
import { Refusal } from '../kernel/refusal.ts'
import { isConnectionLost, type Pool } from '../store/db.ts'
import { forgetIdempotencyKey, type IdempotencyRow, readIdempotencyKey } from '../store/ledger-rows.ts'
import type { Claim, Entry, Outcome, Posting } from './draft.ts'
import { unavailable } from './unavailable.ts'

const retentionMs = 7 * 24 * 60 * 60 * 1000

/** Answers a posting whose idempotency key was claimed by an earlier request: replay, refuse, or, once forgotten, execute. */
export async function settleClaim(
  pool: Pool,
  entry: Entry,
  enqueue: (posting: Posting) => Promise<Outcome>,
): Promise<void> {
  try {
    entry.resolve(await settle(pool, entry.posting, enqueue))
  } catch (error) {
    entry.reject(
      isConnectionLost(error) ? unavailable('The database is not reachable right now.', error) : error,
    )
  }
}

async function settle(
  pool: Pool,
  posting: Posting,
  enqueue: (posting: Posting) => Promise<Outcome>,
): Promise<Outcome> {
  if (posting.claim === undefined) throw new Error('a posting without a claim cannot have lost one')
  const row = await findRow(pool, posting.scope, posting.claim)
  if (row === undefined) return await enqueue(posting)
  if (isForgotten(row, posting.recordedAt)) {
    await pool.query({
      ...forgetIdempotencyKey,
      values: [posting.claim.routeKey, posting.scope.environmentId, toTimestamp(row.created_at)],
    })
    return await enqueue(posting)
  }
  if (!isSame(row, posting.claim)) throw keyReused()
  return replayOf(row)
}

/** The answer that an equal request once got under this key; undefined when there is none, or not to this request. */
export async function findKeptAnswer(
  pool: Pool,
  scope: Scope,
  { claim, now }: { readonly claim: Claim; readonly now: number },
): Promise<Outcome | undefined> {
  const row = await findRow(pool, scope, claim)
  return row === undefined || isForgotten(row, now) || !isSame(row, claim) ? undefined : replayOf(row)
}

async function findRow(pool: Pool, scope: Scope, claim: Claim): Promise<IdempotencyRow | undefined> {
  const values = [claim.routeKey, scope.environmentId]
  const { rows } = await pool.query<IdempotencyRow>({ ...readIdempotencyKey, values })
  return rows[0]
}

function isForgotten(row: IdempotencyRow, now: number): boolean {
  return row.created_at < now - retentionMs
}

function isSame(row: IdempotencyRow, { fingerprint }: Claim): boolean {
  return timingSafeEqual(row.fingerprint, fingerprint)
}

function replayOf(row: IdempotencyRow): Outcome {
  return { kind: 'replayed', status: row.status, answer: row.answer.toString() }
}

export function keyReused(): Refusal {
  return new Refusal('idempotency_key_reused', 'This Idempotency-Key was used before, with another body.')
}
