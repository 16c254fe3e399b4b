import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type LegalBasis, legalBases, type PurposeCategory, purposeCategories } from '../domain/purpose.ts'
import { purposeEntry } from './purpose-entry.ts'
import { aPurposeEntry } from './test-catalogue-file.ts'

const faultsOf = (changes: Record<string, unknown>) =>
  purposeEntry.safeParse(aPurposeEntry({ valid_for: null, ...changes })).error?.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  })) ?? []

/** By category, the bases that no authority would accept for it. */
const refused: Record<PurposeCategory, readonly LegalBasis[]> = {
  strictly_necessary: ['consent'],
  functional: ['none_needed'],
  analytics: ['none_needed'],
  advertising: ['contract', 'legal_obligation', 'vital_interests', 'public_task', 'none_needed'],
  sale_or_sharing: ['contract', 'legal_obligation', 'vital_interests', 'public_task', 'none_needed'],
  sensitive: ['legitimate_interest', 'contract', 'none_needed'],
  profiling: ['none_needed'],
  email_marketing: ['contract', 'legal_obligation', 'vital_interests', 'public_task', 'none_needed'],
}

describe('the legal basis of a purpose', () => {
  for (const category of purposeCategories)
    for (const legal_basis of legalBases) {
      const isRefused = refused[category].includes(legal_basis)
      test(`${legal_basis} ${isRefused ? 'cannot' : 'can'} carry ${category}`, () => {
        const faults = faultsOf({ category, legal_basis })
        assert.equal(faults.length > 0, isRefused)
        for (const { path } of faults) assert.equal(path, 'legal_basis')
      })
    }

  test('only consent lapses', () => {
    assert.deepEqual(
      faultsOf({ category: 'analytics', legal_basis: 'legitimate_interest', valid_for: 'P1Y' }),
      [{ path: 'valid_for', message: 'only consent lapses' }],
    )
  })

  test('frameworks are fed by purposes that people can refuse', () => {
    const mapped = (legal_basis: LegalBasis, mappings: object) =>
      faultsOf({ category: 'functional', legal_basis, mappings }).map(({ path }) => path)
    assert.deepEqual(mapped('contract', { tcf_purposes: [2] }), ['mappings'])
    assert.deepEqual(mapped('contract', { gpp: ['sale'] }), ['mappings'])
    assert.deepEqual(mapped('contract', { google_consent_mode: ['security_storage'] }), [])
    assert.deepEqual(mapped('legitimate_interest', { tcf_purposes: [2, 7, 8, 9, 10, 11] }), [])
    for (const purpose of [1, 3, 4, 5, 6])
      assert.deepEqual(mapped('legitimate_interest', { tcf_purposes: [purpose] }), ['mappings'])
    assert.deepEqual(mapped('legitimate_interest', { tcf_special_features: [1] }), ['mappings'])
    assert.deepEqual(mapped('consent', { tcf_purposes: [1, 3], tcf_special_features: [1, 2] }), [])
  })

  test('is judged beside faults of form', () => {
    const faults = faultsOf({
      category: 'email_marketing',
      legal_basis: 'contract',
      valid_for: 7,
      mappings: 'x',
      texts: {},
    })
    assert.deepEqual(
      faults.map(({ path }) => path),
      ['valid_for', 'mappings', 'legal_basis'],
    )
  })

  test('an earlier version is held to the same rules', () => {
    const history = [{ effective_from: '2024-01-01', ...aPurposeEntry({ category: 'strictly_necessary' }) }]
    assert.deepEqual(faultsOf({ history }), [
      { path: 'history.0.legal_basis', message: 'what is strictly necessary is not asked' },
    ])
  })
})
