import { z } from 'zod'
import type { Limits } from '../kernel/config.ts'
import type { RefusalCode } from '../kernel/refusal.ts'
import type { AnswerDoc, Endpoint } from './endpoint.ts'
import { refusalTable } from './refusals.ts'

type Json = Readonly<Record<string, unknown>>

/** The OpenAPI 3.1 document, from the very values that check requests; `openapi.json` is its committed copy. */
export function openApiDocument(endpoints: readonly Endpoint[], limits: Limits, server: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const row of endpoints) {
    const path = row.path.replace(/:([a-z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(row) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assent',
      version: '1',
      summary: 'Consent and preferences, recorded as evidence.',
      description: describeLimits(limits),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server }],
    security: [{ key: [] }],
    tags: [...new Set(endpoints.map((row) => row.recipe.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'A public (pk_…) or secret (sk_…) key of one environment.',
        },
      },
      headers,
      schemas: { Refusal: refusalSchema },
    },
  }
}

function describeLimits(limits: Limits): string {
  return [
    'Every refusal has the same four members: code, message, hint and issues.',
    `Limits of this server: a body of ${limits.bodyBytes} bytes, 50 purposes a record, 16 levels of nesting, 8 KiB of headers;`,
    `a batch of ${limits.batchRecords} records and ${limits.batchBytes} bytes;`,
    `a minute holds ${limits.publicPerMinute} requests of a network address with public keys, ${limits.secretPerMinute} of a secret key,`,
    `${limits.recordingPerMinute} recordings of a secret key, and ${limits.authFailuresPerMinute} bad keys of an address.`,
  ].join(' ')
}

const text = { type: 'string' }

const refusalSchema: Json = {
  type: 'object',
  required: ['code', 'message', 'hint', 'issues'],
  additionalProperties: false,
  properties: {
    code: { type: 'string', enum: Object.keys(refusalTable) },
    message: { ...text, description: 'What is wrong with this very request.' },
    hint: { ...text, description: 'What to do about it.' },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        additionalProperties: false,
        properties: { path: text, message: text },
      },
    },
  },
}

const headers: Json = {
  'Request-Id': { description: 'Names this request in our logs.', schema: text },
  'RateLimit-Policy': { description: 'How many requests a window holds.', schema: text },
  RateLimit: { description: 'How many are left, and for how many seconds.', schema: text },
}

/** What any endpoint that needs a key may refuse with, beside its own. */
const ofEveryKey: readonly RefusalCode[] = [
  'api_key_in_url',
  'bad_request',
  'uri_too_long',
  'api_key_missing',
  'api_key_invalid',
  'secret_key_in_browser',
  'origin_not_allowed',
  'validation_failed',
  'rate_limited',
  'unavailable',
  'internal_error',
]
const ofEveryBody: readonly RefusalCode[] = ['malformed_json', 'body_too_large', 'unsupported_media_type']
const ofEveryIdempotencyKey: readonly RefusalCode[] = [
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'idempotency_in_progress',
]

function refusalsOf(row: Endpoint): RefusalCode[] {
  if (row.key === 'none') return ['bad_request', 'uri_too_long', ...row.recipe.refuses, 'internal_error']
  const codes = [...ofEveryKey, ...row.recipe.refuses]
  if (row.key === 'secret') codes.push('secret_key_required')
  if (row.repeat === 'keyed') codes.push(...ofEveryIdempotencyKey)
  // Whatever is no GET may come with a body, which is judged before anybody knows whether it is asked for.
  if (row.method !== 'GET') codes.push(...ofEveryBody)
  return codes
}

function operation(row: Endpoint): Json {
  const { recipe } = row
  return {
    operationId: recipe.operationId,
    tags: [recipe.tag],
    summary: recipe.summary,
    description: row.key === 'secret' ? `${recipe.description} Secret keys only.` : recipe.description,
    ...(row.key === 'none' ? { security: [] } : {}),
    parameters: parametersOf(row),
    ...('body' in recipe && recipe.body !== undefined ? { requestBody: requestBody(recipe.body) } : {}),
    responses: { ...answersOf(recipe.answers), ...refusalResponses(refusalsOf(row)) },
  }
}

function parametersOf(row: Endpoint): Json[] {
  const { recipe } = row
  const parameters = [
    ...parametersIn('path', 'params' in recipe ? recipe.params : undefined),
    ...parametersIn('query', recipe.query),
  ]
  if (row.repeat === 'keyed')
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Makes it safe to repeat the request: 1 to 255 visible ASCII characters, remembered for 7 days.',
      schema: { type: 'string', minLength: 1, maxLength: 257 },
    })
  if (recipe.refuses.includes('subject_token_required'))
    parameters.push({
      name: 'Subject-Token',
      in: 'header',
      description: 'With a public key: a JWT of your server that proves who the subject is.',
      schema: text,
    })
  return parameters
}

function parametersIn(place: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: property,
  }))
}

function requestBody(schema: z.ZodType): Json {
  return { required: true, content: { 'application/json': { schema: toJsonSchema(schema, 'input') } } }
}

function answersOf(answers: Readonly<Record<number, AnswerDoc>>): Json {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [
      status,
      {
        description: answer.description,
        headers: { 'Request-Id': { $ref: '#/components/headers/Request-Id' } },
        content: {
          ...(answer.schema === undefined
            ? {}
            : {
                'application/json': {
                  schema: toJsonSchema(answer.schema, 'output'),
                  example: answer.example,
                },
              }),
          ...Object.fromEntries((answer.alsoAs ?? []).map((type) => [type, { schema: text }])),
        },
      },
    ]),
  )
}

/** One response a status; its codes and what they mean in the description, one of them as the example. */
function refusalResponses(codes: readonly RefusalCode[]): Json {
  const byStatus = Map.groupBy(new Set(codes), (code) => refusalTable[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, members]) => [
      String(status),
      {
        description: members.map((code) => `\`${code}\`: ${refusalTable[code].meaning}`).join(' '),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Refusal' },
            examples: Object.fromEntries(
              members.map((code) => [
                code,
                {
                  value: {
                    code,
                    message: refusalTable[code].meaning,
                    hint: refusalTable[code].hint,
                    issues: [],
                  },
                },
              ]),
            ),
          },
        },
      },
    ]),
  )
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}
