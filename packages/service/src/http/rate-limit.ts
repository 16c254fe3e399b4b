import type { Caller } from '../domain/scope.ts'
import type { Limits } from '../kernel/config.ts'
import { Refusal } from '../kernel/refusal.ts'
import { type Counted, openCounter } from './request-counter.ts'

const windowSeconds = 60
const hourSeconds = 3600

/** Contract section 9: what a minute holds, by key or by network address. */
export interface RateLimits {
  /** Counts a request of a live key; the headers for its answer. Refuses past the limit. */
  count(caller: Caller, address: string, isRecording: boolean): Promise<RateHeaders>
  /** Counts a call that can have a mail sent: by network address and hour for public keys, and by environment and day. */
  countMailing(caller: Caller, address: string): Promise<void>
  /** Counts a bad key from an address; past the limit it is refused as too many, whatever the key. */
  countFailure(address: string): Promise<void>
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
  const mailing = openCounter('mailing', limits.portalPerHour, hourSeconds)
  const mailingOfAll = openCounter('mailing_of_all', limits.portalPerDay, 24 * hourSeconds)

  return {
    async count(caller, address, isRecording) {
      const name = caller.keyType === 'public' ? 'address' : isRecording ? 'recording' : 'key'
      const { counter, points } = buckets[name]
      const owner = name === 'address' ? `${caller.environmentId} ${networkOf(address)}` : caller.keyId
      const counted = await counter.count(owner)
      const policy = `"${name}";q=${points};w=${windowSeconds}`
      const state = `"${name}";r=${counted.remaining};t=${Math.ceil(counted.msBeforeNext / 1000)}`
      if (counted.isOver) throw tooMany(counted, { 'RateLimit-Policy': policy, RateLimit: state })
      return { policy, state }
    },
    async countMailing(caller, address) {
      const ofNetwork =
        caller.keyType === 'public'
          ? await mailing.count(`${caller.environmentId} ${networkOf(address)}`)
          : undefined
      if (ofNetwork?.isOver === true) throw tooMany(ofNetwork, {})
      const ofAll = await mailingOfAll.count(String(caller.environmentId))
      if (ofAll.isOver) throw tooMany(ofAll, {})
    },
    async countFailure(address) {
      const counted = await failures.counter.count(networkOf(address))
      if (counted.isOver) throw tooMany(counted, {})
    },
  }
}

function tooMany({ msBeforeNext }: Counted, headers: Readonly<Record<string, string>>): Refusal {
  return new Refusal('rate_limited', 'There were too many requests in a short time.', {
    headers: { ...headers, 'Retry-After': String(Math.max(1, Math.ceil(msBeforeNext / 1000))) },
  })
}

/** An IPv6 subscriber has a whole /64: counting single addresses would count nothing. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  return [...groups, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':')
}
