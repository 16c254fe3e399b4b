import { AsyncLocalStorage } from 'node:async_hooks'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingConfig } from '../kernel/config.ts'
import type { Log } from '../kernel/log.ts'
import { readTraceparent } from './read-traceparent.ts'
import { type Span, type SpanFacts, type SpanStart, spanFacts, type Tracer } from './tracer.ts'

/** A collector has this long to take what it is sent, retries included, and a stop waits for it no longer. */
const patienceMs = 5000
/** As many as a commit can be done for; the SDK's own limit is half of it. */
const linksMax = 256

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const

/** The one place that knows the SDK of OpenTelemetry. What waits for the collector is bounded: past it spans are lost. */
export function startTracer(config: TracingConfig, log: Log): Tracer {
  const agent = config.url.startsWith('https:')
    ? new HttpsAgent({ keepAlive: true })
    : new HttpAgent({ keepAlive: true })
  const exporter = new OTLPTraceExporter({
    url: config.url,
    headers: { ...config.headers },
    timeoutMillis: patienceMs,
    httpAgentOptions: () => agent,
  })
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ ...config.resource, 'service.name': config.serviceName }),
    ),
    sampler: keepingLinked(samplerOf(config)),
    spanLimits: { linkCountLimit: linksMax },
    spanProcessors: [new BatchSpanProcessor({ exporter: sayingOnce(exporter, log) })],
  })
  const sdk = provider.getTracer('assent')
  const running = new AsyncLocalStorage<Span>()

  return {
    begin(name, { kind, traceparent, links = [], facts = {} }) {
      const span = sdk.startSpan(
        name,
        { kind: kinds[kind], links: linksTo(links), attributes: told(facts) },
        continued(traceparent),
      )
      return wrap(span, running)
    },
    current: () => running.getStore(),
    async close() {
      const over = new AbortController()
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        delay(patienceMs, undefined, { signal: over.signal }).catch(() => undefined),
      ])
      over.abort()
      agent.destroy()
    },
  }
}

function wrap(span: OtelSpan, running: AsyncLocalStorage<Span>): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  const wrapped: Span = {
    traceId,
    spanId,
    isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0,
    run: (work) => running.run(wrapped, work),
    end(facts, isFailure) {
      span.setAttributes(told(facts))
      if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
  return wrapped
}

/** The list decides, whatever an object happens to hold beside it. */
function told(facts: SpanFacts): Record<string, string | number> {
  return Object.fromEntries(
    spanFacts.flatMap((name) => {
      const fact = facts[name]
      return fact === undefined ? [] : [[name, fact]]
    }),
  )
}

/** Only the ids are taken over: what else a caller can put into the headers of a trace is words of its own. */
function continued(traceparent: SpanStart['traceparent']): Context {
  const caller = readTraceparent(traceparent)
  if (caller === undefined) return ROOT_CONTEXT
  const { traceId, spanId, isSampled } = caller
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function linksTo(spans: readonly Span[]) {
  return spans
    .filter(({ isSampled }) => isSampled)
    .map(({ traceId, spanId }) => ({ context: { traceId, spanId, traceFlags: TraceFlags.SAMPLED } }))
}

function samplerOf({ sampler, sampledShare }: TracingConfig): Sampler {
  const roots = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(sampledShare),
  }
  switch (sampler) {
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: roots.always_on() })
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: roots.always_off() })
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: roots.traceidratio() })
    default:
      return roots[sampler]()
  }
}

/** A commit is told of when a request that it was for is. */
function keepingLinked(sampler: Sampler): Sampler {
  return {
    shouldSample: (context, traceId, name, kind, attributes, links) =>
      links.length > 0
        ? { decision: SamplingDecision.RECORD_AND_SAMPLED }
        : sampler.shouldSample(context, traceId, name, kind, attributes, links),
    toString: () => `Linked{${sampler}}`,
  }
}

/** A collector that is away is no fault of the service: one line when it goes, one when it is back. */
function sayingOnce(exporter: OTLPTraceExporter, log: Log): SpanExporter {
  let isAway = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined
        if (failed && !isAway) log.warn('traces cannot be handed over', { code: codeOf(result.error) })
        if (!failed && isAway) log.info('traces are handed over again')
        isAway = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

/** An HTTP status or a system error; the message could hold the address, and with it a password. */
function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'number' || typeof code === 'string' ? String(code) : 'no answer'
}
