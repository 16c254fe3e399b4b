import { addressesKey, type LogPlace } from '../domain/log-place.ts'
import { type Pipeline, type Pool, sendAll } from './db.ts'
import { valuesStatement } from './values-statement.ts'

const write = valuesStatement({
  name: 'write_log_addresses',
  head: 'INSERT INTO log_addresses (route_key, idx, env_id, addresses) VALUES',
  types: ['uuid', 'bigint', 'int', 'bytea'],
  tail: 'ON CONFLICT (route_key, idx) DO UPDATE SET addresses = excluded.addresses',
})

/** In the transaction that moves the head. */
export async function writeAddresses(
  client: Pipeline,
  place: LogPlace,
  bundles: readonly { readonly index: number; readonly bytes: Buffer }[],
): Promise<void> {
  const rows = bundles
    .map(({ index, bytes }) => ({ routeKey: addressesKey(place, index), index, bytes }))
    .sort((a, b) => (a.routeKey < b.routeKey ? -1 : 1))
  await sendAll(
    client,
    write.cut(rows, ({ routeKey, index, bytes }, into) =>
      into.push(routeKey, index, place.environmentId, bytes),
    ),
  )
}

/** By the primary key. */
const read = {
  name: 'read_log_addresses',
  text: `SELECT addresses FROM log_addresses
    WHERE route_key = $1::uuid AND idx = $2::bigint AND env_id = $3::int`,
}

/** Of the leaves of a bundle; shorter than it where none were kept. */
export async function readAddresses(pool: Pool, place: LogPlace, index: number): Promise<Buffer> {
  const { rows } = await pool.query<{ addresses: Buffer }>({
    ...read,
    values: [addressesKey(place, index), index, place.environmentId],
  })
  return rows[0]?.addresses ?? Buffer.alloc(0)
}
