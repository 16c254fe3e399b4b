import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '../src/api/endpoints.ts'
import { type MetricsDoor, openMetricsDoor } from '../src/http/metrics-door.ts'
import { gaugeJobs } from '../src/jobs/gauge-jobs.ts'
import { openMetrics } from '../src/metrics/metrics.ts'
import { addJob } from '../src/store/job-queue.ts'
import { gaugeEvents } from '../src/webhooks/gauge-events.ts'
import { aConsent } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'

describe('metrics', () => {
  let t: Harness
  let door: MetricsDoor
  before(async () => {
    const metrics = openMetrics()
    t = await openHarness({ metrics, keepsLog: true })
    gaugeJobs(metrics, t.service)
    gaugeEvents(metrics, t.service)
    door = await openMetricsDoor({ host: '127.0.0.1', port: 0, log: t.service.log, text: metrics.text })
  })
  after(async () => {
    await door?.close()
    await t?.[Symbol.asyncDispose]()
  })

  async function scrape(): Promise<Map<string, number>> {
    const text = await (await fetch(door.url)).text()
    const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return new Map(
      samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
    )
  }

  test('every request is counted once, under its route and status', async () => {
    const count = 'assent_http_request_duration_seconds_count'
    const recorded = `${count}{route="POST /v1/consent",status="201"}`
    const refused = `${count}{route="POST /v1/consent",status="422"}`
    const was = await scrape()
    for (let at = 0; at < 5; at++) await t.call('POST', '/v1/consent', { body: aConsent(anAnonymousRef()) })
    await t.call('POST', '/v1/consent', { body: {} })
    const is = await scrape()
    assert.equal((is.get(recorded) ?? 0) - (was.get(recorded) ?? 0), 5)
    assert.equal((is.get(refused) ?? 0) - (was.get(refused) ?? 0), 1)
  })

  test('who is over the limit is counted once, also where the answer was at hand', async () => {
    const metrics = openMetrics()
    await using limited = await openHarness({ metrics, settings: { ASSENT_LIMIT_SK_PER_MINUTE: '2' } })
    for (let at = 0; at < 3; at++) await limited.call('GET', '/v1/policy?country=DE')
    const counts = (await metrics.text()).match(/^assent_http_request_duration_seconds_count.*$/gm)
    assert.deepEqual(counts?.toSorted(), [
      'assent_http_request_duration_seconds_count{route="GET /v1/policy",status="200"} 2',
      'assent_http_request_duration_seconds_count{route="GET /v1/policy",status="429"} 1',
    ])
  })

  test('the ledger, the log, the process and the event loop have their figures', async () => {
    await t.call('POST', '/v1/consent', { body: aConsent(anAnonymousRef()) })
    const names = [...(await scrape()).keys()]
    for (const name of [
      'assent_ledger_batch_records_count',
      'assent_ledger_commit_duration_seconds_sum',
      'assent_ledger_queue_records',
      'assent_log_merge_delay_seconds{environment="test"}',
      'assent_jobs_lag_seconds',
      'assent_events_waiting{environment="live"}',
      'assent_webhook_endpoints_failing{environment="test"}',
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      assert.ok(names.includes(name), name)
  })

  test('events that nobody has dispatched and jobs that nobody has done are counted', async () => {
    await t.call('POST', '/v1/webhook-endpoints', { body: { url: 'https://shop.example/hooks' } })
    await t.call('POST', '/v1/consent', { body: aConsent(anAnonymousRef()) })
    await t.service.logWork?.sequencers.get('test')?.flush()
    await addJob(t.service.pool, 'forget-old-rows', {}, { runAt: t.service.clock.now() - 90_000 })
    const samples = await scrape()
    assert.ok((samples.get('assent_events_waiting{environment="test"}') ?? 0) > 0)
    assert.equal(samples.get('assent_events_waiting{environment="live"}'), 0)
    assert.ok((samples.get('assent_jobs_lag_seconds') ?? 0) >= 90)
  })

  test('no label holds what a caller sent, and their number is bounded', async () => {
    const planted = 'user_planted_canary'
    await t.call('POST', '/v1/consent', { body: aConsent(planted) })
    await t.call('GET', `/v1/subjects/${planted}/consent?purpose=${planted}`)
    await fetch(`${t.url}/${planted}/${planted}`, { method: 'PUT' })
    for (const method of ['PROPFIND', 'LINK', 'QUERY']) await fetch(`${t.url}/v1/consent`, { method })
    const names = [...(await scrape()).keys()]
    assert.ok(!names.some((name) => name.includes(planted)))
    const routes = new Set(names.map((name) => /route="([^"]*)"/.exec(name)?.[1]))
    const known = new Set(endpoints.map(({ path }) => path))
    for (const route of routes)
      if (route !== undefined && route !== 'unknown')
        assert.ok(known.has(route.replace(/^(GET|HEAD|POST|DELETE|OPTIONS|other) /, '')), route)
  })

  test('the public door has none', async () => {
    for (const key of [t.keys.test.secret, t.keys.test.public, null])
      assert.equal((await t.call('GET', '/metrics', { key })).status, 404)
    assert.equal((await fetch(door.url.replace('/metrics', '/'))).status, 404)
    assert.equal((await fetch(door.url, { method: 'POST' })).status, 404)
  })
})
