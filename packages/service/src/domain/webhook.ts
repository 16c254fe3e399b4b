import type { EventType } from './event.ts'

/** What an operator says of an endpoint, over the API or in the catalogue. */
export interface DeclaredWebhook {
  readonly url: string
  /** Empty: all. */
  readonly types: readonly EventType[]
  readonly description: string
}

/** Where events are sent to (Standard Webhooks); `whe_…`. */
export interface WebhookEndpoint extends DeclaredWebhook {
  readonly endpointId: string
  /** Under which the catalogue declares it, which alone may change or end it then; null: it was made over the API. */
  readonly catalogueKey: string | null
  /** Unix ms, like the others. */
  readonly createdAt: number
  /** Of the first failure since the last success; null while it answers. */
  readonly failingSince: number | null
  /** Of the oldest event that did not get through when it failed last: where a replay has to begin. */
  readonly missedSince: number | null
  readonly disabledAt: number | null
  readonly disabledReason: DisabledReason | null
}

/** `gone`: it answered 410. `failing`: nothing got through for days. */
export type DisabledReason = 'gone' | 'failing'

export type DeliveryState = 'waiting' | 'sending' | 'delivered' | 'failed'

/** Of one environment: so many over the API, and as many in the catalogue. */
export const webhooksMax = 20
export const webhookUrlMax = 2000
export const webhookDescriptionMax = 200

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The sample schedule of the specification: ten attempts within 75 hours and a half. */
export const retryDelays: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

export const disableAfterMs: number = 5 * 24 * hour
const retryAfterMaxMs = 24 * hour
const jitter = 0.2

/**
 * How long to wait after so many attempts; undefined: it was the last. `chance` lies in 0 to 1, so that a thousand
 * deliveries that failed together do not come back together. What the receiver asks for counts where it is longer.
 */
export function retryDelay(attempts: number, chance: number, retryAfterMs = 0): number | undefined {
  const delay = retryDelays[attempts]
  if (delay === undefined) return undefined
  return Math.max(delay * (1 - jitter + 2 * jitter * chance), Math.min(retryAfterMs, retryAfterMaxMs))
}

export function wants({ types }: WebhookEndpoint, type: EventType): boolean {
  return types.length === 0 || types.includes(type)
}
