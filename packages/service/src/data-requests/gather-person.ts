import { type ConsentAnswer, consentAnswer } from '../domain/consent-answer.ts'
import { readRecordAddress, recordPublicId } from '../domain/public-id.ts'
import { standingOf } from '../domain/standing.ts'
import { decodeStanding, type StandingState } from '../domain/standing-decision.ts'
import { listPreferences } from '../domain/standing-preference.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import { readSubject } from '../ledger/read-subject.ts'
import { readReceipt } from '../ledger/receipt.ts'
import type { Place } from '../regimes/place.ts'
import type { Service } from '../service.ts'
import { readHistory, type StoredRecord } from '../store/histories.ts'
import { type PersonalRecord, readPersonalRecords } from '../store/personal-records.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import type { SubjectState } from '../store/subjects.ts'

/** Everything that is kept about one person, in the words of the API (GDPR Art. 15 and 20). */
export interface GatheredPerson {
  readonly subject: {
    readonly id: string
    readonly ref: string | null
    readonly refs: readonly string[]
    readonly metadata: Readonly<Record<string, string>>
    readonly created_at: string
  }
  readonly identifiers: readonly {
    readonly type: string
    readonly value: string
    readonly verified: boolean
    readonly added_at: string
  }[]
  readonly decisions: readonly GatheredDecision[]
  readonly preferences: ReturnType<typeof listPreferences>
  readonly history: readonly (ConsentAnswer & { readonly context: unknown })[]
  /** Records of other kinds, as the ledger has them. */
  readonly records: readonly { readonly kind: string; readonly payload: unknown }[]
  /** Compact JWS of every record that has one. */
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

export async function gatherPerson(
  service: Service,
  environment: EnvironmentSettings,
  { routeKey, state }: SubjectState,
  place: Place,
): Promise<GatheredPerson> {
  const { pool } = service
  const { scope } = environment
  const profile = await readSubject(pool, service, environment, routeKey)
  const history = await readWholeHistory(service, environment, profile.members)
  const others = (
    await Promise.all(profile.members.map((member) => readPersonalRecords(pool, scope, member)))
  ).flat()
  const receipts = await readReceipts(service, environment, [
    ...history.map(({ payload }) => payload.jti),
    ...others.flatMap((record) => receiptOf(profile.members, record)),
  ])
  return {
    subject: {
      id: profile.id,
      ref: profile.ref,
      refs: profile.refs,
      metadata: profile.metadata,
      created_at: toTimestamp(profile.createdAt),
    },
    identifiers: profile.identifiers.map(({ addedAt, ...identifier }) => ({
      ...identifier,
      added_at: toTimestamp(addedAt),
    })),
    decisions: decisionsOf(environment, state, place, service.clock.now()),
    preferences: listPreferences(state),
    history: history.map(({ payload, context }) => ({
      ...consentAnswer(payload, profile.ref ?? profile.id),
      context: context === null ? null : withoutNonce(context),
    })),
    records: others.map(({ kind, payload }) => ({ kind, payload: JSON.parse(payload) as unknown })),
    receipts,
  }
}

const pageSize = 200

async function readWholeHistory(
  { pool }: Service,
  { scope }: EnvironmentSettings,
  routeKeys: readonly RouteKey[],
): Promise<StoredRecord[]> {
  const records: StoredRecord[] = []
  let before: Uuid | null = null
  for (;;) {
    const query = { routeKeys, before, purpose: null, from: null, to: null, limit: pageSize }
    const page: StoredRecord[] = await readHistory(pool, scope, query)
    records.push(...page)
    before = page.at(-1)?.recordId ?? null
    if (page.length < pageSize) return records
  }
}

async function readReceipts(
  service: Service,
  { scope }: EnvironmentSettings,
  ids: readonly string[],
): Promise<GatheredPerson['receipts']> {
  const receipts = []
  for (const id of ids) {
    const address = readRecordAddress('rcp', id)
    const receipt = address && (await readReceipt(service, scope, address))
    if (receipt?.kind === 'signed') receipts.push({ id, jws: receipt.jws })
  }
  return receipts
}

/** Beside consent, preferences alone have receipts. */
function receiptOf(members: readonly RouteKey[], { kind, recordId, payload }: PersonalRecord): string[] {
  if (kind !== 'preference') return []
  const { jti } = JSON.parse(payload) as { readonly jti?: string }
  return members.map((routeKey) => recordPublicId('rcp', { routeKey, recordId })).filter((id) => id === jti)
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
