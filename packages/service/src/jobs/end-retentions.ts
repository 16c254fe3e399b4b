import { endRetention } from '../ledger/erase-subject.ts'
import { listEndedEvidence } from '../store/erase-rows.ts'
import { environmentsInTime } from './environments-in-time.ts'
import type { JobContext } from './job-context.ts'

const atOnce = 500

/** Each is a transaction of its own: what a stop leaves over, the next hour takes. */
export async function endRetentions({ service: everywhere, signal }: JobContext): Promise<void> {
  for (const { environment, service } of await environmentsInTime(everywhere)) {
    const { pool, clock } = service
    for (const key of await listEndedEvidence(pool, environment.scope, clock.now(), atOnce)) {
      if (signal.aborted) return
      await endRetention(service, environment, key)
    }
  }
}
