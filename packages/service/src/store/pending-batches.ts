import type { Scope } from '../domain/scope.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Pool, Queryable, Statement } from './db.ts'

/** Leaves that a committed transaction left for the log. */
export interface PendingBatch {
  readonly batchId: Uuid
  /** 57 bytes a leaf: domain/leaf.ts. */
  readonly leaves: Buffer
  /** 17 bytes a leaf: domain/leaf-address.ts. Null where no entry tells of a person. */
  readonly addresses: Buffer | null
}

/** A poll over all shards, in the order of pending_batches_order; on the allow-list. */
const readPending = {
  name: 'read_pending_batches',
  text: `SELECT batch_id, leaves, addresses FROM pending_batches WHERE env_id = $1::int ORDER BY batch_id LIMIT $2::int`,
}

/** A sweep over all shards, by the same index: the batches lie where their first records do. On the allow-list. */
export const deletePending: Statement = {
  name: 'delete_pending_batches',
  text: `DELETE FROM pending_batches WHERE env_id = $1::int AND batch_id = ANY($2::uuid[]) RETURNING batch_id`,
}

/** The oldest first. */
export async function readPendingBatches(pool: Pool, scope: Scope, limit: number): Promise<PendingBatch[]> {
  const { rows } = await pool.query<{ batch_id: Uuid; leaves: Buffer; addresses: Buffer | null }>({
    ...readPending,
    values: [scope.environmentId, limit],
  })
  return rows.map((row) => ({ batchId: row.batch_id, leaves: row.leaves, addresses: row.addresses }))
}

export async function insertPendingBatch(
  db: Queryable,
  scope: Scope,
  batch: Omit<PendingBatch, 'addresses'> & { readonly routeKey: RouteKey },
): Promise<void> {
  await db.query(
    `INSERT INTO pending_batches (route_key, batch_id, env_id, leaves)
     VALUES ($1::uuid, $2::uuid, $3::int, $4::bytea)`,
    [batch.routeKey, batch.batchId, scope.environmentId, batch.leaves],
  )
}
