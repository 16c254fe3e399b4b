import { inTimeOf, type Service } from '../service.ts'
import type { EnvironmentSettings } from '../store/settings.ts'

/**
 * Every environment, with the service in its time. What is looked for by its time is looked for in one after the other,
 * since the clock of a test environment may be ahead. Read anew, so that a clock that was moved before this began counts.
 */
export async function environmentsInTime(
  service: Service,
): Promise<readonly { readonly environment: EnvironmentSettings; readonly service: Service }[]> {
  await service.settings.refresh()
  return [...service.settings.current.environments.values()].map((environment) => ({
    environment,
    service: inTimeOf(service, environment),
  }))
}
