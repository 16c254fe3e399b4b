import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languageTag, purposeEntry, purposeKey } from './purpose-entry.ts'
import { aPurposeEntry } from './test-catalogue-file.ts'

const faultsOf = (changes: Record<string, unknown>) =>
  purposeEntry.safeParse(aPurposeEntry(changes)).error?.issues.map(({ path }) => path.join('.')) ?? []

describe('purposeEntry', () => {
  test('history goes forward, day by day', () => {
    const days = (...dates: string[]) => ({
      history: dates.map((effective_from) => ({ effective_from, ...aPurposeEntry() })),
    })
    assert.deepEqual(faultsOf(days('2023-12-31', '2024-02-29', '2025-01-01')), [])
    assert.deepEqual(faultsOf(days('2024-01-01', '2024-01-01', '2023-01-01')), [
      'history.1.effective_from',
      'history.2.effective_from',
    ])
    assert.deepEqual(faultsOf(days('2023-02-29')), ['history.0.effective_from'])
    assert.deepEqual(faultsOf({ history: [{ ...aPurposeEntry(), history: [] }] }), [
      'history.0.effective_from',
      'history.0',
    ])
  })

  test('knows the numbers and names of the frameworks', () => {
    assert.deepEqual(
      faultsOf({
        mappings: {
          tcf_purposes: [0, 1, 11, 12, 1.5],
          tcf_special_features: [3],
          google_consent_mode: ['ad_storage', 'ads'],
          gpp: ['sale', 'sensitive:16', 'sensitive:17', 'sensitive:0', 'sensitive'],
        },
      }),
      [
        'mappings.tcf_purposes.0',
        'mappings.tcf_purposes.3',
        'mappings.tcf_purposes.4',
        'mappings.tcf_special_features.0',
        'mappings.google_consent_mode.1',
        'mappings.gpp.2',
        'mappings.gpp.3',
        'mappings.gpp.4',
      ],
    )
  })

  test('names nothing twice, and names its data', () => {
    assert.deepEqual(faultsOf({ recipients: ['A', 'B', 'A', ' A '] }), ['recipients.2', 'recipients.3'])
    assert.deepEqual(faultsOf({ data_categories: [] }), ['data_categories'])
    assert.deepEqual(faultsOf({ controllers: [] }), ['controllers'])
  })
})

describe('purposeKey', () => {
  test('is short, lower-case and starts with a letter', () => {
    for (const key of ['a', 'constructor', 'email_2', 'a'.repeat(64)])
      assert.equal(purposeKey.safeParse(key).success, true, key)
    for (const key of ['', 'A', '1a', '_a', 'a-b', 'ä', 'a\n', 'a'.repeat(65)])
      assert.equal(purposeKey.safeParse(key).success, false, key)
  })
})

describe('languageTag', () => {
  test('is a language, with script and region where they matter', () => {
    for (const tag of ['de', 'pt-BR', 'zh-Hant', 'zh-Hant-TW', 'es-419', 'fil'])
      assert.equal(languageTag.safeParse(tag).success, true, tag)
    for (const tag of ['DE', 'de_DE', 'de-de', 'german', 'en-', 'de-1901'])
      assert.equal(languageTag.safeParse(tag).success, false, tag)
  })
})
