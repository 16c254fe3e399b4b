import type { TcFields, TcRestriction } from './tc-fields.ts'

/** Ids that hold, as the CMP API shows them; an id that is not there is `false`. */
export type TcFlags = Readonly<Record<string, true>>

/** The part of the CMP API's TCData that is known without a page: `eventStatus`, `cmpStatus`, `listenerId` are not. */
export interface TcData {
  readonly tcString: string
  readonly tcfPolicyVersion: number
  readonly cmpId: number
  readonly cmpVersion: number
  readonly gdprApplies: true | undefined
  readonly isServiceSpecific: boolean
  readonly useNonStandardTexts: boolean
  readonly publisherCC: string
  readonly purposeOneTreatment: boolean
  readonly purpose: { readonly consents: TcFlags; readonly legitimateInterests: TcFlags }
  readonly vendor: {
    readonly consents: TcFlags
    readonly legitimateInterests: TcFlags
    readonly disclosedVendors: TcFlags
  }
  readonly specialFeatureOptins: TcFlags
  readonly publisher: {
    readonly consents: TcFlags
    readonly legitimateInterests: TcFlags
    readonly customPurpose: { readonly consents: TcFlags; readonly legitimateInterests: TcFlags }
    /** Purpose, then vendor, then the restriction's type. */
    readonly restrictions: Readonly<Record<string, Readonly<Record<string, number>>>>
  }
  /** Google's additional consent string, beside the TC string. */
  readonly addtlConsent?: string
  /** Asks Google's tags to take consent mode from this string. */
  readonly enableAdvertiserConsentMode?: boolean
}

/** All that TCData may hold where GDPR does not apply (CMP API v2, `TCData`). */
export type TcDataOutsideGdpr = Pick<TcData, 'tcfPolicyVersion' | 'cmpId' | 'cmpVersion'> & {
  readonly gdprApplies: false
}

/** What a TC string does not say itself. */
export interface TcDataExtras {
  /** Null while it is unknown. */
  readonly gdprApplies: boolean | null
  readonly addtlConsent: string | null
  readonly enableAdvertiserConsentMode: boolean
}

/** The TCData object a page stub answers `__tcfapi` with (CMP API v2, `TCData`). */
export function renderTcData(
  tcString: string,
  fields: TcFields,
  extras: TcDataExtras,
): TcData | TcDataOutsideGdpr {
  const { tcfPolicyVersion, cmpId, cmpVersion } = fields
  if (extras.gdprApplies === false) return { gdprApplies: false, tcfPolicyVersion, cmpId, cmpVersion }
  const publisher = fields.publisherTC
  return {
    tcString,
    tcfPolicyVersion,
    cmpId,
    cmpVersion,
    gdprApplies: extras.gdprApplies ?? undefined,
    isServiceSpecific: fields.isServiceSpecific,
    useNonStandardTexts: fields.useNonStandardTexts,
    publisherCC: fields.publisherCC,
    purposeOneTreatment: fields.purposeOneTreatment,
    purpose: {
      consents: flags(fields.purposesConsent),
      legitimateInterests: flags(fields.purposesLITransparency),
    },
    vendor: {
      consents: flags(fields.vendorConsents),
      legitimateInterests: flags(fields.vendorLegitimateInterests),
      disclosedVendors: flags(fields.disclosedVendors ?? []),
    },
    specialFeatureOptins: flags(fields.specialFeatureOptIns),
    publisher: {
      consents: flags(publisher?.pubPurposesConsent ?? []),
      legitimateInterests: flags(publisher?.pubPurposesLITransparency ?? []),
      customPurpose: {
        consents: flags(publisher?.customPurposesConsent ?? []),
        legitimateInterests: flags(publisher?.customPurposesLITransparency ?? []),
      },
      restrictions: renderRestrictions(fields.publisherRestrictions, fields.disclosedVendors ?? []),
    },
    ...(extras.addtlConsent === null ? {} : { addtlConsent: extras.addtlConsent }),
    ...(extras.enableAdvertiserConsentMode ? { enableAdvertiserConsentMode: true } : {}),
  }
}

function flags(ids: readonly number[]): TcFlags {
  return Object.fromEntries(ids.map((id) => [id, true]))
}

/** Ranges may span ids off the list; only vendors that were disclosed are worth naming. */
function renderRestrictions(
  restrictions: readonly TcRestriction[],
  disclosed: readonly number[],
): Record<string, Record<string, number>> {
  const isDisclosed = new Set(disclosed)
  const byPurpose: Record<string, Record<string, number>> = {}
  for (const { purposeId, restrictionType, vendorRanges } of restrictions) {
    const byVendor = byPurpose[purposeId] ?? {}
    for (const [first, last] of vendorRanges) {
      for (let id = first; id <= last; id++) if (isDisclosed.has(id)) byVendor[id] = restrictionType
    }
    byPurpose[purposeId] = byVendor
  }
  return byPurpose
}
