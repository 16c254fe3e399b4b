import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../kernel/config.ts'
import { refuseInvalid } from '../kernel/refusal.ts'
import { type Place, parsePlace } from '../regimes/place.ts'

/** Of a request, what tells where it came from. */
interface FromSomewhere {
  readonly headers: IncomingHttpHeaders
  /** Whether a trusted proxy handed it on. */
  readonly isProxied: boolean
}

/**
 * Where the person is: as the request says, else as the operator's geo header says, else unknown (contract
 * section 1). `prefix` stands before the members' names in issues: `query.` or nothing.
 */
export function placeOf(
  config: Pick<Config, 'geoHeader'>,
  call: FromSomewhere,
  given: { readonly country?: string | null | undefined; readonly region?: string | null | undefined },
  prefix: '' | 'query.',
): Place {
  if (given.country == null && given.region == null) return placeOfHeader(config, call)
  const parsed = parsePlace(given.country, given.region)
  if ('place' in parsed) return parsed.place
  throw refuseInvalid(parsed.issues.map((issue) => ({ ...issue, path: prefix + issue.path })))
}

/** A proxy that does not know says so in its own way (XX, T1, empty): that is no fault of the caller. */
function placeOfHeader(
  { geoHeader }: Pick<Config, 'geoHeader'>,
  { headers, isProxied }: FromSomewhere,
): Place {
  // Anybody can write the header; only what the operator's own proxy passes on counts.
  const value = geoHeader === undefined || !isProxied ? undefined : headers[geoHeader]
  if (typeof value !== 'string') return { country: null, region: null }
  const parsed = parsePlace(value, null)
  return 'place' in parsed ? parsed.place : { country: null, region: null }
}
