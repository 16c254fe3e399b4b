import type { ConsentBody, ReceiptHead } from '@assent/evidence'
import type { Uuid } from '../kernel/id.ts'
import { encodePlace, encodeStanding, placeMember, type StandingState } from './standing-decision.ts'
import { encodeVendorChoice, type VendorContext, vendorChoiceOf, vendorsMember } from './vendor-choice.ts'

/** The evidence of a consent record: what its receipt signs. */
export type ConsentPayload = ReceiptHead<'consent'> & ConsentBody

/** A consent record on the wire: endpoint 1's answer, and the core of each entry of a history. */
export interface ConsentAnswer {
  readonly id: string
  readonly subject: { readonly id: string; readonly ref: string }
  readonly environment: string
  readonly purposes: Readonly<Record<string, RecordedDecision>>
  readonly policy: RecordedPolicy
  readonly language: string | null
  readonly source: string
  readonly gpc: boolean
  readonly occurred_at: string
  readonly recorded_at: string
  readonly receipt: { readonly id: string; readonly url: string }
}

export interface RecordedDecision {
  readonly decision: string
  readonly version: number
  readonly legal_basis: string
  readonly expires_at: string | null
}

export interface RecordedPolicy {
  readonly regime: string
  readonly country: string | null
  readonly region: string | null
  readonly model: string
  readonly matched_by: string
  readonly version: number
}

/** Read off the evidence itself, so that an answer, a replay and a history can never say different things. */
export function consentAnswer(payload: ConsentPayload, ref: string): ConsentAnswer {
  const { record, policy, jurisdiction } = payload
  return {
    id: record.id,
    subject: { id: payload.sub, ref },
    environment: payload.env,
    purposes: Object.fromEntries(
      payload.decisions.map((decision) => [
        decision.purpose.key,
        {
          decision: decision.decision,
          version: decision.purpose.version,
          legal_basis: decision.legal_basis,
          expires_at: decision.expires_at,
        },
      ]),
    ),
    policy: {
      regime: policy.regime,
      country: jurisdiction.country,
      region: jurisdiction.region,
      model: policy.model,
      matched_by: policy.matched_by,
      version: policy.version,
    },
    language: payload.notice.language,
    source: payload.collection.source,
    gpc: payload.collection.gpc,
    occurred_at: record.occurred_at,
    recorded_at: record.recorded_at,
    receipt: { id: payload.jti, url: `/v1/receipts/${payload.jti}` },
  }
}

/**
 * The time by which two decisions are compared (Unix ms): when it happened, but never later than it was recorded. A
 * clock that runs ahead must not let a grant outlive the withdrawal that follows it.
 */
export function decisionTime(occurredAt: number, recordedAt: number): number {
  return Math.min(occurredAt, recordedAt)
}

/** What a record changes in a person's state. */
export function recordState(
  payload: ConsentPayload,
  context: VendorContext | null,
  recordId: Uuid,
): StandingState {
  const { occurred_at, recorded_at } = payload.record
  const decidedAt = decisionTime(Date.parse(occurred_at), Date.parse(recorded_at))
  const { gpc } = payload.collection
  const patch: Record<string, string> = {
    [placeMember]: encodePlace({ ...payload.jurisdiction, gpc }, decidedAt),
  }
  for (const { purpose, decision, expires_at } of payload.decisions) {
    patch[purpose.key] = encodeStanding({
      value: decision,
      version: purpose.version,
      decidedAt,
      expiresAt: expires_at === null ? null : Date.parse(expires_at),
      gpc,
      recordId,
    })
  }
  const { language } = payload.notice
  const vendors = context && vendorChoiceOf(context, { decidedAt, recordId, language })
  if (vendors != null) patch[vendorsMember] = encodeVendorChoice(vendors)
  return patch
}
