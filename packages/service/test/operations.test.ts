import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '../src/api/endpoints.ts'
import { type Harness, openHarness } from './harness.ts'
import { nameOf } from './sample-requests.ts'

let t: Harness
/** Of contract section 6 and of section 7, and what was added in their style. */
const promised: Readonly<Record<string, string>> = {
  'POST /v1/consent': 'any',
  'POST /v1/consent/batch': 'any',
  'POST /v1/preferences': 'any',
  'POST /v1/preferences/confirmation-token': 'any',
  'POST /v1/preferences/unsubscribe-link': 'secret',
  'GET /v1/subjects/:ref/consent': 'any',
  'GET /v1/subjects/:ref/consent/history': 'secret',
  'GET /v1/subjects/:ref/preferences': 'any',
  'POST /v1/subjects': 'secret',
  'POST /v1/subjects/:ref/identifiers': 'secret',
  'POST /v1/subjects/merge': 'secret',
  'POST /v1/subjects/merge/:id/undo': 'secret',
  'DELETE /v1/subjects/:ref': 'secret',
  'POST /v1/subjects/:ref/hold': 'secret',
  'DELETE /v1/subjects/:ref/hold': 'secret',
  'GET /v1/purposes': 'any',
  'GET /v1/purposes/:key/current': 'any',
  'GET /v1/preference-template': 'any',
  'GET /v1/policy': 'any',
  'GET /v1/banner': 'any',
  'GET /v1/cookies': 'any',
  'GET /v1/consent/tcstring': 'any',
  'GET /v1/consent/google-consent-mode': 'any',
  'GET /v1/consent/google-additional-consent': 'any',
  'GET /v1/consent/gpp': 'any',
  'GET /v1/tcf/vendor-list': 'any',
  'GET /v1/receipts/:id': 'any',
  'GET /v1/events': 'secret',
  'POST /v1/webhook-endpoints': 'secret',
  'GET /v1/webhook-endpoints': 'secret',
  'DELETE /v1/webhook-endpoints/:id': 'secret',
  'POST /v1/webhook-endpoints/:id/secrets': 'secret',
  'POST /v1/webhook-endpoints/:id/enable': 'secret',
  'POST /v1/webhook-endpoints/:id/replay': 'secret',
  'GET /v1/webhook-deliveries': 'secret',
  'POST /v1/data-requests': 'secret',
  'POST /v1/data-requests/portal': 'any',
  'GET /v1/data-requests': 'secret',
  'GET /v1/data-requests/:id': 'secret',
  'POST /v1/data-requests/:id/transitions': 'secret',
  'GET /v1/test/clock': 'secret',
  'POST /v1/test/clock': 'secret',
  'GET /v1/test/mails': 'secret',
  'GET /v1/test/mails/:id': 'secret',
  'GET /.well-known/jwks.json': 'none',
  'GET /health': 'none',
  'GET /ready': 'none',
}

/** Contract section 4: where an Idempotency-Key counts. */
const repeatable = ['POST /v1/consent', 'POST /v1/consent/batch', 'POST /v1/preferences']

describe('the operations', () => {
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  test('the table has the promised rows, each for the promised keys', () => {
    assert.deepEqual(Object.fromEntries(endpoints.map((row) => [nameOf(row), row.key])), promised)
    assert.deepEqual(endpoints.filter((row) => row.repeat === 'keyed').map(nameOf), repeatable)
  })

  test('the OpenAPI document has exactly the rows of the table', () => {
    const documented = Object.entries(t.contract.document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(
        (method) => `${method.toUpperCase()} ${path.replace(/\{([a-z]+)\}/g, ':$1')}`,
      ),
    )
    assert.deepEqual(documented.sort(), endpoints.map(nameOf).sort())
  })

  test('each operation has an id of its own, a summary, a description, and an example for each answer', () => {
    const operations = Object.values(t.contract.document.paths).flatMap((path) => Object.values(path))
    const texts = operations as unknown as readonly Readonly<Record<string, unknown>>[]
    for (const { operationId, summary, description } of texts)
      for (const text of [operationId, summary, description])
        assert.ok(typeof text === 'string' && text.length > 3)
    assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length)
    for (const { operationId, responses } of operations)
      for (const [status, { content }] of Object.entries(responses))
        for (const [type, media] of Object.entries(content ?? {}))
          if (type === 'application/json')
            assert.ok(
              'example' in media || media.examples !== undefined,
              `${operationId} ${status} has no example`,
            )
  })

  test('GET /openapi.json serves that document to everybody, and 304 to who has it', async () => {
    const answer = await t.call('GET', '/openapi.json', { key: null })
    assert.equal(answer.status, 200)
    assert.equal(answer.json['openapi'], '3.1.0')
    assert.deepEqual(Object.keys(answer.json['paths'] as object), Object.keys(t.contract.document.paths))
    const again = await t.call('GET', '/openapi.json', {
      key: null,
      headers: { 'If-None-Match': answer.headers.get('etag') ?? '' },
    })
    assert.equal(again.status, 304)
  })

  test('an unknown path: 404 route_not_found, with a key or without, whatever the method and the body', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'PUT'])
      for (const path of [
        '/',
        '/v1',
        '/v2/consent',
        '/v1/consent/',
        '/v1/consents',
        '/V1/consent',
        '/v1//consent',
      ])
        for (const key of [null, 'nonsense', t.keys.test.secret]) {
          const answer = await t.call(method, path, {
            key,
            ...(method === 'GET' ? {} : { body: '{', headers: { 'Content-Type': 'text/plain' } }),
          })
          assert.deepEqual(
            [answer.status, answer.json['code']],
            [404, 'route_not_found'],
            `${method} ${path}`,
          )
        }
  })
})
