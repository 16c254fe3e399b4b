import type { SignalIssue } from '../signal-error.ts'
import type { TcFields } from './tc-fields.ts'

/** First instant at which a new string must name its disclosed vendors (TCF 2.3: after 28 February 2026). */
const DISCLOSED_VENDORS_SINCE_MS = Date.UTC(2026, 2, 1)
/** First instant at which a new string needs policy version 4 (TCF 2.2: after 30 September 2023). */
const POLICY_4_SINCE_MS = Date.UTC(2023, 9, 1)

/**
 * Why readers would discard a string that can be read, one issue for each reason; none for a valid one. For strings
 * another CMP made: ours never have an issue.
 */
export function checkTcString(fields: TcFields): SignalIssue[] {
  const issues: SignalIssue[] = []
  if (!fields.isServiceSpecific) {
    issues.push({ path: 'isServiceSpecific', message: 'global scope has been invalid since September 2021' })
  }
  if (fields.tcfPolicyVersion < 4 && fields.created >= POLICY_4_SINCE_MS) {
    issues.push({ path: 'tcfPolicyVersion', message: 'a string this young needs policy version 4 or later' })
  }
  if (fields.disclosedVendors === null && fields.created >= DISCLOSED_VENDORS_SINCE_MS) {
    issues.push({ path: 'disclosedVendors', message: 'a string this young must name the vendors disclosed' })
  }
  return issues
}
