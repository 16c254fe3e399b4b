import { tileWidth } from '@assent/evidence'
import { addressBytes } from '../domain/leaf-address.ts'
import { headKey, type LogPlace } from '../domain/log-place.ts'
import type { Uuid } from '../kernel/id.ts'
import { type Pipeline, type Pool, send } from '../store/db.ts'
import { readAddresses, writeAddresses } from '../store/log-addresses.ts'
import { type LogHead, moveHead } from '../store/log-heads.ts'
import { writeLogGrowth } from '../store/log-tiles.ts'
import { deletePending } from '../store/pending-batches.ts'
import { growTree, readEdge } from './log-tree.ts'

/** Somebody else made the tree grow, or leads now: nothing was written. */
export class Superseded extends Error {}

/** Where a test may break in; each name is a moment. */
export type LogStep =
  | 'before_append'
  | 'head_moved'
  | 'growth_written'
  | 'before_commit'
  | 'committed'
  | 'signed'
  | 'guarded'
  | 'published'

export type Fault = (step: LogStep) => Promise<void> | void

/**
 * Puts leaves behind those of a head: tiles, bundles, minutes, head, and the pending rows gone, all in one transaction.
 * A crash before the COMMIT leaves the tree as it was and the rows where they were; after it the leaves have their
 * places for ever, signed or not.
 */
export async function appendLeaves(
  { client, pool, fault }: { readonly client: Pipeline; readonly pool: Pool; readonly fault: Fault },
  place: LogPlace,
  head: LogHead,
  fence: number,
  {
    leaves,
    addresses,
    batchIds,
  }: { readonly leaves: Buffer; readonly addresses: Buffer; readonly batchIds: readonly Uuid[] },
): Promise<LogHead> {
  const [edge, before] = await Promise.all([
    readEdge(pool, place, head.size),
    readAddresses(pool, place, Math.floor(head.size / tileWidth)),
  ])
  const growth = await growTree(edge, leaves)
  await fault('before_append')
  await client.query('BEGIN')
  try {
    // First, since it decides: of two sequencers the second waits here, and then finds the size changed.
    const moved = await send(client, moveHead, [
      headKey(place),
      place.environmentId,
      head.size,
      growth.size,
      growth.root,
      fence,
    ])
    if (moved.length === 0) throw new Superseded('the head of the log was moved by another sequencer')
    await fault('head_moved')
    await writeLogGrowth(client, place, growth)
    await writeAddresses(client, place, growAddresses(head.size, before, addresses))
    await fault('growth_written')
    if (batchIds.length > 0) {
      const deleted = await send(client, deletePending, [place.environmentId, batchIds])
      // A batch that is gone was sequenced before: to go on would give its records two places.
      if (deleted.length !== batchIds.length) throw new Superseded('a pending batch was sequenced already')
    }
    await fault('before_commit')
    const { command } = await client.query('COMMIT')
    if (command !== 'COMMIT') throw new Error('the transaction was not committed')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
  await fault('committed')
  return { size: growth.size, root: growth.root }
}

/** The bundles' addresses with these behind those before; what came without one is passed over with zeros. */
function growAddresses(
  size: number,
  before: Buffer,
  addresses: Buffer,
): { readonly index: number; readonly bytes: Buffer }[] {
  const inBundle = Buffer.alloc((size % tileWidth) * addressBytes)
  before.copy(inBundle)
  const all = Buffer.concat([inBundle, addresses])
  const bundleBytes = tileWidth * addressBytes
  return Array.from({ length: Math.ceil(all.length / bundleBytes) }, (_, at) => ({
    index: Math.floor(size / tileWidth) + at,
    bytes: all.subarray(at * bundleBytes, (at + 1) * bundleBytes),
  }))
}
