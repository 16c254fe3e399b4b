import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { DecisionValue } from './decision.ts'
import { type MergeStrategy, mergePeople } from './merge.ts'
import { decodeStanding, encodePlace, encodeStanding, findPlace, findStanding } from './standing-decision.ts'

const sourceKey = 'aa'.repeat(16) as RouteKey

function standing(value: DecisionValue, decidedAt: number, record = 1): string {
  const recordId = record.toString(16).padStart(32, '0') as Uuid
  return encodeStanding({ value, version: 1, decidedAt, expiresAt: null, gpc: false, recordId })
}

/** What becomes of one purpose: `granted` of the source's or the target's. */
function outcome(strategy: MergeStrategy, source: string, target: string): string {
  const { state, conflicts } = mergePeople(
    { ads: target },
    { key: sourceKey, state: { ads: source } },
    strategy,
  )
  const kept = findStanding(state, 'ads')
  assert.ok(kept)
  const of = kept.subjectKey === sourceKey ? "the source's" : "the target's"
  assert.ok(conflicts.length === 0 || conflicts[0]?.resolution === kept.value)
  return `${of} ${kept.value}, ${conflicts.length} in conflict`
}

describe('merging two people', () => {
  test('most_recent: the later decision stands, and at the same time the refusal', () => {
    const recent = (source: string, target: string) => outcome('most_recent', source, target)
    assert.equal(recent(standing('granted', 2), standing('denied', 1)), "the source's granted, 1 in conflict")
    assert.equal(recent(standing('granted', 1), standing('denied', 2)), "the target's denied, 1 in conflict")
    assert.equal(
      recent(standing('withdrawn', 1), standing('granted', 1)),
      "the source's withdrawn, 1 in conflict",
    )
    assert.equal(
      recent(standing('granted', 1), standing('granted', 2)),
      "the target's granted, 0 in conflict",
    )
  })

  test('most_restrictive: a refusal stands whenever it was made, and of two alike the later one', () => {
    const strict = (source: string, target: string) => outcome('most_restrictive', source, target)
    assert.equal(strict(standing('granted', 2), standing('denied', 1)), "the target's denied, 1 in conflict")
    assert.equal(
      strict(standing('objected', 1), standing('granted', 2)),
      "the source's objected, 1 in conflict",
    )
    assert.equal(
      strict(standing('withdrawn', 2), standing('denied', 1)),
      "the source's withdrawn, 1 in conflict",
    )
    assert.equal(
      strict(standing('granted', 1), standing('granted', 2)),
      "the target's granted, 0 in conflict",
    )
  })

  test('target_wins: what the target decided stands', () => {
    const target = (source: string, ours: string) => outcome('target_wins', source, ours)
    assert.equal(target(standing('denied', 2), standing('granted', 1)), "the target's granted, 1 in conflict")
    assert.equal(
      target(standing('granted', 2), standing('granted', 1)),
      "the target's granted, 0 in conflict",
    )
  })

  test('what only one of them decided stays, with where it was written', () => {
    const older = encodeStanding({
      ...decodeStanding(standing('denied', 1)),
      subjectKey: 'bb'.repeat(16) as RouteKey,
    })
    const { state, conflicts } = mergePeople(
      { ours: standing('granted', 1) },
      { key: sourceKey, state: { theirs: standing('granted', 1), older } },
      'target_wins',
    )
    assert.deepEqual(conflicts, [])
    assert.equal(findStanding(state, 'ours')?.subjectKey, undefined)
    assert.equal(findStanding(state, 'theirs')?.subjectKey, sourceKey)
    assert.equal(findStanding(state, 'older')?.subjectKey, 'bb'.repeat(16))
  })

  test('the place is the later one, whatever the strategy', () => {
    const place = (country: string, at: number) => ({
      '@place': encodePlace({ country, region: null, gpc: false }, at),
    })
    const merged = (source: object, target: object) =>
      findPlace(mergePeople({ ...target }, { key: sourceKey, state: { ...source } }, 'target_wins').state)
        ?.country
    assert.equal(merged(place('DE', 2), place('US', 1)), 'DE')
    assert.equal(merged(place('DE', 1), place('US', 2)), 'US')
    assert.equal(merged(place('DE', 1), {}), 'DE')
  })
})
