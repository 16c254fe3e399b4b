import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { legalBases, purposeCategories } from '../domain/purpose.ts'
import { planCatalogue } from './plan-catalogue.ts'
import { readCatalogueFile } from './read-catalogue-file.ts'

const shop = await readFile(new URL('../../../../catalogue/shop.yaml', import.meta.url))

describe('the sample shop', () => {
  const { next } = planCatalogue(
    undefined,
    readCatalogueFile('shop.yaml', shop),
    Date.parse('2026-11-21T10:00:00Z'),
  )
  const purposes = [...next.catalogue.purposes.values()].map(({ current }) => current)

  test('shows every legal basis, in two languages', () => {
    assert.deepEqual(new Set(purposes.map(({ legal_basis }) => legal_basis)), new Set(legalBases))
    assert.deepEqual(next.catalogue.languages, ['en', 'de'])
  })

  test('shows every category but the sale of data', () => {
    const shown = new Set(purposes.map(({ category }) => category))
    assert.deepEqual(
      purposeCategories.filter((category) => !shown.has(category)),
      ['sale_or_sharing'],
    )
  })

  test('has one purpose in its second version, about which people are asked again', () => {
    assert.deepEqual(
      purposes
        .filter(({ version }) => version > 1)
        .map(({ key, version, material_change }) => [key, version, material_change]),
      [['analytics', 2, true]],
    )
  })

  test('the example of the contract can be recorded with it', () => {
    for (const key of ['analytics', 'marketing'])
      assert.equal(next.catalogue.purposes.get(key)?.current.legal_basis, 'consent')
  })
})
