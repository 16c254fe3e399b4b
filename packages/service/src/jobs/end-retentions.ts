import { endRetention } from '../ledger/erase-subject.ts'
import { listEndedEvidence } from '../store/erase-rows.ts'
import type { JobContext } from './job-context.ts'

const atOnce = 500

/** Each is a transaction of its own: what a stop leaves over, the next hour takes. */
export async function endRetentions({ service, signal }: JobContext): Promise<void> {
  const { pool, clock, settings } = service
  for (const { environmentId, key } of await listEndedEvidence(pool, clock.now(), atOnce)) {
    if (signal.aborted) return
    const environment = settings.current.environments.get(environmentId)
    if (environment !== undefined) await endRetention(service, environment, key)
  }
}
