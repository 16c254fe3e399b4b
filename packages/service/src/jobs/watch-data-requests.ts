import { changeStoredRequest, clockOf } from '../data-requests/keep-data-request.ts'
import { nextTick } from '../domain/data-request.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Service } from '../service.ts'
import { forgetOldArchives } from '../store/data-request-archives.ts'
import { type DataRequestAddress, findDataRequest, listTickingDataRequests } from '../store/data-requests.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import { environmentsInTime } from './environments-in-time.ts'
import type { JobContext } from './job-context.ts'

const atOnce = 500

/**
 * What is due soon, overdue, or was never proved: each becomes an entry of the ledger, and so an event. Told once,
 * however often and by however many servers this runs, since each change is made over the number it was decided on.
 */
export async function watchDataRequests({ service: everywhere, signal }: JobContext): Promise<void> {
  for (const { environment, service } of await environmentsInTime(everywhere)) {
    const { pool, clock } = service
    for (const address of await listTickingDataRequests(pool, environment.scope, clock.now(), atOnce)) {
      signal.throwIfAborted()
      while (await tickOnce(service, environment, address));
    }
    await forgetOldArchives(pool, environment.scope, clock.now())
  }
}

/** Whether there was something to tell: after a leap of the clock it was due soon, and is overdue. */
async function tickOnce(
  service: Service,
  environment: EnvironmentSettings,
  address: DataRequestAddress,
): Promise<boolean> {
  const found = await findDataRequest(service.pool, environment.scope, address)
  const tick = found && nextTick(found.request, clockOf(environment, found.request))
  if (tick === undefined || tick.at > service.clock.now()) return false
  const change = { action: tick.action, by: 'clock' } as const
  return await changeStoredRequest(service, environment, address, change).then(() => true, ignoreRefusal)
}

/** An operator was faster: what the clock had to tell is no longer so. */
function ignoreRefusal(error: unknown): false {
  if (error instanceof Refusal) return false
  throw error
}
