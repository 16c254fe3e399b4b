import { type ConsentAnswer, consentAnswer } from '../domain/consent-answer.ts'
import { readRecordAddress, subjectId } from '../domain/public-id.ts'
import { standingOf } from '../domain/standing.ts'
import { decodeStanding, type StandingState } from '../domain/standing-decision.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { Uuid } from '../kernel/id.ts'
import { readReceipt } from '../ledger/receipt.ts'
import type { Place } from '../regimes/place.ts'
import type { Service } from '../service.ts'
import { readHistory, type StoredRecord } from '../store/histories.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import type { SubjectState } from '../store/subjects.ts'

/** Everything that is kept about one person, in the words of the API (GDPR Art. 15 and 20). */
export interface GatheredPerson {
  readonly subject: { readonly id: string; readonly ref: string | null }
  readonly decisions: readonly GatheredDecision[]
  readonly history: readonly (ConsentAnswer & { readonly context: unknown })[]
  /** Compact JWS, in the order of the history. */
  readonly receipts: readonly { readonly id: string; readonly jws: string }[]
}

export interface GatheredDecision {
  readonly purpose: string
  readonly version: number
  readonly status: string
  readonly allowed: boolean
  readonly decided_at: string
  readonly expires_at: string | null
}

const pageSize = 200

export async function gatherPerson(
  service: Service,
  environment: EnvironmentSettings,
  { routeKey, ref, state }: SubjectState,
  place: Place,
): Promise<GatheredPerson> {
  const id = subjectId(routeKey)
  const records: StoredRecord[] = []
  let before: Uuid | null = null
  for (;;) {
    const query = { routeKey, before, purpose: null, from: null, to: null, limit: pageSize }
    const page: StoredRecord[] = await readHistory(service.pool, environment.scope, query)
    records.push(...page)
    before = page.at(-1)?.recordId ?? null
    if (page.length < pageSize) break
  }
  const receipts = []
  for (const { payload } of records) {
    const address = readRecordAddress('rcp', payload.jti)
    const receipt = address && (await readReceipt(service, environment.scope, address))
    if (receipt?.kind === 'signed') receipts.push({ id: payload.jti, jws: receipt.jws })
  }
  return {
    subject: { id, ref },
    decisions: decisionsOf(environment, state, place, service.clock.now()),
    history: records.map(({ payload, context }) => ({
      ...consentAnswer(payload, ref ?? id),
      context: context === null ? null : withoutNonce(context),
    })),
    receipts,
  }
}

function decisionsOf(
  { catalogue, policies }: EnvironmentSettings,
  state: StandingState,
  place: Place,
  at: number,
): GatheredDecision[] {
  const policy = policies.resolve({ ...place, at })
  return [...catalogue.purposes.values()].flatMap((purpose) => {
    const text = Object.hasOwn(state, purpose.key) ? state[purpose.key] : undefined
    const decision = text === undefined ? undefined : decodeStanding(text)
    const standing = standingOf({ purpose, decision, policy, gpc: decision?.gpc ?? false, at })
    if (standing === undefined || decision === undefined) return []
    return [
      {
        purpose: purpose.key,
        version: decision.version,
        status: standing.status,
        allowed: standing.allowed,
        decided_at: toTimestamp(decision.decidedAt),
        expires_at: decision.expiresAt === null ? null : toTimestamp(decision.expiresAt),
      },
    ]
  })
}

/** The nonce is the key to a commitment, and says nothing about the person. */
function withoutNonce(context: string): unknown {
  const { nonce: _, ...rest } = JSON.parse(context) as Record<string, unknown>
  return rest
}
