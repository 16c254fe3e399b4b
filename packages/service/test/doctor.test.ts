import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { examine } from '../src/commands/doctor/doctor.ts'
import type { Finding } from '../src/commands/doctor/finding.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { readConfig } from '../src/kernel/config.ts'
import { openEmbeddedPostgres } from '../src/store/embedded/open-embedded-postgres.ts'
import { record } from './a-consent.ts'
import { ask } from './failure/server-pair.ts'
import { type Harness, openHarness } from './harness.ts'
import { openMailServer } from './mail-stage.ts'
import { runWith } from './run-assent.ts'
import { testLog } from './test-log.ts'

// Each promise of the doctor twice: on a database that is well, and on a real one that has just this fault.

const dayMs = 86_400_000
type Settings = Readonly<Record<string, string>>

function settingsOf(t: Harness): Settings {
  return {
    ASSENT_DATABASE_URL: t.databaseUrl,
    ASSENT_DATA_DIR: t.service.config.dataDir,
    ASSENT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64url'),
    ASSENT_PUBLIC_URL: 'https://consent.example',
  }
}

async function lookAt(t: Harness, changes: Settings = {}, aheadMs = 0) {
  const clock = { now: () => systemClock.now() + aheadMs }
  return await examine(clock, () => readConfig({ ...settingsOf(t), ...changes }))
}

/** What a check says that was made to say something: how bad it is, what was seen, and what to do. */
function assertFound(
  findings: readonly Finding[],
  check: string,
  state: 'warning' | 'fault',
  words: RegExp,
): void {
  const found = findings.filter((finding) => finding.check === check && finding.state === state)
  assert.equal(found.length, 1, JSON.stringify(findings, null, 1))
  assert.match(found[0]?.found ?? '', words)
  assert.match(found[0]?.advice ?? '', /^\S.{10}/)
}

const troubled = (findings: readonly Finding[]) => findings.filter(({ state }) => state !== 'ok')

test('a service that is well: nothing to do, exit code 0, nobody gets mail, and nothing is changed', async () => {
  await using mail = await openMailServer()
  await using t = await openHarness({ keepsLog: true })
  await record(t, 'user_1')
  for (const environment of ['test', 'live'] as const) await testLog(t, environment).sequencer.flush()
  const before = await readdir(t.service.config.dataDir)
  const findings = await lookAt(t, { ASSENT_SMTP_URL: mail.url })
  assert.deepEqual(troubled(findings), [])
  assert.ok(findings.length >= 18)
  assert.deepEqual(await readdir(t.service.config.dataDir), before)
  assert.equal(mail.received.length, 0)

  const { code, out } = await runWith({ ...settingsOf(t), ASSENT_SMTP_URL: mail.url }, 'doctor', '--json')
  assert.equal(code, 0)
  const document = JSON.parse(out) as { healthy: boolean; findings: Finding[] }
  assert.equal(document.healthy, true)
  assert.deepEqual(
    document.findings.map(({ check }) => check),
    findings.map(({ check }) => check),
  )
})

test('a fault ends with exit code 1 and says what to do; a wrong use with 2', async () => {
  const nowhere = { ASSENT_DATABASE_URL: 'postgres://somebody:hidden@127.0.0.1:1/assent' }
  const refused = await runWith({ ...nowhere, ASSENT_DATA_DIR: join(tmpdir(), 'assent-none') }, 'doctor')
  assert.equal(refused.code, 1)
  assert.match(refused.out, /FAULT {4}database +nothing listens there\n +→ Start PostgreSQL/)
  assert.doesNotMatch(refused.out + refused.err, /hidden/)
  const misspelt = await runWith({ ASSENT_PUBLIC_URI: 'x', PORT: 'y' }, 'doctor', '--json')
  assert.equal(misspelt.code, 1)
  assert.deepEqual(
    (JSON.parse(misspelt.out) as { findings: Finding[] }).findings.map(({ check, state }) => [check, state]),
    [
      ['settings', 'fault'],
      ['settings', 'fault'],
    ],
  )
  assert.equal((await runWith({}, 'doctor', '--everything')).code, 2)
})

test('the database: one that is not there, one that may lose commits, one of another version', async () => {
  await using t = await openHarness()
  const elsewhere = t.databaseUrl.replace(/\/[^/?]+(\?|$)/, '/no_such_database$1')
  assertFound(
    await lookAt(t, { ASSENT_DATABASE_URL: elsewhere }),
    'database',
    'fault',
    /no database of this name/,
  )

  const name = new URL(t.databaseUrl).pathname.slice(1)
  await ask(t.databaseUrl, `ALTER DATABASE ${name} SET synchronous_commit = off`)
  assertFound(await lookAt(t), 'durability', 'fault', /synchronous_commit/)
  await ask(t.databaseUrl, `ALTER DATABASE ${name} RESET synchronous_commit`)

  await ask(t.databaseUrl, `INSERT INTO schema_checksums VALUES ('999999-later', 'x')`)
  assertFound(await lookAt(t), 'migrations', 'fault', /newer than this program \(999999-later\)/)
  await ask(t.databaseUrl, 'DELETE FROM schema_checksums WHERE name >= $1', ['000002'])
  const older = await lookAt(t)
  assertFound(older, 'migrations', 'warning', /not applied yet/)
  assert.ok(!older.some(({ check }) => check === 'keys'), 'tables of another version are left alone')
})

test('clocks that are apart, partitions that are not made, and rows that lie in none', async () => {
  await using t = await openHarness()
  assertFound(await lookAt(t, {}, 10_000), 'clock', 'warning', /^10\.\d s apart/)
  const later = await lookAt(t, {}, 366 * dayMs)
  assertFound(later, 'clock', 'fault', /s apart/)
  assertFound(later, 'partitions', 'warning', /consent_records_2\d{3}q\d.*not made yet/)
  t.advance(4 * 366 * dayMs)
  await record(t, 'user_of_a_wrong_clock')
  assertFound(await lookAt(t), 'partitions', 'fault', /consent_records_default/)
})

test('keys: another master key, a file that others can read, no key that works, a signing key that is old', async () => {
  await using t = await openHarness()
  const another = { ASSENT_MASTER_KEY: Buffer.alloc(32, 8).toString('base64url') }
  assertFound(await lookAt(t, another), 'sealed secrets', 'fault', /another master key/)
  const { dataDir } = t.service.config
  assertFound(await lookAt(t, { ASSENT_MASTER_KEY: '' }), 'master key', 'warning', /none yet/)
  assert.ok(!(await readdir(dataDir)).includes('master.key'), 'none is made')

  await writeFile(join(dataDir, 'master.key'), `${Buffer.alloc(32, 7).toString('base64url')}\n`)
  await chmod(join(dataDir, 'master.key'), 0o644)
  assertFound(await lookAt(t, { ASSENT_MASTER_KEY: '' }), 'master key', 'fault', /read by others/)
  await writeFile(join(dataDir, 'master.key'), 'half')
  assertFound(await lookAt(t, { ASSENT_MASTER_KEY: '' }), 'master key', 'fault', /does not hold a master key/)
  await writeFile(join(dataDir, 'keys.json'), '{}')
  await chmod(join(dataDir, 'keys.json'), 0o600)
  assertFound(await lookAt(t), 'keys file', 'warning', /keys of the first start/)
  await chmod(join(dataDir, 'keys.json'), 0o640)
  assertFound(await lookAt(t), 'keys file', 'fault', /read by others/)

  await ask(t.databaseUrl, "UPDATE api_keys SET revoked_at = created_at WHERE display LIKE 'sk_live%'")
  assertFound(await lookAt(t), 'keys', 'warning', /no secret key works in live/)
  await record(t, 'user_1')
  await ask(t.databaseUrl, "UPDATE signing_keys SET activated_at = activated_at - interval '100 days'")
  assertFound(await lookAt(t), 'signing key', 'warning', /since 100 days/)
})

test('the log: records that wait, a guard that is gone, broken, or ahead of the database', async () => {
  await using t = await openHarness({ keepsLog: true })
  const { sequencer } = testLog(t)
  await record(t, 'user_1')
  await sequencer.flush()
  const guardDir = t.service.config.logGuardDir
  const check = 'log guard of test'
  const empty = await mkdtemp(join(tmpdir(), 'assent-guard-'))
  try {
    assertFound(await lookAt(t, { ASSENT_LOG_GUARD_DIR: empty }), check, 'warning', /does not have it/)
  } finally {
    await rm(empty, { recursive: true })
  }
  await ask(t.databaseUrl, 'UPDATE log_heads SET size = size - 1')
  assertFound(await lookAt(t), check, 'warning', /restored to an older state/)
  await ask(t.databaseUrl, 'UPDATE log_heads SET size = size + 2')
  assertFound(await lookAt(t), 'checkpoint of test', 'warning', /entries, signed/)
  await ask(t.databaseUrl, 'UPDATE log_heads SET size = size - 1')
  const id = (await readdir(guardDir)).find((name) => name.startsWith('test-0-')) ?? ''
  const [file = ''] = await readdir(join(guardDir, id))
  await writeFile(join(guardDir, id, file), 'not a note')
  assertFound(await lookAt(t), check, 'fault', /nothing is signed/)

  await using alone = await openHarness()
  await record(alone, 'user_1')
  assertFound(await lookAt(alone, {}, 90_000), 'waiting for the log of test', 'fault', /for 9\d s/)
})

test('a login that may not act as its role is a fault once logins are set apart', async () => {
  await using t = await openHarness()
  const login = `doctor_${process.pid}`
  await ask(t.databaseUrl, `CREATE ROLE ${login} LOGIN`)
  try {
    const url = new URL(t.databaseUrl)
    url.username = login
    await ask(t.databaseUrl, `GRANT pg_read_all_data TO ${login}`)
    const apart = { ASSENT_DATABASE_URL: url.href, ASSENT_DATABASE_OWNER_URL: t.databaseUrl }
    assertFound(await lookAt(t, apart), 'roles', 'fault', /may not act as assent_app/)
    assertFound(
      await lookAt(t, { ASSENT_DATABASE_URL: url.href }),
      'roles',
      'warning',
      /assent_app and assent_eraser/,
    )
  } finally {
    await ask(t.databaseUrl, `DROP ROLE ${login}`)
  }
})

test('a mail server that is away, and live settings without one', async () => {
  await using t = await openHarness()
  assertFound(await lookAt(t), 'mail', 'warning', /mails become files/)
  const away = { ASSENT_SMTP_URL: 'smtp://somebody:hidden@127.0.0.1:1' }
  const findings = await lookAt(t, away)
  assertFound(findings, 'mail', 'fault', /does not take mail/)
  assert.doesNotMatch(JSON.stringify(findings), /hidden/)
  assertFound(await lookAt(t, { ASSENT_PUBLIC_URL: '' }), 'settings', 'warning', /not set/)
  assertFound(await lookAt(t, { ASSENT_UNSAFE_DATABASE: 'true' }), 'settings', 'fault', /may be lost/)
})

const isRoot = process.platform === 'linux' && process.getuid?.() === 0

test('a disk that is nearly full', { skip: !isRoot && 'only root can mount a small disk' }, async () => {
  await using t = await openHarness()
  const folder = await mkdtemp(join(tmpdir(), 'assent-small-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder])
  try {
    assertFound(await lookAt(t, { ASSENT_DATA_DIR: folder }), 'disk', 'fault', /^\d+ MB free/)
  } finally {
    execFileSync('umount', [folder])
    await rm(folder, { recursive: true })
  }
})

test('the built-in database: before the first start, while a server has it, and when none does', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'assent-doctor-'))
  const settings = () => readConfig({ ASSENT_DATA_DIR: dataDir })
  try {
    assertFound(await examine(systemClock, settings), 'database', 'warning', /there is none/)
    assert.deepEqual(await readdir(dataDir), [])
    const server = await openEmbeddedPostgres({ dataDir, purpose: 'serve', note: () => undefined })
    const during = await examine(systemClock, settings)
    await server.stop()
    const after = await examine(systemClock, settings)
    for (const findings of [during, after]) {
      assert.ok(findings.some(({ check, state }) => check === 'database' && state === 'ok'))
      assertFound(findings, 'migrations', 'warning', /not applied yet/)
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
