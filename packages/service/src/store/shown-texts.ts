import type { Scope } from '../domain/scope.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey } from '../kernel/id.ts'
import type { Queryable } from './db.ts'

/** Words that people were shown: kept once, by content, for as long as evidence may name them. */
export async function keepShownText(
  db: Queryable,
  scope: Scope,
  text: {
    readonly routeKey: RouteKey
    readonly sha256: string
    readonly content: Buffer
    readonly now: number
  },
): Promise<void> {
  await db.query(
    `INSERT INTO shown_texts (route_key, env_id, sha256, content, created_at)
     VALUES ($1::uuid, $2::int, $3::text, $4::bytea, $5::timestamptz) ON CONFLICT (route_key) DO NOTHING`,
    [text.routeKey, scope.environmentId, text.sha256, text.content, toTimestamp(text.now)],
  )
}

export async function findShownText(
  db: Queryable,
  scope: Scope,
  routeKey: RouteKey,
): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ content: Buffer }>(
    'SELECT content FROM shown_texts WHERE route_key = $1::uuid AND env_id = $2::int',
    [routeKey, scope.environmentId],
  )
  return rows[0]?.content
}
