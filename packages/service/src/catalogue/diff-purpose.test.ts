import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PurposeDefinition } from '../domain/purpose.ts'
import { diffPurpose } from './diff-purpose.ts'

const start = Date.parse('2026-11-21T10:00:00.000Z')

const published: PurposeDefinition = {
  key: 'analytics',
  category: 'analytics',
  legal_basis: 'consent',
  valid_for: 'P12M',
  controllers: ['Shop Ltd', 'Sister Ltd'],
  recipients: ['Counter Ltd', 'Host Ltd'],
  data_categories: ['pages visited', 'device type'],
  retention: 'P14M',
  mappings: {
    tcf_purposes: [7, 8],
    tcf_special_features: [1],
    google_consent_mode: ['analytics_storage'],
    gpp: ['sale'],
  },
  texts: { en: { name: 'Statistics', description: 'We count visits.' } },
}

const mapped = (changes: Partial<PurposeDefinition['mappings']>) => ({
  mappings: { ...published.mappings, ...changes },
})

/** What changes, how it is told, and whether it is material. */
const cases: [Partial<PurposeDefinition>, string, boolean][] = [
  [{ category: 'advertising' }, 'category was “analytics”, becomes “advertising”', true],
  [{ legal_basis: 'legitimate_interest' }, 'legal_basis was “consent”, becomes “legitimate_interest”', true],
  [{ valid_for: 'P6M' }, 'valid_for was “P12M”, becomes “P6M”', true],
  [{ valid_for: 'P24M' }, 'valid_for was “P12M”, becomes “P24M”', false],
  [{ valid_for: 'P1Y' }, 'valid_for was “P12M”, becomes “P1Y”', false],
  [{ valid_for: null }, 'valid_for was “P12M”, becomes nothing', false],
  [{ controllers: ['Shop Ltd', 'Sister Ltd', 'New Ltd'] }, 'controllers gains “New Ltd”', true],
  [{ controllers: ['Shop Ltd'] }, 'controllers loses “Sister Ltd”', false],
  [{ recipients: ['Counter Ltd', 'Other Ltd'] }, 'recipients gains “Other Ltd”; loses “Host Ltd”', true],
  [{ recipients: [] }, 'recipients loses “Counter Ltd”, “Host Ltd”', false],
  [{ recipients: ['Host Ltd', 'Counter Ltd'] }, 'recipients changes its order', false],
  [
    { data_categories: ['pages visited', 'device type', 'searches'] },
    'data_categories gains “searches”',
    true,
  ],
  [{ data_categories: ['device type'] }, 'data_categories loses “pages visited”', false],
  [{ retention: 'P24M' }, 'retention was “P14M”, becomes “P24M”', false],
  [{ retention: null }, 'retention was “P14M”, becomes nothing', false],
  [mapped({ tcf_purposes: [7, 8, 9] }), 'mappings.tcf_purposes gains 9', true],
  [mapped({ tcf_purposes: [8] }), 'mappings.tcf_purposes loses 7', false],
  [mapped({ tcf_special_features: [1, 2] }), 'mappings.tcf_special_features gains 2', true],
  [
    mapped({ google_consent_mode: ['ad_storage'] }),
    'mappings.google_consent_mode gains “ad_storage”; loses “analytics_storage”',
    true,
  ],
  [mapped({ gpp: [] }), 'mappings.gpp loses “sale”', false],
  [
    { texts: { en: { name: 'Counting', description: 'We count visits.' } } },
    'texts.en.name was “Statistics”, becomes “Counting”',
    false,
  ],
]

describe('diffPurpose', () => {
  for (const [changes, words, isMaterial] of cases)
    test(`${words}: ${isMaterial ? 'material' : 'not material'}`, () => {
      const [change, ...more] = diffPurpose(published, { ...published, ...changes }, start)
      assert.equal(`${change?.member} ${change?.words}`, words)
      assert.equal(change?.material !== null, isMaterial)
      assert.deepEqual(more, [])
    })

  test('a term where there was none is shorter than none', () => {
    const [change] = diffPurpose({ ...published, valid_for: null }, published, start)
    assert.equal(change?.words, 'was nothing, becomes “P12M”')
    assert.notEqual(change?.material, null)
  })

  test('a language that comes or goes is told, and not material', () => {
    const bilingual = {
      ...published,
      texts: { ...published.texts, de: { name: 'Statistik', description: 'Wir zählen.' } },
    }
    assert.deepEqual(
      diffPurpose(published, bilingual, start).map(({ member, words, material }) => [
        member,
        words,
        material,
      ]),
      [
        ['texts.de.name', 'was nothing, becomes “Statistik”', null],
        ['texts.de.description', 'was nothing, becomes “Wir zählen.”', null],
      ],
    )
    assert.equal(diffPurpose(bilingual, published, start).length, 2)
  })

  test('no member is forgotten: each one that a version has can make a new one', () => {
    const changed = new Set(cases.flatMap(([changes]) => Object.keys(changes)))
    assert.deepEqual([...changed, 'key'].sort(), Object.keys(published).sort())
    assert.deepEqual(diffPurpose(published, published, start), [])
  })
})
