import { createServer, METHODS } from 'node:http'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { RandomSource } from '../kernel/id.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Service } from '../service.ts'
import { preflightHeaders } from './authenticate.ts'
import type { Endpoint } from './endpoint.ts'
import { refuseBrokenConnection, toRefusal } from './failures.ts'
import { openKeptAnswers } from './kept-answers.ts'
import { mountKeyedEndpoint, mountOpenEndpoint } from './mount.ts'
import { openRateLimits, type RateLimits } from './rate-limit.ts'
import { refusalBody, refusalStatus } from './refusals.ts'
import { requestFault } from './request-fault.ts'
import { labelOf, routeOf } from './route-of.ts'
import { traceRequests } from './trace-requests.ts'

/** Milliseconds, as node:http takes them; contract section 9. Tests hand in shorter ones. */
export interface ServerTimeouts {
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly connectionsCheckingInterval: number
}

/** What is served beside the endpoints; its callers are counted together with theirs. */
export type Door = (app: FastifyInstance, limits: RateLimits) => Promise<void>

/** HEAD comes with GET, OPTIONS is a browser's preflight, and CONNECT never gets as far as a path. */
const methods = METHODS.filter((method) => !['HEAD', 'OPTIONS', 'CONNECT'].includes(method))

/** The web door: limits of the raw protocol, one table of endpoints, one place that turns a refusal into an answer. */
export async function buildServer(
  service: Service,
  endpoints: readonly Endpoint[],
  doors: readonly Door[] = [],
  timeouts: ServerTimeouts = {
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    connectionsCheckingInterval: 1000,
  },
): Promise<FastifyInstance> {
  const newRequestId = requestIds(service.random)
  const limits = openRateLimits(service.config.limits)
  const kept = openKeptAnswers(service, { endpoints, limits, newRequestId })
  const app = fastify({
    // Fastify leaves a body that drips in slowly alone; node:http cuts it, if it may look often enough.
    serverFactory: (handler) =>
      createServer(
        // A missing Host header is refused in our own words (request-fault.ts), an expectation ignored (RFC 9110 10.1.1).
        { ...timeouts, keepAliveTimeout: 65_000, maxHeaderSize: 8192, requireHostHeader: false },
        kept.before(handler),
      ).on('checkExpectation', handler),
    bodyLimit: service.config.limits.bodyBytes,
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: false, caseSensitive: true },
    trustProxy: service.config.trustedProxy ?? false,
    genReqId: newRequestId,
    requestIdHeader: false,
    // The framework's own 503 is none of ours; what still gets in while we stop is answered, and told to go.
    return503OnClosing: false,
    logger: false,
    exposeHeadRoutes: true,
    clientErrorHandler: (error, socket) => refuseBrokenConnection(error, socket, newRequestId()),
    frameworkErrors: (error, request, reply) => refuse(service, error, request, reply),
  })
  for (const method of methods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const fault = mediaTypeFault(request)
    done(fault ?? null, body)
  })
  if (service.tracer !== undefined) traceRequests(app, service.tracer)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('Request-Id', request.id)
    reply.header('X-Content-Type-Options', 'nosniff')
    done(requestFault(request.raw))
  })
  const { metrics } = service
  if (metrics !== undefined)
    app.addHook('onResponse', (request, reply, done) => {
      metrics.observeRequest({
        route: labelOf(routeOf(request)),
        status: reply.statusCode,
        ms: reply.elapsedTime,
      })
      done()
    })
  app.addHook('preClose', (done) => {
    kept.close()
    // An answer that is under way when we stop leaves its connection open: it would keep us for the whole keep-alive.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
    app.server.once('close', () => clearInterval(sweep))
    done()
  })
  app.setErrorHandler((error, request, reply) => refuse(service, error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    refuse(service, new Refusal('route_not_found', 'There is no such path.'), request, reply),
  )

  for (const row of endpoints) {
    if (row.key === 'none') mountOpenEndpoint(app, service, row)
    else mountKeyedEndpoint(app, service, { limits, kept }, row)
  }
  mountOtherMethods(app, endpoints)
  for (const door of doors) await door(app, limits)
  return app
}

/** A known path with another method: 405, and a browser's preflight. */
function mountOtherMethods(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const byPath = Map.groupBy(endpoints, (row) => row.path)
  for (const [path, rows] of byPath) {
    const known = rows.flatMap((row) => (row.method === 'GET' ? ['GET', 'HEAD'] : [row.method]))
    const allow = [...new Set([...known, 'OPTIONS'])].join(', ')
    app.route({
      method: 'OPTIONS',
      url: path,
      handler: (request, reply) =>
        reply.code(204).headers(preflightHeaders(request.headers.origin, allow)).send(),
    })
    app.route({
      method: methods.filter((method) => !known.includes(method)),
      url: path,
      // Before the body is read: what it holds does not matter any more.
      onRequest: (_request, _reply, done) =>
        done(
          new Refusal('method_not_allowed', 'This path does not take this method.', {
            headers: { Allow: allow },
          }),
        ),
      handler: () => undefined,
    })
  }
}

function refuse(
  service: Service,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = toRefusal(error)
  const status = refusalStatus(refusal)
  if (status >= 500) {
    const fields = {
      requestId: request.id,
      method: request.method,
      code: refusal.code,
      error: refusal.cause ?? error,
    }
    if (refusal.code === 'internal_error') service.log.error('a bug', fields)
    else service.log.warn('refused for now', fields)
  }
  return (
    reply
      .code(status)
      // The first two again, for what the framework refuses before any hook has run.
      .headers({
        'Request-Id': request.id,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
        ...refusal.headers,
      })
      .type('application/json; charset=utf-8')
      .send(refusalBody(refusal))
  )
}

/** Only plain UTF-8 JSON: a body in another charset or encoding could be read in two ways. */
function mediaTypeFault(request: FastifyRequest): Refusal | undefined {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    return new Refusal('unsupported_media_type', 'A body with a Content-Encoding is not taken.')
  const charsets = (request.headers['content-type'] ?? '').matchAll(/;\s*charset="?([^";]*)/gi)
  if ([...charsets].some(([, charset = '']) => charset.trim().toLowerCase() !== 'utf-8'))
    return new Refusal('unsupported_media_type', 'A body in another charset than utf-8 is not taken.')
  return undefined
}

function requestIds(random: RandomSource): () => string {
  return () => `req_${random.bytes(12).toString('hex')}`
}
