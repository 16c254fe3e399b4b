import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { refused } from './a-consent.ts'
import { act, aRequestBody, type DataRequestJson, open } from './a-data-request.ts'
import { type Harness, openHarness } from './harness.ts'

// Who may ask what about a data request: nothing crosses from one environment or key to another.

let t: Harness

before(async () => {
  t = await openHarness()
})
after(() => t[Symbol.asyncDispose]())

/** Endpoint, key, environment of the key: what becomes of a request about something of the test environment. */
test('the table of keys: endpoint x key x environment', async () => {
  const { id } = await open(t)
  const { test: ofTest, live } = t.keys
  const body = aRequestBody({ email: 'table@example.org', subject: null })
  const transition = { action: 'acknowledge' }
  const table: readonly (readonly [string, string, unknown, Record<string, number | string>])[] = [
    [
      'POST',
      '/v1/data-requests',
      body,
      { sk: 201, pk: 'secret_key_required', skLive: 201, pkLive: 'secret_key_required' },
    ],
    ['POST', '/v1/data-requests/portal', body, { sk: 202, pk: 202, skLive: 202, pkLive: 202 }],
    [
      'GET',
      '/v1/data-requests',
      undefined,
      { sk: 200, pk: 'secret_key_required', skLive: 200, pkLive: 'secret_key_required' },
    ],
    [
      'GET',
      `/v1/data-requests/${id}`,
      undefined,
      {
        sk: 200,
        pk: 'secret_key_required',
        skLive: 'data_request_not_found',
        pkLive: 'secret_key_required',
      },
    ],
    [
      'POST',
      `/v1/data-requests/${id}/transitions`,
      transition,
      {
        sk: 200,
        pk: 'secret_key_required',
        skLive: 'data_request_not_found',
        pkLive: 'secret_key_required',
      },
    ],
  ]
  const keys: Record<string, string> = {
    sk: ofTest.secret,
    pk: ofTest.public,
    skLive: live.secret,
    pkLive: live.public,
  }
  for (const [method, path, sent, expected] of table)
    for (const [name, key] of Object.entries(keys)) {
      const answer = await t.call(method, path, sent === undefined ? { key } : { key, body: sent })
      const got = answer.status < 400 ? answer.status : answer.json['code']
      assert.equal(got, expected[name], `${method} ${path} with ${name}`)
    }
  const listed = await t.call('GET', '/v1/data-requests?limit=200', { key: live.secret })
  assert.ok(!listed.text.includes(id))
  const made = listed.json['data'] as DataRequestJson[]
  assert.ok(made.length > 0 && made.every(({ environment }) => environment === 'live'))
})

test('what is no id of ours is unknown, whatever it is', async () => {
  const { id } = await open(t)
  const mangled = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
  for (const strange of [mangled, id.replace('dsr_', 'cns_'), 'dsr_', '0', `${id}0`])
    for (const answer of [
      await t.call('GET', `/v1/data-requests/${strange}`),
      await act(t, strange, 'start'),
    ])
      assert.equal(refused(answer, 404), 'data_request_not_found')
})

test('a public key may speak for the ref it knows or has a token for, and for no other', async () => {
  const key = t.keys.test.public
  const body = aRequestBody({ email: 'eve@example.org', subject: { ref: 'user_42' } })
  const answer = await t.call('POST', '/v1/data-requests/portal', { key, body })
  assert.equal(refused(answer, 403), 'subject_token_required')
  const { text } = await t.call('POST', '/v1/data-requests/portal', {
    key,
    body: { ...body, subject: { ref: 'user_nobody' } },
  })
  assert.equal(text, answer.text)
})
