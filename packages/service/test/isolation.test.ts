import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '../src/api/endpoints.ts'
import { aConsent, readConsent, record, refused, standing } from './a-consent.ts'
import { aSubjectToken } from './a-subject-token.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { publish, shopWith } from './publish-catalogue.ts'
import { nameOf } from './sample-requests.ts'

/** Each row of the endpoint table, with the test that holds it: below, or in isolation-beyond-recording.test.ts. */
const held: Readonly<Record<string, string>> = {
  'POST /v1/consent': 'writing to',
  'POST /v1/consent/batch': 'writing to',
  'POST /v1/preferences': 'preferences of',
  'POST /v1/preferences/confirmation-token': 'a mailbox',
  'POST /v1/preferences/unsubscribe-link': 'a mailbox',
  'GET /v1/subjects/:ref/consent': 'the same ref',
  'GET /v1/subjects/:ref/consent/history': 'the same ref',
  'GET /v1/subjects/:ref/preferences': 'preferences of',
  'POST /v1/subjects': 'identifiers, merges and erasures',
  'POST /v1/subjects/:ref/identifiers': 'identifiers, merges and erasures',
  'POST /v1/subjects/merge': 'identifiers, merges and erasures',
  'POST /v1/subjects/merge/:id/undo': 'identifiers, merges and erasures',
  'DELETE /v1/subjects/:ref': 'identifiers, merges and erasures',
  'POST /v1/subjects/:ref/hold': 'identifiers, merges and erasures',
  'DELETE /v1/subjects/:ref/hold': 'identifiers, merges and erasures',
  'GET /v1/purposes': 'a catalogue',
  'GET /v1/purposes/:key/current': 'a catalogue',
  'GET /v1/preference-template': 'a catalogue',
  'GET /v1/policy': 'a catalogue',
  'GET /v1/banner': 'a catalogue',
  'GET /v1/cookies': 'a catalogue',
  'GET /v1/consent/tcstring': 'strings',
  'GET /v1/consent/google-consent-mode': 'strings',
  'GET /v1/consent/google-additional-consent': 'strings',
  'GET /v1/consent/gpp': 'strings',
  'GET /v1/tcf/vendor-list': 'is of no environment: the operator holds one list for all',
  'GET /v1/receipts/:id': 'a receipt',
  'GET /v1/events': 'events, webhooks',
  'POST /v1/webhook-endpoints': 'events, webhooks',
  'GET /v1/webhook-endpoints': 'events, webhooks',
  'DELETE /v1/webhook-endpoints/:id': 'events, webhooks',
  'POST /v1/webhook-endpoints/:id/secrets': 'events, webhooks',
  'POST /v1/webhook-endpoints/:id/enable': 'events, webhooks',
  'POST /v1/webhook-endpoints/:id/replay': 'events, webhooks',
  'GET /v1/webhook-deliveries': 'events, webhooks',
  'POST /v1/data-requests': 'data requests',
  'POST /v1/data-requests/portal': 'data requests',
  'GET /v1/data-requests': 'data requests',
  'GET /v1/data-requests/:id': 'data requests',
  'POST /v1/data-requests/:id/transitions': 'data requests',
  'GET /v1/test/clock': 'is of test alone: test-clock.test.ts',
  'POST /v1/test/clock': 'is of test alone: test-clock.test.ts',
  'GET /v1/test/mails': 'is of test alone: test-clock.test.ts',
  'GET /v1/test/mails/:id': 'is of test alone: test-clock.test.ts',
  'GET /.well-known/jwks.json': 'holds public keys alone',
  'GET /health': 'says nothing of any environment',
  'GET /ready': 'says nothing of any environment',
}

describe('test and live', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  const inLive = () => ({ key: t.keys.live.secret })

  test('each row of the table is held to its environment by a test here', () => {
    assert.deepEqual(Object.keys(held), endpoints.map(nameOf))
  })

  test('the same ref is another person in each', async () => {
    for (const ref of ['user_42', 'email:ada@example.org', 'phone:+4915112345678', anAnonymousRef()]) {
      const one = await record(t, ref, { purposes: { analytics: 'granted' } })
      assert.equal(
        refused(await t.call('GET', `/v1/subjects/${ref}/consent`, inLive()), 404),
        'subject_not_found',
      )
      assert.equal(
        refused(await t.call('GET', `/v1/subjects/${ref}/consent/history`, inLive()), 404),
        'subject_not_found',
      )
      const other = await record(t, ref, { purposes: { analytics: 'denied' } }, inLive())
      assert.notEqual(one.subject.id, other.subject.id)
      assert.deepEqual([one.environment, other.environment], ['test', 'live'])
      assert.equal(await standing(t, ref, 'analytics'), 'granted allowed explicit_consent')
      assert.equal(await standing(t, ref, 'analytics', '', inLive()), 'denied forbidden explicit_refusal')
    }
  })

  test('a subject id of the other is unknown to reading, and to writing', async () => {
    const live = await record(t, 'user_live', { purposes: { analytics: 'denied' } }, inLive())
    const { id } = live.subject
    assert.equal(refused(await t.call('GET', `/v1/subjects/${id}/consent`), 404), 'subject_not_found')
    assert.equal(refused(await t.call('GET', `/v1/subjects/${id}/consent/history`), 404), 'subject_not_found')
    assert.equal(
      refused(await t.call('POST', '/v1/consent', { body: aConsent(id) }), 404),
      'subject_not_found',
    )
    const batch = await t.call('POST', '/v1/consent/batch', { body: { records: [aConsent(id)] } })
    assert.deepEqual([batch.json['recorded'], batch.json['refused']], [0, 1])
    const proved = { key: t.keys.test.public, headers: { 'Subject-Token': await aSubjectToken(t, id) } }
    assert.equal(
      refused(await t.call('POST', '/v1/consent', { ...proved, body: aConsent(id) }), 404),
      'subject_not_found',
    )

    assert.equal(
      await standing(t, 'user_live', 'analytics', '', inLive()),
      'denied forbidden explicit_refusal',
    )
    const again = await record(t, 'user_live', { purposes: { analytics: 'denied' } }, inLive())
    const history = await t.call('GET', `/v1/subjects/${id}/consent/history`, inLive())
    const entries = history.json['data'] as { id: string; seq: number }[]
    assert.deepEqual(
      entries.map(({ id, seq }) => [id, seq]),
      [
        [again.id, 2],
        [live.id, 1],
      ],
    )
  })

  test('preferences of one are unknown in the other, and so are its people', async () => {
    const set = (key: string, ref: string, value: string) =>
      t.call('POST', '/v1/preferences', {
        key,
        body: { subject: { ref }, preferences: [{ key: 'frequency', value }] },
      })
    const valueIn = async (key: string) => {
      const read = await t.call('GET', '/v1/subjects/user_prefs/preferences', { key })
      const { preferences } = read.json as { preferences: { key: string; value: unknown }[] }
      return preferences.find((one) => one.key === 'frequency')?.value
    }
    const { test, live } = t.keys
    const one = await set(test.secret, 'user_prefs', 'weekly')
    assert.equal(
      refused(await t.call('GET', '/v1/subjects/user_prefs/preferences', inLive()), 404),
      'subject_not_found',
    )
    const { id } = one.json['subject'] as { id: string }
    assert.equal(refused(await set(live.secret, id, 'weekly'), 404), 'subject_not_found')
    assert.equal(
      refused(await t.call('GET', (one.json['receipt'] as { url: string }).url, inLive()), 404),
      'receipt_not_found',
    )
    await set(live.secret, 'user_prefs', 'quarterly')
    assert.deepEqual([await valueIn(test.secret), await valueIn(live.secret)], ['weekly', 'quarterly'])
  })

  test('a subject id that was never given out brings nobody into being', async () => {
    const { id } = (await record(t, 'user_43')).subject
    const invented = `sub_${[...id.slice(4)].reverse().join('')}`.replace(/^sub_./, 'sub_0')
    assert.equal(
      refused(await t.call('POST', '/v1/consent', { body: aConsent(invented) }), 404),
      'subject_not_found',
    )
    assert.equal(refused(await t.call('GET', `/v1/subjects/${invented}/consent`), 404), 'subject_not_found')
    const own = await record(t, id, { purposes: { marketing: 'denied' } })
    assert.equal(own.subject.id, id)
    assert.equal(await standing(t, 'user_43', 'marketing'), 'denied forbidden explicit_refusal')
  })

  test('identifiers, merges and erasures reach nobody in the other', async () => {
    const inTest = await record(t, 'user_both')
    await record(t, 'user_both', {}, inLive())
    const email = { identifiers: [{ type: 'email', value: 'both@example.org' }] }
    const named = await t.call('POST', '/v1/subjects/user_both/identifiers', { ...inLive(), body: email })
    assert.equal(named.status, 200)
    assert.equal(
      refused(await t.call('GET', '/v1/subjects/email:both@example.org/consent'), 404),
      'subject_not_found',
    )
    const other = await t.call('POST', '/v1/subjects', { body: { ref: 'user_other_both', ...email } })
    assert.equal(other.status, 201)

    const mixed = { source: inTest.subject.id, target: 'user_both' }
    assert.equal(
      refused(await t.call('POST', '/v1/subjects/merge', { ...inLive(), body: mixed }), 404),
      'subject_not_found',
    )
    const body = { source: 'user_other_both', target: 'user_both' }
    const merge = await t.call('POST', '/v1/subjects/merge', { body })
    const undo = `/v1/subjects/merge/${merge.json['id']}/undo`
    assert.equal(refused(await t.call('POST', undo, inLive()), 404), 'merge_not_found')
    assert.equal((await t.call('POST', undo)).status, 200)

    const gone = { ...inLive(), headers: {} }
    assert.equal(
      refused(await t.call('DELETE', `/v1/subjects/${inTest.subject.id}`, gone), 404),
      'subject_not_found',
    )
    const hold = { body: { reason: 'case 1' } }
    assert.equal(
      refused(await t.call('POST', `/v1/subjects/${inTest.subject.id}/hold`, { ...inLive(), ...hold }), 404),
      'subject_not_found',
    )
    assert.equal((await t.call('POST', '/v1/subjects/user_both/hold', hold)).status, 200)
    assert.equal((await t.call('DELETE', '/v1/subjects/user_both', inLive())).status, 200)
    assert.equal(await standing(t, 'user_both', 'analytics'), 'granted allowed explicit_consent')
  })

  test('a receipt of the other is as unknown as one that never was', async () => {
    const { receipt } = await record(t, 'user_44', {}, inLive())
    const unknown = `${receipt.url.slice(0, -1)}${receipt.url.endsWith('0') ? '1' : '0'}`
    const cnsForRcp = receipt.url.replace('rcp_', 'cns_')
    const bodies = new Set<string>()
    for (const key of [t.keys.test.secret, t.keys.test.public])
      for (const path of [receipt.url, unknown, cnsForRcp, '/v1/receipts/x']) {
        const answer = await t.call('GET', path, { key })
        assert.equal(refused(answer, 404), 'receipt_not_found')
        bodies.add(answer.text)
      }
    assert.equal(bodies.size, 1)
    assert.equal((await t.call('GET', receipt.url, { key: t.keys.live.public })).status, 200)
  })

  test('a key of idempotency used in one is free in the other', async () => {
    const headers = { 'Idempotency-Key': 'shared-between-environments' }
    const one = await t.call('POST', '/v1/consent', { headers, body: aConsent('user_45') })
    const other = await t.call('POST', '/v1/consent', {
      ...inLive(),
      headers,
      body: aConsent('user_45', { country: 'FR' }),
    })
    assert.deepEqual([one.status, other.status], [201, 201])
    assert.equal(other.headers.get('idempotent-replayed'), null)
  })

  test('a catalogue applied in one is not seen in the other', async () => {
    const renamed = await shopWith(
      ['name: Visitor statistics', 'name: Counting visits'],
      ['\n  recommendations:\n', '\n  suggestions:\n'],
      ['purpose: recommendations', 'purpose: suggestions'],
      ['en: Every week', 'en: Once a week'],
    )
    await publish(t, renamed, 'live')
    const nameIn = async (key: string) =>
      (await t.call('GET', '/v1/purposes/analytics/current', { key })).json['name']
    assert.deepEqual(
      [await nameIn(t.keys.test.secret), await nameIn(t.keys.live.secret)],
      ['Visitor statistics', 'Counting visits'],
    )
    const template = async (key: string) =>
      (await t.call('GET', '/v1/preference-template', { key })).json['version']
    assert.deepEqual([await template(t.keys.test.public), await template(t.keys.live.public)], [1, 2])
    const keysIn = async (key: string) =>
      ((await t.call('GET', '/v1/purposes', { key })).json['data'] as { key: string }[]).map(
        (purpose) => purpose.key,
      )
    assert.ok((await keysIn(t.keys.test.public)).includes('recommendations'))
    assert.ok((await keysIn(t.keys.live.public)).includes('suggestions'))
    const body = aConsent('user_46', { purposes: { suggestions: 'granted' } })
    assert.equal(refused(await t.call('POST', '/v1/consent', { body }), 422), 'validation_failed')
    assert.equal((await t.call('POST', '/v1/consent', { ...inLive(), body })).status, 201)
    assert.ok(!('suggestions' in (await readConsent(t, 'user_42')).purposes))
  })

  test('a mailbox of one is another in the other, with limits and links of its own', async () => {
    const body = { subject: { ref: 'email:ada@example.org' }, preferences: ['newsletter'] }
    for (const key of [t.keys.test.public, t.keys.live.public])
      assert.equal((await t.call('POST', '/v1/preferences/confirmation-token', { key, body })).status, 202)
    const { rows } = await t.service.pool.query<{ env_id: number; state: string; route_key: string }>(
      'SELECT env_id, state, route_key FROM confirmations ORDER BY env_id',
    )
    assert.deepEqual(
      rows.map(({ env_id, state }) => [env_id, state]),
      [
        [1, 'pending'],
        [2, 'pending'],
      ],
    )
    assert.notEqual(rows[0]?.route_key, rows[1]?.route_key)
    const link = { subject: { ref: 'user_42' }, key: 'newsletter', channel: 'email' }
    await record(t, 'user_42')
    const of = async (key: string) =>
      (await t.call('POST', '/v1/preferences/unsubscribe-link', { key, body: link })).json['url']
    await record(t, 'user_42', {}, inLive())
    assert.notEqual(await of(t.keys.test.secret), await of(t.keys.live.secret))
  })

  test('what needs no key says nothing of any environment', async () => {
    for (const path of ['/.well-known/jwks.json', '/health', '/ready', '/openapi.json']) {
      const { text } = await t.call('GET', path, { key: null })
      // The document's own examples name user_42, and Google's ad_user_data.
      assert.ok(!/user_(?!42|data)|Speichenwerk|suggestions/.test(text), path)
    }
  })
})
