import { hash } from 'node:crypto'
import type { LeafKind } from '@assent/evidence'
import { encodeLeaf, leafBytes } from '../domain/leaf.ts'
import { addressBytes, encodeAddress } from '../domain/leaf-address.ts'
import type { Scope } from '../domain/scope.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Queryable } from '../store/db.ts'
import { flattenRecord, insertPendingBatch, insertRecords, type RecordRow } from '../store/ledger-rows.ts'

/** A fact that changes nobody's standing decisions: it lies beside what it tells of. */
export interface LedgerEntry {
  readonly kind: LeafKind
  readonly routeKey: RouteKey
  readonly recordId: Uuid
  /** Counts the entries of what it tells of, from 1. */
  readonly seq: number
  readonly recordedAt: number
  readonly payload: string
}

/** Puts it into the transaction of what it tells of: both are committed or neither, and the sequencer finds it. */
export async function appendEntry(
  db: Queryable,
  scope: Scope,
  entry: LedgerEntry,
  newUuid: (now: number) => Uuid,
): Promise<void> {
  const payload = Buffer.from(entry.payload)
  const row: RecordRow = {
    ...entry,
    environmentId: scope.environmentId,
    occurredAt: toTimestamp(entry.recordedAt),
    purposes: '',
    payload,
    commitment: hash('sha256', payload, 'buffer'),
    context: null,
    isSilent: false,
  }
  const leaf = Buffer.alloc(leafBytes)
  encodeLeaf(row, leaf)
  const address = Buffer.alloc(addressBytes)
  encodeAddress(row, address, 0)
  for (const { statement, values } of insertRecords.cut([row], flattenRecord))
    await db.query(statement.text, values)
  const batchId = newUuid(entry.recordedAt)
  await db.query(insertPendingBatch.text, [row.routeKey, batchId, scope.environmentId, leaf, address])
}
