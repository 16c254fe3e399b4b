import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CatalogueFile } from './catalogue-file.ts'
import { type CataloguePlan, isEmptyPlan, planCatalogue } from './plan-catalogue.ts'
import type { PublishedCatalogue } from './published-catalogue.ts'
import { aCatalogueFile, aPurposeEntry } from './test-catalogue-file.ts'

const now = Date.parse('2026-11-21T10:00:00.000Z')
const later = now + 1000

const published = (changes: Record<string, unknown> = {}): PublishedCatalogue =>
  planCatalogue(undefined, aCatalogueFile(changes), now).next

const withAnalytics = (changes: Record<string, unknown>): CatalogueFile =>
  aCatalogueFile({ purposes: { analytics: aPurposeEntry(changes) } })

const actionsOf = ({ purposes }: CataloguePlan) =>
  purposes.map(({ key, action, fromVersion, toVersion }) => `${key} ${action} ${fromVersion} ${toVersion}`)

describe('planCatalogue', () => {
  test('a first file publishes version 1 of everything', () => {
    const plan = planCatalogue(undefined, aCatalogueFile(), now)
    assert.equal(plan.basedOn, 0)
    assert.equal(plan.next.catalogue.version, 1)
    assert.deepEqual(actionsOf(plan), ['analytics added null 1'])
    assert.deepEqual(plan.controller, { fromVersion: null, toVersion: 1, changes: [] })
    const { current } = plan.next.catalogue.purposes.get('analytics') ?? {}
    assert.equal(current?.effective_from, '2026-11-21T10:00:00.000Z')
    assert.equal(current?.material_change, false)
    assert.deepEqual(current?.controllers, ['Shop Ltd'])
  })

  test('the same file again changes nothing', () => {
    const plan = planCatalogue(published(), aCatalogueFile(), later)
    assert.equal(isEmptyPlan(plan), true)
    assert.deepEqual(actionsOf(plan), ['analytics unchanged 1 1'])
  })

  test('what is a set may be shuffled', () => {
    const mappings = {
      tcf_purposes: [8, 7],
      gpp: ['sale', 'sharing'],
      google_consent_mode: ['ad_storage', 'ad_user_data'],
    }
    const shuffled = {
      tcf_purposes: [7, 8],
      gpp: ['sharing', 'sale'],
      google_consent_mode: ['ad_user_data', 'ad_storage'],
    }
    const first = {
      identifier_types: ['email', 'phone'],
      allowed_origins: ['https://a.example', 'https://b.example'],
    }
    const was = published({ ...first, purposes: { analytics: aPurposeEntry({ mappings }) } })
    const file = aCatalogueFile({
      identifier_types: first.identifier_types.toReversed(),
      allowed_origins: first.allowed_origins.toReversed(),
      purposes: { analytics: aPurposeEntry({ mappings: shuffled }) },
    })
    assert.equal(isEmptyPlan(planCatalogue(was, file, later)), true)
  })

  test('a material edit asks people again, another does not', () => {
    const wider = planCatalogue(published(), withAnalytics({ recipients: ['Counter Ltd', 'New Ltd'] }), later)
    assert.deepEqual(actionsOf(wider), ['analytics changed 1 2'])
    assert.equal(wider.purposes[0]?.asksAgain, true)
    assert.equal(wider.next.catalogue.purposes.get('analytics')?.current.material_change, true)

    const reworded = planCatalogue(
      published(),
      withAnalytics({ texts: { en: { name: 'Statistics', description: 'We count.' } } }),
      later,
    )
    assert.deepEqual(actionsOf(reworded), ['analytics changed 1 2'])
    assert.equal(reworded.purposes[0]?.asksAgain, false)
    assert.equal(reworded.next.catalogue.purposes.get('analytics')?.current.material_change, false)
  })

  test('material_change overrules the rule, either way, and says so', () => {
    const quiet = planCatalogue(
      published(),
      withAnalytics({ recipients: ['Counter Limited'], material_change: false }),
      later,
    )
    assert.equal(quiet.purposes[0]?.material, false)
    assert.equal(quiet.purposes[0]?.decidedBy, 'file')
    assert.match(quiet.purposes[0]?.notes[0] ?? '', /overrules the rule, which finds this material/)

    const loud = planCatalogue(
      published(),
      withAnalytics({ retention: 'P50Y', material_change: true }),
      later,
    )
    assert.equal(loud.purposes[0]?.asksAgain, true)
    assert.match(loud.purposes[0]?.notes[0] ?? '', /overrules the rule, which finds this not material/)
  })

  test('material_change alone is no edit, and one that was left behind is pointed at', () => {
    const plan = planCatalogue(published(), withAnalytics({ material_change: true }), later)
    assert.equal(isEmptyPlan(plan), true)
    assert.match(plan.purposes[0]?.notes[0] ?? '', /would decide the next one/)
  })

  test('answers are never carried over to another legal basis', () => {
    const changes = { legal_basis: 'legitimate_interest', valid_for: null, material_change: false }
    const plan = planCatalogue(published(), withAnalytics(changes), later)
    assert.equal(plan.purposes[0]?.asksAgain, true)
    assert.match(plan.purposes[0]?.notes[0] ?? '', /is not followed/)
  })

  test('nobody is asked about a purpose that nobody can refuse', () => {
    const contract = { category: 'functional', legal_basis: 'contract', valid_for: null }
    const was = published({ purposes: { analytics: aPurposeEntry(contract) } })
    const plan = planCatalogue(was, withAnalytics({ ...contract, recipients: ['New Ltd'] }), later)
    assert.equal(plan.purposes[0]?.material, true)
    assert.equal(plan.purposes[0]?.asksAgain, false)
    assert.match(plan.purposes[0]?.notes[0] ?? '', /tell people \(GDPR Art. 13\(3\)\)/)
  })

  test('a purpose left out is retired, and counts on when it comes back', () => {
    const two = { analytics: aPurposeEntry(), post: aPurposeEntry({ category: 'email_marketing' }) }
    const gone = planCatalogue(published({ purposes: two }), aCatalogueFile(), later)
    assert.deepEqual(actionsOf(gone), ['analytics unchanged 1 1', 'post retired 1 null'])
    assert.equal(gone.next.catalogue.purposes.has('post'), false)
    assert.equal(isEmptyPlan(planCatalogue(gone.next, aCatalogueFile(), later)), true)

    const back = planCatalogue(gone.next, aCatalogueFile({ purposes: two }), later)
    assert.deepEqual(actionsOf(back), ['analytics unchanged 1 1', 'post restored null 1'])
    assert.equal(back.next.retired.has('post'), false)
    assert.deepEqual(back.next.catalogue.purposes.get('post')?.versions.length, 1)

    const other = { ...two, post: aPurposeEntry({ category: 'email_marketing', recipients: ['Mailer Ltd'] }) }
    const changed = planCatalogue(gone.next, aCatalogueFile({ purposes: other }), later)
    assert.deepEqual(actionsOf(changed), ['analytics unchanged 1 1', 'post changed null 2'])
    assert.equal(changed.purposes[1]?.asksAgain, true)
  })

  test('a purpose may be called like something every object has', () => {
    const purposes = { constructor: aPurposeEntry(), to_string: aPurposeEntry() }
    const was = published({ purposes })
    assert.deepEqual([...was.catalogue.purposes.keys()], ['constructor', 'to_string'])
    assert.deepEqual(actionsOf(planCatalogue(was, aCatalogueFile(), later)), [
      'analytics added null 1',
      'constructor retired 1 null',
      'to_string retired 1 null',
    ])
  })

  test('a new controller is a new version of it, and new to people where purposes name it', () => {
    const controller = {
      id: 'shop',
      name: 'Shop Ltd',
      address: '2 High Street',
      contact: 'privacy@shop.example',
    }
    const moved = planCatalogue(published(), aCatalogueFile({ controller }), later)
    assert.equal(moved.controller.toVersion, 2)
    assert.deepEqual(
      moved.controller.changes.map(({ member }) => member),
      ['address'],
    )
    assert.deepEqual(actionsOf(moved), ['analytics unchanged 1 1'])

    const sold = planCatalogue(
      published(),
      aCatalogueFile({ controller: { ...controller, name: 'Heir Ltd' } }),
      later,
    )
    assert.equal(sold.purposes[0]?.asksAgain, true)
  })

  test('settings change without touching a purpose', () => {
    const german = { en: { name: 'S', description: 'D' }, de: { name: 'S', description: 'D' } }
    const was = published({
      languages: { default: 'en', available: ['en', 'de'] },
      purposes: { a: aPurposeEntry({ texts: german }), b: aPurposeEntry({ texts: german }) },
    })
    const file = aCatalogueFile({
      languages: { default: 'de', available: ['en', 'de'] },
      purposes: { b: aPurposeEntry({ texts: german }), a: aPurposeEntry({ texts: german }) },
      policies: { overrides: [{ country: 'US', region: 'MD', models: { analytics: 'opt_in' } }] },
      identifier_types: ['email'],
      allowed_origins: ['https://shop.example'],
      redirect_urls: ['https://shop.example/thanks'],
      keep: { network_prefix: true },
    })
    const plan = planCatalogue(was, file, later)
    assert.deepEqual(
      plan.settings.map(({ member, words }) => `${member} ${words}`),
      [
        'languages.default was “en”, becomes “de”',
        'purposes changes its order',
        'policies.overrides.US-MD was nothing, becomes {"models":{"analytics":"opt_in"}}',
        'identifier_types loses “external_id”, “phone”',
        'allowed_origins gains “https://shop.example”',
        'redirect_urls gains “https://shop.example/thanks”',
        'keep.network_prefix was false, becomes true',
      ],
    )
    assert.deepEqual([...plan.next.catalogue.purposes.keys()], ['b', 'a'])
    assert.equal(plan.next.catalogue.policyOverridesVersion, 1)
    assert.equal(
      plan.purposes.every(({ action }) => action === 'unchanged'),
      true,
    )
  })

  test('a clock that was set back puts no version before the one it replaces', () => {
    const { next } = planCatalogue(published(), withAnalytics({ retention: null }), now - 60_000)
    assert.equal(next.catalogue.purposes.get('analytics')?.current.effective_from, '2026-11-21T10:00:00.000Z')
  })
})

describe('history', () => {
  const first = { effective_from: '2024-03-01', ...aPurposeEntry({ recipients: [] }) }
  const second = { effective_from: '2025-03-01', ...aPurposeEntry({ recipients: [], retention: 'P1Y' }) }
  const file = withAnalytics({ history: [first, second] })

  test('is published in order where the purpose is new, each version judged against the one before', () => {
    const plan = planCatalogue(undefined, file, now)
    assert.deepEqual(actionsOf(plan), ['analytics added null 3'])
    assert.deepEqual(
      plan.purposes[0]?.publishes.map(({ version, effective_from, material_change }) => [
        version,
        effective_from,
        material_change,
      ]),
      [
        [1, '2024-03-01T00:00:00.000Z', false],
        [2, '2025-03-01T00:00:00.000Z', false],
        [3, '2026-11-21T10:00:00.000Z', true],
      ],
    )
    assert.equal(isEmptyPlan(planCatalogue(plan.next, file, later)), true)
  })

  test('may be left out, or written down, after publication', () => {
    const { next } = planCatalogue(undefined, file, now)
    assert.equal(isEmptyPlan(planCatalogue(next, withAnalytics({}), later)), true)

    const edited = withAnalytics({
      retention: null,
      history: [{ effective_from: '2026-11-21', ...aPurposeEntry() }],
    })
    const plan = planCatalogue(published(), edited, later)
    assert.deepEqual(plan.refusals, [])
    assert.deepEqual(actionsOf(plan), ['analytics changed 1 2'])
  })

  test('cannot rewrite what was published, nor slip a version in before it', () => {
    const rewritten = withAnalytics({ history: [{ ...first, retention: 'P2Y' }] })
    const { next } = planCatalogue(undefined, file, now)
    assert.deepEqual(
      planCatalogue(next, rewritten, later).refusals.map(({ path, message }) => `${path} ${message}`),
      ['purposes.analytics.history.0 is not version 1 as it was published'],
    )
    assert.deepEqual(
      planCatalogue(published(), file, later).refusals.map(({ path, message }) => `${path} ${message}`),
      [
        'purposes.analytics.history.0 is not version 1 as it was published',
        'purposes.analytics.history.1 version 2 was never published here',
      ],
    )
  })

  test('cannot lie in the future', () => {
    const early = planCatalogue(undefined, file, Date.parse('2025-01-01T00:00:00.000Z'))
    assert.deepEqual(
      early.refusals.map(({ path, message }) => `${path} ${message}`),
      ['purposes.analytics.history.1.effective_from lies in the future'],
    )
  })
})
