import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { spanFacts } from '../src/tracing/tracer.ts'
import { type ServerProcess, startServer } from './failure/server-process.ts'
import { testServer } from './harness.ts'
import { type CollectedSpan, type Collector, openCollector } from './otlp-collector.ts'
import { cloneDatabase } from './test-database.ts'
import { openReceiver, type Receiver } from './webhook-receiver.ts'

const patienceMs = 60_000
const planted = 'planted-canary'
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

/** `assent serve` in a process of its own, which traces to a collector. */
interface TracedServer extends AsyncDisposable {
  readonly server: ServerProcess
  readonly secret: string
  readonly publicKey: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
}

async function startTraced(settings: Record<string, string>): Promise<TracedServer> {
  const database = await cloneDatabase((await testServer()).url)
  const dataDir = await mkdtemp(join(tmpdir(), 'assent-traced-'))
  const logPath = join(dataDir, 'server.log')
  const server = startServer({
    dataDir,
    logPath,
    settings: {
      ASSENT_DATABASE_URL: database.url,
      ASSENT_UNSAFE_DATABASE: 'true',
      ASSENT_WEBHOOKS_PRIVATE: 'true',
      ...settings,
    },
  })
  const url = await server.url
  const keys = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'))
  const { secret, public: publicKey } = keys.test
  return {
    server,
    secret,
    publicKey,
    call: (method, path, body, headers = {}) =>
      fetch(url + path, {
        method,
        headers: {
          Authorization: `Bearer ${secret}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async [Symbol.asyncDispose]() {
      await server.kill()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function until(isTrue: () => boolean, what: string): Promise<void> {
  const end = performance.now() + patienceMs
  while (!isTrue()) {
    assert.ok(performance.now() < end, `in vain: ${what}`)
    await new Promise((done) => setTimeout(done, 20))
  }
}

describe('traces, told to a collector', () => {
  let collector: Collector
  let receiver: Receiver
  let traced: TracedServer
  let exitCode: number | null = null
  const requestIds: string[] = []

  before(async () => {
    collector = await openCollector()
    receiver = await openReceiver()
    traced = await startTraced({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=s%20ecret',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial',
    })
    await useAll()
    await until(() => find('job send-mail').length > 0, 'the mail is sent and told of')
    exitCode = await traced.server.stop()
  })
  after(async () => {
    await traced?.[Symbol.asyncDispose]()
    await receiver?.[Symbol.asyncDispose]()
    await collector?.[Symbol.asyncDispose]()
  })

  /** A request of each sort, with something personal wherever a caller can put it. */
  async function useAll(): Promise<void> {
    const { call, publicKey } = traced
    const hook = await call('POST', '/v1/webhook-endpoints', {
      url: `${receiver.url}/${planted}?token=${planted}`,
    })
    receiver.secret = ((await hook.json()) as { secret: string }).secret
    const body = { subject: { ref: planted }, purposes: { analytics: 'granted' } }
    const recorded = await call('POST', '/v1/consent', body, {
      traceparent: `00-${traceId}-${spanId}-01`,
      tracestate: `vendor=${planted}`,
      baggage: `user=${planted}`,
      'User-Agent': planted,
      'Idempotency-Key': planted,
    })
    assert.equal(recorded.status, 201)
    requestIds.push(recorded.headers.get('request-id') ?? '')
    for (let at = 0; at < 2; at++) await call('GET', `/v1/policy?country=DE`)
    await call('GET', `/v1/subjects/${planted}/consent?purpose=${planted}`)
    await call('GET', `/v1/subjects/${planted}/consent`, undefined, { Authorization: `Bearer ${planted}` })
    await call('GET', `/${planted}/${planted}?${planted}`)
    await call('PROPFIND', `/v1/receipts/${planted}`)
    await call('GET', `/p/confirm/${planted}`)
    const subject = { ref: `email:${planted}@example.org` }
    const topic = { key: 'newsletter', channel: 'email', value: true }
    const inPage = { Authorization: `Bearer ${publicKey}` }
    await call('POST', '/v1/preferences', { subject, preferences: [topic], language: 'de' }, inPage)
    const mailed = await call(
      'POST',
      '/v1/preferences/confirmation-token',
      { subject, preferences: ['newsletter'], language: 'de' },
      inPage,
    )
    assert.equal(mailed.status, 202)
    await receiver.waitFor(1)
  }

  const find = (name: string): CollectedSpan[] => collector.spans.filter((span) => span.name === name)
  function only(name: string): CollectedSpan {
    const [span, ...others] = find(name)
    assert.ok(span !== undefined && others.length === 0, `${name}: ${others.length + (span ? 1 : 0)}`)
    return span
  }

  test('a request is one span: template, method, status and id, in the trace of the caller', () => {
    const span = only('POST /v1/consent')
    assert.deepEqual([span.traceId, span.parentSpanId, span.kind], [traceId, spanId, 2])
    assert.deepEqual(span.attributes, {
      'http.request.method': 'POST',
      'http.route': '/v1/consent',
      'http.response.status_code': 201,
      'assent.request_id': requestIds[0],
    })
  })

  test('who brings no trace begins one; what has no route is told without its path, and a method that is made up is "other"', () => {
    const reads = find('GET /v1/subjects/:ref/consent')
    assert.deepEqual(
      reads.map(({ parentSpanId, attributes }) => [parentSpanId, attributes['http.response.status_code']]),
      [
        ['', 404],
        ['', 401],
      ],
    )
    assert.equal(new Set(reads.map((span) => span.traceId)).size, 2)
    assert.equal(only('GET').attributes['http.response.status_code'], 404)
    assert.equal(find('GET /p/confirm/:token').length, 1)
    assert.equal(only('other /v1/receipts/:id').attributes['http.response.status_code'], 405)
  })

  test('an answer that is kept for a second is told of like the one that was made', () => {
    const told = find('GET /v1/policy').map(({ attributes }) => ({ ...attributes, 'assent.request_id': '' }))
    assert.equal(told.length, 2)
    assert.deepEqual(told[0], told[1])
  })

  test('a commit is linked with the requests it was for', () => {
    const request = only('POST /v1/consent')
    const commits = find('ledger commit').filter(({ links }) => links.includes(request.spanId))
    assert.equal(commits.length, 1)
    assert.deepEqual(commits[0]?.attributes, { 'assent.batch.records': 1, 'assent.batch.calls': 1 })
  })

  test('a delivery is told of by the id of its endpoint, a job by its name', () => {
    const { 'assent.webhook.endpoint': endpoint, ...facts } = find('webhook delivery')[0]?.attributes ?? {}
    assert.match(String(endpoint), /^[a-z]+_[0-9A-Za-z]+$/)
    assert.deepEqual(facts, {
      'http.request.method': 'POST',
      'http.response.status_code': 204,
      'assent.environment': 'test',
      'assent.webhook.attempt': 1,
    })
    assert.deepEqual(find('job send-mail')[0]?.attributes, { 'assent.job': 'send-mail' })
  })

  test('nothing else is told: no attribute beside the list, nothing of a caller in any byte', () => {
    const names = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)))
    assert.deepEqual(
      [...names].filter((name) => !(spanFacts as readonly string[]).includes(name)),
      [],
    )
    const told = Buffer.concat(collector.bodies).toString('latin1')
    assert.ok(told.includes('ledger commit'))
    for (const secret of [planted, 'example.org', '127.0.0.1', traced.secret, traced.publicKey, 'sk_', 'pk_'])
      assert.ok(!told.includes(secret), secret)
  })

  test('it is posted where the settings say, with their headers, under the name of the service', () => {
    assert.deepEqual(new Set(collector.paths), new Set(['/v1/traces']))
    assert.equal(collector.headers[0]?.['x-collector-key'], 's ecret')
    assert.equal(collector.resource['service.name'], 'assent')
    assert.equal(collector.resource['deployment.environment.name'], 'trial')
  })

  test('a stop is clean', () => {
    assert.equal(exitCode, 0)
  })
})

test('a collector whose answer never ends does not keep the server from stopping', async () => {
  await using collector = await openCollector()
  collector.answer = (response) => {
    response.writeHead(200)
    setInterval(() => response.write('.'), 100).unref()
  }
  await using traced = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  assert.equal((await traced.call('GET', '/v1/purposes')).status, 200)
  await until(() => collector.bodies.length > 0, 'it was asked')
  // Past 20 seconds it would end itself, with 1.
  assert.equal(await traced.server.stop(), 0)
})
