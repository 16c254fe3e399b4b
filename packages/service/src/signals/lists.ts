import type { PublishedJson } from '@assent/signals'
import type { SignalSettings } from '../domain/signal-settings.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ListLocations } from '../kernel/config.ts'
import type { Log } from '../kernel/log.ts'
import type { Pool } from '../store/db.ts'
import {
  findVersionAt,
  type ListKind,
  type ListSource,
  readList,
  readListSources,
  type StoredList,
} from '../store/published-lists.ts'
import { type HeldProviderList, type HeldVendorList, holdProviderList, holdVendorList } from './held-list.ts'
import { refreshList } from './refresh-list.ts'
import { sampleLists } from './sample-lists.ts'
import { type Fetch, isUrl } from './take-list.ts'

/** Whose lists: the operator's, or the sample's invented ones. */
export type ListOrigin = SignalSettings['lists']

/** What signals are written by and endpoint 21 serves: the newest versions in memory, the older ones from the store. */
export interface Lists {
  /** Undefined while none is held. */
  latestVendorList(origin: ListOrigin): HeldVendorList | undefined
  latestProviderList(origin: ListOrigin): HeldProviderList | undefined
  vendorList(origin: ListOrigin, version: number): Promise<HeldVendorList | undefined>
  providerList(origin: ListOrigin, version: number): Promise<HeldProviderList | undefined>
  /** The newest vendor list that was held at a time (Unix ms). */
  vendorListAt(origin: ListOrigin, at: number): Promise<HeldVendorList | undefined>
  /** The newest translation into a language; undefined where none is held. */
  translation(origin: ListOrigin, language: string): PublishedJson | undefined
  /** Unix ms until which the publisher lets the newest vendor list be kept. */
  freshUntil(origin: ListOrigin): number | null
  /** Asks the publishers whose lists are no longer fresh, and takes over what other servers have kept. */
  refresh(): Promise<void>
  close(): void
}

const tickMs = 30_000
const archivedMax = 8

export interface ListParts {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Log
  readonly locations: ListLocations
  /** Languages whose translations are wanted, by the catalogues in force. */
  readonly languages: () => ReadonlySet<string>
  readonly fetch: Fetch
}

export async function openLists(parts: ListParts): Promise<Lists> {
  const held = new HeldLists(parts.pool, parts.log)
  await held.takeOver()

  /** One round after the other: a slow publisher must not be asked twice at once. */
  let last: Promise<void> = Promise.resolve()
  const refresh = (which: (location: string) => boolean = () => true): Promise<void> => {
    last = last
      .catch(() => undefined)
      .then(async () => {
        const wanted = wantedLists(parts).filter(([, location]) => which(location))
        for (const [kind, location] of wanted) await refreshList(parts, kind, location, held.sourceOf(kind))
        await held.takeOver()
      })
    return last
  }
  const tell = (error: unknown) => parts.log.warn('lists could not be looked after', { error })
  // A file is at hand at once, a publisher may be slow: nobody waits for it to start.
  await refresh((location) => !isUrl(location)).catch(tell)
  const timer = setInterval(() => void refresh().catch(tell), tickMs)
  timer.unref()
  if (wantedLists(parts).some(([, location]) => isUrl(location))) void refresh().catch(tell)

  return {
    latestVendorList: (origin) => (origin === 'sample' ? sampleLists().vendorList : held.latestVendorList),
    latestProviderList: (origin) =>
      origin === 'sample' ? sampleLists().providerList : held.latestProviderList,
    vendorList: (origin, version) =>
      origin === 'sample' ? ofVersion(sampleLists().vendorList, version) : held.vendorList(version),
    providerList: (origin, version) =>
      origin === 'sample' ? ofVersion(sampleLists().providerList, version) : held.providerList(version),
    async vendorListAt(origin, at) {
      if (origin === 'sample') return sampleLists().vendorList
      const version = await findVersionAt(parts.pool, 'vendor-list', at)
      return version === undefined ? undefined : await held.vendorList(version)
    },
    translation: (origin, language) =>
      (origin === 'sample' ? sampleLists().translations : held.translations).get(language),
    freshUntil: (origin) => (origin === 'sample' ? null : (held.sourceOf('vendor-list')?.freshUntil ?? null)),
    refresh: () => refresh(),
    close: () => clearInterval(timer),
  }
}

/** Kind and place of each list that the settings name. */
function wantedLists({ locations, languages }: ListParts): [ListKind, string][] {
  const { vendorList, providerList, translations } = locations
  const wanted: [ListKind, string][] = []
  if (vendorList !== undefined) wanted.push(['vendor-list', vendorList])
  if (providerList !== undefined) wanted.push(['provider-list', providerList])
  if (translations !== undefined)
    for (const language of languages())
      wanted.push([`translation-${language}`, translations.replaceAll('{language}', language)])
  return wanted
}

async function ofVersion<T extends { readonly version: number }>(
  held: T,
  version: number,
): Promise<T | undefined> {
  return held.version === version ? held : undefined
}

/** The newest versions, and the last few older ones that somebody asked for. */
class HeldLists {
  latestVendorList: HeldVendorList | undefined
  latestProviderList: HeldProviderList | undefined
  readonly translations = new Map<string, PublishedJson>()
  readonly #pool: Pool
  readonly #log: Log
  readonly #versions = new Map<ListKind, number>()
  #sources = new Map<ListKind, ListSource>()
  readonly #vendorLists = new Map<number, HeldVendorList>()
  readonly #providerLists = new Map<number, HeldProviderList>()

  constructor(pool: Pool, log: Log) {
    this.#pool = pool
    this.#log = log
  }

  sourceOf(kind: ListKind): ListSource | undefined {
    return this.#sources.get(kind)
  }

  /** Takes into memory what is newer in the store, whichever server has put it there. */
  async takeOver(): Promise<void> {
    const sources = await readListSources(this.#pool)
    this.#sources = new Map(sources.map((source) => [source.kind, source]))
    for (const { kind, version } of sources) {
      if (version === null || this.#versions.get(kind) === version) continue
      const stored = await readList(this.#pool, kind, version)
      if (stored === undefined) continue
      this.#versions.set(kind, version)
      try {
        this.#hold(kind, stored)
      } catch (error) {
        // Only sound lists are kept; one that another release kept must not stop this one.
        this.#log.error('a list that is kept cannot be read', { list: kind, version, error })
      }
    }
  }

  #hold(kind: ListKind, stored: StoredList): void {
    if (kind === 'vendor-list') this.latestVendorList = holdVendorList(stored)
    else if (kind === 'provider-list') this.latestProviderList = holdProviderList(stored)
    else {
      const translation = JSON.parse(stored.document.toString()) as PublishedJson
      this.translations.set(kind.slice('translation-'.length), translation)
    }
  }

  vendorList(version: number): Promise<HeldVendorList | undefined> {
    return this.#find('vendor-list', version, this.latestVendorList, this.#vendorLists, holdVendorList)
  }

  providerList(version: number): Promise<HeldProviderList | undefined> {
    return this.#find(
      'provider-list',
      version,
      this.latestProviderList,
      this.#providerLists,
      holdProviderList,
    )
  }

  async #find<T extends { readonly version: number }>(
    kind: ListKind,
    version: number,
    latest: T | undefined,
    archived: Map<number, T>,
    hold: (stored: StoredList) => T,
  ): Promise<T | undefined> {
    const known = latest?.version === version ? latest : archived.get(version)
    if (known !== undefined) return known
    const stored = await readList(this.#pool, kind, version)
    if (stored === undefined) return undefined
    const held = hold(stored)
    const [oldest] = archived.keys()
    if (archived.size >= archivedMax && oldest !== undefined) archived.delete(oldest)
    archived.set(version, held)
    return held
  }
}
