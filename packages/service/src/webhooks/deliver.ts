import { type Event, eventId } from '../domain/event.ts'
import { webhookKey } from '../domain/log-place.ts'
import { type DisabledReason, disableAfterMs, retryDelay, type WebhookEndpoint } from '../domain/webhook.ts'
import type { TargetRules } from '../domain/webhook-url.ts'
import type { Clock } from '../kernel/clock.ts'
import type { RandomSource } from '../kernel/id.ts'
import type { Log } from '../kernel/log.ts'
import type { LogScope } from '../log/announce.ts'
import { type Pool, type Queryable, transaction } from '../store/db.ts'
import { endAttempt, type TakenDelivery, takeDueDeliveries } from '../store/webhook-deliveries.ts'
import { disableWebhookEndpoint, keepFailing } from '../store/webhook-endpoints.ts'
import type { Span, SpanFacts, Tracer } from '../tracing/tracer.ts'
import { PostFailed, type PostLimits, postLimits, postWebhook } from './post-webhook.ts'
import { signWebhook } from './webhook-secret.ts'
import { ForbiddenTarget, resolveTarget } from './webhook-target.ts'

export interface DeliveryParts {
  readonly pool: Pool
  readonly clock: Clock
  /** What a receiver holds the time of a signature against. */
  readonly realClock: Clock
  readonly log: Log
  readonly random: RandomSource
  readonly scope: LogScope
  readonly rules: TargetRules
  readonly limits?: PostLimits
  readonly tellDisabled: TellDisabled
  readonly tracer?: Tracer | undefined
}

/** An endpoint to which nothing is sent any more. */
export interface DisabledWebhook {
  readonly scope: LogScope
  readonly endpoint: WebhookEndpoint & { readonly failingSince: number; readonly missedSince: number }
  readonly reason: DisabledReason
}

/** Puts down, in the transaction that disables it, what somebody is to hear of it; what it gives is done after the commit. */
export type TellDisabled = (db: Queryable, disabled: DisabledWebhook) => Promise<() => Promise<void>>

const inFlight = 10

interface Attempt {
  readonly status: number | null
  readonly error: string | null
  readonly retryAfterMs: number
}

/**
 * Sends what is due to one endpoint, some at a time, and tells how many that were. To one that failed last time a
 * single delivery goes first, so that a dead receiver costs one attempt a turn however much waits for it.
 */
export async function deliverDue(
  parts: DeliveryParts,
  endpoint: WebhookEndpoint,
  secrets: readonly string[],
): Promise<number> {
  const { pool, scope, clock } = parts
  const routeKey = webhookKey(scope.routing, endpoint.endpointId)
  const limit = endpoint.failingSince === null ? inFlight : 1
  const taken = await takeDueDeliveries(pool, scope, { routeKey, now: clock.now(), limit })
  const round = await Promise.all(
    taken.map(async (delivery) => {
      const span = parts.tracer && beginDelivery(parts.tracer, scope, endpoint, delivery)
      const attempt = await attemptOnce(parts, endpoint, secrets, delivery)
      span?.end(factsOf(attempt), !isSuccess(attempt))
      await keep(parts, endpoint, delivery, attempt)
      return { delivery, attempt }
    }),
  )
  if (round.length > 0) await judge(parts, endpoint, round)
  return taken.length
}

function isSuccess({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Which endpoint it was is told by our own id of it, never by its URL. */
function beginDelivery(
  tracer: Tracer,
  { environment }: LogScope,
  { endpointId }: WebhookEndpoint,
  { attempts }: TakenDelivery,
): Span {
  return tracer.begin('webhook delivery', {
    kind: 'client',
    facts: {
      'http.request.method': 'POST',
      'assent.environment': environment,
      'assent.webhook.endpoint': endpointId,
      'assent.webhook.attempt': attempts,
    },
  })
}

function factsOf({ status, error }: Attempt): SpanFacts {
  return status === null ? { 'error.type': error ?? undefined } : { 'http.response.status_code': status }
}

async function attemptOnce(
  { realClock, rules, limits = postLimits }: DeliveryParts,
  { url }: WebhookEndpoint,
  secrets: readonly string[],
  { recordId, body }: TakenDelivery,
): Promise<Attempt> {
  try {
    const target = await resolveTarget(url, rules)
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Assent-Webhooks/1',
      ...signWebhook(secrets, eventId(recordId), realClock.now(), body),
    }
    const { status, retryAfterMs } = await postWebhook(target, headers, body, limits)
    return { status, error: null, retryAfterMs }
  } catch (error) {
    return { status: null, error: wordFor(error), retryAfterMs: 0 }
  }
}

/** Nothing of the receiver's gets into the delivery log but its status. */
function wordFor(error: unknown): string {
  if (error instanceof PostFailed) return error.reason
  if (error instanceof ForbiddenTarget) return 'forbidden_address'
  return 'name_resolution'
}

async function keep(
  { pool, clock, random, scope }: DeliveryParts,
  { endpointId }: WebhookEndpoint,
  { recordId, attempts }: TakenDelivery,
  attempt: Attempt,
): Promise<void> {
  const now = clock.now()
  const wait = isSuccess(attempt)
    ? undefined
    : retryDelay(attempts, random.bytes(2).readUInt16BE() / 65_535, attempt.retryAfterMs)
  const routeKey = webhookKey(scope.routing, endpointId)
  await endAttempt(
    pool,
    scope,
    { routeKey, recordId, attempts },
    {
      state: isSuccess(attempt) ? 'delivered' : wait === undefined ? 'failed' : 'waiting',
      nextAttemptAt: now + (wait ?? 0),
      status: attempt.status,
      error: attempt.error,
    },
  )
}

type Round = readonly { readonly delivery: TakenDelivery; readonly attempt: Attempt }[]

/** What a round of attempts says of the endpoint itself. */
async function judge(parts: DeliveryParts, endpoint: WebhookEndpoint, round: Round): Promise<void> {
  const { pool, clock, log, scope } = parts
  const { endpointId, failingSince } = endpoint
  const now = clock.now()
  const isGone = round.some(({ attempt }) => attempt.status === 410)
  if (!isGone && round.some(({ attempt }) => isSuccess(attempt))) {
    if (failingSince !== null) await keepFailing(pool, scope, { ...endpoint, failingSince: null })
    return
  }
  const failing = {
    ...endpoint,
    failingSince: failingSince ?? now,
    missedSince: missedSince(endpoint, round),
  }
  if (isGone) await disable(parts, failing, { at: now, reason: 'gone' })
  else if (now - failing.failingSince > disableAfterMs)
    await disable(parts, failing, { at: now, reason: 'failing' })
  else {
    if (failingSince === null)
      log.warn('a webhook endpoint fails', { environment: scope.environment, endpointId })
    else if (failing.missedSince === endpoint.missedSince) return
    await keepFailing(pool, scope, failing)
  }
}

/** Of an older failure only what belongs to this one counts; what had waited since before may be older than it. */
function missedSince({ failingSince, missedSince: before }: WebhookEndpoint, round: Round): number {
  const failed = round
    .filter(({ attempt }) => !isSuccess(attempt))
    .map(({ delivery }) => recordedAt(delivery))
  return Math.min(...failed, failingSince === null || before === null ? Number.POSITIVE_INFINITY : before)
}

/** As the event itself tells it, and as a replay compares. */
function recordedAt({ body }: TakenDelivery): number {
  return Date.parse((JSON.parse(body) as Pick<Event, 'timestamp'>).timestamp)
}

async function disable(
  { pool, log, scope, tellDisabled }: DeliveryParts,
  endpoint: DisabledWebhook['endpoint'],
  { at, reason }: { readonly at: number; readonly reason: DisabledReason },
): Promise<void> {
  const told = await transaction(pool, async (db) =>
    (await disableWebhookEndpoint(db, scope, endpoint, { at, reason }))
      ? await tellDisabled(db, { scope, endpoint, reason })
      : undefined,
  )
  if (told === undefined) return
  const { endpointId } = endpoint
  log.warn('a webhook endpoint was disabled', { environment: scope.environment, code: reason, endpointId })
  await told()
}
