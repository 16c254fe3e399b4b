import type { Tile } from '@assent/evidence'
import { type LogPlace, minuteKey, tileKey } from '../domain/log-place.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import { type Pipeline, type Pool, sendAll } from './db.ts'
import { valuesStatement } from './values-statement.ts'

/** What a stretch of new leaves writes, beside the head. */
export interface LogGrowth {
  readonly tiles: readonly { readonly level: number; readonly index: number; readonly bytes: Uint8Array }[]
  readonly bundles: readonly { readonly index: number; readonly leaves: Buffer }[]
  readonly minutes: readonly LogMinute[]
}

/** Records of one minute in one bundle. */
export interface LogMinute {
  readonly bundle: number
  readonly leastId: Uuid
  readonly greatestId: Uuid
}

interface TileRow {
  readonly routeKey: RouteKey
  readonly level: number
  readonly index: number
  readonly bytes: Uint8Array
}

/** The last tile of a level is written again with more hashes; the hashes that were there stay the same. */
const writeTiles = valuesStatement({
  name: 'write_log_tiles',
  head: 'INSERT INTO log_tiles (route_key, level, idx, env_id, hashes) VALUES',
  types: ['uuid', 'smallint', 'bigint', 'int', 'bytea'],
  tail: 'ON CONFLICT (route_key, level, idx) DO UPDATE SET hashes = excluded.hashes',
})

const writeBundles = valuesStatement({
  name: 'write_log_entry_bundles',
  head: 'INSERT INTO log_entry_bundles (route_key, idx, env_id, leaves) VALUES',
  types: ['uuid', 'bigint', 'int', 'bytea'],
  tail: 'ON CONFLICT (route_key, idx) DO UPDATE SET leaves = excluded.leaves',
})

const writeMinutes = valuesStatement({
  name: 'write_log_minutes',
  head: 'INSERT INTO log_minutes (route_key, generation, idx, env_id, least_id, greatest_id) VALUES',
  types: ['uuid', 'int', 'bigint', 'int', 'uuid', 'uuid'],
  tail: `ON CONFLICT (route_key, generation, idx) DO UPDATE SET
    least_id = LEAST(log_minutes.least_id, excluded.least_id),
    greatest_id = GREATEST(log_minutes.greatest_id, excluded.greatest_id)`,
})

/** In the transaction that moves the head. */
export async function writeLogGrowth(client: Pipeline, place: LogPlace, growth: LogGrowth): Promise<void> {
  const { environmentId, generation, routing } = place
  const tiles: TileRow[] = growth.tiles.map((tile) => ({
    ...tile,
    routeKey: tileKey(place, tile.level, tile.index),
  }))
  const bundles = growth.bundles.map((bundle) => ({
    ...bundle,
    routeKey: tileKey(place, 'entries', bundle.index),
  }))
  const minutes = growth.minutes.map((minute) => ({
    ...minute,
    routeKey: minuteKey(routing, minute.leastId),
  }))
  await Promise.all([
    sendAll(
      client,
      writeTiles.cut(tiles.sort(byKey), ({ routeKey, level, index, bytes }, into) =>
        into.push(routeKey, level, index, environmentId, Buffer.from(bytes)),
      ),
    ),
    sendAll(
      client,
      writeBundles.cut(bundles.sort(byKey), ({ routeKey, index, leaves }, into) =>
        into.push(routeKey, index, environmentId, leaves),
      ),
    ),
    sendAll(
      client,
      writeMinutes.cut(minutes.sort(byKey), ({ routeKey, bundle, leastId, greatestId }, into) =>
        into.push(routeKey, generation, bundle, environmentId, leastId, greatestId),
      ),
    ),
  ])
}

function byKey(a: { readonly routeKey: string }, b: { readonly routeKey: string }): number {
  return a.routeKey < b.routeKey ? -1 : a.routeKey > b.routeKey ? 1 : 0
}

/** Some tiles by their primary keys in one statement; on the allow-list of statements without `route_key = $n`. */
const readTiles = {
  name: 'read_log_tiles',
  text: `SELECT route_key, hashes FROM log_tiles WHERE route_key = ANY($1::uuid[]) AND env_id = $2::int`,
}

/** The bytes of the tiles in the order asked, each as far as it has grown; empty where there is none. */
export async function readLogTiles(
  pool: Pool,
  place: LogPlace,
  tiles: readonly Pick<Tile, 'level' | 'index'>[],
): Promise<Buffer[]> {
  if (tiles.length === 0) return []
  const keys = tiles.map(({ level, index }) => tileKey(place, level, index))
  const { rows } = await pool.query<{ route_key: RouteKey; hashes: Buffer }>({
    ...readTiles,
    values: [keys, place.environmentId],
  })
  const byKey = new Map(rows.map((row) => [row.route_key, row.hashes]))
  return keys.map((key) => byKey.get(key) ?? Buffer.alloc(0))
}

const readBundle = {
  name: 'read_log_entry_bundle',
  text: `SELECT leaves FROM log_entry_bundles WHERE route_key = $1::uuid AND idx = $2::bigint AND env_id = $3::int`,
}

/** The leaves of a bundle, as many as there are. */
export async function readLeaves(pool: Pool, place: LogPlace, index: number): Promise<Buffer> {
  const { rows } = await pool.query<{ leaves: Buffer }>({
    ...readBundle,
    values: [tileKey(place, 'entries', index), index, place.environmentId],
  })
  return rows[0]?.leaves ?? Buffer.alloc(0)
}

/** By the primary key: the bundles of the record's minute, of which almost always one may hold it. */
const findBundles = {
  name: 'find_log_bundles',
  text: `SELECT generation, idx FROM log_minutes
    WHERE route_key = $1::uuid AND env_id = $2::int AND least_id <= $3::uuid AND greatest_id >= $3::uuid
    ORDER BY generation DESC, idx`,
}

/** Where a record may stand in the logs of its environment. */
export async function findBundlesOf(
  pool: Pool,
  place: Omit<LogPlace, 'generation'>,
  recordId: Uuid,
): Promise<{ readonly generation: number; readonly index: number }[]> {
  const { rows } = await pool.query<{ generation: number; idx: number }>({
    ...findBundles,
    values: [minuteKey(place.routing, recordId), place.environmentId, recordId],
  })
  return rows.map(({ generation, idx }) => ({ generation, index: idx }))
}
