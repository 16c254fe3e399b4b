import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { narrowVendorList, type PublishedJson, translateVendorList } from '@assent/signals'
import { contentHash } from '../kernel/id.ts'
import { BoundedMap } from './bounded-map.ts'
import type { HeldVendorList } from './held-list.ts'

/** The vendor list as one asker wants it, in both codings. */
export interface VendorListEdition {
  readonly bytes: Buffer
  readonly gzip: Buffer
  /** Of the bytes; base64url. */
  readonly sha256: string
}

const compress = promisify(gzip)
const editionsMax = 24
const editions = new WeakMap<HeldVendorList, BoundedMap<string, Promise<VendorListEdition>>>()

/**
 * The published bytes as they are, or a narrower or translated list made from them; each made and compressed once while
 * it is remembered, however many ask for it at the same time.
 */
export function editionOf(
  held: HeldVendorList,
  wanted: {
    readonly vendors: readonly number[] | null
    readonly translation: { readonly language: string; readonly document: PublishedJson } | null
  },
): Promise<VendorListEdition> | VendorListEdition {
  const { vendors, translation } = wanted
  if (vendors === null && translation === null)
    return { bytes: held.document, gzip: held.gzip, sha256: held.sha256 }
  const known = editions.get(held) ?? new BoundedMap(editionsMax)
  editions.set(held, known)
  const name = `${translation?.language ?? ''} ${translation?.document['lastUpdated'] ?? ''} ${vendors?.join(',') ?? '*'}`
  const edition = known.get(name) ?? make(held, wanted)
  known.set(name, edition)
  return edition
}

async function make(
  held: HeldVendorList,
  { vendors, translation }: Parameters<typeof editionOf>[1],
): Promise<VendorListEdition> {
  const whole = held.json()
  const spoken = translation === null ? whole : translateVendorList(whole, translation.document)
  const bytes = Buffer.from(JSON.stringify(vendors === null ? spoken : narrowVendorList(spoken, vendors)))
  return { bytes, gzip: await compress(bytes), sha256: contentHash(bytes) }
}
