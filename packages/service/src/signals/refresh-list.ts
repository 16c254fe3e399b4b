import type { Clock } from '../kernel/clock.ts'
import { contentHash } from '../kernel/id.ts'
import type { Log } from '../kernel/log.ts'
import type { Pool } from '../store/db.ts'
import {
  claimListSource,
  keepList,
  type ListKind,
  type ListSource,
  readList,
  renewListSource,
} from '../store/published-lists.ts'
import { holdProviderList, holdVendorList, providerListVersion, translationVersion } from './held-list.ts'
import { type Fetch, isUrl, takeList } from './take-list.ts'

export interface RefreshParts {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Log
  readonly fetch: Fetch
}

const claimMs = 120_000
/** A publisher is not to be pestered; a file is somebody's at work on it. */
const retryMs = (location: string): number => (isUrl(location) ? 10 * 60_000 : 10_000)

/**
 * Asks a source if it is time, and keeps what it gives once it is known to be sound. Whatever goes wrong is logged and
 * tried again later: the last good copy goes on being served.
 */
export async function refreshList(
  { pool, clock, log, fetch }: RefreshParts,
  kind: ListKind,
  location: string,
  source: ListSource | undefined,
): Promise<void> {
  const now = clock.now()
  const isMoved = source?.location !== location
  if (!isMoved && source.freshUntil > now) return
  if (!(await claimListSource(pool, { kind, location, now, until: now + claimMs }))) return
  // What another place said of its document says nothing of this one's.
  const known = isMoved ? { etag: null, lastModified: null } : source
  try {
    const taken = await takeList(location, known, now, fetch)
    if (taken.kind === 'unchanged') {
      await renewListSource(pool, { ...known, kind, location, freshUntil: taken.freshUntil, now })
      return
    }
    const sha256 = contentHash(taken.document)
    const version = await versionOf(kind, taken.document, now, () => heldUnder(pool, source, sha256))
    const isKept = await keepList(
      pool,
      { version, document: taken.document, sha256 },
      { ...taken, kind, location, now },
    )
    if (!isKept)
      log.warn('a list came with other content under a version that is held; the held one stays', {
        list: kind,
        version,
      })
    else if (version !== source?.version) log.info('took a list', { list: kind, version })
  } catch (error) {
    log.warn('a list could not be taken; the last good copy stays', { list: kind, error })
    await renewListSource(pool, { ...known, kind, location, freshUntil: now + retryMs(location), now })
  }
}

/** The number a document goes under. Throws for what is none of its kind, so that it never takes a good one's place. */
async function versionOf(
  kind: ListKind,
  document: Buffer,
  now: number,
  heldVersion: () => Promise<number | undefined>,
): Promise<number> {
  if (kind === 'vendor-list') return holdVendorList({ document, sha256: '' }).version
  if (kind !== 'provider-list') return translationVersion(document)
  // Its list has no number of its own: the same providers on another day are the same version.
  const version = (await heldVersion()) ?? providerListVersion(now)
  return holdProviderList({ document, version }).version
}

async function heldUnder(
  pool: Pool,
  source: ListSource | undefined,
  sha256: string,
): Promise<number | undefined> {
  if (source?.version == null) return undefined
  const held = await readList(pool, source.kind, source.version)
  return held?.sha256 === sha256 ? held.version : undefined
}
