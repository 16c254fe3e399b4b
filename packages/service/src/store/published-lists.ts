import { toTimestamp } from '../kernel/clock.ts'
import type { Pool, Queryable } from './db.ts'
import { transaction } from './db.ts'

/** What is published elsewhere and kept here: the vendor list, its translations, the provider list. */
export type ListKind = 'vendor-list' | 'provider-list' | `translation-${string}`

export interface StoredList {
  readonly version: number
  /** The published bytes. */
  readonly document: Buffer
  readonly sha256: string
  /** Unix ms. */
  readonly keptAt: number
}

/** Where a kind of list comes from, and how far that is known. */
export interface ListSource {
  readonly kind: ListKind
  readonly location: string
  readonly version: number | null
  readonly etag: string | null
  readonly lastModified: string | null
  /** Unix ms. */
  readonly freshUntil: number
}

interface SourceRow {
  readonly kind: ListKind
  readonly location: string
  readonly version: number | null
  readonly etag: string | null
  readonly last_modified: string | null
  readonly fresh_until: number
}

export async function readListSources(db: Queryable): Promise<ListSource[]> {
  const { rows } = await db.query<SourceRow>(
    'SELECT kind, location, version, etag, last_modified, fresh_until FROM list_sources',
  )
  return rows.map(({ last_modified, fresh_until, ...row }) => ({
    ...row,
    lastModified: last_modified,
    freshUntil: fresh_until,
  }))
}

export async function readList(
  db: Queryable,
  kind: ListKind,
  version: number,
): Promise<StoredList | undefined> {
  const { rows } = await db.query<{ document: Buffer; sha256: string; kept_at: number }>(
    'SELECT document, sha256, kept_at FROM published_lists WHERE kind = $1 AND version = $2',
    [kind, version],
  )
  const [row] = rows
  return row && { version, document: row.document, sha256: row.sha256, keptAt: row.kept_at }
}

/** The newest version that was held at a time (Unix ms). */
export async function findVersionAt(db: Queryable, kind: ListKind, at: number): Promise<number | undefined> {
  const { rows } = await db.query<{ version: number }>(
    `SELECT version FROM published_lists WHERE kind = $1 AND kept_at <= $2::timestamptz
     ORDER BY version DESC LIMIT 1`,
    [kind, toTimestamp(at)],
  )
  return rows[0]?.version
}

/**
 * The right to ask the publisher now: one server gets it, when what is held is no longer fresh or is to come from
 * elsewhere. It ends by itself, in case that server does.
 */
export async function claimListSource(
  db: Queryable,
  claim: { readonly kind: ListKind; readonly location: string; readonly now: number; readonly until: number },
): Promise<boolean> {
  const { rows } = await db.query(
    `INSERT INTO list_sources (kind, location, fresh_until, claimed_until)
     VALUES ($1, $2, $3::timestamptz, $4::timestamptz)
     ON CONFLICT (kind) DO UPDATE SET claimed_until = excluded.claimed_until
     WHERE list_sources.claimed_until <= $3::timestamptz
       AND (list_sources.fresh_until <= $3::timestamptz OR list_sources.location <> excluded.location)
     RETURNING kind`,
    [claim.kind, claim.location, toTimestamp(claim.now), toTimestamp(claim.until)],
  )
  return rows.length === 1
}

export interface Taken {
  readonly kind: ListKind
  readonly location: string
  readonly etag: string | null
  readonly lastModified: string | null
  readonly freshUntil: number
  readonly now: number
}

/** Nothing new came: only when to ask again. */
export async function renewListSource(db: Queryable, taken: Taken): Promise<void> {
  await db.query(
    `UPDATE list_sources SET fresh_until = $2::timestamptz, claimed_until = $3::timestamptz, location = $4,
       etag = $5, last_modified = $6 WHERE kind = $1`,
    [
      taken.kind,
      toTimestamp(taken.freshUntil),
      toTimestamp(taken.now),
      taken.location,
      taken.etag,
      taken.lastModified,
    ],
  )
}

/**
 * Keeps a version and makes it the newest; a version that is held already stays as it is. False where it is held with
 * other bytes: a publisher does not do that, and what strings were written with must not change.
 */
export async function keepList(
  pool: Pool,
  list: Pick<StoredList, 'version' | 'document' | 'sha256'>,
  taken: Taken,
): Promise<boolean> {
  return await transaction(pool, async (db) => {
    await db.query(
      `INSERT INTO published_lists (kind, version, document, sha256, kept_at)
       VALUES ($1, $2, $3::bytea, $4, $5::timestamptz) ON CONFLICT (kind, version) DO NOTHING`,
      [taken.kind, list.version, list.document, list.sha256, toTimestamp(taken.now)],
    )
    const { rows } = await db.query<{ sha256: string }>(
      'SELECT sha256 FROM published_lists WHERE kind = $1 AND version = $2',
      [taken.kind, list.version],
    )
    await db.query(
      `UPDATE list_sources SET version = $2, etag = $3, last_modified = $4, fresh_until = $5::timestamptz,
         claimed_until = $6::timestamptz, location = $7 WHERE kind = $1`,
      [
        taken.kind,
        list.version,
        taken.etag,
        taken.lastModified,
        toTimestamp(taken.freshUntil),
        toTimestamp(taken.now),
        taken.location,
      ],
    )
    return rows[0]?.sha256 === list.sha256
  })
}
