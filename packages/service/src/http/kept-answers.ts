import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Service } from '../service.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import { type Access, authenticate, corsHeaders } from './authenticate.ts'
import type { Answer, Endpoint } from './endpoint.ts'
import { isFresh } from './etag.ts'
import type { RateHeaders, RateLimits } from './rate-limit.ts'
import { requestFault } from './request-fault.ts'
import { labelOf, type Route } from './route-of.ts'
import { beginRequest, endRequest } from './trace-requests.ts'

/**
 * What a page loads before it asks is the same for all who ask from it. What was answered is kept for a second, and who
 * asks the same in that time has it without the framework and the recipe. Key, origin, limits and faults of the request
 * are looked at as ever, and whatever is wrong goes the long way, to be refused there.
 */
export interface KeptAnswers {
  keep(question: Question, answer: Answer): void
  /** The same handler, with the short way before it. */
  before(handler: RequestListener): RequestListener
  /** From here on all go the long way, where they are told that we stop. */
  close(): void
}

/** What an answer depends on, beside the time. */
export interface Question {
  readonly row: Endpoint
  readonly environment: EnvironmentSettings
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly isProxied: boolean
}

interface KeptAnswer {
  readonly route: Route
  readonly body: string
  readonly length: number
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  /** Unix ms. */
  readonly keptAt: number
}

interface Found {
  readonly answer: KeptAnswer
  readonly access: Access
  readonly address: string
  readonly requestId: string
}

const json = 'application/json; charset=utf-8'

/** What depends on the time (a law that begins, a purpose that takes effect) is late by this much. */
const keptMs = 1000
/** What a caller makes up (regions, cursors) must not fill the memory; the largest have some 10 KB. */
const answersMax = 500

export function openKeptAnswers(
  { config, settings, clock, metrics, tracer, log }: Service,
  {
    endpoints,
    limits,
    newRequestId,
  }: {
    readonly endpoints: readonly Endpoint[]
    readonly limits: RateLimits
    readonly newRequestId: () => string
  },
): KeptAnswers {
  const rows = new Map(endpoints.filter((row) => variesBy(row) !== undefined).map((row) => [row.path, row]))
  const addressesOf = addressReader(config.trustedProxy)
  // By settings, which are replaced as a whole: nothing outlives a change of them, or crosses environments.
  const kept = new WeakMap<EnvironmentSettings, Map<string, KeptAnswer>>()
  let isClosing = false

  function nameOf({ row, url, headers, isProxied }: Question): string {
    const geo = isProxied && config.geoHeader !== undefined ? [config.geoHeader] : []
    return [url, ...[...(variesBy(row) ?? []), ...geo].map((name) => headers[name] ?? '')].join('\n')
  }

  function find(request: IncomingMessage): Found | undefined {
    const { url = '', headers } = request
    const query = url.indexOf('?')
    const row = rows.get(query < 0 ? url : url.slice(0, query))
    if (row === undefined || row.key === 'none' || request.method !== 'GET' || isClosing) return undefined
    if (hasBody(headers) || requestFault(request) !== undefined) return undefined
    const now = clock.now()
    let access: Access
    try {
      access = authenticate(request, row.key, settings.current, now)
    } catch {
      return undefined
    }
    const { environment } = access
    const addresses = addressesOf(request)
    const name = nameOf({ row, environment, url, headers, isProxied: addresses.length > 1 })
    const answer = kept.get(environment)?.get(name)
    if (answer === undefined || now < answer.keptAt || now >= answer.keptAt + keptMs) return undefined
    return { answer, access, address: addresses.at(-1) ?? '', requestId: newRequestId() }
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    { answer, access: { caller, origin }, requestId }: Found,
    rate: RateHeaders,
  ): void {
    const { body, length, etag } = answer
    const head = {
      'Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
      ...(caller.keyType === 'public' ? corsHeaders(origin) : undefined),
      'RateLimit-Policy': rate.policy,
      RateLimit: rate.state,
      ...answer.headers,
    }
    const isUnchanged = isFresh(request.headers['if-none-match'], etag)
    if (isUnchanged) response.writeHead(304, head).end()
    else response.writeHead(200, { ...head, 'Content-Type': json, 'Content-Length': length }).end(body)
  }

  return {
    keep(question, { status, body, type, headers = {} }) {
      const { row, environment } = question
      const etag = headers['ETag']
      if (variesBy(row) === undefined || status !== 200 || type !== undefined) return
      if (typeof body !== 'string' || etag === undefined) throw new Error('an answer to keep that has no tag')
      const answers = kept.get(environment) ?? new Map<string, KeptAnswer>()
      if (answers.size >= answersMax) answers.clear()
      answers.set(nameOf(question), {
        route: { method: 'GET', path: row.path },
        body,
        length: Buffer.byteLength(body),
        etag,
        headers,
        keptAt: clock.now(),
      })
      kept.set(environment, answers)
    },
    before: (handler) => (request, response) => {
      const began = performance.now()
      const found = find(request)
      if (found === undefined) return handler(request, response)
      const { route } = found.answer
      const span = tracer && beginRequest(tracer, route, found.requestId, request.headers)
      limits
        .count(found.access.caller, found.address, false)
        .then(
          (rate) => {
            send(request, response, found, rate)
            const status = response.statusCode
            metrics?.observeRequest({ route: labelOf(route), status, ms: performance.now() - began })
            if (span !== undefined) endRequest(span, status)
          },
          // It is counted and traced there; a span that does not end is not told of.
          () => handler(request, response),
        )
        .catch((error: unknown) => {
          log.error('a bug', { error })
          response.destroy()
        })
    },
    close() {
      isClosing = true
    },
  }
}

function variesBy(row: Endpoint): readonly string[] | undefined {
  return row.key === 'none' ? undefined : row.recipe.variesBy
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/** The caller's address last, those of trusted proxies before it: as the framework has them. */
function addressReader(trustedProxy: string | undefined): (request: IncomingMessage) => readonly string[] {
  if (trustedProxy === undefined) return ({ socket }) => [socket.remoteAddress ?? '']
  const trust = proxyAddr.compile(trustedProxy.split(',').map((each) => each.trim()))
  return (request) => proxyAddr.all(request, trust)
}
