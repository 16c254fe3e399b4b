import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { describe, test } from 'node:test'
import { ConfigError, readConfig } from '../src/kernel/config.ts'
import { openTracer } from '../src/tracing/open-tracer.ts'
import type { SpanFacts, Tracer } from '../src/tracing/tracer.ts'
import { openCollector } from './otlp-collector.ts'

const patienceMs = 60_000
/** The SDK hands over this many at once, without waiting for more. */
const batch = 512

type Lines = { readonly message: string; readonly fields: object }[]

async function open(url: string, settings: Record<string, string> = {}, lines: Lines = []): Promise<Tracer> {
  const write = (message: string, fields: object = {}) => void lines.push({ message, fields })
  const log = { debug: write, info: write, warn: write, error: write }
  const tracer = await openTracer(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...settings }), log)
  assert.ok(tracer)
  return tracer
}

function workThrough(tracer: Tracer, count: number, name = 'work'): void {
  for (let at = 0; at < count; at++) tracer.begin(name, { kind: 'internal' }).end({}, false)
}

async function until(isTrue: () => boolean, what: string): Promise<void> {
  const end = performance.now() + patienceMs
  while (!isTrue()) {
    assert.ok(performance.now() < end, `in vain: ${what}`)
    await new Promise((done) => setTimeout(done, 5))
  }
}

test('without an endpoint, or switched off, there is no tracer', async () => {
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  assert.equal(await openTracer(readConfig({}), log), undefined)
  assert.equal(await openTracer(readConfig({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }), log), undefined)
})

describe('what is traced', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const kept = `00-${traceId}-00f067aa0ba902b7-01`
  const notKept = `00-${traceId}-00f067aa0ba902b7-00`

  /** The traces that are told of, of work for a caller who sent this header. */
  async function tracesOf(sampler: Record<string, string>, traceparent?: string): Promise<string[]> {
    await using collector = await openCollector()
    const tracer = await open(collector.url, sampler)
    tracer.begin('work', { kind: 'server', traceparent }).end({}, false)
    await tracer.close()
    return collector.spans.map((span) => span.traceId)
  }

  test('the caller decides of its own traces, unless the settings say otherwise', async () => {
    assert.deepEqual(await tracesOf({}, kept), [traceId])
    assert.deepEqual(await tracesOf({}, notKept), [])
    assert.equal((await tracesOf({})).length, 1)
    assert.deepEqual(await tracesOf({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, kept), [traceId])
    assert.deepEqual(await tracesOf({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }), [])
    assert.deepEqual(await tracesOf({ OTEL_TRACES_SAMPLER: 'always_off' }, kept), [])
    assert.deepEqual(await tracesOf({ OTEL_TRACES_SAMPLER: 'always_on' }, notKept), [traceId])
    const none = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }
    assert.deepEqual(await tracesOf(none, kept), [])
  })

  test('a header that is no traceparent begins a trace of its own', async () => {
    const zeros = `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`
    for (const header of ['', 'x', `${kept}-more`, `ff${kept.slice(2)}`, kept.toUpperCase(), zeros]) {
      const [own, ...others] = await tracesOf({}, header)
      assert.ok(own !== undefined && own !== traceId && others.length === 0, header)
    }
    assert.deepEqual(await tracesOf({}, `01${kept.slice(2)}-more`), [traceId])
  })

  test('a commit is traced when a request that it was for is, and linked with no other', async () => {
    await using collector = await openCollector()
    const tracer = await open(collector.url, { OTEL_TRACES_SAMPLER: 'parentbased_always_off' })
    const told = tracer.begin('told', { kind: 'server', traceparent: kept })
    const untold = tracer.begin('untold', { kind: 'server' })
    tracer.begin('both', { kind: 'internal', links: [told, untold] }).end({}, false)
    tracer.begin('neither', { kind: 'internal', links: [untold] }).end({}, false)
    for (const span of [told, untold]) span.end({}, false)
    await tracer.close()
    assert.deepEqual(
      collector.spans.map(({ name, links }) => [name, links]),
      [
        ['both', [told.spanId]],
        ['told', []],
      ],
    )
  })

  test('work knows its span, through all that it awaits, and other work does not', async () => {
    const tracer = await open('http://127.0.0.1:9')
    const span = tracer.begin('work', { kind: 'server' })
    const seen = await span.run(async () => {
      await new Promise((done) => setImmediate(done))
      return tracer.current()
    })
    assert.equal(seen, span)
    assert.equal(tracer.current(), undefined)
    await tracer.close()
  })

  test('what is not on the list is not told, though an object holds it', async () => {
    await using collector = await openCollector()
    const tracer = await open(collector.url)
    const facts = {
      'assent.job': 'send-mail',
      'user.email': 'ada@example.org',
      'url.full': '/x?y',
    } as SpanFacts
    tracer.begin('work', { kind: 'internal', facts }).end({ ...facts }, true)
    await tracer.close()
    assert.deepEqual(
      collector.spans.map(({ attributes, isFailure }) => [attributes, isFailure]),
      [[{ 'assent.job': 'send-mail' }, true]],
    )
  })
})

describe('a collector that fails', () => {
  test('is logged once, and once when it is back; nothing of its address or its answer is', async () => {
    await using collector = await openCollector()
    const lines: Lines = []
    const tracer = await open(collector.url.replace('//', '//user:password@'), {}, lines)
    collector.answer = (response) => void response.writeHead(500).end('an answer of its own')
    for (let round = 1; round <= 3; round++) {
      workThrough(tracer, batch)
      await until(() => collector.bodies.length === round, 'it was asked again')
    }
    await until(() => lines.length > 0, 'it is logged')
    collector.answer = (response) => void response.writeHead(200).end()
    workThrough(tracer, batch)
    await until(() => collector.bodies.length === 4, 'it was asked again')
    await tracer.close()
    assert.deepEqual(lines, [
      { message: 'traces cannot be handed over', fields: { code: '500' } },
      { message: 'traces are handed over again', fields: {} },
    ])
  })

  test('and one that is not there costs neither a stop nor the log more than that', async () => {
    const lines: Lines = []
    const tracer = await open(await closedAddress(), {}, lines)
    workThrough(tracer, 3 * batch)
    await until(() => lines.length > 0, 'it is logged')
    await tracer.close()
    assert.deepEqual(
      lines.map(({ message }) => message),
      ['traces cannot be handed over'],
    )
  })

  test('what waits for one that does not answer is bounded', async () => {
    await using collector = await openCollector()
    const held: ServerResponse[] = []
    collector.answer = (response) => void held.push(response)
    const tracer = await open(collector.url)
    workThrough(tracer, batch, 'first')
    await until(() => held.length === 1, 'it was asked')
    workThrough(tracer, 20 * batch, 'later')
    collector.answer = (response) => void response.writeHead(200).end()
    for (const response of held) response.writeHead(200).end()
    await tracer.close()
    const told = (name: string) => collector.spans.filter((span) => span.name === name).length
    assert.ok(told('first') >= batch && told('later') <= 4 * batch, `${told('first')} ${told('later')}`)
  })

  test('one that never answers does not keep a stop', { timeout: patienceMs }, async () => {
    await using collector = await openCollector()
    collector.answer = () => undefined
    const tracer = await open(collector.url)
    workThrough(tracer, 3 * batch)
    await until(() => collector.bodies.length > 0, 'it was asked')
    await tracer.close()
  })
})

test('faults in the settings are named, without their values', () => {
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'planted',
    OTEL_RESOURCE_ATTRIBUTES: 'a=%zz',
    OTEL_TRACES_SAMPLER: 'planted',
    OTEL_TRACES_SAMPLER_ARG: '2',
    OTEL_SDK_DISABLED: 'planted',
  }
  assert.throws(
    () => readConfig(settings),
    (error) => {
      assert.ok(error instanceof ConfigError)
      assert.deepEqual(
        error.faults.map((fault) => fault.split(':')[0]).toSorted(),
        Object.keys(settings).toSorted(),
      )
      assert.doesNotMatch(error.message, /planted/)
      return true
    },
  )
})

/** Where nothing listens. */
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return `http://127.0.0.1:${port}`
}
