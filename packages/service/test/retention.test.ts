import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addJob } from '../src/store/job-queue.ts'
import { sweptAtOnce } from '../src/store/retention.ts'
import { aConsent } from './a-consent.ts'
import { ask } from './failure/server-pair.ts'
import { anAnonymousRef, openHarness } from './harness.ts'
import { settleJobs, until } from './mail-stage.ts'

const dayMs = 86_400_000

test('idempotency keys are forgotten a day after their promise ends, in small batches, and no sooner', async () => {
  await using t = await openHarness({ runsJobs: true })
  const count = async () =>
    Number((await ask<{ n: number }>(t.databaseUrl, 'SELECT count(*)::int AS n FROM idempotency_keys'))[0]?.n)
  const ref = anAnonymousRef()
  const send = (key: string) =>
    t.call('POST', '/v1/consent', { headers: { 'Idempotency-Key': key }, body: aConsent(ref) })
  const keys = Array.from({ length: sweptAtOnce + 20 }, (_, at) => `old-${at}`)
  await Promise.all(keys.map(send))
  t.advance(7 * dayMs - 60_000)
  assert.equal((await send('old-0')).headers.get('idempotent-replayed'), 'true')
  await send('young')
  await addJob(t.service.pool, 'forget-old-rows', {})
  await settleJobs(t, 'forget-old-rows')
  assert.equal(await count(), keys.length + 1, 'nothing is forgotten within its time')
  t.advance(dayMs + 120_000)
  await addJob(t.service.pool, 'forget-old-rows', {})
  await until(async () => ((await count()) === 1 ? true : undefined))
  assert.equal((await send('young')).headers.get('idempotent-replayed'), 'true')
})
