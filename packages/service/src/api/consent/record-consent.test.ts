import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anAnonymousRef, openHarness } from '../../../test/harness.ts'

test('201: what was recorded is read back, with its reason', async () => {
  await using t = await openHarness()
  const ref = anAnonymousRef()
  const recorded = await t.call('POST', '/v1/consent', {
    key: t.keys.test.public,
    body: {
      subject: { ref },
      purposes: { analytics: 'granted', marketing: 'denied' },
      country: 'DE',
      source: 'banner',
    },
  })
  assert.equal(recorded.status, 201)
  const read = await t.call('GET', `/v1/subjects/${ref}/consent?purpose=analytics&purpose=marketing`, {
    key: t.keys.test.public,
  })
  assert.equal(read.status, 200)
  const { analytics, marketing } = read.json['purposes'] as Record<string, Record<string, unknown>>
  assert.deepEqual(
    [analytics?.['status'], analytics?.['allowed'], analytics?.['reason']],
    ['granted', true, 'explicit_consent'],
  )
  assert.deepEqual(
    [marketing?.['status'], marketing?.['allowed'], marketing?.['reason']],
    ['denied', false, 'explicit_refusal'],
  )
  assert.equal(analytics?.['record'], recorded.json['id'])
})

test('422: all faults come at once, and nothing is recorded', async () => {
  await using t = await openHarness()
  const answer = await t.call('POST', '/v1/consent', {
    body: { subject: { ref: 'user_1' }, purposes: { analytics: 'yes' }, colour: 'blue', occurred_at: 'noon' },
  })
  assert.equal(answer.status, 422)
  const paths = (answer.json['issues'] as { path: string }[]).map((issue) => issue.path)
  assert.deepEqual(paths.sort(), ['colour', 'occurred_at', 'purposes.analytics'])
  assert.equal((await t.call('GET', '/v1/subjects/user_1/consent')).status, 404)
})

test('a repeat gets its answer though the request would be refused by now', async () => {
  await using t = await openHarness()
  const occurred_at = new Date(t.service.clock.now() - 23 * 3_600_000).toISOString()
  const request = {
    key: t.keys.test.public,
    headers: { 'Idempotency-Key': 'late' },
    body: { subject: { ref: anAnonymousRef() }, purposes: { analytics: 'granted' }, occurred_at },
  }
  const first = await t.call('POST', '/v1/consent', request)
  t.advance(2 * 3_600_000)
  const again = await t.call('POST', '/v1/consent', request)
  assert.equal(again.text, first.text)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const anew = await t.call('POST', '/v1/consent', { ...request, headers: { 'Idempotency-Key': 'other' } })
  assert.equal(anew.status, 422)
})
