import { type RecordedConfirmation, withPrefix } from '@assent/evidence'
import { toTimestamp } from '../kernel/clock.ts'
import { contentHash, type RouteKey, type Uuid } from '../kernel/id.ts'
import type { Catalogue } from './catalogue.ts'
import { decisionTime } from './consent-answer.ts'
import type { ProvedBy, Source } from './decision.ts'
import { type PreferencePayload, preferenceAnswer } from './preference-answer.ts'
import type { PreferenceTemplate, PreferenceValue } from './preference-template.ts'
import { recordPublicId, subjectId } from './public-id.ts'
import type { Environment } from './scope.ts'
import type { StandingState } from './standing-decision.ts'
import { encodePreference, type PreferenceStatus, preferenceMember } from './standing-preference.ts'
import { withdrawalAddress } from './withdrawal.ts'

/** One topic, or one channel of it, set to a value that the template allows. */
export interface SetPreference {
  readonly key: string
  readonly channel: string | null
  readonly value: PreferenceValue
  readonly status: PreferenceStatus
  /** Unix ms: when the mailbox was proved; null where that was not asked for. */
  readonly confirmedAt: number | null
}

/** What a preference record is made from. */
export interface PreferenceFacts {
  readonly environment: Environment
  readonly issuer: string
  readonly catalogue: Catalogue
  /** The version that people were shown: for a confirmation, that of the sign-up. */
  readonly template: PreferenceTemplate
  readonly preferences: readonly SetPreference[]
  readonly language: string | null
  readonly source: Source
  /** `nobody`: asked for in the name of a mailbox, and not in force before it is confirmed. */
  readonly provedBy: ProvedBy | 'unsubscribe_link' | 'nobody'
  readonly confirmation: RecordedConfirmation | null
  /** What is kept beside the evidence, and can be erased without it. */
  readonly context: Readonly<Record<string, unknown>> | null
  readonly recordId: Uuid
  readonly nonce: string
  readonly contextNonce: string
  /** Unix ms. */
  readonly occurredAt: number
  readonly recordedAt: number
}

/** A preference record before the ledger gives it its number. */
export interface PreferenceRecord {
  readonly statePatch: StandingState
  readonly context: string | null
  payload(subjectKey: RouteKey, seq: number): string
  answer(subjectKey: RouteKey, ref: string): string
}

/** Pure: the same facts make the same record, byte for byte. */
export function makePreferenceRecord(facts: PreferenceFacts): PreferenceRecord {
  // Short values must not be guessable from the hash, neither by the holder of the receipt nor once they are erased.
  const context =
    facts.context === null ? null : JSON.stringify({ nonce: facts.contextNonce, ...facts.context })
  return {
    context,
    statePatch: patchOf(facts),
    payload: (subjectKey, seq) => JSON.stringify(payloadOf(facts, context, subjectKey, seq)),
    answer: (subjectKey, ref) =>
      JSON.stringify(preferenceAnswer(payloadOf(facts, context, subjectKey, 0), ref)),
  }
}

function patchOf({
  preferences,
  template,
  recordId,
  occurredAt,
  recordedAt,
}: PreferenceFacts): StandingState {
  const decidedAt = decisionTime(occurredAt, recordedAt)
  return Object.fromEntries(
    preferences.map((set) => [
      preferenceMember(set.status, set),
      encodePreference({
        value: set.value,
        templateVersion: template.version,
        decidedAt,
        confirmedAt: set.confirmedAt,
        recordId,
      }),
    ]),
  )
}

/** Members in the canonical order (a test compares with the evidence package). */
function payloadOf(
  facts: PreferenceFacts,
  context: string | null,
  subjectKey: RouteKey,
  seq: number,
): PreferencePayload {
  const { controller } = facts.catalogue
  const id = recordPublicId('prf', { routeKey: subjectKey, recordId: facts.recordId })
  return {
    iss: facts.issuer,
    jti: withPrefix('rcp', id),
    sub: subjectId(subjectKey),
    nonce: facts.nonce,
    ver: 'assent-receipt/1',
    env: facts.environment,
    record: {
      id,
      kind: 'preference',
      seq,
      recorded_at: toTimestamp(facts.recordedAt),
      occurred_at: toTimestamp(facts.occurredAt),
    },
    controller: { id: controller.id, version: controller.version, sha256: controller.sha256 },
    language: facts.language,
    template: { version: facts.template.version, sha256: facts.template.sha256 },
    preferences: facts.preferences.map(({ key, channel, value, status, confirmedAt }) => ({
      key,
      channel,
      value,
      status,
      confirmed_at: confirmedAt === null ? null : toTimestamp(confirmedAt),
    })),
    collection: { source: facts.source, proved_by: facts.provedBy },
    confirmation: facts.confirmation,
    context_sha256: context === null ? null : contentHash(context),
    withdrawal: { uri: withdrawalAddress(controller) },
  }
}
