import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Uuid } from '../kernel/id.ts'
import { type DecisionValue, decisionValues } from './decision.ts'
import type { Model, Policy } from './policy.ts'
import {
  isAsked,
  type LegalBasis,
  legalBases,
  type Purpose,
  type PurposeCategory,
  type PurposeVersion,
  purposeCategories,
} from './purpose.ts'
import { type Standing, standingOf } from './standing.ts'
import type { StandingDecision } from './standing-decision.ts'

const models: readonly Model[] = ['opt_in', 'opt_out', 'notice', 'none']
const now = Date.parse('2026-06-01T00:00:00.000Z')
const dayMs = 86_400_000

function aVersion(
  version: number,
  options: { basis: LegalBasis; category: PurposeCategory; material?: boolean; from?: string },
): PurposeVersion {
  return {
    key: 'analytics',
    version,
    category: options.category,
    legal_basis: options.basis,
    valid_for: null,
    controllers: [],
    recipients: [],
    data_categories: [],
    retention: null,
    mappings: { tcf_purposes: [], tcf_special_features: [], google_consent_mode: [], gpp: [] },
    texts: {},
    material_change: options.material ?? false,
    effective_from: options.from ?? '2026-01-01T00:00:00.000Z',
    sha256: '',
    text_hashes: {},
  }
}

function aPurpose(first: PurposeVersion, ...later: readonly PurposeVersion[]): Purpose {
  return { key: first.key, current: later.at(-1) ?? first, versions: [first, ...later] }
}

function aPolicy(model: Model, gpcCategories: readonly PurposeCategory[] = []): Policy {
  return {
    models: Object.fromEntries(purposeCategories.map((category) => [category, model])) as Policy['models'],
    gpcCategories,
  } as Policy
}

function aDecision(value: DecisionValue, changes: Partial<StandingDecision> = {}): StandingDecision {
  return {
    value,
    version: 1,
    decidedAt: now - dayMs,
    expiresAt: null,
    gpc: false,
    recordId: '0' as Uuid,
    ...changes,
  }
}

function shown(standing: Standing | undefined): string {
  return standing === undefined
    ? 'not there'
    : `${standing.status} ${standing.allowed ? 'allowed' : 'forbidden'} ${standing.reason}`
}

/** What stands for a consent purpose in each model, by the decision. */
const byConsent: Readonly<
  Record<
    string,
    readonly [
      decision: StandingDecision | undefined,
      stands: readonly [optIn: string, optOut: string, notice: string, none: string],
    ]
  >
> = {
  'nobody was asked': [
    undefined,
    [
      'not_asked forbidden not_asked_opt_in',
      'not_asked allowed not_asked_opt_out',
      'not_asked allowed notice_only',
      'not_asked allowed not_regulated',
    ],
  ],
  granted: [
    aDecision('granted'),
    [
      'granted allowed explicit_consent',
      'granted allowed explicit_consent',
      'granted allowed explicit_consent',
      'granted allowed explicit_consent',
    ],
  ],
  denied: [
    aDecision('denied'),
    [
      'denied forbidden explicit_refusal',
      'denied forbidden explicit_refusal',
      'denied forbidden explicit_refusal',
      'denied forbidden explicit_refusal',
    ],
  ],
  withdrawn: [
    aDecision('withdrawn'),
    [
      'withdrawn forbidden withdrawn',
      'withdrawn forbidden withdrawn',
      'withdrawn forbidden withdrawn',
      'withdrawn forbidden withdrawn',
    ],
  ],
  'a grant that ran out': [
    aDecision('granted', { expiresAt: now }),
    [
      'expired forbidden expired',
      'expired allowed not_asked_opt_out',
      'expired allowed notice_only',
      'expired allowed not_regulated',
    ],
  ],
  'a grant in its last millisecond': [
    aDecision('granted', { expiresAt: now + 1 }),
    [
      'granted allowed explicit_consent',
      'granted allowed explicit_consent',
      'granted allowed explicit_consent',
      'granted allowed explicit_consent',
    ],
  ],
}

describe('where a person stands', () => {
  const analytics = aPurpose(aVersion(1, { basis: 'consent', category: 'analytics' }))
  for (const [name, [decision, stands]] of Object.entries(byConsent))
    for (const [at, model] of models.entries())
      test(`${name}, where the law is ${model}: ${stands[at]}`, () => {
        assert.equal(
          shown(standingOf({ purpose: analytics, decision, policy: aPolicy(model), gpc: false, at: now })),
          stands[at],
        )
      })

  test('an older version covers until a later one changed materially, however many are between', () => {
    const options = { basis: 'consent', category: 'analytics' } as const
    const versions = [
      aVersion(1, options),
      aVersion(2, options),
      aVersion(3, { ...options, material: true }),
      aVersion(4, options),
      aVersion(5, { ...options, material: true, from: '2027-01-01T00:00:00.000Z' }),
    ]
    const purpose = aPurpose(versions[0] ?? aVersion(1, options), ...versions.slice(1))
    const stands = (version: number, at = now) =>
      standingOf({
        purpose,
        decision: aDecision('granted', { version }),
        policy: aPolicy('opt_in'),
        gpc: false,
        at,
      })?.status
    assert.deepEqual(
      [1, 2, 3, 4].map((version) => stands(version)),
      ['superseded', 'superseded', 'granted', 'granted'],
    )
    assert.equal(
      stands(4, Date.parse('2027-01-01T00:00:00.000Z')),
      'superseded',
      'from the day the next one holds',
    )
    const renewal = standingOf({
      purpose,
      decision: aDecision('granted'),
      policy: aPolicy('opt_in'),
      gpc: false,
      at: now,
    })
    assert.equal(renewal?.needsRenewal, true)
    const refusal = standingOf({
      purpose,
      decision: aDecision('denied'),
      policy: aPolicy('opt_in'),
      gpc: false,
      at: now,
    })
    assert.deepEqual([refusal?.status, refusal?.needsRenewal], ['denied', false])
  })

  test('a purpose that did not exist yet is not there', () => {
    const at = Date.parse('2025-12-31T23:59:59.999Z')
    assert.equal(
      standingOf({ purpose: analytics, decision: undefined, policy: aPolicy('opt_in'), gpc: false, at }),
      undefined,
    )
  })

  const anyQuestion = fc.record({
    basis: fc.constantFrom(...legalBases),
    category: fc.constantFrom(...purposeCategories),
    model: fc.constantFrom(...models),
    gpc: fc.boolean(),
    gpcCategories: fc.subarray([...purposeCategories]),
    value: fc.constantFrom(...decisionValues, undefined),
    expiresAt: fc.constantFrom(null, now - 1, now + 1),
    besideGpc: fc.boolean(),
  })
  type AnyQuestion = typeof anyQuestion extends fc.Arbitrary<infer Question> ? Question : never

  function stand(question: AnyQuestion): Standing {
    const { basis, category, model, gpc, gpcCategories, value, expiresAt, besideGpc } = question
    const decision =
      value === undefined
        ? undefined
        : aDecision(value, { expiresAt: value === 'granted' ? expiresAt : null, gpc: besideGpc })
    const purpose = aPurpose(aVersion(1, { basis, category }))
    const standing = standingOf({ purpose, decision, policy: aPolicy(model, gpcCategories), gpc, at: now })
    assert.ok(standing)
    return standing
  }

  test('no law, model or signal allows what the person refused, where they have a choice', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        if (
          !isAsked({ legal_basis: question.basis }) ||
          question.value === undefined ||
          question.value === 'granted'
        )
          return
        assert.equal(stand(question).allowed, false)
      }),
    )
  })

  test('nothing stops what leaves no choice', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        if (!isAsked({ legal_basis: question.basis })) assert.equal(stand(question).allowed, true)
      }),
    )
  })

  test('where the law asks first, only a grant that holds allows a consent purpose', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const standing = stand({ ...question, basis: 'consent', model: 'opt_in' })
        if (standing.allowed)
          assert.deepEqual([standing.status, standing.reason], ['granted', 'explicit_consent'])
      }),
    )
  })

  test('a signal never allows more than no signal', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        if (stand({ ...question, gpc: true }).allowed)
          assert.equal(stand({ ...question, gpc: false }).allowed, true)
      }),
    )
  })

  test('a stricter model never allows more than a looser one', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        if (stand({ ...question, model: 'opt_in' }).allowed)
          for (const model of models) assert.equal(stand({ ...question, model }).allowed, true)
      }),
    )
  })
})
