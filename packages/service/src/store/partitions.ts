import { setTimeout as delay } from 'node:timers/promises'
import { type Pool, sqlState, transaction } from './db.ts'
import { partitionedTables } from './tables.ts'

type PartitionedTable = (typeof partitionedTables)[number]

/** A quarter of a year of UTC, and the smallest UUIDv7 in it and after it. */
export interface Quarter {
  readonly name: string
  readonly from: string
  readonly to: string
}

export interface PartitionReport {
  readonly created: readonly string[]
  /** DEFAULT partitions that hold rows: an alarm, since no partition can be made where those belong. */
  readonly strayed: readonly string[]
}

const quartersAhead = 3
const tries = 10
const pauseMs = 200
const lockNotAvailable = '55P03'
/** Another process has made it meanwhile: duplicate_table, or the same found one step later. */
const alreadyThere = ['42P07', '23505']
const checkViolation = '23514'

/** For the quarter of `now` and those ahead. At start and daily, by any number of processes. */
export async function ensurePartitions(pool: Pool, now: number): Promise<PartitionReport> {
  const created: string[] = []
  const strayed: string[] = []
  for (const table of partitionedTables) {
    const present = await listPartitions(pool, table)
    for (const quarter of listQuarters(now)) {
      if (present.has(`${table}_${quarter.name}`)) continue
      if (await createPartition(pool, table, quarter)) created.push(`${table}_${quarter.name}`)
    }
    if (await hasRows(pool, `${table}_default`)) strayed.push(`${table}_default`)
  }
  return { created, strayed }
}

/** What `ensurePartitions` would still have to make, and what has strayed. */
export async function readPartitions(
  pool: Pool,
  now: number,
): Promise<{ readonly missing: readonly string[]; readonly strayed: readonly string[] }> {
  const missing: string[] = []
  const strayed: string[] = []
  for (const table of partitionedTables) {
    const present = await listPartitions(pool, table)
    const wanted = listQuarters(now).map(({ name }) => `${table}_${name}`)
    missing.push(...wanted.filter((name) => !present.has(name)))
    if (await hasRows(pool, `${table}_default`)) strayed.push(`${table}_default`)
  }
  return { missing, strayed }
}

export function listQuarters(now: number): Quarter[] {
  const today = new Date(now)
  const current = today.getUTCFullYear() * 4 + Math.floor(today.getUTCMonth() / 3)
  return Array.from({ length: 1 + quartersAhead }, (_, ahead) => quarterOf(current + ahead))
}

function quarterOf(count: number): Quarter {
  return {
    name: `${Math.floor(count / 4)}q${(count % 4) + 1}`,
    from: smallestUuid(startOf(count)),
    to: smallestUuid(startOf(count + 1)),
  }
}

function startOf(count: number): number {
  return Date.UTC(Math.floor(count / 4), (count % 4) * 3)
}

/** RFC 9562 section 5.7: the first 48 bits of a UUIDv7 are its time in ms. */
function smallestUuid(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

async function listPartitions(pool: Pool, table: PartitionedTable): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
     WHERE inhparent = $1::regclass`,
    [table],
  )
  return new Set(rows.map((row) => row.name))
}

/** False: another process was first, or rows that belong in it lie in the DEFAULT partition. */
async function createPartition(pool: Pool, table: PartitionedTable, quarter: Quarter): Promise<boolean> {
  for (let left = tries; ; left--) {
    try {
      await transaction(pool, async (db) => {
        // It shuts out every reader and writer of the table; behind a long one they would all queue for it.
        await db.query(`SET LOCAL lock_timeout = '500ms'`)
        await db.query(
          `CREATE TABLE ${table}_${quarter.name} PARTITION OF ${table}
           FOR VALUES FROM ('${quarter.from}') TO ('${quarter.to}')`,
        )
      })
      return true
    } catch (error) {
      const state = sqlState(error) ?? ''
      if (state === checkViolation || alreadyThere.includes(state)) return false
      if (state !== lockNotAvailable || left === 1) throw error
      await delay(pauseMs)
    }
  }
}

async function hasRows(pool: Pool, table: `${PartitionedTable}_default`): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(`SELECT EXISTS (SELECT 1 FROM ${table}) AS found`)
  return rows[0]?.found === true
}
