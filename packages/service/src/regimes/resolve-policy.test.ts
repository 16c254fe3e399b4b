import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PolicyOverride } from '../domain/catalogue.ts'
import { caRegionCodes, countryCodes, usRegionCodes } from './iso-3166.ts'
import { law, type Regime } from './regime.ts'
import { regimes } from './regimes.ts'
import { createPolicyResolver } from './resolve-policy.ts'
import { strictest } from './strictest/strictest.ts'

const now = Date.parse('2026-11-21T09:00:00Z')

function resolver(overrides: readonly PolicyOverride[] = [], overridesVersion = 0, table = regimes) {
  const { resolve } = createPolicyResolver(table, { overrides, overridesVersion })
  return (country: string | null, region: string | null = null, day?: string) =>
    resolve({ country, region, at: day === undefined ? now : Date.parse(`${day}T00:00:00Z`) })
}

function override(country: string, region: string | null, rest: Partial<PolicyOverride>): PolicyOverride {
  return { country, region, models: {}, renew_after: undefined, ...rest }
}

/** A law that nobody made. */
function ruritanian(overrides: Partial<Regime> = {}): Regime {
  const source = law('Ruritanian Privacy Act', 's. 1', 'https://example.org/ruritania')
  const edition = strictest.editions[0] ?? assert.fail()
  return {
    key: 'aq_privacy_act',
    name: 'Ruritanian Privacy Act',
    authority: 'The Chancellor',
    law: source,
    places: [{ country: 'AQ' }],
    editions: [
      { ...edition, effectiveFrom: '2026-01-01', models: { ...edition.models, analytics: 'notice' } },
    ],
    ...overrides,
  }
}

describe('what a caller may rely on', () => {
  test('every country and every US and Canadian region resolves, on any day', () => {
    const resolve = resolver()
    for (const day of ['1990-01-01', '2026-11-21', '2040-01-01'])
      for (const country of countryCodes) {
        const regions = country === 'US' ? usRegionCodes : country === 'CA' ? caRegionCodes : []
        for (const region of [null, ...regions]) {
          const policy = resolve(country, region, day)
          assert.equal(policy.country, country)
          assert.equal(policy.region, region)
          assert.ok(policy.effectiveFrom <= day)
        }
      }
  })

  test('the same question gives the same object, frozen all through', () => {
    const resolve = resolver()
    for (const [country, region] of [
      ['DE', null],
      ['DE', 'BY'],
      ['US', 'CA'],
      ['MN', null],
      [null, null],
    ] as const) {
      const policy = resolve(country, region)
      assert.equal(resolve(country, region), policy)
      assert.ok(
        Object.isFrozen(policy) &&
          Object.isFrozen(policy.models) &&
          Object.isFrozen(policy.dataRequest.rights),
      )
      assert.ok(Object.isFrozen(policy.sources) && Object.isFrozen(policy.candidates))
    }
  })

  test('made-up regions do not fill the memory, and still get their country’s policy', () => {
    const resolve = resolver()
    const first = resolve('DE', '1')
    for (let number = 0; number < 10_000; number += 1) resolve('DE', number.toString(36).toUpperCase())
    assert.notEqual(resolve('DE', '1'), first)
    assert.deepEqual(resolve('DE', '1'), first)
  })

  test('a law that starts next year starts by itself, at midnight UTC', () => {
    const { resolve } = createPolicyResolver(regimes, { overrides: [], overridesVersion: 0 })
    const start = Date.parse('2027-01-01T00:00:00.000Z')
    assert.equal(resolve({ country: 'US', region: 'OK', at: start - 1 }).regime, 'us_federal')
    assert.equal(resolve({ country: 'US', region: 'OK', at: start }).regime, 'us_ok_ocdpa')
  })

  test('where only the country is known, a signal counts as in its regions; what is asked is what the country asks', () => {
    const resolve = resolver()
    const signalledIn = (region: string | null, day: string) => resolve('US', region, day).gpcCategories
    assert.deepEqual(signalledIn(null, '2020-08-13'), [])
    assert.deepEqual(signalledIn(null, '2020-08-14'), ['advertising', 'sale_or_sharing'])
    assert.deepEqual(signalledIn('WY', '2026-11-21'), [], 'a state without such a law, and known to be')
    assert.deepEqual(resolve('US').models, resolve('US', 'WY').models)
    assert.equal(resolve('US').version, resolve('US', 'WY').version + 1)
    assert.deepEqual(resolve('CA').gpcCategories, [], 'no province has one')
  })

  test('candidates are all laws that name the place, most specific first, in force or not', () => {
    const resolve = resolver()
    assert.deepEqual(resolve('US', 'CA').candidates, ['us_ca_ccpa', 'us_federal', 'strictest'])
    assert.deepEqual(resolve('US', 'OK').candidates, ['us_ok_ocdpa', 'us_federal', 'strictest'])
    assert.deepEqual(resolve('CA', 'ON').candidates, ['ca_pipeda', 'strictest'])
    assert.deepEqual(resolve('GB').candidates, ['gdpr', 'uk_gdpr', 'strictest'])
    assert.deepEqual(resolve('MN').candidates, ['strictest'])
    assert.deepEqual(resolve(null).candidates, ['strictest'])
  })

  test('the law itself is the source, its clauses are the sources', () => {
    const policy = resolver()('FR')
    const { models, dataRequest } = policy.sources
    assert.equal(policy.source, 'https://eur-lex.europa.eu/eli/reg/2016/679/oj')
    assert.equal(models?.clause, 'Art. 82')
    assert.equal(dataRequest?.clause, 'Art. 12(3), 15-22')
    assert.ok(policy.notes.some((note) => note.startsWith('Audience measurement')))
  })
})

test('the day is that of the national rule, where it came later than the edition', () => {
  const resolve = resolver()
  assert.equal(resolve('DE').effectiveFrom, '2018-05-25')
  assert.equal(resolve('IS').effectiveFrom, '2018-07-20')
  assert.equal(resolve('DK').effectiveFrom, '2024-01-01')
  assert.equal(resolve('GB').effectiveFrom, '2026-06-19')
})

describe('version', () => {
  test('counts a place’s changes and never goes down with time', () => {
    const resolve = resolver()
    for (const country of ['DE', 'DK', 'GB', 'US', 'CA', 'IN', 'MN'])
      for (const region of country === 'US' ? ['CA', 'CT', 'WY'] : [null]) {
        let last = 0
        for (let year = 1995; year < 2035; year += 1) {
          const { version } = resolve(country, region, `${year}-12-31`)
          assert.ok(version >= last)
          last = version
        }
      }
    assert.equal(resolve('DE', null, '2010-01-01').version, 1)
    assert.equal(resolve('DE').version, 2)
    assert.equal(resolve('DK').version, 3)
  })

  test('counts the project’s overrides', () => {
    assert.equal(resolver([], 7)('DE').version, resolver([], 0)('DE').version + 7)
    assert.equal(resolver([], 7)(null).version, resolver([], 0)(null).version + 7)
  })
})

describe('fingerprint', () => {
  test('is 43 characters of base64url and the same in another process’s resolver', () => {
    assert.match(resolver()('DE').fingerprint, /^[A-Za-z0-9_-]{43}$/)
    assert.equal(resolver()('DE').fingerprint, resolver()('DE').fingerprint)
  })

  test('is about the rules: not the place, not how it was found, not a change elsewhere', () => {
    const resolve = resolver()
    assert.equal(resolve('DE').fingerprint, resolve('DE', 'BY').fingerprint)
    assert.equal(resolve('MN').fingerprint, resolve(null).fingerprint)
    const elsewhere = resolver([override('FR', null, { models: { analytics: 'none' } })], 3)
    assert.equal(elsewhere('DE').fingerprint, resolve('DE').fingerprint)
  })

  test('changes with the edition, the national age, and an override', () => {
    const resolve = resolver()
    const seen = [
      resolve('DE'),
      resolve('AT'),
      resolve('GB', null, '2026-01-01'),
      resolve('GB', null, '2026-02-05'),
      resolver([override('DE', null, { models: { functional: 'opt_out' } })])('DE'),
      resolver([override('DE', null, { renew_after: 'P3M' })])('DE'),
    ].map((policy) => policy.fingerprint)
    assert.equal(new Set(seen).size, seen.length)
  })
})

describe('overrides', () => {
  test('replace the law’s model and renewal in their country, regions included', () => {
    const resolve = resolver([override('DE', null, { models: { analytics: 'none' }, renew_after: null })])
    for (const region of [null, 'BY']) {
      const policy = resolve('DE', region)
      assert.equal(policy.models.analytics, 'none')
      assert.equal(policy.models.advertising, 'opt_in')
      assert.equal(policy.renewAfter, null)
      assert.deepEqual(policy.overridden, ['analytics', 'renewAfter'])
    }
    assert.equal(resolve('AT').models.analytics, 'opt_in')
    assert.deepEqual(resolve('AT').overridden, [])
  })

  test('of advertising move the headline', () => {
    assert.equal(
      resolver([override('US', 'WY', { models: { advertising: 'opt_in' } })])('US', 'WY').model,
      'opt_in',
    )
  })

  test('of a country tighten a region’s own law but never loosen it', () => {
    const resolve = resolver([
      override('US', null, { models: { analytics: 'opt_in', advertising: 'none' }, renew_after: 'P6M' }),
    ])
    assert.equal(resolve('US', 'CA').models.analytics, 'opt_in')
    assert.equal(resolve('US', 'CA').models.advertising, 'opt_out')
    assert.equal(resolve('US', 'CA').renewAfter, 'P6M')
    assert.equal(resolve('US', 'WY').models.advertising, 'none')
    assert.equal(resolver([override('CA', null, { renew_after: null })])('CA', 'QC').renewAfter, null)
  })

  test('of a region win over the country’s, stricter or looser', () => {
    const overrides = [
      override('US', 'CA', { models: { analytics: 'none', advertising: 'notice' } }),
      override('US', null, { models: { analytics: 'opt_in' } }),
    ]
    const resolve = resolver(overrides)
    assert.equal(resolve('US', 'CA').models.analytics, 'none')
    assert.equal(resolve('US', 'CA').models.advertising, 'notice')
    assert.equal(resolve('US', 'TX').models.analytics, 'opt_in')
  })

  test('reach a region that no law names, and a country without one', () => {
    const resolve = resolver([
      override('DE', 'BY', { models: { functional: 'none' } }),
      override('MN', null, { models: { analytics: 'notice' } }),
    ])
    assert.equal(resolve('DE', 'BY').models.functional, 'none')
    assert.equal(resolve('DE', 'BE').models.functional, 'opt_in')
    assert.equal(resolve('MN').models.analytics, 'notice')
    assert.equal(resolve('MN').matchedBy, 'default')
    assert.equal(resolve(null).models.analytics, 'opt_in')
  })
})

describe('a new law', () => {
  test('is one folder and one line: nothing else knows of it', () => {
    const resolve = resolver([], 0, [...regimes, ruritanian()])
    assert.equal(resolve('AQ', null, '2025-12-31').matchedBy, 'default')
    const policy = resolve('AQ')
    assert.equal(policy.regime, 'aq_privacy_act')
    assert.equal(policy.matchedBy, 'country')
    assert.equal(policy.models.analytics, 'notice')
    assert.deepEqual(policy.candidates, ['aq_privacy_act', 'strictest'])
    assert.deepEqual(resolve('DE'), resolver()('DE'))
  })

  test('of a region goes before its country’s, from its day on', () => {
    const regional = ruritanian({
      key: 'aq_x_act',
      places: [{ country: 'AQ', region: 'X', from: '2026-06-01' }],
    })
    const resolve = resolver([], 0, [...regimes, ruritanian(), regional])
    assert.equal(resolve('AQ', 'X', '2026-05-31').regime, 'aq_privacy_act')
    assert.equal(resolve('AQ', 'X', '2026-05-31').matchedBy, 'country')
    assert.equal(resolve('AQ', 'X', '2026-06-01').regime, 'aq_x_act')
    assert.equal(resolve('AQ', 'X', '2026-06-01').matchedBy, 'region')
    assert.equal(resolve('AQ', 'Y').regime, 'aq_privacy_act')
  })

  test('that ends gives way to the one before it', () => {
    const brief = ruritanian({
      key: 'aq_brief_act',
      places: [{ country: 'AQ', from: '2026-03-01', until: '2026-04-01' }],
    })
    const resolve = resolver([], 0, [...regimes, ruritanian(), brief])
    assert.equal(resolve('AQ', null, '2026-03-31').regime, 'aq_brief_act')
    assert.equal(resolve('AQ', null, '2026-04-01').regime, 'aq_privacy_act')
  })
})
