/** Why a signal could not be written, read or set up. A code is never renamed. */
export type SignalErrorCode =
  | 'invalid_choices'
  | 'invalid_settings'
  | 'invalid_vendor_list'
  | 'vendor_list_mismatch'
  | 'malformed'
  | 'too_large'
  | 'unsupported'

/** One fault and where it stands: a dotted path, array indices as numbers. */
export interface SignalIssue {
  readonly path: string
  readonly message: string
}

/** The one error this package throws on purpose; anything else is a bug of ours. */
export class SignalError extends Error {
  readonly code: SignalErrorCode
  /** All faults found, not the first alone; empty where the message says everything. */
  readonly issues: readonly SignalIssue[]

  constructor(code: SignalErrorCode, message: string, issues: readonly SignalIssue[] = []) {
    super(message)
    this.name = 'SignalError'
    this.code = code
    this.issues = issues
  }
}

/**
 * Throws one `SignalError` that carries every issue, or does nothing when there is none.
 *
 * @param subject what is at fault, as the message names it: `TCF settings`
 */
export function refuseIssues(code: SignalErrorCode, subject: string, issues: readonly SignalIssue[]): void {
  if (issues.length === 0) return
  const list = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
  throw new SignalError(code, `${subject}: ${list}`, issues)
}
