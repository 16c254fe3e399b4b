import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Uuid } from '../kernel/id.ts'
import { decisionValues } from './decision.ts'
import {
  decodePlace,
  decodeStanding,
  encodePlace,
  encodeStanding,
  mergeState,
  placeMember,
  type StandingDecision,
  type StandingState,
  supersedes,
} from './standing-decision.ts'

const time = fc.integer({ min: 0, max: 8_000_000_000_000 })

/** Few times and many decisions, so that ties are common. */
const pool: fc.Arbitrary<readonly StandingDecision[]> = fc
  .array(
    fc.record({
      value: fc.constantFrom(...decisionValues),
      version: fc.integer({ min: 1, max: 999 }),
      decidedAt: fc.oneof(fc.constantFrom(1000, 1001, 1002), time),
      expiresAt: fc.option(time),
      gpc: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((list) =>
    // A record's id is never shared, so neither is what stands beside it.
    list.map((decision, at) => ({
      ...decision,
      recordId: (at * 7919).toString(16).padStart(32, '0') as Uuid,
    })),
  )

const place = fc
  .record({
    country: fc.option(fc.constantFrom('DE', 'US', 'GB')),
    region: fc.option(fc.constantFrom('CA', 'BY')),
    gpc: fc.boolean(),
    at: fc.constantFrom(1000, 1001, 1002),
  })
  .map(({ at, ...where }) => encodePlace(where, at))

const purposes = ['analytics', 'marketing', 'constructor', 'to_string']

function statesOf(count: number): fc.Arbitrary<StandingState[]> {
  return pool.chain((decisions) => {
    const decided = fc.dictionary(
      fc.constantFrom(...purposes),
      fc.constantFrom(...decisions.map(encodeStanding)),
    )
    const state = fc
      .tuple(decided, fc.option(place))
      .map(([one, where]) => (where === null ? one : { ...one, [placeMember]: where }))
    return fc.array(state, { minLength: count, maxLength: count })
  })
}

const plain = (state: StandingState) => ({ ...state })

describe('merging states', () => {
  test('gives the same in either order', () => {
    fc.assert(
      fc.property(statesOf(2), ([a = {}, b = {}]) => {
        assert.deepEqual(plain(mergeState(a, b)), plain(mergeState(b, a)))
      }),
    )
  })

  test('gives the same however it is grouped', () => {
    fc.assert(
      fc.property(statesOf(3), ([a = {}, b = {}, c = {}]) => {
        assert.deepEqual(plain(mergeState(mergeState(a, b), c)), plain(mergeState(a, mergeState(b, c))))
      }),
    )
  })

  test('twice is the same as once, and what changes nothing gives back the same object', () => {
    fc.assert(
      fc.property(statesOf(2), ([a = {}, b = {}]) => {
        const once = mergeState(a, b)
        assert.equal(mergeState(once, b), once)
        assert.equal(mergeState(once, a), once)
        assert.equal(mergeState(a, {}), a)
      }),
    )
  })

  test('loses no purpose, invents none, and changes neither of the two', () => {
    fc.assert(
      fc.property(statesOf(2), ([a = {}, b = {}]) => {
        const before = JSON.stringify([a, b])
        const merged = mergeState(a, b)
        assert.deepEqual(
          Object.keys(merged).sort(),
          [...new Set([...Object.keys(a), ...Object.keys(b)])].sort(),
        )
        for (const [key, text] of Object.entries(merged)) assert.ok(text === a[key] || text === b[key])
        assert.equal(JSON.stringify([a, b]), before)
      }),
    )
  })
})

describe('of two decisions', () => {
  test('exactly one stands, and of three the order does not turn in a circle', () => {
    fc.assert(
      fc.property(pool, (decisions) => {
        for (const a of decisions)
          for (const b of decisions) {
            assert.equal(supersedes(a, b), a.recordId !== b.recordId && !supersedes(b, a))
            for (const c of decisions) if (supersedes(a, b) && supersedes(b, c)) assert.ok(supersedes(a, c))
          }
      }),
      { numRuns: 50 },
    )
  })

  test('a grant never takes the place of a refusal of the same time', () => {
    fc.assert(
      fc.property(pool, (decisions) => {
        for (const grant of decisions.filter(({ value }) => value === 'granted'))
          for (const refusal of decisions.filter(({ value }) => value !== 'granted'))
            if (grant.decidedAt <= refusal.decidedAt) assert.ok(!supersedes(grant, refusal))
      }),
    )
  })
})

describe('writing a state down', () => {
  test('a decision comes back as it was', () => {
    fc.assert(
      fc.property(pool, (decisions) => {
        for (const decision of decisions) assert.deepEqual(decodeStanding(encodeStanding(decision)), decision)
      }),
    )
  })

  test('a place comes back as it was', () => {
    const code = fc.option(fc.stringMatching(/^[A-Z0-9]{1,3}$/))
    fc.assert(
      fc.property(fc.record({ country: code, region: code, gpc: fc.boolean() }), time, (where, at) => {
        assert.deepEqual(decodePlace(encodePlace(where, at)), { ...where })
      }),
    )
  })

  test('what this server cannot read is an error, not a guess', () => {
    for (const text of ['', 'x1.1.1.0', '.1..0', '1']) assert.throws(() => decodeStanding(text))
  })
})
