import assert from 'node:assert/strict'
import type { Choices, PurposeChoice, TcFields, TcfSettings } from '../src/index.ts'
import type { ListJson, VendorJson } from './fixtures.ts'

/**
 * Asserts the eleven rules from choices to a TC string, written a second time: one vendor and purpose at a time,
 * from the published JSON and the text of the rules, sharing no line with the code they check.
 */
export function assertElevenRules(
  fields: TcFields,
  choices: Choices,
  list: ListJson,
  settings: TcfSettings,
): void {
  const changed = new Date(choices.changedAtMs)
  const day = Date.UTC(changed.getUTCFullYear(), changed.getUTCMonth(), changed.getUTCDate())
  const mapped = (basis: string, id: number) =>
    choices.purposes.filter((purpose) => purpose.basis === basis && purpose.mappings.tcfPurposes.includes(id))
  const isEvery = (purposes: readonly PurposeChoice[], holds: (purpose: PurposeChoice) => boolean) =>
    purposes.length > 0 && purposes.every(holds)
  const isLive = (vendor: VendorJson) =>
    vendor.deletedDate === undefined || Date.parse(vendor.deletedDate) > choices.changedAtMs
  const disclosed = new Set(fields.disclosedVendors)
  const restrictionOn = (vendor: VendorJson, purposeId: number) => strictest(vendor, purposeId, settings)

  assert.deepEqual(
    [fields.created, fields.lastUpdated],
    [day, day],
    'rule 1: both dates are the day of the change',
  )

  assert.deepEqual(
    [
      fields.vendorListVersion,
      fields.tcfPolicyVersion,
      fields.consentScreen,
      fields.cmpVersion,
      fields.cmpId,
    ],
    [list.vendorListVersion, list.tcfPolicyVersion, choices.screen, settings.cmpVersion, settings.cmpId],
    'rule 2: versions and screen are those of the notice',
  )

  for (let id = 1; id <= 24; id++) {
    const isListed = list.purposes[id] !== undefined
    const isConsented = isListed && isEvery(mapped('consent', id), ({ status }) => status === 'granted')
    const isTreated = id === 1 && settings.purposeOneTreatment
    assert.equal(fields.purposesConsent.includes(id), isConsented && !isTreated, `rule 3: purpose ${id}`)

    const stands = isEvery(
      mapped('legitimate_interest', id),
      ({ shown, status }) => shown && !['objected', 'denied', 'withdrawn'].includes(status),
    )
    const mayStand = isListed && [2, 7, 8, 9, 10, 11].includes(id)
    assert.equal(fields.purposesLITransparency.includes(id), mayStand && stands, `rule 4: purpose ${id}`)
  }

  for (let id = 1; id <= 12; id++) {
    const carriers = choices.purposes.filter(({ mappings }) => mappings.tcfSpecialFeatures.includes(id))
    const isOptedIn = [1, 2].includes(id) && isEvery(carriers, ({ status }) => status === 'granted')
    assert.equal(fields.specialFeatureOptIns.includes(id), isOptedIn, `rule 5: special feature ${id}`)
  }

  const shown = new Set(choices.vendors.shown)
  const granted = new Set(choices.vendors.granted)
  const objected = new Set(choices.vendors.objected)
  const consents = new Set(fields.vendorConsents)
  const interests = new Set(fields.vendorLegitimateInterests)
  const restricted = restrictedIds(fields)
  for (const vendor of Object.values(list.vendors)) {
    const { id } = vendor
    const isDisclosed = shown.has(id) && isLive(vendor)
    assert.equal(disclosed.has(id), isDisclosed, `rule 6: vendor ${id}`)

    const flexible = vendor.flexiblePurposes ?? []
    const turnsTo = (type: number, from: readonly number[]) =>
      from.some((purposeId) => flexible.includes(purposeId) && restrictionOn(vendor, purposeId) === type)
    const mayConsent = vendor.purposes.length > 0 || turnsTo(1, vendor.legIntPurposes)
    assert.equal(consents.has(id), isDisclosed && granted.has(id) && mayConsent, `rule 7: vendor ${id}`)

    const mayClaim = vendor.legIntPurposes.length > 0 || turnsTo(2, vendor.purposes)
    assert.equal(interests.has(id), isDisclosed && !objected.has(id) && mayClaim, `rule 8: vendor ${id}`)

    // What a range spans matters only for a vendor that can be shown: the others may be spanned freely.
    if (!isLive(vendor)) continue
    for (let purposeId = 1; purposeId <= 11; purposeId++) {
      const expected = isDisclosed ? restrictionOn(vendor, purposeId) : null
      const actual = [0, 1, 2].filter((type) => restricted(purposeId, type, id))
      assert.deepEqual(
        actual,
        expected === null ? [] : [expected],
        `rule 9: vendor ${id}, purpose ${purposeId}`,
      )
    }
  }
  const strays = [...disclosed, ...consents, ...interests].filter((id) => list.vendors[id] === undefined)
  assert.deepEqual(strays, [], 'rules 6 to 8: no vendor off the list')
  assert.ok(
    fields.publisherRestrictions.every(
      ({ purposeId, restrictionType }) => restrictionType !== 2 || purposeId === 2 || purposeId > 6,
    ),
    'rule 9: no legitimate interest required for 1 and 3 to 6',
  )

  assert.match(fields.publisherCC, /^[A-Z]{2}$/, 'rule 10: country')
  assert.notEqual(fields.publisherCC, 'UK', 'rule 10: country')
  assert.match(fields.consentLanguage, /^[A-Z]{2}$/, 'rule 10: language')
  assert.ok(!['NB', 'NN'].includes(fields.consentLanguage), 'rule 10: language')

  assert.equal(fields.publisherTC !== null, choices.publisher !== null, 'rule 11: publisher TC')
}

/** The strictest restriction a publisher sets on a vendor for a purpose, of those that can apply to it. */
function strictest(vendor: VendorJson, purposeId: number, settings: TcfSettings): number | null {
  const onConsent = vendor.purposes.includes(purposeId)
  const onInterest = vendor.legIntPurposes.includes(purposeId)
  const isFlexible = (vendor.flexiblePurposes ?? []).includes(purposeId)
  const applies = [onConsent || onInterest, onInterest && isFlexible, onConsent && isFlexible]
  const types = settings.restrictions
    .filter(
      (rule) => rule.purposeId === purposeId && (rule.vendors === 'all' || rule.vendors.includes(vendor.id)),
    )
    .map((rule) => rule.type)
    .filter((type) => applies[type] === true)
  return types.length === 0 ? null : Math.min(...types)
}

function restrictedIds(fields: TcFields): (purposeId: number, type: number, id: number) => boolean {
  const sets = new Map<string, Set<number>>()
  for (const { purposeId, restrictionType, vendorRanges } of fields.publisherRestrictions) {
    const ids = new Set<number>()
    for (const [first, last] of vendorRanges) for (let id = first; id <= last; id++) ids.add(id)
    sets.set(`${purposeId}/${restrictionType}`, ids)
  }
  return (purposeId, type, id) => sets.get(`${purposeId}/${type}`)?.has(id) ?? false
}
