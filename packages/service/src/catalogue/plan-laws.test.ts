import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type CatalogueFile, catalogueFile } from './catalogue-file.ts'
import { controllerDocument, readControllerDocument } from './controller-document.ts'
import { isEmptyPlan, planCatalogue } from './plan-catalogue.ts'
import { assembleCatalogue, catalogueDocument, type PublishedCatalogue } from './published-catalogue.ts'
import { purposeDocument, readPurposeDocument } from './purpose-document.ts'
import { aWrittenCatalogue } from './test-catalogue-file.ts'

const now = Date.parse('2026-11-21T10:00:00.000Z')

const names = fc.uniqueArray(
  fc.constantFrom('Counter Ltd', 'Host Ltd', 'Müller & Söhne', 'données', '計測'),
  {
    maxLength: 3,
  },
)

/** Few values each, so that edits back to something earlier happen too. */
const purpose = fc.record(
  {
    category: fc.constantFrom('analytics', 'functional', 'profiling'),
    legal_basis: fc.constantFrom('consent', 'legitimate_interest', 'contract'),
    recipients: names,
    data_categories: names.filter((list) => list.length > 0),
    retention: fc.constantFrom('P14M', 'P1Y', null),
    texts: fc.record({
      en: fc.record({ name: fc.constantFrom('A', 'B'), description: fc.constantFrom('C', 'D') }),
    }),
    material_change: fc.boolean(),
  },
  { requiredKeys: ['category', 'legal_basis', 'data_categories', 'texts'] },
)

const file: fc.Arbitrary<CatalogueFile> = fc
  .record(
    {
      purposes: fc.dictionary(fc.constantFrom('a', 'b', 'constructor', 'd'), purpose),
      controller: fc.constantFrom('1 High Street', '2 High Street').map((address) => ({
        id: 'shop',
        name: 'Shop Ltd',
        address,
        contact: 'privacy@shop.example',
      })),
      identifier_types: fc.uniqueArray(fc.constantFrom('email', 'phone', 'card')),
      allowed_origins: fc.uniqueArray(fc.constantFrom('https://a.example', 'https://*.b.example')),
      policies: fc.record({
        overrides: fc.uniqueArray(
          fc.record({
            country: fc.constantFrom('DE', 'US'),
            models: fc.constantFrom({}, { analytics: 'opt_in' }),
            renew_after: fc.constantFrom('P6M', null),
          }),
          { selector: ({ country }) => country },
        ),
      }),
      keep: fc.record({ network_prefix: fc.boolean() }),
    },
    { requiredKeys: ['purposes'] },
  )
  .map((changes) => catalogueFile.parse(aWrittenCatalogue(changes)))

const files = fc.array(file, { minLength: 1, maxLength: 6 })

function publishAll(states: readonly CatalogueFile[]): PublishedCatalogue[] {
  const published: PublishedCatalogue[] = []
  states.forEach((state, index) => {
    published.push(planCatalogue(published.at(-1), state, now + index * 1000).next)
  })
  return published
}

function versionsOf({ catalogue, retired }: PublishedCatalogue) {
  return [...catalogue.purposes.values(), ...retired.values()].flatMap(({ versions }) => versions)
}

describe('whatever is applied, and in which order', () => {
  test('applying a file twice changes nothing the second time', () => {
    fc.assert(
      fc.property(files, (states) => {
        publishAll(states).forEach((published, index) => {
          const plan = planCatalogue(published, states[index] ?? assert.fail(), now + 60_000)
          assert.equal(isEmptyPlan(plan), true)
          assert.equal(plan.next, published)
        })
      }),
    )
  })

  test('a published version never changes and never goes', () => {
    fc.assert(
      fc.property(files, (states) => {
        const published = publishAll(states)
        for (const [index, after] of published.entries()) {
          const before = published[index - 1]
          if (before === undefined) continue
          const kept = new Map(
            versionsOf(after).map((version) => [`${version.key} ${version.version}`, version]),
          )
          for (const version of versionsOf(before))
            assert.equal(kept.get(`${version.key} ${version.version}`), version)
        }
      }),
    )
  })

  test('versions count from 1 without a gap, and never go back in time', () => {
    fc.assert(
      fc.property(files, (states) => {
        const { catalogue, retired } = publishAll(states).at(-1) ?? assert.fail()
        for (const { versions } of [...catalogue.purposes.values(), ...retired.values()]) {
          assert.deepEqual(
            versions.map(({ version }) => version),
            versions.map((_, index) => index + 1),
          )
          const times = versions.map(({ effective_from }) => effective_from)
          assert.deepEqual(times, times.toSorted())
        }
      }),
    )
  })

  test('a plan publishes what it shows, and nothing else', () => {
    fc.assert(
      fc.property(file, file, (first, second) => {
        const { next: before } = planCatalogue(undefined, first, now)
        const plan = planCatalogue(before, second, now + 1000)
        const known = new Set(versionsOf(before).map(({ sha256 }) => sha256))
        assert.deepEqual(
          versionsOf(plan.next).filter(({ sha256 }) => !known.has(sha256)),
          plan.purposes.flatMap(({ publishes }) => publishes),
        )
        for (const { action, publishes } of plan.purposes)
          assert.equal(publishes.length > 0, action === 'added' || action === 'changed')
        assert.deepEqual([...plan.next.catalogue.purposes.keys()], Object.keys(second.purposes))
      }),
    )
  })

  test('what is published is read back from its documents as it was', () => {
    fc.assert(
      fc.property(files, (states) => {
        const history = publishAll(states)
        const published = history.at(-1) ?? assert.fail()
        const { catalogue } = published
        const controllers = history.map(({ catalogue: { controller } }) =>
          readControllerDocument(controllerDocument(controller), controller.sha256),
        )
        const versions = versionsOf(published).map((version) =>
          readPurposeDocument(purposeDocument(version), {
            sha256: version.sha256,
            material_change: version.material_change,
            effective_from: version.effective_from,
          }),
        )
        assert.deepEqual(
          assembleCatalogue(catalogueDocument(catalogue), catalogue.sha256, controllers, versions, []),
          published,
        )
      }),
    )
  })
})
