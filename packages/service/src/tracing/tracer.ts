/**
 * Everything a span can tell: names out of our own tables, numbers, and ids that we made up. A URL, a ref, an address, a
 * key or a word of a caller is no member of this list, so it cannot leave the house by mistake.
 */
export const spanFacts = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'error.type',
  'assent.request_id',
  'assent.environment',
  'assent.batch.records',
  'assent.batch.calls',
  'assent.batch.obstacle',
  'assent.job',
  'assent.webhook.endpoint',
  'assent.webhook.attempt',
] as const

export type SpanFacts = { readonly [Name in (typeof spanFacts)[number]]?: string | number | undefined }

export interface SpanStart {
  /** Who is at the other end: a caller, a receiver, or nobody. */
  readonly kind: 'server' | 'client' | 'internal'
  /** The caller's `traceparent` header: what it began goes on here. */
  readonly traceparent?: string | undefined
  /** Work that this is done for, where one piece of work is done for many. */
  readonly links?: readonly Span[]
  readonly facts?: SpanFacts
}

/** A piece of work under way. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  /** False: it is not told of, and links to it lead nowhere. */
  readonly isSampled: boolean
  /** What is begun in here, and in what that awaits, knows whom it is done for (`Tracer.current`). */
  run<T>(work: () => T): T
  end(facts: SpanFacts, isFailure: boolean): void
}

/** Tells a collector of OpenTelemetry how long what took. A service that nobody wants to trace has none. */
export interface Tracer {
  begin(name: string, start: SpanStart): Span
  /** The span that the work at hand belongs to. */
  current(): Span | undefined
  /** Hands over what is left; gives up after some seconds. */
  close(): Promise<void>
}
