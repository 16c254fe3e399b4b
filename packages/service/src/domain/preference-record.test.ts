import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeReceiptPayload, parseReceiptPayload } from '@assent/evidence'
import { planCatalogue } from '../catalogue/plan-catalogue.ts'
import { aCatalogueFile } from '../catalogue/test-catalogue-file.ts'
import { contentHash, type RouteKey, type Uuid } from '../kernel/id.ts'
import { mergePeople } from './merge.ts'
import { type PreferencePayload, preferenceState } from './preference-answer.ts'
import { makePreferenceRecord, type PreferenceFacts, type SetPreference } from './preference-record.ts'
import { mergeState, type StandingState } from './standing-decision.ts'
import {
  decodePreference,
  encodePreference,
  findActive,
  findPending,
  preferenceMember,
  type StandingPreference,
} from './standing-preference.ts'

const now = Date.parse('2026-11-21T09:00:00.000Z')
const subjectKey = '7d1f0a9c4b3e4f6a8c2d5e7f9a1b3c5d' as RouteKey
const recordId = '019aa5d3c1807c5e9b6f0d4a2e8b7c31' as Uuid
const topic = { texts: { en: { name: 'News', description: 'What is new.' } } }
const preference_template = {
  sections: {
    news: { texts: { en: { title: 'News', description: 'By e-mail.' } }, topics: { news: topic } },
  },
}
const { catalogue } = planCatalogue(undefined, aCatalogueFile({ preference_template }), now).next

function factsOf(
  preferences: readonly SetPreference[],
  changes: Partial<PreferenceFacts> = {},
): PreferenceFacts {
  const template = catalogue.preferenceTemplate
  assert.ok(template)
  return {
    environment: 'live',
    issuer: 'https://consent.example',
    catalogue,
    template,
    preferences,
    language: 'en',
    source: 'preference_center',
    provedBy: 'secret_key',
    confirmation: null,
    context: null,
    recordId,
    nonce: 'q0ZrVwT3mB5sX8yK1nL6dA',
    contextNonce: 'w9TrVwT3mB5sX8yK1nL6dA',
    occurredAt: now,
    recordedAt: now + 100,
    ...changes,
  }
}

const everything: readonly SetPreference[] = [
  { key: 'news', channel: 'email', value: true, status: 'pending', confirmedAt: null },
  { key: 'tips', channel: 'email', value: true, status: 'active', confirmedAt: now - 5000 },
  { key: 'often', channel: null, value: 'weekly', status: 'active', confirmedAt: null },
  { key: 'about', channel: null, value: ['a', 'b'], status: 'active', confirmedAt: null },
]

test('its bytes are those of the evidence package, member by member in the canonical order', () => {
  const confirmation = {
    id: 'cft_1',
    channel: 'email',
    requested_at: '2026-11-21T08:00:00.000Z',
    sent_at: null,
    confirmed_at: '2026-11-21T09:00:00.000Z',
    message_sha256: contentHash('mail'),
    reply: '250 Ok',
    page_sha256: contentHash('page'),
  } as const
  for (const facts of [
    factsOf(everything),
    factsOf(everything, { confirmation, context: { ip: '203.0.113.7' } }),
  ]) {
    const payload = makePreferenceRecord(facts).payload(subjectKey, 7)
    assert.equal(encodeReceiptPayload(parseReceiptPayload(Buffer.from(payload))), payload)
  }
})

test('what a record changes can be read off its evidence alone', () => {
  const record = makePreferenceRecord(factsOf(everything))
  const payload = JSON.parse(record.payload(subjectKey, 1)) as PreferencePayload
  assert.deepEqual(preferenceState(payload, recordId), record.statePatch)
})

test('a context is bound by a hash of its own nonce, and nothing of it is in the evidence', () => {
  const record = makePreferenceRecord(factsOf(everything, { context: { ip: '203.0.113.7' } }))
  assert.match(record.context ?? '', /203\.0\.113\.7/)
  assert.ok(!record.payload(subjectKey, 1).includes('203.0.113.7'))
})

const name = { key: 'news', channel: 'email' }
function standing(value: StandingPreference['value'], decidedAt: number, id = '1'): StandingPreference {
  return { value, templateVersion: 1, decidedAt, confirmedAt: null, recordId: id.padStart(32, '0') as Uuid }
}
function stateOf(status: 'active' | 'pending', preference: StandingPreference): StandingState {
  return { [preferenceMember(status, name)]: encodePreference(preference) }
}

test('a standing preference survives its writing, also one of somebody merged and one with dots in it', () => {
  for (const preference of [
    { ...standing(['a.b', 'c'], now), confirmedAt: now - 1 },
    { ...standing('x', now), subjectKey },
    standing(false, now),
  ])
    assert.deepEqual(decodePreference(encodePreference(preference)), preference)
})

test('the later counts, at the same time the refusal, then the later record, in whatever order', () => {
  const cases: [winner: StandingPreference, loser: StandingPreference][] = [
    [standing(true, now), standing(false, now - 1)],
    [standing(false, now, '1'), standing(true, now, '2')],
    [standing(true, now, '2'), standing(true, now, '1')],
  ]
  for (const [winner, loser] of cases) {
    const [one, other] = [stateOf('active', winner), stateOf('active', loser)]
    assert.deepEqual(mergeState(one, other), one)
    assert.deepEqual(mergeState(other, one), one)
  }
})

test('what is set later makes an older pending value void', () => {
  const pending = stateOf('pending', standing(true, now))
  assert.equal(findPending(pending, name)?.value, true)
  const before = mergeState(pending, stateOf('active', standing(false, now - 1)))
  assert.equal(findPending(before, name)?.value, true)
  const after = mergeState(pending, stateOf('active', standing(false, now + 1)))
  assert.equal(findPending(after, name), undefined)
})

test('of two people who are one, the strategy decides on what they set, and the record stays where it lies', () => {
  const target = stateOf('active', standing(false, now - 10))
  const source = { key: subjectKey, state: stateOf('active', standing(true, now, '2')) }
  const valueBy = (strategy: 'most_recent' | 'most_restrictive' | 'target_wins') =>
    findActive(mergePeople(target, source, strategy).state, name)
  assert.deepEqual([valueBy('most_recent')?.value, valueBy('most_recent')?.subjectKey], [true, subjectKey])
  assert.equal(valueBy('most_restrictive')?.value, false)
  assert.equal(valueBy('target_wins')?.value, false)
})
