import { refuseIssues } from '../signal-error.ts'
import { publisherCountry, UNKNOWN_COUNTRY } from './publisher-country.ts'
import { RESTRICTION, type RestrictionType } from './tc-fields.ts'
import { checkTcfSettings, type PublisherRestriction, type TcfSettings } from './tcf-settings.ts'
import type { Vendor, VendorList } from './vendor-list.ts'

/** What a vendor may be signalled with once it was shown, as bits of `TcfContext.mayHave`. */
export const MAY_HAVE = { disclosure: 1, consent: 2, interest: 4 } as const

/** The restriction on each vendor for one purpose, in the order of the vendors; null for none. */
export interface PurposeRestrictions {
  readonly purposeId: number
  readonly types: readonly (RestrictionType | null)[]
}

/** One vendor list and one operator's settings, worked out once and used for any number of strings. */
export interface TcfContext {
  readonly list: VendorList
  readonly settings: TcfSettings
  readonly publisherCC: string
  /** For each id the sum of `MAY_HAVE`; 0 for an id that is not on the list. */
  readonly mayHave: Uint8Array
  /** Vendors with a date of deletion, past or to come. */
  readonly deletions: readonly Vendor[]
  /** Ascending by purpose. */
  readonly restrictions: readonly PurposeRestrictions[]
}

/**
 * Prepares a list and settings for writing.
 *
 * @throws SignalError `invalid_settings`, one issue for each fault
 */
export function prepareTcf(list: VendorList, settings: TcfSettings): TcfContext {
  refuseIssues('invalid_settings', 'TCF settings', checkTcfSettings(settings))
  const restrictions = prepareRestrictions(list, settings.restrictions)
  const mayHave = new Uint8Array((list.vendors.at(-1)?.id ?? 0) + 1)
  list.vendors.forEach((vendor, index) => {
    const required = restrictions.map(({ types }) => types[index])
    // A restriction turns a flexible purpose around, and with it the bit a vendor needs. Special purposes give no
    // bit: since TCF 2.3 readers look at the disclosed vendors for them.
    const onConsent = vendor.purposes.length > 0 || required.includes(RESTRICTION.requireConsent)
    const onInterest =
      vendor.legIntPurposes.length > 0 || required.includes(RESTRICTION.requireLegitimateInterest)
    const consent = onConsent ? MAY_HAVE.consent : 0
    const interest = onInterest ? MAY_HAVE.interest : 0
    mayHave[vendor.id] = MAY_HAVE.disclosure + consent + interest
  })
  const publisherCC = publisherCountry(settings.publisherCountry) ?? UNKNOWN_COUNTRY
  return { list, settings, publisherCC, mayHave, deletions: list.vendors.filter(isDeleted), restrictions }
}

function prepareRestrictions(
  list: VendorList,
  settings: readonly PublisherRestriction[],
): PurposeRestrictions[] {
  // Where a publisher says two things of one vendor and purpose, the stricter holds: types ascend in leniency.
  const strictFirst = settings.toSorted((a, b) => a.purposeId - b.purposeId || a.type - b.type)
  const byPurpose = new Map<number, (RestrictionType | null)[]>()
  for (const { purposeId, type, vendors } of strictFirst) {
    const types = byPurpose.get(purposeId) ?? list.vendors.map(() => null)
    const isNamed = vendors === 'all' ? () => true : idTest(vendors)
    list.vendors.forEach((vendor, index) => {
      if (isNamed(vendor.id) && isApplicable(type, purposeId, vendor)) types[index] ??= type
    })
    byPurpose.set(purposeId, types)
  }
  return [...byPurpose].map(([purposeId, types]) => ({ purposeId, types }))
}

function idTest(ids: readonly number[]): (id: number) => boolean {
  const set = new Set(ids)
  return (id) => set.has(id)
}

function isDeleted({ deletedAtMs }: Vendor): boolean {
  return deletedAtMs !== null
}

/** TCF, RestrictionType: 0 wherever the purpose is declared, 1 and 2 only where they turn a flexible one around. */
function isApplicable(type: RestrictionType, purposeId: number, vendor: Vendor): boolean {
  const isConsent = vendor.purposes.includes(purposeId)
  const isInterest = vendor.legIntPurposes.includes(purposeId)
  if (type === RESTRICTION.notAllowed) return isConsent || isInterest
  if (!vendor.flexiblePurposes.includes(purposeId)) return false
  return type === RESTRICTION.requireConsent ? isInterest : isConsent
}
