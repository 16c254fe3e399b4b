import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { CannotStart } from '../src/kernel/cannot-start.ts'
import { readConfig } from '../src/kernel/config.ts'
import type { Log } from '../src/kernel/log.ts'
import { masterKeyFrom } from '../src/kernel/master-key.ts'
import { type Database, openDatabase } from '../src/open-database.ts'
import type { Pool } from '../src/store/db.ts'
import { appMayAlso, eraserMayAlso } from '../src/store/rights.ts'
import { tables } from '../src/store/tables.ts'
import { record } from './a-consent.ts'
import { anAnonymousRef, openHarness, testServer } from './harness.ts'
import { cloneDatabase } from './test-database.ts'

// Append-only is held by PostgreSQL, not by this program's good behaviour (trust.md, T22). Seen to fail with
// `consent_records: ['UPDATE', 'DELETE']` among the rights.

const denied = { code: '42501' }
/** What takes from a table or changes it, on whatever columns it has. */
const attacks = (table: string, column: string) => [
  `DELETE FROM ${table}`,
  `TRUNCATE ${table}`,
  `UPDATE ${table} SET ${column} = ${column}`,
  `DROP TABLE ${table}`,
  `ALTER TABLE ${table} ADD COLUMN added int`,
  `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
]

async function firstColumn(pool: Pool, table: string): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum = 1',
    [table],
  )
  return rows[0]?.name ?? ''
}

test("PostgreSQL refuses the application's role every change of a ledger table", async () => {
  await using t = await openHarness()
  await record(t, anAnonymousRef())
  const { pool } = t.service
  const ledgers = Object.keys(tables).filter((table) => !(table in appMayAlso))
  for (const table of ['consent_records', 'log_events', 'receipts', 'catalogues', 'logs'])
    assert.ok(ledgers.includes(table), table)
  for (const table of ledgers) {
    await pool.query(`SELECT FROM ${table}`)
    for (const attack of attacks(table, await firstColumn(pool, table)))
      await assert.rejects(pool.query(attack), denied, attack)
  }
  const partition = await pool.query<{ name: string }>(
    "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'consent_records'::regclass",
  )
  assert.ok(partition.rows.length > 1)
  for (const { name } of partition.rows)
    for (const attack of [...attacks(name, 'payload'), `INSERT INTO ${name} SELECT * FROM consent_records`])
      await assert.rejects(pool.query(attack), denied, attack)
  await assert.rejects(pool.query('ALTER ROLE assent_app SUPERUSER'), denied)
  const { rows } = await pool.query('SELECT payload FROM consent_records')
  assert.ok(rows.length === 1 && Buffer.isBuffer(rows[0].payload))
})

test("the eraser's role may blank what is to be forgotten, and nothing that orders or binds it", async () => {
  await using t = await openHarness()
  const { receipt } = await record(t, anAnonymousRef())
  await t.call('GET', receipt.url)
  const { eraser } = t.service
  for (const column of ['route_key', 'record_id', 'env_id', 'kind', 'seq', 'occurred_at', 'commitment'])
    await assert.rejects(eraser.query(`UPDATE consent_records SET ${column} = ${column}`), denied, column)
  for (const attack of ['DELETE FROM consent_records', 'UPDATE log_events SET payload = NULL'])
    await assert.rejects(eraser.query(attack), denied, attack)
  const blank = `UPDATE consent_records SET payload = NULL, context = NULL, erased_at = '2026-11-21Z', erase_reason = 'x'`
  assert.equal((await eraser.query(blank)).rowCount, 1)
  assert.equal((await eraser.query('DELETE FROM receipts')).rowCount, 1)
  // It writes the rest of an erasure in the same transaction.
  assert.equal((await eraser.query("UPDATE subjects SET state = '{}'")).rowCount, 1)
})

test('the list of rights names tables that exist, and gives nobody a DELETE that no statement of ours is', () => {
  const known: readonly string[] = Object.keys(tables)
  for (const table of [...Object.keys(appMayAlso), ...Object.keys(eraserMayAlso)])
    assert.ok(known.includes(table), table)
  const store = fileURLToPath(new URL('../src/store', import.meta.url))
  const text = globSync('*.ts', { cwd: store, exclude: ['*.test.ts'] })
    .map((file) => readFileSync(join(store, file), 'utf8'))
    .join('\n')
  for (const [table, rights] of Object.entries(appMayAlso))
    if (rights.includes('DELETE')) assert.match(text, new RegExp(`DELETE FROM ${table}\\b`))
})

const parts = {
  clock: { now: () => Date.now() },
  masterKey: masterKeyFrom(Buffer.alloc(32, 7)),
}

async function openWith(settings: Record<string, string>): Promise<{ database: Database; said: string[] }> {
  const said: string[] = []
  const say = (message: string) => void said.push(message)
  const log: Log = { debug: say, info: say, warn: say, error: say }
  return { database: await openDatabase({ ...parts, log, config: readConfig(settings) }, 'serve'), said }
}

async function whoActs(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ role: string }>('SELECT current_user AS role')
  return rows[0]?.role ?? ''
}

test('logins of an own PostgreSQL: one that may take the roles, three set apart, and one that may not', async () => {
  const { url } = await testServer()
  const database = await cloneDatabase(url)
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  const name = (role: string) => `${role}_${process.pid}`
  const urlOf = (role: string) => {
    const address = new URL(database.url)
    address.username = name(role)
    return address.href
  }
  try {
    const one = await openWith({ ASSENT_DATABASE_URL: database.url })
    assert.equal(await whoActs(one.database.pool), 'assent_app')
    assert.equal(await whoActs(one.database.eraser), 'assent_eraser')
    await one.database.close()

    for (const role of ['server', 'eraser']) await owner.query(`CREATE ROLE ${name(role)} LOGIN`)
    const apart = {
      ASSENT_DATABASE_OWNER_URL: database.url,
      ASSENT_DATABASE_URL: urlOf('server'),
      ASSENT_DATABASE_ERASER_URL: urlOf('eraser'),
    }
    await assert.rejects(openWith(apart), CannotStart)
    await owner.query(`GRANT assent_app TO ${name('server')}`)
    await owner.query(`GRANT assent_eraser TO ${name('eraser')}`)
    const three = await openWith(apart)
    assert.equal(await whoActs(three.database.pool), 'assent_app')
    assert.equal(await whoActs(three.database.eraser), 'assent_eraser')
    // Not even by asking: this login is no member of anything more.
    await assert.rejects(three.database.pool.query('SET ROLE assent_eraser'), denied)
    await three.database.close()

    // A single login that owns its database, may make no roles and was given none: served as before, and told so.
    await owner.query(`CREATE ROLE ${name('alone')} LOGIN`)
    const fresh = `${name('alone')}_database`
    await owner.query(`CREATE DATABASE ${fresh} OWNER ${name('alone')}`)
    const address = new URL(urlOf('alone'))
    address.pathname = `/${fresh}`
    const alone = await openWith({ ASSENT_DATABASE_URL: address.href })
    assert.equal(await whoActs(alone.database.pool), name('alone'))
    assert.ok(alone.said.some((line) => /may not act as assent_app/.test(line)))
    await alone.database.close()
    await owner.query(`DROP DATABASE ${fresh} WITH (FORCE)`)
  } finally {
    for (const role of ['server', 'eraser', 'alone']) await owner.query(`DROP ROLE IF EXISTS ${name(role)}`)
    await owner.end()
    await database.drop()
  }
})
