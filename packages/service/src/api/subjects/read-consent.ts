import { withPrefix } from '@assent/evidence'
import { z } from 'zod'
import { recordPublicId, subjectId } from '../../domain/public-id.ts'
import { type Standing, standingOf } from '../../domain/standing.ts'
import {
  findPlace,
  findStanding,
  type StandingDecision,
  type StandingState,
} from '../../domain/standing-decision.ts'
import { pastTime } from '../../http/claimed-time.ts'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { findSubject } from '../../http/find-subject.ts'
import { policyOfSubject } from '../../http/policy-of-subject.ts'
import { booleanQuery, placeQuery, timeValue } from '../../http/request-values.ts'
import { accessSubject, subjectTokenRefusals } from '../../http/subject-access.ts'
import { toTimestamp } from '../../kernel/clock.ts'
import type { RouteKey, Uuid } from '../../kernel/id.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { replayState } from '../../ledger/replay-state.ts'
import type { Service } from '../../service.ts'
import type { SubjectState } from '../../store/subjects.ts'
import { readConsentAnswer, readConsentExample } from './read-consent-answer.ts'

const params = z.strictObject({ ref: z.string() })

const query = z.strictObject({
  purpose: z
    .union([z.string(), z.array(z.string()).max(50)])
    .transform((value) => (typeof value === 'string' ? [value] : value))
    .optional()
    .describe('Only these purposes; repeatable.'),
  at: timeValue.optional().describe('The answer as it was at this time.'),
  gpc: booleanQuery.optional().describe('Whether the browser sends Global Privacy Control now.'),
  ...placeQuery('of the last record, else the strictest rules'),
})

type Params = z.output<typeof params>
type Query = z.output<typeof query>
type ReadCall = Call<Params, Query, undefined>

export const readConsent: Recipe<Params, Query, undefined> = {
  operationId: 'readConsent',
  tag: 'Subjects',
  summary: "Read a subject's consent",
  description:
    'For every purpose of the catalogue: what the person decided, whether you may process for it now, and why. Expiry, new versions, the law of the place and Global Privacy Control are all counted in.',
  params,
  query,
  answers: {
    200: {
      description: 'Where every purpose stands.',
      schema: readConsentAnswer,
      example: readConsentExample,
    },
  },
  refuses: ['subject_not_found', 'subject_erased', 'purpose_not_found', ...subjectTokenRefusals],
  async run(service, call) {
    const now = service.clock.now()
    const { ref } = await accessSubject(call, service.realClock.now(), {
      ref: call.params.ref,
      path: 'path.ref',
      scope: 'consent:read',
    })
    const at = call.query.at === undefined ? undefined : pastTime(call.query.at, now)
    const routeKey = call.environment.routing.subject(ref)
    const subject = await findSubject(service, call, ref)
    const state = await stateOf(service, call, subject, at)
    return {
      status: 200,
      body: JSON.stringify(describe(service, call, { at, now, state, routeKey, subject })),
    }
  },
}

async function stateOf(
  service: Service,
  call: ReadCall,
  subject: SubjectState | undefined,
  at: number | undefined,
): Promise<StandingState> {
  if (subject === undefined) return {}
  return at === undefined
    ? subject.state
    : await replayState(service.pool, call.caller, subject.routeKey, { until: at })
}

interface Found {
  readonly at: number | undefined
  readonly now: number
  readonly state: StandingState
  readonly routeKey: RouteKey
  readonly subject: SubjectState | undefined
}

function describe(service: Service, call: ReadCall, found: Found): z.output<typeof readConsentAnswer> {
  const { state, subject } = found
  const at = found.at ?? found.now
  const lastPlace = findPlace(state)
  const { policy, matchedBy } = policyOfSubject(service, call, lastPlace, at)
  const gpc = call.query.gpc ?? (call.headers['sec-gpc'] === '1' || lastPlace?.gpc === true)
  const holder = subject?.routeKey ?? found.routeKey
  const idOf = recordIds(holder)
  const purposes: Record<string, ReturnType<typeof describeStanding>> = {}
  for (const purpose of selectPurposes(call)) {
    const decision = findStanding(state, purpose.key)
    const standing = standingOf({ purpose, decision, policy, gpc, at })
    if (standing !== undefined) purposes[purpose.key] = describeStanding(standing, idOf)
  }
  return {
    subject: { id: subjectId(holder), ref: call.params.ref },
    as_of: toTimestamp(at),
    policy: {
      regime: policy.regime,
      model: policy.model,
      country: policy.country,
      region: policy.region,
      matched_by: matchedBy,
    },
    purposes,
  }
}

function selectPurposes({ environment, query: { purpose } }: ReadCall) {
  const { purposes } = environment.catalogue
  if (purpose === undefined) return [...purposes.values()]
  return purpose.map((key) => {
    const found = purposes.get(key)
    if (found === undefined)
      throw new Refusal('purpose_not_found', 'The catalogue has no purpose of this name.')
    return found
  })
}

/** Most purposes were decided in one record: its id is spelled once. */
function recordIds(holder: RouteKey): (decision: StandingDecision) => string {
  const known = new Map<Uuid, string>()
  return ({ recordId, subjectKey }) => {
    const id = known.get(recordId) ?? recordPublicId('cns', { routeKey: subjectKey ?? holder, recordId })
    known.set(recordId, id)
    return id
  }
}

function describeStanding(
  standing: Standing,
  idOf: (decision: StandingDecision) => string,
): z.output<typeof readConsentAnswer>['purposes'][string] {
  const { decision, version } = standing
  const record = decision === undefined ? null : idOf(decision)
  return {
    status: standing.status,
    allowed: standing.allowed,
    reason: standing.reason,
    version: decision?.version ?? null,
    current_version: version.version,
    needs_renewal: standing.needsRenewal,
    legal_basis: version.legal_basis,
    decided_at: decision === undefined ? null : toTimestamp(decision.decidedAt),
    expires_at:
      decision === undefined || decision.expiresAt === null ? null : toTimestamp(decision.expiresAt),
    record,
    receipt: record && withPrefix('rcp', record),
  }
}
