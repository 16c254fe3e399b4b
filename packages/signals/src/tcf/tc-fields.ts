import { deciseconds, flag, idField, integer, type Layout, letterPair } from '../bits/field.ts'

/** What a publisher may impose on vendors for one purpose (TCF, PubRestrictionEntry, RestrictionType). */
export const RESTRICTION = { notAllowed: 0, requireConsent: 1, requireLegitimateInterest: 2 } as const

export type RestrictionType = (typeof RESTRICTION)[keyof typeof RESTRICTION]

/** The fixed part of the core segment, spelled as the specification spells it. */
export interface TcCore {
  /** Version of the encoding: 2. */
  readonly version: number
  /** Milliseconds since 1970, UTC; since TCF 2.2 the start of a day, and the same as `lastUpdated`. */
  readonly created: number
  readonly lastUpdated: number
  readonly cmpId: number
  readonly cmpVersion: number
  readonly consentScreen: number
  /** ISO 639-1, upper case. */
  readonly consentLanguage: string
  readonly vendorListVersion: number
  readonly tcfPolicyVersion: number
  readonly isServiceSpecific: boolean
  readonly useNonStandardTexts: boolean
  readonly specialFeatureOptIns: readonly number[]
  readonly purposesConsent: readonly number[]
  readonly purposesLITransparency: readonly number[]
  readonly purposeOneTreatment: boolean
  /** ISO 3166-1 alpha-2, upper case; `AA` is unknown. */
  readonly publisherCC: string
}

/** Vendors restricted for one purpose. Ranges are inclusive and may span ids off the list, which changes nothing. */
export interface TcRestriction {
  readonly purposeId: number
  readonly restrictionType: RestrictionType
  readonly vendorRanges: readonly (readonly [first: number, last: number])[]
}

/** The publisher TC segment. */
export interface TcPublisher {
  readonly pubPurposesConsent: readonly number[]
  readonly pubPurposesLITransparency: readonly number[]
  readonly numCustomPurposes: number
  readonly customPurposesConsent: readonly number[]
  readonly customPurposesLITransparency: readonly number[]
}

/** Everything a TC string says. Lists of ids ascend and hold each id once. */
export interface TcFields extends TcCore {
  readonly vendorConsents: readonly number[]
  readonly vendorLegitimateInterests: readonly number[]
  readonly publisherRestrictions: readonly TcRestriction[]
  /** Null where the segment is absent: which vendors were shown is then unknown, which is not the same as none. */
  readonly disclosedVendors: readonly number[] | null
  readonly publisherTC: TcPublisher | null
}

/** TCF, Consent string and vendor list formats v2, "The Core String": the first 213 bits. */
export const TC_CORE: Layout<TcCore> = {
  version: integer(6),
  created: deciseconds,
  lastUpdated: deciseconds,
  cmpId: integer(12),
  cmpVersion: integer(12),
  consentScreen: integer(6),
  consentLanguage: letterPair,
  vendorListVersion: integer(12),
  tcfPolicyVersion: integer(6),
  isServiceSpecific: flag,
  useNonStandardTexts: flag,
  specialFeatureOptIns: idField(12),
  purposesConsent: idField(24),
  purposesLITransparency: idField(24),
  purposeOneTreatment: flag,
  publisherCC: letterPair,
}

/** A core in which nothing is granted, of the shape that readers fill. */
export const BLANK_CORE: TcCore = {
  version: 2,
  created: 0,
  lastUpdated: 0,
  cmpId: 0,
  cmpVersion: 0,
  consentScreen: 0,
  consentLanguage: 'EN',
  vendorListVersion: 0,
  tcfPolicyVersion: 0,
  isServiceSpecific: true,
  useNonStandardTexts: false,
  specialFeatureOptIns: [],
  purposesConsent: [],
  purposesLITransparency: [],
  purposeOneTreatment: false,
  publisherCC: 'AA',
}

/** "Publisher Purposes Transparency and Consent", the fields before the custom purposes. */
export const TC_PUBLISHER: Layout<
  Omit<TcPublisher, 'customPurposesConsent' | 'customPurposesLITransparency'>
> = {
  pubPurposesConsent: idField(24),
  pubPurposesLITransparency: idField(24),
  numCustomPurposes: integer(6),
}

/** SegmentType, the first three bits of each segment after the core. */
export const SEGMENT = { disclosedVendors: 1, allowedVendors: 2, publisherTC: 3 } as const
