import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span, Tracer } from '../tracing/tracer.ts'
import { routeOf } from './route-of.ts'

const span = Symbol('span')
type Traced = FastifyRequest & { [span]?: Span }

/** A span for each request, from its headers to the end of the answer, in the trace of whoever called. */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  app.addHook('onRequest', (request: Traced, _reply, done) => {
    const { method, path } = routeOf(request)
    const { traceparent } = request.headers
    request[span] = tracer.begin(path === undefined ? method : `${method} ${path}`, {
      kind: 'server',
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
      facts: { 'http.request.method': method, 'http.route': path, 'assent.request_id': request.id },
    })
    done()
  })
  // The body is read in the context of its socket, so what is done for a request begins behind that.
  app.addHook('preHandler', (request: Traced, _reply, done) => {
    if (request[span] === undefined) done()
    else request[span].run(done)
  })
  app.addHook('onResponse', (request: Traced, { statusCode: status }, done) => {
    const isFailure = status >= 500
    request[span]?.end(
      { 'http.response.status_code': status, ...(isFailure ? { 'error.type': String(status) } : {}) },
      isFailure,
    )
    done()
  })
}
