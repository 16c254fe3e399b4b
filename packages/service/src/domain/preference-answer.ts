import type { PreferenceBody, ReceiptHead } from '@assent/evidence'
import type { Uuid } from '../kernel/id.ts'
import { decisionTime } from './consent-answer.ts'
import type { PreferenceValue } from './preference-template.ts'
import type { StandingState } from './standing-decision.ts'
import { encodePreference, preferenceMember } from './standing-preference.ts'

/** The evidence of a preference record: what its receipt signs. */
export type PreferencePayload = ReceiptHead<'preference'> & PreferenceBody

/** A preference record on the wire: endpoint 3's answer. */
export interface PreferenceAnswer {
  readonly id: string
  /** The id is null where nobody has proved the mailbox yet. */
  readonly subject: { readonly id: string | null; readonly ref: string }
  readonly environment: string
  readonly status: 'active' | 'pending_confirmation'
  readonly preferences: readonly AnsweredPreference[]
  readonly language: string | null
  readonly source: string
  readonly occurred_at: string
  readonly recorded_at: string
  readonly receipt: { readonly id: string; readonly url: string } | null
}

export interface AnsweredPreference {
  readonly key: string
  readonly channel: string | null
  readonly value: PreferenceValue
  readonly status: 'active' | 'pending'
  readonly template_version: number
}

/** Read off the evidence itself, so that an answer and a receipt can never say different things. */
export function preferenceAnswer(payload: PreferencePayload, ref: string): PreferenceAnswer {
  const { record, template, preferences } = payload
  return {
    id: record.id,
    subject: { id: payload.sub, ref },
    environment: payload.env,
    status: preferences.some(({ status }) => status === 'pending') ? 'pending_confirmation' : 'active',
    preferences: preferences.map(({ key, channel, value, status }) => ({
      key,
      channel,
      value,
      status,
      template_version: template.version,
    })),
    language: payload.language,
    source: payload.collection.source,
    occurred_at: record.occurred_at,
    recorded_at: record.recorded_at,
    receipt: { id: payload.jti, url: `/v1/receipts/${payload.jti}` },
  }
}

/** What a record changes in a person's state. */
export function preferenceState(payload: PreferencePayload, recordId: Uuid): StandingState {
  const { occurred_at, recorded_at } = payload.record
  const decidedAt = decisionTime(Date.parse(occurred_at), Date.parse(recorded_at))
  return Object.fromEntries(
    payload.preferences.map((set) => [
      preferenceMember(set.status, set),
      encodePreference({
        value: set.value,
        templateVersion: payload.template.version,
        decidedAt,
        confirmedAt: set.confirmed_at === null ? null : Date.parse(set.confirmed_at),
        recordId,
      }),
    ]),
  )
}
