import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { forgetOldRows } from '../src/jobs/forget-old-rows.ts'
import { watchDataRequests } from '../src/jobs/watch-data-requests.ts'
import { addJob } from '../src/store/job-queue.ts'
import { tables } from '../src/store/tables.ts'
import { aRequestBody, done, open, read } from './a-data-request.ts'
import { ask } from './failure/server-pair.ts'
import { type Harness, openHarness } from './harness.ts'

const dayMs = 86_400_000

describe('what is kept for a while is there until then, and gone after', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  const context = () => ({ service: t.service, signal: new AbortController().signal }) as never
  const inDays = (days: number) => new Date(t.service.clock.now() + days * dayMs).toISOString()
  async function afterDays(days: number): Promise<void> {
    t.advance(days * dayMs)
    await forgetOldRows(context())
  }
  async function count(sql: string, values: readonly unknown[] = []): Promise<number> {
    return (
      (await ask<{ n: number }>(t.databaseUrl, `SELECT count(*)::int AS n FROM ${sql}`, values))[0]?.n ?? 0
    )
  }

  // Seen to fail: with `silent_until` left out of the sweep, the second is gone with the first.
  test('a mailbox, a month after it was last written to; not while its owner wants no mails', async () => {
    await ask(
      t.databaseUrl,
      `INSERT INTO mailboxes (route_key, env_id, asked_at, silent_until)
       SELECT md5(name)::uuid, 1, $1::timestamptz, until FROM (VALUES ('quiet', NULL), ('silent', $2::timestamptz)) v (name, until)`,
      [inDays(0), inDays(60)],
    )
    await afterDays(30)
    assert.equal(await count('mailboxes'), 2)
    await afterDays(2)
    assert.equal(await count('mailboxes WHERE silent_until IS NULL'), 0)
    assert.equal(await count('mailboxes'), 1)
    await afterDays(60)
    assert.equal(await count('mailboxes'), 0)
  })

  // Seen to fail: with `closedAt` left out of the sweep, both of these are forgotten at once.
  test('who asked for a right, two years after the answer; what was asked and answered stays', async () => {
    const email = 'ada.kept@example.org'
    const closed = await open(t, { subject: { ref: `email:${email}` }, email })
    const waiting = await open(t, { subject: { ref: `email:${email}` }, email })
    await done(t, closed.id, 'deny', 'no_match')
    await afterDays(730)
    assert.equal((await read(t, closed.id)).email, email)
    await afterDays(2)
    const { email: left, subject, status, denial_reason, changes } = await read(t, closed.id)
    assert.deepEqual([left, subject.ref, status, denial_reason], [null, null, 'denied', 'no_match'])
    assert.ok(changes.length >= 2)
    assert.equal((await read(t, waiting.id)).email, email, 'one that is open is nobody to be forgotten')
  })

  test('who asked and never proved to be the owner of the mailbox, a month after that ran out', async () => {
    const body = aRequestBody({ subject: null, email: 'bob.unproved@example.org' })
    const answer = await t.call('POST', '/v1/data-requests/portal', { key: t.keys.test.public, body })
    assert.equal(answer.status, 202, answer.text)
    const id = String(answer.json['id'])
    t.advance(7 * dayMs + 1000)
    await watchDataRequests(context())
    assert.equal((await read(t, id)).status, 'expired')
    await afterDays(30)
    assert.equal((await read(t, id)).email, 'bob.unproved@example.org')
    await afterDays(2)
    assert.deepEqual([(await read(t, id)).email, (await read(t, id)).status], [null, 'expired'])
  })

  test('a job that failed for good, after a month; one that waits stays', async () => {
    await addJob(t.service.pool, 'find-due-mails', {}, { key: 'failed', runAt: t.service.clock.now() })
    await addJob(t.service.pool, 'find-due-mails', {}, { key: 'waits', runAt: t.service.clock.now() })
    await ask(
      t.databaseUrl,
      `UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key = 'failed'`,
    )
    const keys = "graphile_worker.jobs WHERE key IN ('failed', 'waits')"
    await afterDays(30)
    assert.equal(await count(keys), 2)
    await afterDays(2)
    assert.equal(await count(keys), 1)
    assert.equal(await count("graphile_worker.jobs WHERE key = 'failed'"), 0)
  })

  test('a secret that was replaced, the day after it ended; those in force stay', async () => {
    const inForce = await count('subject_token_secrets')
    for (const [table, more] of [
      ['subject_token_secrets', ''],
      ['webhook_secrets', ", 'whe_gone'"],
    ] as const)
      await ask(
        t.databaseUrl,
        `INSERT INTO ${table} (env_id${more === '' ? '' : ', endpoint_id'}, secret_id, sealed, created_at, expires_at)
         SELECT 1${more}, name, '\\x00', $1::timestamptz, $2::timestamptz FROM (VALUES ('one'), ('two')) v (name)`,
        [inDays(0), inDays(1)],
      )
    await afterDays(1.5)
    assert.equal(await count('subject_token_secrets'), inForce + 2)
    await afterDays(1)
    assert.deepEqual([await count('subject_token_secrets'), await count('webhook_secrets')], [inForce, 0])
  })
})

// A table that grows for ever without a reason is found when it is made, not when it is full.
test('the operator is told of every table how long its rows are kept', () => {
  const page = readFileSync(fileURLToPath(new URL('../../../docs/operations.md', import.meta.url)), 'utf8')
  const section = /## What is kept how long\n([\s\S]*?)\n## /.exec(page)?.[1] ?? ''
  const told = new Set([...section.matchAll(/`([a-z_]+)`/g)].map((match) => match[1]))
  assert.deepEqual(
    Object.keys(tables).filter((name) => !told.has(name)),
    [],
  )
})
