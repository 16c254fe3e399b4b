import { setTimeout as delay } from 'node:timers/promises'
import { webhookKey } from '../domain/log-place.ts'
import { aheadOf, type Clock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import type { RandomSource } from '../kernel/id.ts'
import type { Log } from '../kernel/log.ts'
import type { MasterKey } from '../kernel/master-key.ts'
import type { LogScope } from '../log/announce.ts'
import { leadership } from '../log/leadership.ts'
import type { Pool } from '../store/db.ts'
import type { SettingsFeed } from '../store/settings.ts'
import { giveBackDeliveries } from '../store/webhook-deliveries.ts'
import { listWebhookEndpoints, readWebhookSecrets } from '../store/webhook-endpoints.ts'
import type { Tracer } from '../tracing/tracer.ts'
import { type DeliveryParts, deliverDue, type TellDisabled } from './deliver.ts'
import { DispatchSuperseded, dispatchNext } from './dispatch-events.ts'
import type { PostLimits } from './post-webhook.ts'
import { openWebhookSecret } from './webhook-secret.ts'
import { rulesFor } from './webhook-target.ts'

/** The webhooks of all environments, as far as this process sends them. */
export interface WebhookWork {
  close(): Promise<void>
}

export interface WebhookWorkParts {
  readonly pool: Pool
  readonly settings: SettingsFeed
  readonly masterKey: MasterKey
  readonly clock: Clock
  readonly log: Log
  readonly random: RandomSource
  readonly config: Config
  readonly limits?: PostLimits
  readonly tellDisabled: TellDisabled
  readonly tracer?: Tracer | undefined
}

const pollMs = 500
const followMs = 1000
/** How long an endpoint that fails is left alone between two of its deliveries. */
const failingMs = 1000
const stopMs = 2000

export function openWebhookWork(parts: WebhookWorkParts): WebhookWork {
  const work = [...parts.settings.current.environments.values()].map(({ scope, routing }) =>
    openEnvironmentWork(parts, { ...scope, routing }),
  )
  return {
    async close() {
      await Promise.all(work.map((each) => each.close()))
    },
  }
}

/** Of all servers one leads in an environment: it reads the log, and each endpoint has a queue of its own. */
function openEnvironmentWork(parts: WebhookWorkParts, scope: LogScope): WebhookWork {
  const { pool, settings, log } = parts
  const clock = aheadOf(
    parts.clock,
    () => settings.current.environments.get(scope.environmentId)?.clockAheadMs ?? 0,
  )
  const holder = parts.random.bytes(12).toString('hex')
  const leads = leadership({ pool, clock: parts.clock, name: `webhooks/${scope.environmentId}`, holder })
  const delivery: DeliveryParts = {
    ...parts,
    clock,
    realClock: parts.clock,
    scope,
    rules: rulesFor(parts.config, scope.environment),
  }
  const queues = new Map<string, Promise<void>>()
  const stopped = new AbortController()
  let fence: number | undefined

  async function lead(): Promise<number | undefined> {
    const lease = await leads.claim(0)
    if (lease !== undefined && lease.fence !== fence) {
      // What another, or this one before a pause, had begun may or may not have arrived: it goes again.
      for (const { endpointId } of await listWebhookEndpoints(pool, scope))
        await giveBackDeliveries(pool, scope, webhookKey(scope.routing, endpointId))
    }
    fence = lease?.fence
    return fence
  }

  /** True when more of the log is waiting. */
  async function turn(): Promise<boolean> {
    const own = await lead()
    if (own === undefined) return false
    const endpoints = await listWebhookEndpoints(pool, scope)
    if (endpoints.length === 0) return false
    const { moved } = await dispatchNext({ pool, scope, now: clock.now() }, endpoints, own)
    for (const { endpointId, disabledAt } of endpoints)
      if (disabledAt === null && !queues.has(endpointId))
        queues.set(
          endpointId,
          drain(endpointId).finally(() => queues.delete(endpointId)),
        )
    return moved
  }

  /** Until nothing is due, for itself: an endpoint that hangs holds up nobody but itself. */
  async function drain(endpointId: string): Promise<void> {
    try {
      while (!stopped.signal.aborted && fence !== undefined) {
        const endpoint = (await listWebhookEndpoints(pool, scope)).find(
          (each) => each.endpointId === endpointId,
        )
        if (endpoint === undefined || endpoint.disabledAt !== null) return
        if ((await deliverDue(delivery, endpoint, await secretsOf(endpointId))) === 0) return
        if (endpoint.failingSince !== null) await rest(failingMs)
      }
    } catch (error) {
      // What was taken stays taken until somebody leads anew.
      fence = undefined
      log.warn('webhooks could not be delivered', { environment: scope.environment, error })
    }
  }

  async function secretsOf(endpointId: string): Promise<string[]> {
    const secrets = await readWebhookSecrets(pool, scope, clock.now())
    return secrets
      .filter((secret) => secret.endpointId === endpointId)
      .map(({ sealed }) => openWebhookSecret(parts.masterKey, sealed))
  }

  async function carefulTurn(): Promise<boolean> {
    try {
      return await turn()
    } catch (error) {
      fence = undefined
      if (error instanceof DispatchSuperseded) log.info('events were dispatched by another', { error })
      else log.warn('events could not be dispatched', { environment: scope.environment, error })
      return false
    }
  }

  function rest(ms: number): Promise<unknown> {
    return delay(ms, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined)
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      const more = await carefulTurn()
      if (!more) await rest(fence === undefined ? followMs : pollMs)
    }
  }
  const running = run()

  return {
    async close() {
      stopped.abort()
      await running
      // An attempt that hangs is not waited for: whoever leads next sends it again.
      await Promise.race([Promise.all(queues.values()), delay(stopMs, undefined, { ref: false })])
      await leads.release().catch(() => undefined)
    },
  }
}
