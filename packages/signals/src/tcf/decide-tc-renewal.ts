import type { TcFields } from './tc-fields.ts'
import { isDeletedAt, type VendorList } from './vendor-list.ts'

/**
 * Why the person must be asked again. `age`: the string, or a grant in it, has run out; `new_version`: a purpose granted
 * in it has changed so much since that the grant no longer covers it.
 */
export type TcRenewalReason = 'policy_version' | 'age' | 'vendors_changed' | 'new_version'

/** Where a string stands today. `none` is for the caller, who has no string then. */
export type TcStatus = 'valid' | 'expired' | 'renewal_required'

export interface TcRenewal {
  readonly status: TcStatus
  /** Null while the string may be used without asking again. */
  readonly reason: TcRenewalReason | null
  /** Milliseconds since 1970, UTC. */
  readonly expiresAtMs: number
}

/** What a string is held against. */
export interface TcRenewalTerms {
  readonly nowMs: number
  /** Calendar months a string is good for. The specification speaks of 13, and Google refuses older ones. */
  readonly validForMonths: number
  /** The newest list held. */
  readonly latestList: VendorList
  /** Vendors the notice would show today; null where the project takes them all or does not ask again for new ones. */
  readonly vendorsToday: readonly number[] | null
  /** When the first of the grants in it ceases to hold, where that is known. */
  readonly lapse: { readonly atMs: number; readonly reason: 'age' | 'new_version' } | null
}

/**
 * Decides whether a string still holds.
 *
 * Another policy version in the newest list asks for renewal (TCF, "Global Vendor List and TCF Policy Updates"); a
 * newer list of the same policy does not. A string expires with the first grant in it: nobody may act on the rest of a
 * sentence that is no longer true.
 */
export function decideTcRenewal(fields: TcFields, terms: TcRenewalTerms): TcRenewal {
  const ageLimitMs = addMonths(fields.lastUpdated, terms.validForMonths)
  const { lapse } = terms
  const expiresAtMs = Math.min(ageLimitMs, lapse?.atMs ?? ageLimitMs)
  if (terms.nowMs >= expiresAtMs) {
    const reason = lapse === null || ageLimitMs <= lapse.atMs ? 'age' : lapse.reason
    return { status: 'expired', reason, expiresAtMs }
  }
  const reason = renewalReason(fields, terms)
  return { status: reason === null ? 'valid' : 'renewal_required', reason, expiresAtMs }
}

function renewalReason(
  fields: TcFields,
  { latestList, vendorsToday, nowMs }: TcRenewalTerms,
): TcRenewalReason | null {
  if (fields.tcfPolicyVersion !== latestList.tcfPolicyVersion) return 'policy_version'
  if (vendorsToday === null) return null
  const disclosed = new Set(fields.disclosedVendors)
  const today = new Set(vendorsToday)
  const isNew = latestList.vendors.some(
    (vendor) => today.has(vendor.id) && !disclosed.has(vendor.id) && !isDeletedAt(vendor, nowMs),
  )
  return isNew ? 'vendors_changed' : null
}

/** The same day of the month later, or the month's last day where it is shorter; the time of day stays. */
function addMonths(timeMs: number, months: number): number {
  const date = new Date(timeMs)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}
