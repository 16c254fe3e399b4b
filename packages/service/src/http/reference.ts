import scalar from '@scalar/fastify-api-reference'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'
import type { Service } from '../service.ts'
import type { Endpoint } from './endpoint.ts'
import { etagOf, isFresh } from './etag.ts'
import { openApiDocument } from './openapi.ts'
import type { Door } from './server.ts'

/** `/openapi.json`, and the pages made from it. Nothing is loaded from anywhere else. */
export function mountReference(service: Service, endpoints: readonly Endpoint[]): Door {
  return async (app) => {
    app.get('/openapi.json', (request, reply) => {
      const body = JSON.stringify(openApiDocument(endpoints, service.config.limits, service.issuer()))
      const etag = etagOf(body)
      reply.headers({
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': 'public, max-age=300',
        ETag: etag,
      })
      if (isFresh(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(body)
    })
    for (const url of ['/openapi.json', '/reference', '/reference/'])
      app.route({
        method: ['POST', 'PUT', 'PATCH', 'DELETE'],
        url,
        onRequest: refuseMethod,
        handler: () => undefined,
      })
    await app.register(scalar, {
      routePrefix: '/reference',
      configuration: {
        url: '/openapi.json',
        title: 'Assent',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
      },
    })
  }
}

function refuseMethod(_request: FastifyRequest, _reply: FastifyReply, done: (error: Error) => void): void {
  done(
    new Refusal('method_not_allowed', 'This path does not take this method.', {
      headers: { Allow: 'GET, HEAD' },
    }),
  )
}
