import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openMailers } from '../src/delivery/mailer.ts'
import { readEmailAddress } from '../src/domain/email-address.ts'
import { findDueMails } from '../src/jobs/find-due-mails.ts'
import { openJobWork } from '../src/jobs/open-job-work.ts'
import { holdWorkerLease } from '../src/jobs/worker-lease.ts'
import { addJob, migrateJobs } from '../src/store/job-queue.ts'
import { actingAs } from '../src/store/roles.ts'
import { type Harness, openHarness } from './harness.ts'
import { queueMail, settleJobs } from './mail-stage.ts'
import { until } from './until.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

async function queueOne(t: Harness): Promise<string> {
  const to = readEmailAddress('ada@example.org')
  const [environment] = t.service.settings.current.environments.values()
  if (typeof to !== 'string' || environment === undefined) throw new Error('no address or no environment')
  const id = t.service.newUuid(t.service.clock.now())
  const values = {
    controller: 'C',
    topics: [],
    confirmUrl: 'https://c.example/1',
    rejectUrl: 'https://c.example/2',
    hours: 48,
  }
  await queueMail(t.service, environment, { id, kind: 'confirm-preferences', to, language: 'en', values })
  return id
}

const mails = (t: Harness) =>
  readdir(join(t.service.config.dataDir, 'mail')).then(
    (names) => names.filter((name) => name.endsWith('.eml')),
    () => [],
  )

const lockAll = (t: Harness, holder: string) =>
  t.service.pool.query('UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = $1', [holder])

describe('background jobs', () => {
  test('their tables come with the migrations, once, by whichever of several starts', async () => {
    await using t = await openHarness()
    await t.service.pool.query('DROP SCHEMA graphile_worker CASCADE')
    const url = actingAs(t.databaseUrl, 'assent_app')
    await Promise.all([1, 2, 3].map(() => migrateJobs(url)))
    await addJob(t.service.pool, 'find-due-mails', {})
  })

  test('a server that was killed leaves its jobs to the others, and one that lives does not', async () => {
    // Seen to fail without the look for abandoned jobs: the library itself would wait four hours.
    await using t = await openHarness()
    await queueOne(t)
    await lockAll(t, 'pool-of-somebody')
    const alive = await holdWorkerLease(t.service, 'pool-of-somebody')
    await using running = await openHarnessJobs(t)
    await addJob(t.service.pool, 'free-abandoned-jobs', {})
    await settleJobs(t, 'free-abandoned-jobs')
    assert.deepEqual(await mails(t), [])
    await alive.release()
    await addJob(t.service.pool, 'free-abandoned-jobs', {})
    await until(async () => ((await mails(t)).length === 1 ? true : undefined))
    assert.ok(t.logged.some(({ message }) => message === 'freed the jobs of a server that is gone'))
    assert.ok(running.said.length > 0)
  })

  test('what is under way when the server stops is finished', async () => {
    await using t = await openHarness()
    const running = await openHarnessJobs(t)
    await Promise.all([1, 2, 3, 4, 5].map(() => queueOne(t)))
    await running[Symbol.asyncDispose]()
    const { rows } = await t.service.pool.query<{ locked: number; sent: number }>(
      `SELECT (SELECT count(*)::int FROM graphile_worker.jobs WHERE locked_at IS NOT NULL) AS locked,
              (SELECT count(*)::int FROM mails WHERE state = 'captured') AS sent`,
    )
    assert.deepEqual([rows[0]?.locked, rows[0]?.sent], [0, (await mails(t)).length])
  })

  test('one that fails is logged by its name, and what is kept of the error names nobody', async () => {
    await using t = await openHarness({ runsJobs: true })
    const nowhere = { environmentId: 99, routeKey: '0'.repeat(32), id: '1'.repeat(32) }
    await addJob(t.service.pool, 'send-mail', nowhere as never)
    const line = await until(() => t.logged.find(({ message }) => message === 'a job failed'))
    assert.equal(line.fields.job, 'send-mail')
    const { rows } = await until(async () => {
      const found = await t.service.pool.query<{ last_error: string | null }>(
        "SELECT last_error FROM graphile_worker.jobs WHERE task_identifier = 'send-mail' AND last_error IS NOT NULL",
      )
      return found.rows.length > 0 ? found : undefined
    })
    assert.equal(rows[0]?.last_error, 'Error')
  })

  test('after the database was away they go on', async () => {
    await using t = await openHarness({ runsJobs: true })
    const admin = new pg.Client({ connectionString: t.databaseUrl })
    await admin.connect()
    // Waits for each to be gone: one that is still there could take a claim along, and the mail with it for minutes.
    await admin.query(
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
    await admin.end()
    await until(async () => await queueOne(t).catch(() => undefined))
    await until(async () => {
      const once = { key: 'find-due-mails', keepsPlace: true }
      await addJob(t.service.pool, 'find-due-mails', {}, once).catch(() => undefined)
      return (await mails(t)).length >= 1 ? true : undefined
    })
  })

  test('a first look for a job that fails does not leave them looking in vain', async () => {
    // The library keeps that failure for ever: a database that goes away in that moment was once enough. Seen to fail
    // when nobody counts the looks that failed.
    await using t = await openHarness()
    const admin = new pg.Client({ connectionString: t.databaseUrl })
    await admin.connect()
    await admin.query('REVOKE ALL ON graphile_worker._private_tasks FROM assent_app')
    await using _running = await openHarnessJobs(t)
    await until(() =>
      t.logged.find(({ message }) => message === 'the background jobs stopped; they begin again'),
    )
    await admin.query('GRANT ALL ON graphile_worker._private_tasks TO assent_app')
    await admin.end()
    await queueOne(t)
    await until(async () => ((await mails(t)).length === 1 ? true : undefined))
  })

  test('to be found due again does not put a mail behind others that wait', async () => {
    // Seen to fail when the job was put anew: a queue that is long enough then never comes to its oldest mails.
    await using t = await openHarness({ settings: { ASSENT_JOBS: 'leave' } })
    await queueOne(t)
    await addJob(t.service.pool, 'forget-old-rows', {})
    const order = async () => {
      const { rows } = await t.service.pool.query<{ name: string }>(
        'SELECT task_identifier AS name FROM graphile_worker.jobs ORDER BY run_at, id',
      )
      return rows.map(({ name }) => name)
    }
    assert.deepEqual(await order(), ['send-mail', 'forget-old-rows'])
    const context = {
      service: t.service,
      mailers: openMailers({ config: t.service.config, say: () => undefined }),
    }
    await findDueMails({ ...context, signal: new AbortController().signal })
    assert.deepEqual(await order(), ['send-mail', 'forget-old-rows'])
  })

  test('assent work does them for a server that leaves them, and stops cleanly', async () => {
    await using t = await openHarness({ settings: { ASSENT_JOBS: 'leave' } })
    await queueOne(t)
    const env = {
      PATH: process.env['PATH'] ?? '',
      ASSENT_DATABASE_URL: t.databaseUrl,
      ASSENT_DATA_DIR: t.service.config.dataDir,
      ASSENT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64url'),
      ASSENT_UNSAFE_DATABASE: 'true',
    }
    const worker = spawn(process.execPath, [main, 'work'], { env })
    let out = ''
    worker.stdout.on('data', (bytes: Buffer) => {
      out += bytes.toString()
    })
    const ended = once(worker, 'exit')
    await until(async () => ((await mails(t)).length === 1 ? true : undefined)).finally(() =>
      worker.kill('SIGTERM'),
    )
    const [code] = await ended
    assert.equal(code, 0)
    assert.match(out, /Assent is doing background jobs/)
    assert.match(out, /Mail written to /)
  })
})

/** The jobs of a second server on the same database. */
async function openHarnessJobs(t: Harness): Promise<AsyncDisposable & { readonly said: string[] }> {
  const said: string[] = []
  const jobs = await openJobWork(t.service, actingAs(t.databaseUrl, 'assent_app'), (line) => said.push(line))
  return { said, [Symbol.asyncDispose]: () => jobs.close() }
}
