import { readLink } from '../domain/data-request-link.ts'
import { inTimeOf, type Service } from '../service.ts'
import { findDataRequest, listDataRequestsFrom, type StoredDataRequest } from '../store/data-requests.ts'
import type { EnvironmentSettings } from '../store/settings.ts'

/** What the link of a mailbox leads to. */
export interface LinkedRequests {
  readonly environment: EnvironmentSettings
  /** All that came from the mailbox, the newest first. */
  readonly requests: readonly StoredDataRequest[]
}

const shownForMs = 365 * 86_400_000

/** Undefined for whatever is no link of ours. Those that ended a year ago are not shown any more. */
export async function findByLink(service: Service, token: string): Promise<LinkedRequests | undefined> {
  const { settings, pool } = service
  for (const environment of settings.current.environments.values()) {
    const target = readLink(environment.routing, 'mailbox', token)
    if (target === undefined) continue
    const requests = await listDataRequestsFrom(pool, environment.scope, target.routeKey)
    const since = inTimeOf(service, environment).clock.now() - shownForMs
    const shown = requests.filter(({ request: { closedAt } }) => closedAt === null || closedAt > since)
    return shown.length === 0 ? undefined : { environment, requests: shown }
  }
  return undefined
}

/** The request that the link of an archive belongs to. */
export async function findArchiveByLink(
  { settings, pool }: Pick<Service, 'settings' | 'pool'>,
  token: string,
): Promise<{ readonly environment: EnvironmentSettings; readonly stored: StoredDataRequest } | undefined> {
  for (const environment of settings.current.environments.values()) {
    const target = readLink(environment.routing, 'archive', token)
    const stored = target && (await findDataRequest(pool, environment.scope, target))
    if (stored !== undefined) return { environment, stored }
  }
  return undefined
}
