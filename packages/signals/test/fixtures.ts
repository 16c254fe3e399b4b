import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Choices,
  type PurposeChoice,
  type PurposeMappings,
  parseVendorList,
  prepareTcf,
  type TcfContext,
  type TcfSettings,
  type VendorList,
} from '../src/index.ts'

/** One vendor as the published JSON has it; the fields a vendor may leave out are left out in places. */
export interface VendorJson {
  readonly id: number
  readonly purposes: readonly number[]
  readonly legIntPurposes: readonly number[]
  readonly flexiblePurposes?: readonly number[]
  readonly specialPurposes?: readonly number[]
  readonly deletedDate?: string
}

/** A published list, read without our parser: what the checks in the tests hold our answers against. */
export interface ListJson {
  readonly [member: string]: unknown
  readonly vendorListVersion: number
  readonly tcfPolicyVersion: number
  readonly purposes: Readonly<Record<string, unknown>>
  readonly specialFeatures: Readonly<Record<string, unknown>>
  readonly vendors: Readonly<Record<string, VendorJson>>
}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
}

/** The invented list: 61 vendors, every odd case of a real one. */
export const inventedJson: ListJson = readJson('../fixtures/vendor-list.json') as ListJson
export const inventedList: VendorList = parseVendorList(inventedJson)

/**
 * A real list, which belongs to IAB Europe and is no part of this repository: the file that ASSENT_REAL_LISTS names, or
 * the first `vendor-list*.json` of the folder that it names. Null where it is not set.
 */
export function readRealList(): ListJson | null {
  const place = process.env['ASSENT_REAL_LISTS'] ?? ''
  if (place === '') return null
  const [file] = place.endsWith('.json') ? [place] : globSync(join(place, 'vendor-list*.json')).sort()
  if (file === undefined) throw new Error('ASSENT_REAL_LISTS names no vendor list')
  return JSON.parse(readFileSync(file, 'utf8')) as ListJson
}

export const AT_NOON: number = Date.UTC(2026, 10, 20, 12)

export const someSettings: TcfSettings = {
  cmpId: 300,
  cmpVersion: 7,
  publisherCountry: 'DE',
  purposeOneTreatment: false,
  useNonStandardTexts: false,
  restrictions: [],
}

export function someContext(
  settings: Partial<TcfSettings> = {},
  list: VendorList = inventedList,
): TcfContext {
  return prepareTcf(list, { ...someSettings, ...settings })
}

export function someMappings(mappings: Partial<PurposeMappings>): PurposeMappings {
  return { tcfPurposes: [], tcfSpecialFeatures: [], googleConsentMode: [], gpp: [], ...mappings }
}

export function aPurpose(
  purpose: Partial<PurposeChoice> = {},
  mappings: Partial<PurposeMappings> = {},
): PurposeChoice {
  return {
    key: 'ads',
    basis: 'consent',
    status: 'granted',
    shown: true,
    allowed: true,
    mappings: someMappings(mappings),
    ...purpose,
  }
}

/** Consent to the given TCF purposes, and the rest shown on legitimate interest. */
export function tcfPurposes(consents: readonly number[], interests: readonly number[]): PurposeChoice[] {
  return [
    aPurpose({ key: 'consents' }, { tcfPurposes: consents }),
    aPurpose(
      { key: 'interests', basis: 'legitimate_interest', status: 'not_asked' },
      { tcfPurposes: interests },
    ),
  ]
}

/** Vendors of the invented list that may be shown at noon. */
export const shownVendors: readonly number[] = inventedList.vendors
  .filter(({ deletedAtMs }) => deletedAtMs === null || deletedAtMs > AT_NOON)
  .map(({ id }) => id)

/** Everything shown and granted; each test changes what it is about. */
export function someChoices(choices: Partial<Choices> = {}): Choices {
  return {
    changedAtMs: AT_NOON,
    decided: true,
    regime: 'opt-in',
    language: 'en',
    screen: 1,
    vendorListVersion: inventedList.vendorListVersion,
    purposes: tcfPurposes([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], [2, 7, 8, 9, 10, 11]),
    vendors: { shown: shownVendors, granted: shownVendors, objected: [] },
    providers: { shown: [], granted: [] },
    publisher: null,
    gpc: null,
    ...choices,
  }
}
