import { eventId } from '../domain/event.ts'
import { webhookKey } from '../domain/log-place.ts'
import { type DisabledReason, disableAfterMs, retryDelay, type WebhookEndpoint } from '../domain/webhook.ts'
import type { Clock } from '../kernel/clock.ts'
import type { RandomSource } from '../kernel/id.ts'
import type { Log } from '../kernel/log.ts'
import type { LogScope } from '../log/announce.ts'
import type { Pool } from '../store/db.ts'
import { endAttempt, type TakenDelivery, takeDueDeliveries } from '../store/webhook-deliveries.ts'
import { setDisabled, setFailingSince } from '../store/webhook-endpoints.ts'
import { PostFailed, type PostLimits, postLimits, postWebhook } from './post-webhook.ts'
import { signWebhook } from './webhook-secret.ts'
import { ForbiddenTarget, resolveTarget, type TargetRules } from './webhook-target.ts'

export interface DeliveryParts {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Log
  readonly random: RandomSource
  readonly scope: LogScope
  readonly rules: TargetRules
  readonly limits?: PostLimits
}

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
  const attempts = await Promise.all(
    taken.map(async (delivery) => {
      const attempt = await attemptOnce(parts, endpoint, secrets, delivery)
      await keep(parts, endpoint, delivery, attempt)
      return attempt
    }),
  )
  if (attempts.length > 0) await judge(parts, endpoint, attempts)
  return taken.length
}

function isSuccess({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300
}

async function attemptOnce(
  { clock, rules, limits = postLimits }: DeliveryParts,
  { url }: WebhookEndpoint,
  secrets: readonly string[],
  { recordId, body }: TakenDelivery,
): Promise<Attempt> {
  try {
    const target = await resolveTarget(url, rules)
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Assent-Webhooks/1',
      ...signWebhook(secrets, eventId(recordId), clock.now(), body),
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

/** What a round of attempts says of the endpoint itself. */
async function judge(
  { pool, clock, log, scope }: DeliveryParts,
  { endpointId, failingSince }: WebhookEndpoint,
  attempts: readonly Attempt[],
): Promise<void> {
  const now = clock.now()
  const disable = async (reason: DisabledReason) => {
    await setDisabled(pool, scope, endpointId, { at: now, reason })
    log.warn('a webhook endpoint was disabled', { environment: scope.environment, code: reason, endpointId })
  }
  if (attempts.some(({ status }) => status === 410)) return await disable('gone')
  if (attempts.some(isSuccess)) {
    if (failingSince !== null) await setFailingSince(pool, scope, endpointId, null)
  } else if (failingSince === null) {
    await setFailingSince(pool, scope, endpointId, now)
    log.warn('a webhook endpoint fails', { environment: scope.environment, endpointId })
  } else if (now - failingSince > disableAfterMs) await disable('failing')
}
