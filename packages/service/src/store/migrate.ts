import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type MigrationBuilder, PG_MIGRATE_LOCK_ID, runner } from 'node-pg-migrate'
import pg from 'pg'
import { CannotStart } from '../kernel/cannot-start.ts'
import type { Pool } from './db.ts'
import { grantRights } from './roles.ts'

/** Which database the portable schema is fitted to. */
export type Engine = 'postgres' | 'citus'

export interface MigrateOptions {
  readonly url: string
  readonly folder?: string
  readonly engine?: Engine
}

interface MigrationFile {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

const migrationsFolder: string = fileURLToPath(new URL('./migrations', import.meta.url))

const portableName = /^\d{6}-[a-z0-9-]+\.sql$/
const migrationsTable = 'schema_migrations'
const lockTimeoutMs = 10_000
const pollMs = 100

/**
 * Brings a database to the schema of this program: `NNNNNN-name.sql` in order, each once, all that are missing in one
 * transaction, and with each its `NNNNNN-name.<engine>.sql` if there is one; then the rights of the two roles. Returns
 * the names applied now. Any number of processes may start at once: one applies, the others wait for it.
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const folder = options.folder ?? migrationsFolder
  const files = await readMigrations(folder, options.engine ?? 'postgres')
  // Behind a statement that runs long, every other one would have to wait for ours.
  const client = new pg.Client({ connectionString: options.url, lock_timeout: lockTimeoutMs })
  // A broken connection shows in the statement that needs it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await waitForTurn(client)
    await requireKnownHistory(client, files)
    const applied = await apply(client, folder, files)
    await grantRights(client)
    return applied
  } finally {
    await client.end()
  }
}

/** How a database stands to this program, looked at and not touched. */
export interface SchemaState {
  /** Names of migrations that the next start would apply. */
  readonly missing: readonly string[]
  /** Those that a newer program has applied. */
  readonly unknown: readonly string[]
}

export async function readSchemaState(pool: Pool): Promise<SchemaState> {
  const files = (await readMigrations(migrationsFolder, 'postgres')).map(({ name }) => name)
  const { rows } = await pool.query<{ known: boolean }>(
    "SELECT to_regclass('schema_checksums') IS NOT NULL AS known",
  )
  if (rows[0]?.known !== true) return { missing: files, unknown: [] }
  const applied = await pool.query<{ name: string }>('SELECT name FROM schema_checksums ORDER BY name')
  const names = applied.rows.map(({ name }) => name)
  return {
    missing: files.filter((name) => !names.includes(name)),
    unknown: names.filter((name) => !files.includes(name)),
  }
}

async function readMigrations(folder: string, engine: Engine): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const portable = names.filter((name) => portableName.test(name))
  for (const name of names) {
    const isOfEngine = portable.includes(name.replace(/\.citus\.sql$/, '.sql'))
    if (!isOfEngine)
      throw new CannotStart(
        `${name} is no name of a migration: NNNNNN-name.sql, or NNNNNN-name.citus.sql beside it.`,
      )
  }
  const numbers = portable.map((name) => name.slice(0, 6))
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index)
  if (twice !== undefined) throw new Error(`Two migrations have the number ${twice}.`)

  return Promise.all(
    portable.map(async (file) => {
      const name = file.slice(0, -'.sql'.length)
      const parts = [file, `${name}.${engine}.sql`].filter((part) => names.includes(part))
      const texts = await Promise.all(parts.map((part) => readFile(join(folder, part), 'utf8')))
      // A checkout on Windows may end lines differently.
      const sql = texts.join('\n').replaceAll('\r\n', '\n')
      return { name, sql, checksum: hash('sha256', sql) }
    }),
  )
}

/**
 * Asks again and again: to wait inside the database would hold a snapshot all the while, and end at the lock timeout.
 * The lock goes with the connection, so that of a killed process is free at once.
 */
async function waitForTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
      PG_MIGRATE_LOCK_ID,
    ])
    if (rows[0]?.mine === true) return
    await delay(pollMs)
  }
}

async function requireKnownHistory(client: pg.Client, files: readonly MigrationFile[]): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS schema_checksums (name text PRIMARY KEY, checksum text NOT NULL)',
  )
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_checksums ORDER BY name',
  )
  const known = new Map(files.map((file) => [file.name, file.checksum]))
  const unknown = rows.filter((row) => !known.has(row.name)).map((row) => row.name)
  if (unknown.length > 0) {
    throw new CannotStart(
      `The database is newer than this program, which does not know its migration ${unknown.join(', ')}: start the ` +
        'newer version.',
    )
  }
  const changed = rows.filter((row) => known.get(row.name) !== row.checksum).map((row) => row.name)
  if (changed.length > 0) {
    throw new CannotStart(
      `The migration ${changed.join(', ')} was applied with another content than its file has now: put the file back ` +
        'and write a new migration. (Another database engine also has other contents.)',
    )
  }
}

async function apply(client: pg.Client, folder: string, files: readonly MigrationFile[]): Promise<string[]> {
  let current = ''
  const toUnit = (file: MigrationFile) => ({
    id: join(folder, `${file.name}.sql`),
    filePaths: [],
    actions: {
      up(builder: MigrationBuilder) {
        current = file.name
        builder.sql(file.sql)
        builder.sql(
          `INSERT INTO schema_checksums (name, checksum) VALUES ('${file.name}', '${file.checksum}')`,
        )
      },
      down: false as const,
    },
  })
  const silent = () => {}
  try {
    const applied = await runner({
      dbClient: client,
      dir: folder,
      direction: 'up',
      singleTransaction: true,
      migrationsTable,
      ignorePattern: `(?!${portableName.source}).*`,
      migrationLoaderStrategies: [{ extensions: ['.sql'], loader: () => Promise.resolve(files.map(toUnit)) }],
      // Ours is held already, and longer.
      noLock: true,
      logger: { debug: silent, info: silent, warn: silent, error: silent },
    })
    return applied.map((migration) => migration.name)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const what = current === '' ? 'The migrations cannot be applied' : `The migration ${current} failed`
    throw new CannotStart(`${what}, and nothing was changed: ${reason}`, { cause })
  }
}
