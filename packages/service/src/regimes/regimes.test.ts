import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Model } from '../domain/policy.ts'
import { purposeCategories } from '../domain/purpose.ts'
import { isCountry, isRegion } from './iso-3166.ts'
import type { LawSource, Regime, RegimeEdition, RegimePlace } from './regime.ts'
import { regimes } from './regimes.ts'
import { strictest } from './strictest/strictest.ts'
import { timelineOf } from './timeline.ts'

const day = /^\d{4}-\d{2}-\d{2}$/
const duration = /^P(?=\d)(\d+Y)?(\d+M)?(\d+D)?$/
const strictness: Readonly<Record<Model, number>> = { none: 0, notice: 1, opt_out: 2, opt_in: 3 }

/** Contract, endpoint 24. */
const requestTypes = new Set([
  'access',
  'erasure',
  'rectification',
  'portability',
  'restriction',
  'objection',
  'opt_out_sale',
  'limit_sensitive',
  'withdraw_consent',
  'complaint',
])

function days(text: string): number {
  const [, years, months, rest] = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?$/.exec(text) ?? assert.fail(text)
  return Number(years ?? 0) * 365 + Number(months ?? 0) * 30 + Number(rest ?? 0)
}

function checkSource(source: LawSource | undefined, where: string): void {
  assert.ok(source, `${where}: no source`)
  assert.ok(source.title.length > 0 && source.clause.length > 0, `${where}: empty source`)
  assert.ok(URL.canParse(source.url) && /^https?:/.test(source.url), `${where}: ${source.url}`)
}

function checkDay(text: string, where: string): void {
  assert.match(text, day, where)
  assert.equal(new Date(`${text}T00:00:00Z`).toISOString().slice(0, 10), text, where)
}

describe('the table', () => {
  test('names every folder once: one folder, one line', () => {
    const here = readdirSync(import.meta.dirname, { withFileTypes: true })
    const folders = here.filter((entry) => entry.isDirectory() && entry.name !== 'us-states')
    const states = readdirSync(`${import.meta.dirname}/us-states`).filter((name) => name !== 'state-law.ts')
    assert.equal(regimes.length, folders.length + states.length)
    const keys = regimes.map((regime) => regime.key)
    assert.equal(new Set(keys).size, keys.length)
    for (const { name } of folders) assert.ok(keys.includes(name.replaceAll('-', '_')), name)
  })

  test('has no two laws in one place that begin on the same day: neither would be the later', () => {
    const starts = new Set<string>()
    for (const regime of regimes)
      for (const place of regime.places)
        for (const edition of regime.editions) {
          const from = [edition.effectiveFrom, place.from ?? ''].sort().at(-1)
          if (place.until !== undefined && from !== undefined && from >= place.until) continue
          const start = `${place.country} ${place.region} ${from}`
          if (place.from !== undefined && edition.effectiveFrom < place.from && starts.has(start)) continue
          assert.ok(!starts.has(start), `${regime.key}: ${start}`)
          starts.add(start)
        }
  })
})

for (const regime of regimes)
  describe(regime.key, () => {
    test('is named and cited', () => {
      assert.match(regime.key, /^[a-z0-9]+(_[a-z0-9]+)*$/)
      assert.ok(regime.name.length > 0 && regime.authority.length > 0)
      checkSource(regime.law, 'law')
    })

    test('holds in places that exist', () => {
      for (const place of regime.places) {
        assert.ok(isCountry(place.country), place.country)
        if (place.region !== undefined) assert.ok(isRegion(place.country, place.region), place.region)
        checkPlace(place)
      }
    })

    test('has editions in order, each whole', () => {
      assert.ok(regime.editions.length > 0)
      for (const [index, edition] of regime.editions.entries()) {
        assert.equal(edition.version, index + 1)
        const before = regime.editions[index - 1]
        if (before !== undefined) assert.ok(before.effectiveFrom < edition.effectiveFrom)
        checkEdition(edition)
      }
    })
  })

function checkPlace(place: RegimePlace): void {
  const { ageOfConsent, renewAfter } = place.sources ?? {}
  if (place.from !== undefined) checkDay(place.from, 'from')
  if (place.until !== undefined) checkDay(place.until, 'until')
  for (const [fact, source] of Object.entries(place.sources ?? {}))
    checkSource(source, `${place.country} ${fact}`)
  if (place.ageOfConsent !== undefined) checkSource(ageOfConsent, place.country)
  if (place.renewAfter !== undefined) checkSource(renewAfter, place.country)
}

function checkEdition(edition: RegimeEdition): void {
  checkDay(edition.effectiveFrom, 'effectiveFrom')
  assert.deepEqual(Object.keys(edition.models).sort(), [...purposeCategories].sort())
  assert.equal(edition.models.strictly_necessary, 'none')
  for (const [fact, source] of Object.entries(edition.sources)) checkSource(source, fact)
  if (edition.gpcCategories.length > 0) checkSource(edition.sources.gpc, 'gpc')
  if (edition.renewAfter !== null) checkSource(edition.sources.renewAfter, 'renewAfter')
  const { askAgainAfter } = edition.sources
  if (edition.askAgainAfter) checkSource(askAgainAfter, 'askAgainAfter')
  assert.ok(edition.ageOfConsent >= 12 && edition.ageOfConsent <= 21)

  const { deadline, extension, rights } = edition.dataRequest
  assert.match(deadline, duration)
  if (extension !== null) assert.match(extension, duration)
  if (edition.renewAfter !== null) assert.match(edition.renewAfter, duration)
  for (const right of rights) assert.ok(requestTypes.has(right), right)
  assert.equal(new Set(rights).size, rights.length)
  for (const [right, term] of Object.entries(edition.requestTiming?.deadlines ?? {})) {
    assert.ok(rights.includes(right), right)
    if (term !== null) assert.match(term, duration)
  }
  for (const [right, term] of Object.entries(edition.requestTiming?.acknowledge ?? {})) {
    assert.ok(rights.includes(right), right)
    assert.match(term, duration)
  }
  if (edition.requestTiming?.pausesFor !== undefined) checkSource(edition.sources['pause'], 'pause')
  assert.deepEqual(
    edition.gppSections,
    [...new Set(edition.gppSections)].sort((one, other) => one - other),
  )
  for (const note of edition.notes ?? []) assert.match(note, /[.)]$/)
}

/** The claim of `strictest.ts`: whoever follows it has followed the law of the place, whichever it is. */
test('no law asks for more than the strictest rules in any of its facts', () => {
  const strict = strictest.editions[0] ?? assert.fail()
  const renewAfter = days(strict.renewAfter ?? assert.fail())
  const askAgainAfter = days(strict.askAgainAfter ?? assert.fail())
  // Ten business days are at most sixteen days, whatever weekends and holidays lie in them.
  const acknowledgeDays = 16

  const atMost = (regime: Regime, edition: RegimeEdition, place: RegimePlace | undefined) => {
    const where = `${regime.key} ${edition.effectiveFrom} ${place?.country}`
    const models = { ...edition.models, ...place?.models }
    for (const category of purposeCategories)
      assert.ok(strictness[models[category]] <= strictness[strict.models[category]], where)
    for (const category of edition.gpcCategories) assert.ok(strict.gpcCategories.includes(category), where)
    const renewal = place?.renewAfter ?? edition.renewAfter
    assert.ok(renewal === null || days(renewal) >= renewAfter, where)
    const pause = place?.askAgainAfter ?? edition.askAgainAfter ?? null
    assert.ok(pause === null || days(pause) <= askAgainAfter, where)
    assert.ok((place?.ageOfConsent ?? edition.ageOfConsent) <= strict.ageOfConsent, where)
    for (const right of edition.dataRequest.rights) {
      assert.ok(strict.dataRequest.rights.includes(right), where)
      const theirs = edition.requestTiming?.deadlines?.[right] ?? edition.dataRequest.deadline
      const acknowledge = edition.requestTiming?.acknowledge?.[right]
      assert.ok(acknowledge === undefined || days(acknowledge) >= acknowledgeDays, where)
      const ours = strict.requestTiming?.deadlines?.[right] ?? strict.dataRequest.deadline
      assert.ok(days(ours) <= days(theirs), `${where} ${right}`)
    }
    assert.ok(strict.tcfApplies || !edition.tcfApplies, where)
  }
  for (const regime of regimes)
    for (const edition of regime.editions)
      for (const place of regime.places.length > 0 ? regime.places : [undefined])
        atMost(regime, edition, place)
})

test('the Union has 27 members and the EEA three more, each with its own entry', () => {
  const members =
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO'.split(' ')
  for (const country of members) {
    const { spans } = timelineOf(regimes, strictest, country, null)
    assert.equal(spans.at(-1)?.regime.key, 'gdpr', country)
    assert.ok(spans.at(-1)?.place?.sources !== undefined || country === 'EE', country)
  }
})
