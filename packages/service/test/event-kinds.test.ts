import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aConsent } from './a-consent.ts'
import { type Harness, openHarness } from './harness.ts'
import { until } from './until.ts'

let t: Harness
before(async () => {
  t = await openHarness({ keepsLog: true })
})
after(() => t[Symbol.asyncDispose]())

interface Listed {
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, string | number>>
}

/** All events, once the log has these among them. */
function events(...awaited: readonly string[]): Promise<Listed[]> {
  return until(async () => {
    const { json } = await t.call('GET', '/v1/events?limit=200')
    const data = json['data'] as Listed[]
    return awaited.every((type) => data.some((event) => event.type === type)) ? data : undefined
  })
}

test('what happens to a person is told by the ids that the API takes, and by nothing else of theirs', async () => {
  const created = await t.call('POST', '/v1/subjects', {
    body: { ref: 'planted_target', identifiers: [{ type: 'email', value: 'planted@shop.example' }] },
  })
  const target = String(created.json['id'])
  const consent = await t.call('POST', '/v1/consent', { body: aConsent('planted_source') })
  const source = (consent.json['subject'] as { id: string }).id
  const merged = await t.call('POST', '/v1/subjects/merge', {
    body: { source: 'planted_source', target: 'planted_target' },
  })
  assert.equal(merged.status, 200)
  assert.equal((await t.call('DELETE', '/v1/subjects/planted_target')).status, 200)
  const found = await events('subject.created', 'consent.recorded', 'subject.merged', 'subject.erased')
  const by = (type: string) => found.find((event) => event.type === type)?.data ?? {}
  assert.equal(by('subject.created')['subject_id'], target)
  assert.equal(by('consent.recorded')['subject_id'], source)
  assert.equal(by('subject.merged')['subject_id'], target)
  assert.equal(by('subject.merged')['source_subject_id'], source)
  assert.equal(by('subject.merged')['merge_id'], merged.json['id'])
  assert.equal(by('subject.erased')['subject_id'], target)
  assert.doesNotMatch(JSON.stringify(found), /planted/)
})

test('a catalogue is told of by its purposes and versions', async () => {
  const published = await events('purpose.published', 'policy.published')
  assert.ok(published.some(({ data }) => data['purpose'] === 'marketing' && data['version'] === 1))
  assert.ok(published.some(({ type, data }) => type === 'policy.published' && data['version'] === 1))
})
