import type { Policy } from '../domain/policy.ts'
import type { StandingPlace } from '../domain/standing-decision.ts'
import type { Service } from '../service.ts'
import type { Call } from './endpoint.ts'
import { placeOf } from './place.ts'

interface PlaceQuery {
  readonly country?: string | undefined
  readonly region?: string | undefined
}

/**
 * The law that counts for a person: of the place named in the request; else, for a page, of where the proxy says that
 * the browser is; else of the last record; else the strictest. Where a server is says nothing of whom it asks about.
 */
export function policyOfSubject(
  service: Pick<Service, 'config'>,
  call: Pick<
    Call<unknown, PlaceQuery, unknown>,
    'caller' | 'environment' | 'headers' | 'isProxied' | 'query'
  >,
  lastPlace: StandingPlace | undefined,
  at: number,
): { readonly policy: Policy; readonly matchedBy: Policy['matchedBy'] } {
  const { policies } = call.environment
  const isServer = call.caller.keyType === 'secret'
  const place = placeOf(isServer ? { geoHeader: undefined } : service.config, call, call.query, 'query.')
  if (place.country === null && lastPlace !== undefined && lastPlace.country !== null) {
    const policy = policies.resolve({ country: lastPlace.country, region: lastPlace.region, at })
    return { policy, matchedBy: 'last_record' }
  }
  const policy = policies.resolve({ ...place, at })
  return { policy, matchedBy: policy.matchedBy }
}
