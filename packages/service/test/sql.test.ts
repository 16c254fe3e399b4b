import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { tables } from '../src/store/tables.ts'

// The rules of docs/sql-rules.md: one SQL for a single PostgreSQL and a distributed one. Text checks are enough.

const store = fileURLToPath(new URL('../src/store', import.meta.url))
const routed = Object.entries(tables)
  .filter(([, kind]) => kind === 'routed')
  .map(([name]) => name)

/** Statements on routed tables that look across them on purpose: what they are for stands beside them in the code. */
const scatter = [
  // Sweeps of what is kept for a while: found by its age, the many by an index on it, removed by its keys.
  /^SELECT route_key(, record_id|, mail_id)? FROM (idempotency_keys|webhook_deliveries|mails)\s+WHERE env_id = \$1::int AND created_at < \$2/,
  /^(DELETE FROM|UPDATE) (idempotency_keys|webhook_deliveries|mails|confirmations) (SET sealed = NULL )?WHERE env_id = \$1::int AND created_at < \$2::timestamptz\s+AND route_key = ANY/,
  /^(SELECT route_key|DELETE) FROM mailboxes\s+WHERE env_id = \$1::int AND asked_at < \$2/,
  /^(SELECT route_key, request_id FROM|UPDATE) data_requests\s+(SET personal = NULL\s+)?WHERE env_id = \$1::int AND (personal IS NOT NULL AND )?status = ANY/,
  /FROM (subjects|log_tiles) WHERE route_key = ANY\(\$1::uuid\[\]\)/,
  // The sequencer's poll and its sweep: batches lie in the shards of their records, and are few at any time.
  /^SELECT batch_id, leaves, addresses FROM pending_batches WHERE env_id = \$1::int ORDER BY batch_id LIMIT/,
  /^DELETE FROM pending_batches WHERE env_id = \$1::int AND batch_id = ANY/,
  // The dispatcher's look at the records of a bundle, by their primary keys.
  /^SELECT record_id, payload FROM consent_records\s+WHERE route_key = ANY\(\$1::uuid\[\]\) AND record_id = ANY/,
  /^SELECT count\(\*\) AS decisions FROM subjects/,
  // The operator's list, the clock, the sweep and the erasure of a person; few rows, each by an index of its own.
  /FROM data_requests\s+WHERE env_id = \$1::int AND \(\$2::uuid IS NULL/,
  /FROM data_requests WHERE env_id = \$1::int AND tick_at <=/,
  /(FROM|UPDATE) data_requests (SET personal = NULL\s+)?WHERE env_id = \$1::int AND subject_key = ANY/,
  /^UPDATE data_request_archives SET sealed = NULL\s+WHERE env_id = \$1::int AND sealed IS NOT NULL AND \(expires_at/,
  // A sweep by a partial index in which only erased people are whose evidence is kept.
  /^SELECT route_key FROM subjects WHERE env_id = \$1::int AND evidence_until <= /,
  // The look for mails that are due, once a minute, by an index.
  /^SELECT route_key, mail_id FROM mails WHERE env_id = \$1::int AND due_at <= \$2::timestamptz\s+ORDER BY due_at LIMIT/,
  // The list of a test environment's mails, by an index of its own.
  /^SELECT [^$]+ FROM mails\s+WHERE env_id = \$1::int AND \(\$2::uuid IS NULL OR mail_id < \$2::uuid\)/,
]

/** Files that speak of the catalogue of the database, not of our tables. */
const ofTheDatabaseItself = /(embedded\/|migrate|partitions|durability|dump-schema)/

interface Found {
  readonly file: string
  readonly sql: string
}

function migrations(): Found[] {
  return globSync('migrations/*.sql', { cwd: store }).map((file) => ({
    file,
    sql: readFileSync(join(store, file), 'utf8').replaceAll(/--.*$/gm, ''),
  }))
}

/** String and template literals of the store that begin like a statement. */
function statements(): Found[] {
  return globSync('**/*.ts', { cwd: store })
    .filter((file) => !file.endsWith('.test.ts') && !ofTheDatabaseItself.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(store, file), 'utf8')
      const literals = [...text.matchAll(/`([^`]*)`|'((?:[^'\\\n]|\\.)*)'/g)].map(
        (match) => match[1] ?? match[2] ?? '',
      )
      return literals
        .filter((sql) => /^\s*(SELECT|INSERT|UPDATE|DELETE)\b/.test(sql))
        .map((sql) => ({ file, sql }))
    })
}

function offenders(found: readonly Found[], isFault: (sql: string) => boolean): string[] {
  return found
    .filter(({ sql }) => isFault(sql))
    .map(({ file, sql }) => `${file}: ${sql.replaceAll(/\s+/g, ' ').slice(0, 120)}`)
}

const tableBlocks = () =>
  migrations().flatMap(({ file, sql }) =>
    [...sql.matchAll(/CREATE TABLE (\w+) \(([\s\S]*?)\n\)/g)].map(([, name = '', body = '']) => ({
      file,
      name,
      body,
    })),
  )

test('there is SQL to look at', () => {
  assert.ok(statements().length > 20)
  assert.ok(tableBlocks().length >= Object.keys(tables).length)
})

test('R1: every table stands in the manifest with its kind', () => {
  assert.deepEqual(
    tableBlocks()
      .map(({ name }) => name)
      .sort(),
    Object.keys(tables).sort(),
  )
})

test('R2: the primary key of a routed table begins with route_key, and nothing refers to another table', () => {
  for (const { name, body } of tableBlocks()) {
    assert.doesNotMatch(body, /REFERENCES|FOREIGN KEY/, `${name} has a foreign key`)
    if (!routed.includes(name)) continue
    assert.match(body, /route_key uuid NOT NULL/, `${name} has no route_key`)
    assert.match(
      body,
      /route_key uuid NOT NULL PRIMARY KEY|PRIMARY KEY \(route_key\b/,
      `${name} is keyed by something else`,
    )
    assert.doesNotMatch(body, /UNIQUE \((?!route_key)/, `${name} has a unique constraint across shards`)
  }
})

test('R3: a statement on a routed table names its route_key, or is multi-row VALUES, or is on the short list', () => {
  const touchesRouted = (sql: string) =>
    routed.some((table) => new RegExp(`\\b(FROM|INTO|UPDATE|JOIN) ${table}\\b`).test(sql))
  const isRouted = (sql: string) =>
    /route_key = \$\d+::uuid/.test(sql) || /^\s*INSERT INTO[\s\S]*VALUES/.test(sql)
  assert.deepEqual(
    offenders(
      statements(),
      (sql) => touchesRouted(sql) && !isRouted(sql) && !scatter.some((known) => known.test(sql)),
    ),
    [],
  )
})

test('R4, R5: ids and times are made by the application and come as parameters', () => {
  const invented =
    /\b(now|clock_timestamp|statement_timestamp|gen_random_uuid|uuidv7|nextval)\s*\(|\bCURRENT_(TIMESTAMP|DATE|TIME)\b/i
  assert.deepEqual(
    offenders(statements(), (sql) => invented.test(sql)),
    [],
  )
  assert.deepEqual(
    offenders(
      migrations(),
      (sql) => invented.test(sql) || /\bDEFAULT (?!;)(?!\s*$)\S*\(|\bserial\b|GENERATED/i.test(sql),
    ),
    [],
  )
})

test('R6: many rows come as VALUES, never from unnest or a set of JSON', () => {
  assert.deepEqual(
    offenders(statements(), (sql) => /unnest|jsonb_to_recordset|json_to_recordset/i.test(sql)),
    [],
  )
})

test('R7: ON CONFLICT on the primary key is the only upsert', () => {
  assert.deepEqual(
    offenders(statements(), (sql) => /\bMERGE\b|xmax|^\s*WITH\b[\s\S]*\b(INSERT|UPDATE|DELETE)\b/.test(sql)),
    [],
  )
})

test('R8 to R11: no row locks over several keys, queues by SKIP LOCKED, advisory locks or notifications', () => {
  assert.deepEqual(
    offenders(statements(), (sql) => /SKIP LOCKED|FOR UPDATE|advisory|\bLISTEN\b|\bNOTIFY\b/i.test(sql)),
    [],
  )
})

test('R12: no triggers, rules, generated columns, enums, domains, partial unique or exotic indexes', () => {
  const exotic =
    /\b(TRIGGER|CREATE RULE|CREATE TYPE|CREATE DOMAIN|EXCLUDE|DEFERRABLE|USING (gin|gist|brin)|CREATE TEMP|WITH HOLD)\b|UNIQUE INDEX[\s\S]*?WHERE/i
  assert.deepEqual(
    offenders(migrations(), (sql) => exotic.test(sql)),
    [],
  )
})

test('R13: columns have portable types', () => {
  const portable = /^(uuid|text|bytea|int|bigint|smallint|boolean|timestamptz\(3\)|jsonb)$/
  for (const { name, body } of tableBlocks())
    for (const line of body.split('\n').map((text) => text.trim())) {
      const [column = '', type = ''] = line.split(/[\s,]+/)
      if (column === '' || /^(PRIMARY|UNIQUE|CHECK|CONSTRAINT)$/.test(column)) continue
      assert.match(type, portable, `${name}.${column}`)
    }
})

test('R19: transaction ids and snapshots order and find nothing', () => {
  assert.deepEqual(
    offenders([...statements(), ...migrations()], (sql) =>
      /xid8|pg_snapshot|txid_|pg_current_xact/i.test(sql),
    ),
    [],
  )
})

test('SQL is text with parameters: nothing is put together from values', () => {
  const glued = globSync('**/*.ts', { cwd: store })
    .filter(
      (file) =>
        !file.endsWith('.test.ts') && !ofTheDatabaseItself.test(file) && file !== 'values-statement.ts',
    )
    .filter((file) =>
      /`\s*(SELECT|INSERT|UPDATE|DELETE)\b[^`]*\$\{/.test(readFileSync(join(store, file), 'utf8')),
    )
  assert.deepEqual(glued, [])
})
