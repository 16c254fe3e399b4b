import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'
import { inTimeOf, type Service } from '../service.ts'
import { type Access, authenticate, corsHeaders } from './authenticate.ts'
import type { Answer, Endpoint } from './endpoint.ts'
import { isFresh } from './etag.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { parseJson } from './json-guard.ts'
import type { KeptAnswers } from './kept-answers.ts'
import type { RateLimits } from './rate-limit.ts'
import { Validation } from './validate.ts'

type Keyed = Extract<Endpoint, { key: 'any' | 'secret' }>
type Open = Extract<Endpoint, { key: 'none' }>

const granted = Symbol('access')
type Admitted = FastifyRequest & { [granted]?: Access }

/** Key, limits, shape, recipe, answer: in this order, for every endpoint that needs a key. */
export function mountKeyedEndpoint(
  app: FastifyInstance,
  service: Service,
  { limits, kept }: { readonly limits: RateLimits; readonly kept: KeptAnswers },
  row: Keyed,
): void {
  const { recipe } = row

  async function admit(request: Admitted, reply: FastifyReply): Promise<void> {
    let access: Access
    try {
      access = authenticate(request.raw, row.key, service.settings.current, service.realClock.now())
    } catch (error) {
      if (error instanceof Refusal && error.code === 'api_key_invalid') await limits.countFailure(request.ip)
      throw error
    }
    request[granted] = access
    if (access.caller.keyType === 'public') reply.headers(corsHeaders(access.origin))
    const rate = await limits.count(access.caller, request.ip, row.repeat === 'keyed')
    reply.header('RateLimit-Policy', rate.policy)
    reply.header('RateLimit', rate.state)
    if (recipe.mails !== undefined) await limits.countMailing(recipe.mails, access.caller, request.ip)
  }

  app.route({
    method: row.method,
    url: row.path,
    bodyLimit: (recipe.bodyBytes ?? ((all) => all.bodyBytes))(service.config.limits),
    onRequest: (request, reply, done) => {
      admit(request, reply).then(() => done(), done)
    },
    handler: async (request: Admitted, reply) => {
      const access = request[granted]
      if (access === undefined) throw new Error('a request that was not admitted')
      if (recipe.testOnly === true) requireTest(access)
      const idempotencyKey =
        row.repeat === 'keyed' ? readIdempotencyKey(request.headers['idempotency-key']) : undefined
      const validation = new Validation()
      const body = recipe.body === undefined ? undefined : parseJson(bodyOf(request), recipe.itemsOf)
      const call = {
        ...access,
        idempotencyKey,
        address: request.ip,
        isProxied: (request.ips?.length ?? 0) > 1,
        headers: request.headers,
        params: validation.check(recipe.params, request.params, 'path'),
        query: validation.check(recipe.query, request.query, 'query'),
        body: validation.check(recipe.body, body, ''),
      }
      if (recipe.query === undefined) refuseQuery(request, validation)
      validation.finish()
      const answer = await recipe.run(inTimeOf(service, access.environment), call)
      if (recipe.variesBy !== undefined) kept.keep({ ...call, row, url: request.url }, answer)
      return send(request, reply, answer)
    },
  })
}

export function mountOpenEndpoint(app: FastifyInstance, service: Service, row: Open): void {
  const { recipe } = row
  app.route({
    method: row.method,
    url: row.path,
    handler: async (request, reply) => {
      reply.header('Access-Control-Allow-Origin', '*')
      const answer = await recipe.run(service, {
        headers: request.headers,
        query: request.query as Readonly<Record<string, unknown>>,
      })
      return send(request, reply, answer)
    },
  })
}

function requireTest({ caller }: Access): void {
  if (caller.environment !== 'test')
    throw new Refusal(
      'not_applicable',
      'This operation is of the test environment, and this key is of live.',
      {
        hint: 'Use the secret key of the test environment, sk_test_….',
      },
    )
}

function bodyOf(request: FastifyRequest): Buffer {
  if (!Buffer.isBuffer(request.body))
    throw new Refusal('unsupported_media_type', 'The body is not declared as JSON.')
  return request.body
}

/** An operation without query parameters refuses them as a body refuses unknown members. */
function refuseQuery(request: FastifyRequest, validation: Validation): void {
  for (const name of Object.keys(request.query as object))
    validation.add({
      path: `query.${/^[A-Za-z0-9_-]{1,64}$/.test(name) ? name : '?'}`,
      message: 'This parameter is not known here.',
    })
}

const json = 'application/json; charset=utf-8'

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.headers !== undefined) reply.headers(answer.headers)
  if (answer.headers?.['Cache-Control'] === undefined) reply.header('Cache-Control', 'no-store')
  const etag = answer.headers?.['ETag']
  if (etag !== undefined && isFresh(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.code(answer.status).type(answer.type ?? json)
  return reply.send(answer.body)
}
