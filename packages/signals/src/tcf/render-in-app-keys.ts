import type { TcFields, TcRestriction } from './tc-fields.ts'

/** What stands at the place of a vendor without a restriction; the specification names only `0`, `1` and `2`. */
const NO_RESTRICTION = '_'

/** What a TC string does not say itself. */
export interface InAppExtras {
  /** Null while it is unknown: the key is then left unset, as the specification asks. */
  readonly gdprApplies: boolean | null
  readonly addtlConsent: string | null
}

/**
 * The `IABTCF_` keys an app keeps in NSUserDefaults or SharedPreferences (CMP API v2, "What is the CMP in-app internal
 * structure"): numbers for the scalars, texts of `0` and `1` for the lists, position n standing for id n + 1. Beside
 * them Google's `IABTCF_AddtlConsent`, where there is one.
 */
export function renderInAppKeys(
  tcString: string,
  fields: TcFields,
  extras: InAppExtras,
): Readonly<Record<string, string | number>> {
  const publisher = fields.publisherTC
  const customPurposes = publisher?.numCustomPurposes ?? 0
  return {
    IABTCF_CmpSdkID: fields.cmpId,
    IABTCF_CmpSdkVersion: fields.cmpVersion,
    IABTCF_PolicyVersion: fields.tcfPolicyVersion,
    ...(extras.gdprApplies === null ? {} : { IABTCF_gdprApplies: extras.gdprApplies ? 1 : 0 }),
    IABTCF_PublisherCC: fields.publisherCC,
    IABTCF_PurposeOneTreatment: fields.purposeOneTreatment ? 1 : 0,
    IABTCF_UseNonStandardTexts: fields.useNonStandardTexts ? 1 : 0,
    IABTCF_TCString: tcString,
    IABTCF_VendorConsents: binary(fields.vendorConsents),
    IABTCF_VendorLegitimateInterests: binary(fields.vendorLegitimateInterests),
    IABTCF_DisclosedVendors: binary(fields.disclosedVendors ?? []),
    IABTCF_PurposeConsents: binary(fields.purposesConsent),
    IABTCF_PurposeLegitimateInterests: binary(fields.purposesLITransparency),
    IABTCF_SpecialFeaturesOptIns: binary(fields.specialFeatureOptIns),
    ...restrictionKeys(fields.publisherRestrictions),
    IABTCF_PublisherConsent: binary(publisher?.pubPurposesConsent ?? []),
    IABTCF_PublisherLegitimateInterests: binary(publisher?.pubPurposesLITransparency ?? []),
    IABTCF_PublisherCustomPurposesConsents: binary(publisher?.customPurposesConsent ?? [], customPurposes),
    IABTCF_PublisherCustomPurposesLegitimateInterests: binary(
      publisher?.customPurposesLITransparency ?? [],
      customPurposes,
    ),
    ...(extras.addtlConsent === null ? {} : { IABTCF_AddtlConsent: extras.addtlConsent }),
  }
}

function binary(ids: readonly number[], length: number = ids.at(-1) ?? 0): string {
  const digits: string[] = new Array(length).fill('0')
  for (const id of ids) digits[id - 1] = '1'
  return digits.join('')
}

/** `IABTCF_PublisherRestrictions{ID}`, one key for each purpose that is restricted. */
function restrictionKeys(restrictions: readonly TcRestriction[]): Record<string, string> {
  const byPurpose = new Map<number, string[]>()
  for (const { purposeId, restrictionType, vendorRanges } of restrictions) {
    const types = byPurpose.get(purposeId) ?? []
    while (types.length < (vendorRanges.at(-1)?.[1] ?? 0)) types.push(NO_RESTRICTION)
    for (const [first, last] of vendorRanges) types.fill(String(restrictionType), first - 1, last)
    byPurpose.set(purposeId, types)
  }
  return Object.fromEntries(
    [...byPurpose].map(([purposeId, types]) => [`IABTCF_PublisherRestrictions${purposeId}`, types.join('')]),
  )
}
