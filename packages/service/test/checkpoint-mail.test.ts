import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig } from '../src/kernel/config.ts'
import { addJob } from '../src/store/job-queue.ts'
import { record } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { openMailServer, settleJobs } from './mail-stage.ts'
import { runAssent } from './run-assent.ts'
import { runOffline } from './run-offline.ts'
import { testLog } from './test-log.ts'

async function consentLive(t: Harness): Promise<void> {
  await record(t, anAnonymousRef(), {}, { key: t.keys.live.secret })
  await testLog(t, 'live').sequencer.flush()
}

test('the live log is mailed to who keeps it, once for each state, and an auditor reads the mail', async () => {
  await using mails = await openMailServer()
  await using t = await openHarness({
    keepsLog: true,
    runsJobs: true,
    settings: { ASSENT_SMTP_URL: mails.url, ASSENT_LOG_MAIL_TO: 'auditor@example.org, board@example.org' },
  })
  await consentLive(t)
  for (let times = 0; times < 2; times++) {
    await addJob(t.service.pool, 'mail-checkpoints', {}, { key: 'now' })
    await settleJobs(t, 'mail-checkpoints')
  }
  await mails.mail(2)
  assert.deepEqual(mails.received.flatMap(({ to }) => to).sort(), [
    'auditor@example.org',
    'board@example.org',
  ])
  const [first] = mails.received
  const line = first?.mail.text?.split('\n').find((text) => text.startsWith('{"seen_at"'))
  assert.ok(line, first?.mail.text)

  // What was mailed is what an audit is held against, after a record of it was taken out.
  await consentLive(t)
  const folder = await mkdtemp(join(tmpdir(), 'assent-mailed-'))
  const exported = await runAssent(t, 'export', folder, '--environment', 'live')
  assert.equal(exported.code, 0, exported.err)
  const path = join(folder, 'live-0.jsonl')
  await writeFile(join(folder, 'seen'), `${line}\n`)
  const { code, text } = await runOffline('audit', path, '--seen', join(folder, 'seen'))
  assert.equal(code, 0, text)
  await addJob(t.service.pool, 'mail-checkpoints', {}, { key: 'now' })
  await mails.mail(4)
  await rm(folder, { recursive: true })
})

test('addresses that are none are a fault of the settings', () => {
  assert.throws(() => readConfig({ ASSENT_LOG_MAIL_TO: 'auditor' }), ConfigError)
  assert.deepEqual(readConfig({}).logMailTo, [])
})
