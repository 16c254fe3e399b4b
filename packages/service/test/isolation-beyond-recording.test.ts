import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { record, refused } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { testLog } from './test-log.ts'

/** What isolation.test.ts promises, for what is made from records or lies beside them. */
describe('test and live, beyond recording', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  const inLive = () => ({ key: t.keys.live.secret })

  test('strings of one say nothing of the other', async () => {
    const ref = anAnonymousRef()
    const granted = { analytics: 'granted', marketing: 'granted' }
    await record(t, ref, { purposes: granted }, inLive())
    for (const name of ['tcstring', 'google-consent-mode', 'google-additional-consent', 'gpp'])
      assert.equal(
        refused(await t.call('GET', `/v1/consent/${name}?ref=${ref}`), 404),
        'subject_not_found',
        name,
      )
    const mode = await t.call('GET', `/v1/consent/google-consent-mode?ref=${ref}`, inLive())
    assert.equal(mode.status, 200)
  })

  test('events, webhooks and deliveries of one are unknown in the other', async () => {
    const url = 'https://shop.example/hooks-of-live'
    const made = await t.call('POST', '/v1/webhook-endpoints', { ...inLive(), body: { url } })
    assert.equal(made.status, 201)
    const id = String(made.json['id'])
    assert.ok(!(await t.call('GET', '/v1/webhook-endpoints')).text.includes(id))
    const acts = [
      ['POST', 'secrets', {}],
      ['POST', 'enable', {}],
      ['POST', 'replay', { since: '2026-01-01T00:00:00.000Z' }],
    ] as const
    for (const [method, act, body] of acts)
      assert.equal(
        refused(await t.call(method, `/v1/webhook-endpoints/${id}/${act}`, { body }), 404),
        'webhook_endpoint_not_found',
        act,
      )
    const remove = await t.call('DELETE', `/v1/webhook-endpoints/${id}`)
    assert.equal(refused(remove, 404), 'webhook_endpoint_not_found')
    assert.ok((await t.call('GET', '/v1/webhook-endpoints', inLive())).text.includes(id))
    const deliveries = `/v1/webhook-deliveries?endpoint=${id}`
    assert.deepEqual((await t.call('GET', deliveries, inLive())).json['data'], [])
    assert.equal(refused(await t.call('GET', deliveries), 404), 'webhook_endpoint_not_found')

    await using kept = await openHarness({ keepsLog: true })
    const { subject } = await record(kept, 'user_47', {}, { key: kept.keys.live.secret })
    for (const environment of ['test', 'live'] as const) await testLog(kept, environment).sequencer.flush()
    const events = async (key: string) => (await kept.call('GET', '/v1/events', { key })).text
    assert.ok((await events(kept.keys.live.secret)).includes(subject.id))
    assert.ok(!(await events(kept.keys.test.secret)).includes(subject.id))
  })

  test('data requests of one are unknown in the other', async () => {
    const body = { type: 'access', subject: { ref: 'user_48' }, country: 'DE' }
    const made = await t.call('POST', '/v1/data-requests', { ...inLive(), body })
    assert.equal(made.status, 201)
    const id = String(made.json['id'])
    const path = `/v1/data-requests/${id}`
    assert.equal(refused(await t.call('GET', path), 404), 'data_request_not_found')
    assert.equal(
      refused(await t.call('POST', `${path}/transitions`, { body: { action: 'acknowledge' } }), 404),
      'data_request_not_found',
    )
    assert.ok(!(await t.call('GET', '/v1/data-requests')).text.includes(id))
    assert.ok((await t.call('GET', '/v1/data-requests', inLive())).text.includes(id))
    const asked = { type: 'access', email: 'portal@example.org', country: 'DE' }
    const key = t.keys.live.public
    const portal = await t.call('POST', '/v1/data-requests/portal', { key, body: asked })
    assert.equal(portal.status, 202)
    assert.equal(
      refused(await t.call('GET', `/v1/data-requests/${portal.json['id']}`), 404),
      'data_request_not_found',
    )
  })
})
