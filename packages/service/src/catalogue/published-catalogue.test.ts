import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { planCatalogue } from './plan-catalogue.ts'
import { assembleCatalogue, catalogueDocument } from './published-catalogue.ts'
import { aCatalogueFile, aPurposeEntry } from './test-catalogue-file.ts'

const now = Date.parse('2026-11-21T10:00:00.000Z')

describe('assembleCatalogue', () => {
  const before = planCatalogue(undefined, aCatalogueFile(), now).next
  const edited = aCatalogueFile({ purposes: { analytics: aPurposeEntry({ retention: null }) } })
  const after = planCatalogue(before, edited, now + 1000).next
  const document = catalogueDocument(before.catalogue)
  const { controller, sha256 } = before.catalogue
  const versions = after.catalogue.purposes.get('analytics')?.versions ?? []

  test('versions of an apply that was committed in between are not in force', () => {
    assert.equal(versions.length, 2)
    assert.deepEqual(assembleCatalogue(document, sha256, [controller], versions, []), before)
  })

  test('takes versions in any order', () => {
    const { catalogue } = after
    assert.deepEqual(
      assembleCatalogue(
        catalogueDocument(catalogue),
        catalogue.sha256,
        [controller],
        versions.toReversed(),
        [],
      ),
      after,
    )
  })

  test('a store that lost something, or changed it, is not read at all', () => {
    assert.throws(
      () => assembleCatalogue(document, sha256, [], versions, []),
      /controller version 1 is missing/,
    )
    assert.throws(
      () => assembleCatalogue(document, sha256, [controller], [], []),
      /version 1 of purpose analytics is missing/,
    )
    assert.throws(
      () => assembleCatalogue(document.replace('email', 'e'), sha256, [controller], versions, []),
      /is not what was published/,
    )
  })
})
