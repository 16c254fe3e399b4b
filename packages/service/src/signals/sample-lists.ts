import { readFileSync } from 'node:fs'
import type { PublishedJson } from '@assent/signals'
import { contentHash } from '../kernel/id.ts'
import { type HeldProviderList, type HeldVendorList, holdProviderList, holdVendorList } from './held-list.ts'

/** The invented lists of the sample shop: the published shape, and nobody's name. */
export interface SampleLists {
  readonly vendorList: HeldVendorList
  readonly providerList: HeldProviderList
  /** By language, in lower case. */
  readonly translations: ReadonlyMap<string, PublishedJson>
}

const providersTaken = 20_261_119
let lists: SampleLists | undefined

export function sampleLists(): SampleLists {
  lists ??= {
    vendorList: holdSample(readFixture('vendor-list.json')),
    providerList: holdProviderList({ document: readFixture('providers.csv'), version: providersTaken }),
    translations: new Map([['de', JSON.parse(readFixture('purposes-de.json').toString()) as PublishedJson]]),
  }
  return lists
}

function holdSample(document: Buffer): HeldVendorList {
  return holdVendorList({ document, sha256: contentHash(document) })
}

function readFixture(name: string): Buffer {
  return readFileSync(new URL(import.meta.resolve(`@assent/signals/fixtures/${name}`)))
}
