import type { IncomingMessage } from 'node:http'
import { isLive } from '../domain/key.ts'
import type { Caller } from '../domain/scope.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { EnvironmentSettings, Settings } from '../store/settings.ts'
import { countHeader } from './request-fault.ts'

/** Who calls, in which environment, and which page may read the answer. */
export interface Access {
  readonly caller: Caller
  readonly environment: EnvironmentSettings
  /** The origin to echo in CORS headers; undefined: none. */
  readonly origin: string | undefined
}

const challenge = { 'WWW-Authenticate': 'Bearer' }

/** The table of contract section 2 (docs/contract.md), row by row; before anything else of the request is looked at. */
export function authenticate(
  request: IncomingMessage,
  rule: 'any' | 'secret',
  settings: Settings,
  now: number,
): Access {
  const key = readBearer(request)
  const found = settings.findKey(key)
  const environment = found && settings.environments.get(found.environmentId)
  if (found === undefined || environment === undefined || !isLive(found, now)) throw invalidKey()

  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  const caller: Caller = { ...environment.scope, keyType: found.keyType, keyId: found.keyId }
  if (caller.keyType === 'secret') {
    if (origin !== undefined || fetchSite !== undefined)
      throw new Refusal('secret_key_in_browser', 'A secret key was sent from a web page.')
    return { caller, environment, origin: undefined }
  }
  const allowed =
    found.allowedOrigins.length > 0 ? found.allowedOrigins : environment.catalogue.allowedOrigins
  if (origin !== undefined && !mayUse(origin, allowed, caller))
    throw new Refusal('origin_not_allowed', 'This page is not on the list of origins of this public key.')
  if (rule === 'secret')
    throw new Refusal('secret_key_required', 'This operation needs a secret key.', {
      headers: corsHeaders(origin),
    })
  return { caller, environment, origin }
}

function readBearer(request: IncomingMessage): string {
  if (/_(test|live)_asnt_/.test(request.url ?? ''))
    throw new Refusal('api_key_in_url', 'An API key stands in the URL.')
  const header = request.headers.authorization
  if (header === undefined)
    throw new Refusal('api_key_missing', 'There is no Authorization header.', { headers: challenge })
  if (countHeader(request.rawHeaders, 'authorization') > 1)
    throw new Refusal('bad_request', 'There are two Authorization headers.')
  const match = /^Bearer ([\x21-\x7e]+)$/i.exec(header)
  if (match?.[1] === undefined) throw invalidKey()
  return match[1]
}

/** One body for every way in which a key can be bad: nothing is to be learned from it. */
function invalidKey(): Refusal {
  return new Refusal('api_key_invalid', 'This API key is not valid here.', { headers: challenge })
}

/** An empty list means any page in `test`, and none in `live` (contract section 1, CORS). */
function mayUse(origin: string, allowed: readonly string[], caller: Caller): boolean {
  if (allowed.length === 0) return caller.environment === 'test'
  return allowed.some((entry) => matches(origin, entry))
}

/** `https://*.shop.example` stands for exactly one more label; all else is compared byte for byte. */
function matches(origin: string, entry: string): boolean {
  const star = entry.indexOf('://*.')
  if (star < 0) return origin === entry
  const [scheme, rest] = [entry.slice(0, star + 3), entry.slice(star + 4)]
  if (!origin.startsWith(scheme) || !origin.endsWith(rest)) return false
  return /^[A-Za-z0-9-]+$/.test(origin.slice(scheme.length, origin.length - rest.length))
}

const exposed =
  'Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, ETag, Content-Language'

/** For an answer that a page at `origin` may read: the exact origin, never credentials. */
export function corsHeaders(origin: string | undefined): Readonly<Record<string, string>> {
  if (origin === undefined) return { Vary: 'Origin' }
  return { 'Access-Control-Allow-Origin': origin, Vary: 'Origin', 'Access-Control-Expose-Headers': exposed }
}

/** What a browser is told before it sends the key: nothing is decided yet, so every origin hears the same. */
export function preflightHeaders(
  origin: string | undefined,
  methods: string,
): Readonly<Record<string, string>> {
  return {
    'Access-Control-Allow-Origin': origin ?? '*',
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, Subject-Token',
    'Access-Control-Max-Age': '7200',
    Vary: 'Origin',
  }
}
