import type { RouteKey, Uuid } from '../kernel/id.ts'
import { uuidTime } from '../kernel/id.ts'
import type { Routing } from './routing.ts'
import type { Scope } from './scope.ts'

/** One log of an environment: generation 0, and one more after each restore of an old backup. */
export interface LogPlace extends Scope {
  readonly generation: number
  readonly routing: Routing
}

/** `live-0`: what stands in `/log/<name>/checkpoint`. */
export function logName({ environment, generation }: Pick<LogPlace, 'environment' | 'generation'>): string {
  return `${environment}-${generation}`
}

export function headKey({ routing, generation }: LogPlace): RouteKey {
  return routing.log(`${generation}/head`)
}

export function tileKey(
  { routing, generation }: LogPlace,
  level: number | 'entries',
  index: number,
): RouteKey {
  return routing.log(`${generation}/${level}/${index}`)
}

/** Of the addresses of a bundle's leaves. */
export function addressesKey({ routing, generation }: LogPlace, index: number): RouteKey {
  return routing.log(`${generation}/addresses/${index}`)
}

const minuteMs = 60_000

/** Of the records of a minute, by the time in their ids; the same for all logs of an environment. */
export function minuteKey(routing: Routing, recordId: Uuid): RouteKey {
  return routing.log(`minute/${Math.floor(uuidTime(recordId) / minuteMs)}`)
}

export function eventsKey(routing: Routing): RouteKey {
  return routing.log('events')
}

/** How far events have been made from the logs of an environment. */
export function dispatchedKey(routing: Routing): RouteKey {
  return routing.log('dispatched')
}

/** The queue of a webhook endpoint. */
export function webhookKey(routing: Routing, endpointId: string): RouteKey {
  return routing.log(`webhook/${endpointId}`)
}
