import { decodeSecGpc, type GpcSource } from '@assent/signals'
import type { Policy } from '../../domain/policy.ts'
import { findPlace, type StandingState } from '../../domain/standing-decision.ts'
import { pastTime } from '../../http/claimed-time.ts'
import type { Call } from '../../http/endpoint.ts'
import { findSubject } from '../../http/find-subject.ts'
import { policyOfSubject } from '../../http/policy-of-subject.ts'
import { accessSubject, subjectTokenRefusals } from '../../http/subject-access.ts'
import type { RouteKey } from '../../kernel/id.ts'
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts'
import { replayState } from '../../ledger/replay-state.ts'
import type { Service } from '../../service.ts'
import type { HeldVendorList } from '../../signals/held-list.ts'

interface SignalQuery {
  readonly ref?: string | undefined
  readonly country?: string | undefined
  readonly region?: string | undefined
  readonly gpc?: boolean | undefined
  readonly at?: string | undefined
}

export type SignalCall = Call<undefined, SignalQuery, undefined>

/** Whom a signal is about, where they are, and what their browser says. */
export interface SignalPerson {
  /** Undefined where nobody is named. */
  readonly ref: string | undefined
  /** Of the person's row; undefined for somebody unknown. */
  readonly holder: RouteKey | undefined
  readonly state: StandingState
  readonly policy: Policy
  readonly gpc: { readonly value: boolean | null; readonly source: GpcSource | null }
  /** Unix ms: now, or the time that was asked about. */
  readonly at: number
  /** The newest vendor list of that time; null for now. */
  readonly latest: HeldVendorList | null
}

/** What `readSignalPerson` refuses with. */
export const signalPersonRefusals = [
  'subject_not_found',
  'subject_erased',
  'secret_key_required',
  ...subjectTokenRefusals,
] as const satisfies readonly RefusalCode[]

/** The secret key's 404, the public key's undecided: to a page the unknown and the undecided look alike. */
export async function readSignalPerson(service: Service, call: SignalCall): Promise<SignalPerson> {
  const now = service.clock.now()
  const { query, environment, caller } = call
  if (query.at !== undefined && caller.keyType === 'public')
    throw new Refusal('secret_key_required', 'Only a secret key may ask about another time than now.')
  const at = query.at === undefined ? undefined : pastTime(query.at, now)
  if (query.ref === undefined)
    return describe(service, call, { at: at ?? now, state: {}, holder: undefined, latest: null })
  const { ref } = await accessSubject(call, service.realClock.now(), {
    ref: query.ref,
    path: 'query.ref',
    scope: 'consent:read',
  })
  const subject = await findSubject(service, call, ref)
  const holder = subject?.routeKey
  if (subject === undefined || at === undefined)
    return describe(service, call, { at: at ?? now, state: subject?.state ?? {}, holder, latest: null })
  const { lists } = environment.catalogue.signals
  const [state, latest] = await Promise.all([
    replayState(service.pool, caller, subject.routeKey, { until: at }),
    service.lists.vendorListAt(lists, at),
  ])
  return describe(service, call, { at, state, holder, latest: latest ?? null })
}

function describe(
  service: Service,
  call: SignalCall,
  found: Pick<SignalPerson, 'at' | 'state' | 'holder' | 'latest'>,
): SignalPerson {
  const lastPlace = findPlace(found.state)
  const { policy } = policyOfSubject(service, call, lastPlace, found.at)
  return { ...found, ref: call.query.ref, policy, gpc: gpcOf(call, lastPlace?.gpc === true) }
}

/** What is said now goes before what was recorded. Nothing said is unknown, not false. */
function gpcOf({ caller, headers, query }: SignalCall, isRecorded: boolean): SignalPerson['gpc'] {
  if (query.gpc !== undefined) return { value: query.gpc, source: 'request' }
  const header = headers['sec-gpc']
  // A server may pass headers on that are not the person's.
  if (caller.keyType === 'public' && decodeSecGpc(typeof header === 'string' ? header : null) === true)
    return { value: true, source: 'request' }
  return isRecorded ? { value: true, source: 'record' } : { value: null, source: null }
}
