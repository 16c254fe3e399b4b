import { encodeEntryBundle, encodeLeafEntry, parseTilePath, type Tile, tileWidth } from '@assent/evidence'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { entryOfLeaf, leafBytes } from '../domain/leaf.ts'
import { type LogPlace, logName } from '../domain/log-place.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Service } from '../service.ts'
import { findLatestCheckpoint } from '../store/log-checkpoints.ts'
import { readLeaves, readLogTiles } from '../store/log-tiles.ts'
import { type Access, authenticate } from './authenticate.ts'
import type { RateLimits } from './rate-limit.ts'
import type { Door } from './server.ts'

const hashBytes = 32
const yearSeconds = 31_536_000

/**
 * The log as C2SP tlog-tiles has it, below `/log/<name>/`: for any auditor's tools, and as the operator decides for
 * holders of a secret key or for everybody.
 */
export function mountLog(service: Service): Door {
  const { isLogOpen } = service.config
  const scopes = () => [...service.settings.current.environments.values()]

  /** The log of this name, if whoever asks may know that there is one. */
  async function admit(limits: RateLimits, request: FastifyRequest, reply: FastifyReply): Promise<LogPlace> {
    const [, name = '', digits = ''] = /^(.+)-(0|[1-9]\d{0,4})$/.exec(nameIn(request)) ?? []
    const found = scopes().find(({ scope }) => scope.environment === name)
    if (isLogOpen) reply.header('Access-Control-Allow-Origin', '*')
    else {
      const { caller } = await authenticated(limits, request)
      if (caller.environmentId !== found?.scope.environmentId) throw unknownLog()
    }
    if (found === undefined) throw unknownLog()
    return { ...found.scope, routing: found.routing, generation: Number(digits) }
  }

  async function authenticated(limits: RateLimits, request: FastifyRequest): Promise<Access> {
    try {
      const access = authenticate(request.raw, 'secret', service.settings.current, service.realClock.now())
      await limits.count(access.caller, request.ip, false)
      return access
    } catch (error) {
      if (error instanceof Refusal && error.code === 'api_key_invalid') await limits.countFailure(request.ip)
      throw error
    }
  }

  return async (app, limits) => {
    app.get('/log/:name/checkpoint', async (request, reply) => {
      const place = await admit(limits, request, reply)
      const latest = await findLatestCheckpoint(service.pool, place)
      if (latest === undefined) throw unknownLog()
      return reply
        .header('Cache-Control', `${isLogOpen ? 'public' : 'private'}, max-age=5`)
        .type('text/plain; charset=utf-8')
        .send(latest.note)
    })

    app.get('/log/:name/tile/*', async (request, reply) => {
      const place = await admit(limits, request, reply)
      const tile = readTile(request, place)
      const bytes = tile && (await readBytes(service, place, tile))
      if (bytes === undefined) throw new Refusal('tile_not_found', 'This log has no such tile.')
      // What a tile of this width holds is fixed for ever, in a partial one as well.
      return reply
        .header('Cache-Control', `${isLogOpen ? 'public' : 'private'}, max-age=${yearSeconds}, immutable`)
        .type('application/octet-stream')
        .send(bytes)
    })
  }
}

function nameIn(request: FastifyRequest): string {
  return (request.params as { readonly name: string }).name
}

function unknownLog(): Refusal {
  return new Refusal('log_not_found', 'There is no log of this name here.')
}

/** From the path as it was sent: a tile has one spelling. */
function readTile(request: FastifyRequest, place: LogPlace): Tile | undefined {
  try {
    return parseTilePath(request.url.slice(`/log/${logName(place)}/`.length))
  } catch {
    return undefined
  }
}

/** Undefined unless the tile has grown to this width. */
async function readBytes(service: Service, place: LogPlace, tile: Tile): Promise<Buffer | undefined> {
  if (tile.level === 'entries') {
    const leaves = await readLeaves(service.pool, place, tile.index)
    if (leaves.length < tile.width * leafBytes) return undefined
    const entries = Array.from({ length: tile.width }, (_, at) => encodeLeafEntry(entryOfLeaf(leaves, at)))
    return Buffer.from(encodeEntryBundle(entries))
  }
  const [hashes] = await readLogTiles(service.pool, place, [tile])
  if (hashes === undefined || tile.width > tileWidth) return undefined
  return hashes.length < tile.width * hashBytes ? undefined : hashes.subarray(0, tile.width * hashBytes)
}
