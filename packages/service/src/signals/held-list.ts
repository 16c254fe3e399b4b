import { gzipSync } from 'node:zlib'
import {
  type ProviderList,
  type PublishedJson,
  parseProviderList,
  parseVendorList,
  type VendorList,
} from '@assent/signals'
import type { StoredList } from '../store/published-lists.ts'

/** A version of the vendor list in memory: what strings are written with, and what is served. */
export interface HeldVendorList {
  readonly version: number
  readonly sha256: string
  readonly list: VendorList
  /** As it was published. */
  readonly document: Buffer
  /** The same compressed, once. */
  readonly gzip: Buffer
  /** Parsed anew for each asker who changes it: a list in objects is many times its bytes. */
  json(): PublishedJson
}

export interface HeldProviderList {
  readonly version: number
  readonly list: ProviderList
}

/** @throws SignalError for what is no vendor list */
export function holdVendorList(stored: Pick<StoredList, 'document' | 'sha256'>): HeldVendorList {
  const { document, sha256 } = stored
  const json = (): PublishedJson => JSON.parse(document.toString()) as PublishedJson
  const list = parseVendorList(json())
  return { version: list.vendorListVersion, sha256, list, document, gzip: gzipSync(document), json }
}

/** @throws SignalError for what is no provider list */
export function holdProviderList({
  document,
  version,
}: Pick<StoredList, 'document' | 'version'>): HeldProviderList {
  return { version, list: parseProviderList(document.toString(), dayOf(version)) }
}

/** The version of a provider list taken at a time: 20261121. */
export function providerListVersion(now: number): number {
  return Number(new Date(now).toISOString().slice(0, 10).replaceAll('-', ''))
}

function dayOf(version: number): string {
  return String(version).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
}

/** The version of the list that a translation translates. Throws for what is none. */
export function translationVersion(document: Buffer): number {
  const { vendorListVersion, purposes } = Object(JSON.parse(document.toString())) as Record<string, unknown>
  const isTranslation = typeof purposes === 'object' && purposes !== null
  if (!isTranslation || typeof vendorListVersion !== 'number' || !Number.isInteger(vendorListVersion))
    throw new Error('not a translation of the vendor list')
  return vendorListVersion
}
