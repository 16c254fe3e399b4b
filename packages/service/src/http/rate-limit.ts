import type { Caller } from '../domain/scope.ts'
import type { Limits } from '../kernel/config.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Mailing } from './endpoint.ts'
import { subscriberOf } from './network.ts'
import { type Counted, openCounter, type RequestCounter } from './request-counter.ts'

const windowSeconds = 60
const hourSeconds = 3600

/** Contract section 9: what a minute holds, by key or by network address. */
export interface RateLimits {
  /** Counts a request of a live key; the headers for its answer. Refuses past the limit. */
  count(caller: Caller, address: string, isRecording: boolean): Promise<RateHeaders>
  /** Counts a call that can have a mail sent, so that no form is a cannon. */
  countMailing(about: Mailing, caller: Caller, address: string): Promise<void>
  /** The same for a form of ours about a data request, which has no key. */
  countUnproved(address: string): Promise<void>
  /** Counts a bad key from an address; past the limit it is refused as too many, whatever the key. */
  countFailure(address: string): Promise<void>
  /** Counts a page that somebody without a key looks at; as many as public keys may ask for. */
  countPage(address: string): Promise<void>
}

export interface RateHeaders {
  readonly policy: string
  readonly state: string
}

export function openRateLimits(limits: Limits): RateLimits {
  const perMinute = (name: string, points: number) => ({
    counter: openCounter(name, points, windowSeconds),
    points,
  })
  const buckets = {
    // A public key stands in every page, so its minute is counted by visitor.
    address: perMinute('address', limits.publicPerMinute),
    key: perMinute('key', limits.secretPerMinute),
    recording: perMinute('recording', limits.recordingPerMinute),
  } as const
  const failures = perMinute('failures', limits.authFailuresPerMinute)
  const requestsOfNetwork = openCounter('requests_of_network', limits.portalPerHour, hourSeconds)
  const requestsOfAll = openCounter('requests_of_all', limits.portalPerDay, 24 * hourSeconds)
  const pages = openCounter('pages', limits.publicPerMinute, windowSeconds)
  const mailsOfNetwork = openCounter('mails_of_network', limits.mailsPerAddressPerHour, hourSeconds)
  const mailsOfKey = openCounter('mails_of_key', limits.mailsPerKeyPerHour, hourSeconds)

  async function countIn(counter: RequestCounter, owner: string): Promise<void> {
    const counted = await counter.count(owner)
    if (counted.isOver) throw tooMany(counted, {})
  }

  return {
    countFailure: (address) => countIn(failures.counter, subscriberOf(address)),
    countPage: (address) => countIn(pages, subscriberOf(address)),
    async count(caller, address, isRecording) {
      const name = caller.keyType === 'public' ? 'address' : isRecording ? 'recording' : 'key'
      const { counter, points } = buckets[name]
      const owner = name === 'address' ? `${caller.environmentId} ${subscriberOf(address)}` : caller.keyId
      const counted = await counter.count(owner)
      const policy = `"${name}";q=${points};w=${windowSeconds}`
      const state = `"${name}";r=${counted.remaining};t=${Math.ceil(counted.msBeforeNext / 1000)}`
      if (counted.isOver) throw tooMany(counted, { 'RateLimit-Policy': policy, RateLimit: state })
      return { policy, state }
    },
    async countUnproved(address) {
      await countIn(requestsOfNetwork, subscriberOf(address))
      await countIn(requestsOfAll, 'pages')
    },
    async countMailing(about, caller, address) {
      const isPublic = caller.keyType === 'public'
      const network = `${caller.environmentId} ${subscriberOf(address)}`
      if (about === 'data_request') {
        if (isPublic) await countIn(requestsOfNetwork, network)
        await countIn(requestsOfAll, String(caller.environmentId))
      } else if (isPublic) {
        await countIn(mailsOfNetwork, network)
        await countIn(mailsOfKey, caller.keyId)
      }
    },
  }
}

function tooMany({ msBeforeNext }: Counted, headers: Readonly<Record<string, string>>): Refusal {
  return new Refusal('rate_limited', 'There were too many requests in a short time.', {
    headers: { ...headers, 'Retry-After': String(Math.max(1, Math.ceil(msBeforeNext / 1000))) },
  })
}
