import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chown, mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { aConsent } from '../a-consent.ts'
import { type Harness, openHarness } from '../harness.ts'
import { cloneDatabase } from '../test-database.ts'
import { aDatabaseProxy } from './database-proxy.ts'
import { postgresForTests } from './postgres-for-tests.ts'
import { ask } from './server-pair.ts'

// The database is there and cannot do what it is asked: whoever needs that is told 503 and to come again, the others are
// served, it ends by itself, and what was acknowledged is there (trust.md, T112 and T116).

/** The service answers within two seconds; without its deadlines it would be ten, or never. In between, room for a machine that is slow. */
const answerMaxMs = 8000

const countRecords = async (t: Harness) =>
  (await ask<{ n: number }>(t.databaseUrl, 'SELECT count(*)::int AS n FROM consent_records'))[0]?.n

const record = (t: Harness, ref: string) => t.call('POST', '/v1/consent', { body: aConsent(ref) })

async function assertUnavailable(t: Harness, method: string, path: string, body?: unknown): Promise<void> {
  const began = performance.now()
  const { status, headers, json } = await t.call(method, path, { body })
  const tookMs = performance.now() - began
  assert.equal(status, 503, `${method} ${path}: ${json['code']}`)
  assert.ok(Number(headers.get('retry-after')) >= 1)
  assert.ok(tookMs < answerMaxMs, `${method} ${path} took ${Math.round(tookMs)} ms`)
}

test('every connection of the pool is taken: 503 in time for what needs one, recording and reading go on, and it passes', async () => {
  await using t = await openHarness()
  await record(t, 'user_1')
  const { pool } = t.service
  const taken = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()))
  assert.ok(taken.length > 0)
  try {
    await Promise.all(
      Array.from({ length: 20 }, () => assertUnavailable(t, 'GET', '/v1/subjects/user_1/consent/history')),
    )
    // These have connections of their own.
    assert.equal((await record(t, 'user_1')).status, 201)
    assert.equal((await t.call('GET', '/v1/subjects/user_1/consent')).status, 200)
  } finally {
    for (const client of taken) client.release()
  }
  const after = await t.call('GET', '/v1/subjects/user_1/consent/history')
  assert.equal((after.json['data'] as unknown[]).length, 2)
})

// Seen to fail: what waited for the lock in vain was an internal error (500), since only lost connections counted.
test('a table is locked for long: 503 in time, for reading and recording, and it passes', async () => {
  await using t = await openHarness()
  await record(t, 'user_1')
  const blocker = new pg.Client({ connectionString: t.databaseUrl })
  blocker.on('error', () => undefined)
  await blocker.connect()
  await blocker.query('BEGIN; LOCK TABLE subjects, consent_records IN ACCESS EXCLUSIVE MODE')
  for (const path of ['consent', 'consent/history', 'consent?at=2026-11-21T00:00:00.000Z'])
    await assertUnavailable(t, 'GET', `/v1/subjects/user_1/${path}`)
  await assertUnavailable(t, 'POST', '/v1/consent', aConsent('user_1'))
  assert.equal((await t.call('GET', '/v1/purposes')).status, 200)
  await blocker.end()
  assert.equal((await record(t, 'user_1')).status, 201)
  assert.equal((await t.call('GET', '/v1/subjects/user_1/consent')).status, 200)
  assert.equal(await countRecords(t), 2)
})

test('every answer of the database comes half a second late: callers wait, in one commit and not in a row', async () => {
  const database = await cloneDatabase(await postgresForTests())
  const proxy = await aDatabaseProxy(database.url)
  try {
    await using t = await openHarness({ settings: { ASSENT_DATABASE_URL: proxy.url } })
    await record(t, 'user_0')
    proxy.slowDown(500)
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => record(t, `user_${at}`)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
    // The first batch may hold one record, the second all others; a slow machine takes a few more until all have come.
    const [commits] = await ask<{ n: number }>(
      database.url,
      'SELECT count(DISTINCT xmin::text)::int AS n FROM consent_records',
    )
    assert.ok((commits?.n ?? 0) <= 20, `${commits?.n} commits`)
    assert.equal((await t.call('GET', '/v1/subjects/user_7/consent')).status, 200)
    proxy.slowDown(0)
    assert.equal((await record(t, 'user_0')).status, 201)
    const [row] = await ask<{ n: number }>(database.url, 'SELECT count(*)::int AS n FROM consent_records')
    assert.equal(row?.n, 202)
  } finally {
    await proxy[Symbol.asyncDispose]()
    await database.drop()
  }
})

const isRoot = process.platform === 'linux' && process.getuid?.() === 0

// Seen to fail: with 53 taken out of `isPassing` in db.ts the answer is 500.
test('the disk of the ledger is full: 503, reads go on, all that was acknowledged is there, and it passes', {
  skip: !isRoot && 'only root can mount a small disk',
}, async () => {
  const disk = await mkdtemp(join(tmpdir(), 'assent-full-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk])
  const space = `full_${process.pid}`
  const url = await postgresForTests()
  try {
    const [home] = await ask<{ data_directory: string }>(url, 'SHOW data_directory')
    const owner = await stat(home?.data_directory ?? '')
    await chown(disk, owner.uid, owner.gid)
    await ask(url, `CREATE TABLESPACE ${space} LOCATION '${disk}'`)
    await fillAndEmpty(disk, space)
  } finally {
    await ask(url, `DROP TABLESPACE IF EXISTS ${space}`)
    execFileSync('umount', [disk])
    await rm(disk, { recursive: true })
  }
})

async function fillAndEmpty(disk: string, space: string): Promise<void> {
  await using t = await openHarness()
  await record(t, 'user_1')
  const partitions = await ask<{ name: string }>(
    t.databaseUrl,
    "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'consent_records'::regclass",
  )
  for (const { name } of partitions) await ask(t.databaseUrl, `ALTER TABLE ${name} SET TABLESPACE ${space}`)
  const { bavail, bsize } = await statfs(disk)
  const ballast = join(disk, 'ballast')
  await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 256 * 1024)))

  let acknowledged = 1
  let refused = 0
  for (let round = 0; refused === 0 && round < 100; round++) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => record(t, `user_${round}_${at}`)))
    acknowledged += answers.filter(({ status }) => status === 201).length
    refused += answers.filter(({ status }) => status === 503).length
    assert.equal(answers.filter(({ status }) => ![201, 503].includes(status)).length, 0)
  }
  assert.ok(acknowledged > 50 && refused > 0, `${acknowledged} acknowledged, ${refused} refused`)
  await assertUnavailable(t, 'POST', '/v1/consent', aConsent('user_1'))
  for (const path of ['/ready', '/v1/subjects/user_1/consent', '/v1/subjects/user_1/consent/history'])
    assert.equal((await t.call('GET', path)).status, 200, path)
  assert.equal(await countRecords(t), acknowledged)

  await rm(ballast)
  assert.equal((await record(t, 'user_1')).status, 201)
  assert.equal(await countRecords(t), acknowledged + 1)
}
