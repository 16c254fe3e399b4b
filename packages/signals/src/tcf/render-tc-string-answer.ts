import type { TcRenewal, TcRenewalReason, TcStatus } from './decide-tc-renewal.ts'
import type { TcFields } from './tc-fields.ts'

/**
 * What `GET /v1/consent/tcstring` says of a string, without the subject and the receipt. Members of the envelope are
 * in snake case, as everywhere in the contract; times are RFC 3339 with milliseconds.
 */
export interface TcStringAnswer {
  /** Null where there is none, and for an expired one: nobody may act on it any more. */
  readonly tc_string: string | null
  readonly status: TcStatus | 'none'
  readonly gdpr_applies: boolean | null
  readonly tcf_version: '2.3'
  readonly tcf_policy_version: number | null
  readonly vendor_list_version: number | null
  readonly cmp_id: number | null
  readonly cmp_version: number | null
  readonly consent_screen: number | null
  readonly consent_language: string | null
  readonly publisher_cc: string | null
  readonly created: string | null
  readonly last_updated: string | null
  readonly expires_at: string | null
  readonly renewal: { readonly required: boolean; readonly reason: TcRenewalReason | null }
  readonly addtl_consent: string | null
}

/** A string, what it says, and where it stands. */
export interface IssuedTcString {
  readonly tcString: string
  readonly fields: TcFields
  readonly renewal: TcRenewal
}

/**
 * The answer for a string, or for a person who has none.
 *
 * @param issued null where no TCF notice was ever shown
 */
export function renderTcStringAnswer(
  issued: IssuedTcString | null,
  gdprApplies: boolean | null,
  addtlConsent: string | null,
): TcStringAnswer {
  const fields = issued?.fields
  const renewal = issued?.renewal
  const isUsable = renewal !== undefined && renewal.status !== 'expired'
  return {
    tc_string: isUsable ? (issued?.tcString ?? null) : null,
    status: renewal?.status ?? 'none',
    gdpr_applies: gdprApplies,
    tcf_version: '2.3',
    tcf_policy_version: fields?.tcfPolicyVersion ?? null,
    vendor_list_version: fields?.vendorListVersion ?? null,
    cmp_id: fields?.cmpId ?? null,
    cmp_version: fields?.cmpVersion ?? null,
    consent_screen: fields?.consentScreen ?? null,
    consent_language: fields?.consentLanguage ?? null,
    publisher_cc: fields?.publisherCC ?? null,
    created: renderTime(fields?.created),
    last_updated: renderTime(fields?.lastUpdated),
    expires_at: renderTime(renewal?.expiresAtMs),
    renewal: { required: renewal !== undefined && renewal.reason !== null, reason: renewal?.reason ?? null },
    // Readers discard an additional consent string that stands alone.
    addtl_consent: isUsable ? addtlConsent : null,
  }
}

function renderTime(timeMs: number | undefined): string | null {
  return timeMs === undefined ? null : new Date(timeMs).toISOString()
}
