import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { planCatalogue } from './plan-catalogue.ts'
import { planToJson, renderPlan } from './render-plan.ts'
import { aCatalogueFile, aPurposeEntry } from './test-catalogue-file.ts'

const now = Date.parse('2026-11-21T10:00:00.000Z')

const controller = {
  id: 'shop',
  name: 'Shop Ltd',
  address: '1 High Street',
  contact: 'privacy@shop.example',
  privacy_policy_url: 'https://shop.example/privacy',
}

const first = aCatalogueFile({
  controller,
  purposes: {
    analytics: aPurposeEntry(),
    orders: aPurposeEntry({ category: 'functional', legal_basis: 'contract', valid_for: null }),
    post: aPurposeEntry({ category: 'email_marketing' }),
    maps: aPurposeEntry({ category: 'functional' }),
  },
})
const second = aCatalogueFile({
  controller: { ...controller, address: '2 High Street' },
  purposes: {
    analytics: aPurposeEntry({
      recipients: ['Counter Ltd', 'New Ltd'],
      texts: {
        en: { name: 'Statistics', description: 'We count visits, and what is searched for in the shop.' },
      },
    }),
    orders: aPurposeEntry({
      category: 'functional',
      legal_basis: 'contract',
      valid_for: null,
      recipients: ['Post Ltd'],
    }),
    maps: aPurposeEntry({ category: 'functional', retention: 'P1Y', material_change: true }),
    ads: aPurposeEntry({ category: 'advertising' }),
  },
  keep: { agent_family: true },
})
const { next } = planCatalogue(undefined, first, now)

describe('renderPlan', () => {
  test('tells what changes, and what that means for people', () => {
    assert.equal(
      renderPlan(planCatalogue(next, second, now + 1000)),
      `Catalogue version 2, after version 1:

  ~ analytics  version 1 becomes 2, material: people are asked again
      recipients gains “New Ltd”
        material: people were not told of them (GDPR Art. 13(1)(e))
      texts.en.description was “We count visits.”,
                           becomes “We count visits, and what is searched for in the shop.”
  ~ orders  version 1 becomes 2, material, but not asked about
      recipients gains “Post Ltd”; loses “Counter Ltd”
        material: people were not told of them (GDPR Art. 13(1)(e))
      note: Nobody is asked, since it rests on contract: tell people (GDPR Art. 13(3)).
  ~ maps  version 1 becomes 2, material, as the file says: people are asked again
      retention was “P14M”, becomes “P1Y”
      note: material_change: true overrules the rule, which finds this not material. Take it out once this is applied.
  + ads  new, version 1
  - post  version 1 is retired
      note: It is no longer offered. What was recorded stays, and its receipts can still be checked.
  ~ controller  version 1 becomes 2
      address was “1 High Street”, becomes “2 High Street”
  ~ settings
      keep.agent_family was false, becomes true

People who decided on analytics, maps must be asked again: until then their answer is superseded.
`,
    )
  })

  test('an empty plan is one line, with what was left behind in the file', () => {
    assert.equal(
      renderPlan(planCatalogue(next, first, now)),
      'Nothing to do: version 1 says what the file says.\n',
    )
    const after = planCatalogue(next, second, now + 1000).next
    assert.equal(
      renderPlan(planCatalogue(after, second, now + 2000)),
      `Nothing to do: version 2 says what the file says.
    maps
      note: There is no edit that material_change: true could speak of; it would decide the next one.
`,
    )
  })

  test('a plan that cannot be applied says only that', () => {
    const rewriting = aCatalogueFile({
      purposes: {
        analytics: aPurposeEntry({
          history: [{ effective_from: '2024-01-01', ...aPurposeEntry({ recipients: [] }) }],
        }),
      },
    })
    assert.equal(
      renderPlan(planCatalogue(next, rewriting, now)),
      `This cannot be applied:
  purposes.analytics.history.0: is not version 1 as it was published
      A published version never changes, and none can be put before it: make history what was published, or take it out.
`,
    )
  })
})

describe('planToJson', () => {
  test('says the same to programs', () => {
    const plan = planToJson(planCatalogue(next, second, now + 1000))
    assert.deepEqual(JSON.parse(JSON.stringify(plan)), plan)
    assert.partialDeepStrictEqual(plan, {
      based_on: 1,
      version: 2,
      empty: false,
      purposes: [
        {
          key: 'analytics',
          action: 'changed',
          from_version: 1,
          to_version: 2,
          material: true,
          decided_by: 'rule',
          asks_again: true,
          changes: [{ member: 'recipients', was: ['Counter Ltd'], becomes: ['Counter Ltd', 'New Ltd'] }, {}],
          publishes: [{ version: 2, effective_from: '2026-11-21T10:00:01.000Z', material_change: true }],
          notes: [],
        },
      ],
      controller: { from_version: 1, to_version: 2 },
      settings: [
        {
          member: 'keep.agent_family',
          was: false,
          becomes: true,
          words: 'was false, becomes true',
          material: null,
        },
      ],
      refusals: [],
    })
  })
})
