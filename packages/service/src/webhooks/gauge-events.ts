import type { LogScope } from '../log/announce.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Pool } from '../store/db.ts'
import { readLogCursor } from '../store/log-cursors.ts'
import { findLogHead } from '../store/log-heads.ts'
import type { SettingsFeed } from '../store/settings.ts'
import { listWebhookEndpoints } from '../store/webhook-endpoints.ts'

/** How far behind webhooks are, asked of the database when somebody scrapes. */
export function gaugeEvents(
  metrics: Metrics,
  { pool, settings }: { readonly pool: Pool; readonly settings: SettingsFeed },
): void {
  const eachEnvironment = (read: (scope: LogScope) => Promise<number>) => async () => {
    const values = [...settings.current.environments.values()].map(
      async ({ scope, routing }) => [scope.environment, await read({ ...scope, routing })] as const,
    )
    return Object.fromEntries(await Promise.all(values))
  }
  metrics.gauge(
    'assent_events_waiting',
    'Entries of the log that the dispatcher has not read yet; 0 where there is no webhook endpoint.',
    eachEnvironment((scope) => countWaiting(pool, scope)),
  )
  metrics.gauge(
    'assent_webhook_endpoints_failing',
    'Webhook endpoints whose last delivery did not get through, or that are disabled.',
    eachEnvironment(async (scope) => {
      const endpoints = await listWebhookEndpoints(pool, scope)
      return endpoints.filter(({ failingSince, disabledAt }) => failingSince !== null || disabledAt !== null)
        .length
    }),
  )
}

async function countWaiting(pool: Pool, scope: LogScope): Promise<number> {
  if ((await listWebhookEndpoints(pool, scope)).length === 0) return 0
  const cursor = (await readLogCursor(pool, scope)) ?? { generation: 0, index: 0 }
  const head = await findLogHead(pool, { ...scope, generation: cursor.generation })
  return Math.max(0, (head?.size ?? 0) - cursor.index)
}
