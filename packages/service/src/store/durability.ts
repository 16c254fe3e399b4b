import { CannotStart } from '../kernel/cannot-start.ts'
import type { Queryable } from './db.ts'

export interface DurabilityOptions {
  /** For the crash harness, which has to show that it sees what such a database loses. */
  readonly allowUnsafe: boolean
}

const oldestVersion = 15

/** Refuses a server that acknowledges a commit before it is safe: its 201 would be a promise nobody keeps. */
export async function requireDurability(db: Queryable, { allowUnsafe }: DurabilityOptions): Promise<void> {
  const { rows } = await db.query<Record<'version' | 'fsync' | 'full_page_writes' | 'commit', string>>(
    `SELECT current_setting('server_version_num') AS version, current_setting('fsync') AS fsync,
      current_setting('full_page_writes') AS full_page_writes, current_setting('synchronous_commit') AS commit`,
  )
  const [found] = rows
  if (found === undefined) throw new CannotStart('The database does not tell its settings.')
  const major = Math.floor(Number(found.version) / 10_000)
  if (major < oldestVersion) {
    throw new CannotStart(`The database is PostgreSQL ${major}; Assent needs ${oldestVersion} or newer.`)
  }
  const faults: string[] = []
  if (found.fsync !== 'on') faults.push('fsync = on (in postgresql.conf)')
  if (found.full_page_writes !== 'on') faults.push('full_page_writes = on (in postgresql.conf)')
  // local, remote_write and remote_apply wait for this server's disk as well.
  if (found.commit === 'off')
    faults.push('synchronous_commit = on (in postgresql.conf, or for the role or the database)')
  if (faults.length === 0 || allowUnsafe) return
  throw new CannotStart(
    `The database may lose what it has acknowledged, so no consent is recorded in it. Set ${faults.join('; ')}.`,
  )
}

/** What the database's clock says, Unix ms: for comparing with ours, never for a row. */
export async function readDatabaseClock(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ at: number }>('SELECT clock_timestamp() AS at')
  return rows[0]?.at ?? Number.NaN
}
