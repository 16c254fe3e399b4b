import { changeStoredRequest, clockOf } from '../data-requests/keep-data-request.ts'
import { nextTick } from '../domain/data-request.ts'
import { Refusal } from '../kernel/refusal.ts'
import { forgetOldArchives } from '../store/data-request-archives.ts'
import { findDataRequest, listTickingDataRequests } from '../store/data-requests.ts'
import type { JobContext } from './job-context.ts'

const atOnce = 500

/**
 * What is due soon, overdue, or was never proved: each becomes an entry of the ledger, and so an event. Told once,
 * however often and by however many servers this runs, since each change is made over the number it was decided on.
 */
export async function watchDataRequests({ service, signal }: JobContext): Promise<void> {
  const { pool, clock, settings } = service
  const ticking = await listTickingDataRequests(pool, clock.now(), atOnce)
  for (const { environmentId, ...address } of ticking) {
    signal.throwIfAborted()
    const environment = settings.current.environments.get(environmentId)
    const found = environment && (await findDataRequest(pool, environment.scope, address))
    if (environment === undefined || found === undefined) continue
    const tick = nextTick(found.request, clockOf(environment, found.request))
    if (tick === undefined || tick.at > clock.now()) continue
    await changeStoredRequest(service, environment, address, { action: tick.action, by: 'clock' }).catch(
      ignoreRefusal,
    )
  }
  await forgetOldArchives(pool, clock.now())
}

/** An operator was faster: what the clock had to tell is no longer so. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
