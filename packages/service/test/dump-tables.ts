import pg from 'pg'
import type { Harness } from './harness.ts'

/** Every row of every table, bytes as text as well: where a planted word is looked for. */
export interface TableDump {
  readonly table: string
  readonly rows: readonly string[]
}

export async function dumpTables(t: Pick<Harness, 'databaseUrl'>): Promise<TableDump[]> {
  const client = new pg.Client({ connectionString: t.databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
    )
    const dumps: TableDump[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<Record<string, unknown>>(`SELECT * FROM ${name}`)
      dumps.push({ table: name, rows: rows.map(textOf) })
    }
    return dumps
  } finally {
    await client.end()
  }
}

function textOf(row: Record<string, unknown>): string {
  return Object.values(row)
    .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
    .join('\n')
}

/** The tables in which a text stands, in any case. */
export function findIn(dumps: readonly TableDump[], text: string): string[] {
  const wanted = text.toLowerCase()
  return dumps
    .filter(({ rows }) => rows.some((row) => row.toLowerCase().includes(wanted)))
    .map(({ table }) => table)
}
