import { GppModel } from '@iabgpp/cmpapi'
import { GVL, type VendorList as GvlJson, TCString, type Vector } from '@iabtechlabtcf/core'
import type { TcFields } from '../src/index.ts'
import type { ListJson } from './fixtures.ts'

/** A TC string as any decoder sees it: restrictions as the ids they span, by purpose and type. */
export interface Reading {
  readonly [field: string]: unknown
}

/** What our own reader makes of it, in the same form. */
export function readingOf(fields: TcFields): Reading {
  const { publisherRestrictions, publisherTC, ...rest } = fields
  return {
    ...rest,
    restrictions: publisherRestrictions
      .map(({ purposeId, restrictionType, vendorRanges }) => ({
        key: `${purposeId}/${restrictionType}`,
        ids: vendorRanges.flatMap(([first, last]) =>
          Array.from({ length: last - first + 1 }, (_, i) => first + i),
        ),
      }))
      .sort(byKey),
    publisher: [
      publisherTC?.pubPurposesConsent ?? [],
      publisherTC?.pubPurposesLITransparency ?? [],
      publisherTC?.numCustomPurposes ?? 0,
      publisherTC?.customPurposesConsent ?? [],
      publisherTC?.customPurposesLITransparency ?? [],
    ],
  }
}

/** What `@iabtechlabtcf/core` makes of it. */
export function readWithCore(text: string): Reading {
  const model = TCString.decode(text)
  return {
    version: model.version,
    isServiceSpecific: model.isServiceSpecific,
    created: model.created.getTime(),
    lastUpdated: model.lastUpdated.getTime(),
    cmpId: model.cmpId,
    cmpVersion: model.cmpVersion,
    consentScreen: model.consentScreen,
    consentLanguage: model.consentLanguage,
    vendorListVersion: model.vendorListVersion,
    tcfPolicyVersion: model.policyVersion,
    useNonStandardTexts: model.useNonStandardTexts,
    specialFeatureOptIns: idsOf(model.specialFeatureOptins),
    purposesConsent: idsOf(model.purposeConsents),
    purposesLITransparency: idsOf(model.purposeLegitimateInterests),
    purposeOneTreatment: model.purposeOneTreatment,
    publisherCC: model.publisherCountryCode,
    vendorConsents: idsOf(model.vendorConsents),
    vendorLegitimateInterests: idsOf(model.vendorLegitimateInterests),
    disclosedVendors: idsOf(model.vendorsDisclosed),
    restrictions: model.publisherRestrictions
      .getRestrictions()
      .map((restriction) => ({
        key: `${restriction.purposeId}/${restriction.restrictionType}`,
        ids: model.publisherRestrictions.getVendors(restriction).sort((a, b) => a - b),
      }))
      .sort(byKey),
    publisher: [
      idsOf(model.publisherConsents),
      idsOf(model.publisherLegitimateInterests),
      model.numCustomPurposes,
      idsOf(model.publisherCustomConsents),
      idsOf(model.publisherCustomLegitimateInterests),
    ],
  }
}

/** What the codec inside `@iabgpp/cmpapi` makes of it, which shares no code with the other. */
export function readWithCmpApi(text: string): Reading {
  const section = new GppModel(`DBABM~${text}`).getSection('tcfeuv2')
  return {
    version: section.Version,
    isServiceSpecific: section.IsServiceSpecific,
    created: section.Created.getTime(),
    lastUpdated: section.LastUpdated.getTime(),
    cmpId: section.CmpId,
    cmpVersion: section.CmpVersion,
    consentScreen: section.ConsentScreen,
    consentLanguage: section.ConsentLanguage,
    vendorListVersion: section.VendorListVersion,
    tcfPolicyVersion: section.PolicyVersion,
    useNonStandardTexts: section.UseNonStandardStacks,
    specialFeatureOptIns: setBits(section.SpecialFeatureOptins),
    purposesConsent: setBits(section.PurposeConsents),
    purposesLITransparency: setBits(section.PurposeLegitimateInterests),
    purposeOneTreatment: section.PurposeOneTreatment,
    publisherCC: section.PublisherCountryCode,
    vendorConsents: section.VendorConsents,
    vendorLegitimateInterests: section.VendorLegitimateInterests,
    disclosedVendors: section.VendorsDisclosed,
    restrictions: section.PublisherRestrictions.map(
      ({ key, type, ids }: { key: number; type: number; ids: readonly number[] }) => ({
        key: `${key}/${type}`,
        ids,
      }),
    ).sort(byKey),
    publisher: [
      setBits(section.PublisherConsents),
      setBits(section.PublisherLegitimateInterests),
      section.NumCustomPurposes,
      setBits(section.PublisherCustomConsents),
      setBits(section.PublisherCustomLegitimateInterests),
    ],
  }
}

function idsOf(vector: Vector): number[] {
  return [...vector.values()].sort((a, b) => a - b)
}

function setBits(bits: readonly boolean[]): number[] {
  return bits.flatMap((bit, index) => (bit ? [index + 1] : []))
}

function byKey(a: { key: string }, b: { key: string }): number {
  return a.key.localeCompare(b.key)
}

/** A published list as the library takes it: with the arrays that a vendor may leave out and it cannot do without. */
export function libraryList(json: ListJson): GVL {
  const vendors = Object.entries(json.vendors).map(([id, vendor]) => [
    id,
    { features: [], specialFeatures: [], specialPurposes: [], flexiblePurposes: [], ...vendor },
  ])
  return new GVL({ ...json, vendors: Object.fromEntries(vendors) } as unknown as GvlJson)
}
