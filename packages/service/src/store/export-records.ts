import type { Scope } from '../domain/scope.ts'
import type { Uuid } from '../kernel/id.ts'
import type { Pool } from './db.ts'

export interface RecordPayload {
  readonly recordId: Uuid
  /** Null once erased. */
  readonly payload: Buffer | null
}

const rowsAtOnce = 1000

/**
 * All records of an environment as they stood when the export began, in the order of their ids; read over all shards,
 * once, by a cursor in one transaction.
 */
export async function* exportRecords(pool: Pool, scope: Scope): AsyncGenerator<RecordPayload> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // The first row comes after a sort of everything, and the reader may be slow.
    await client.query('SET LOCAL statement_timeout = 0')
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    await client.query(
      `DECLARE export_records NO SCROLL CURSOR FOR
       SELECT record_id, payload FROM consent_records WHERE env_id = $1::int ORDER BY record_id`,
      [scope.environmentId],
    )
    for (;;) {
      const { rows } = await client.query<{ record_id: Uuid; payload: Buffer | null }>(
        `FETCH ${rowsAtOnce} FROM export_records`,
      )
      for (const row of rows) yield { recordId: row.record_id, payload: row.payload }
      if (rows.length < rowsAtOnce) return
    }
  } finally {
    await client.query('ROLLBACK').catch(() => undefined)
    client.release()
  }
}
