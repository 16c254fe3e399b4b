import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span, Tracer } from '../tracing/tracer.ts'
import { type Route, routeOf } from './route-of.ts'

/** A span for a request, from its headers to the end of the answer, in the trace of whoever called. */
export function beginRequest(
  tracer: Tracer,
  { method, path }: Route,
  requestId: string,
  { traceparent }: IncomingHttpHeaders,
): Span {
  return tracer.begin(path === undefined ? method : `${method} ${path}`, {
    kind: 'server',
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    facts: { 'http.request.method': method, 'http.route': path, 'assent.request_id': requestId },
  })
}

export function endRequest(span: Span, status: number): void {
  const isFailure = status >= 500
  span.end(
    { 'http.response.status_code': status, 'error.type': isFailure ? String(status) : undefined },
    isFailure,
  )
}

const span = Symbol('span')
type Traced = FastifyRequest & { [span]?: Span }

/** All requests that reach the framework; kept-answers.ts sees to the others. */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  app.addHook('onRequest', (request: Traced, _reply, done) => {
    request[span] = beginRequest(tracer, routeOf(request), request.id, request.headers)
    done()
  })
  // The body is read in the context of its socket, so what is done for a request begins behind that.
  app.addHook('preHandler', (request: Traced, _reply, done) => {
    if (request[span] === undefined) done()
    else request[span].run(done)
  })
  app.addHook('onResponse', (request: Traced, reply, done) => {
    if (request[span] !== undefined) endRequest(request[span], reply.statusCode)
    done()
  })
}
