/** One per way to be refused; contract section 3. A code is never renamed. */
export const refusalCodes = [
  'malformed_json',
  'idempotency_key_invalid',
  'api_key_in_url',
  'bad_request',
  'api_key_missing',
  'api_key_invalid',
  'secret_key_required',
  'secret_key_in_browser',
  'origin_not_allowed',
  'subject_token_required',
  'subject_token_invalid',
  'subject_token_expired',
  'subject_token_mismatch',
  'subject_token_scope',
  'route_not_found',
  'subject_not_found',
  'purpose_not_found',
  'receipt_not_found',
  'merge_not_found',
  'data_request_not_found',
  'log_not_found',
  'vendor_list_not_found',
  'translation_not_found',
  'tile_not_found',
  'event_not_found',
  'webhook_endpoint_not_found',
  'mail_not_found',
  'method_not_allowed',
  'not_acceptable',
  'request_timeout',
  'idempotency_in_progress',
  'identifier_conflict',
  'merge_conflict',
  'not_configured',
  'cmp_not_configured',
  'not_applicable',
  'receipt_erased',
  'subject_erased',
  'body_too_large',
  'batch_too_large',
  'uri_too_long',
  'unsupported_media_type',
  'validation_failed',
  'idempotency_key_reused',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'unavailable',
  'vendor_list_unavailable',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** One fault of a request. `path` is dotted; `query.`, `header.` and `path.` name what is not in the body. */
export interface Issue {
  readonly path: string
  readonly message: string
}

export interface RefusalOptions {
  /** What to do about it, where it can be said better than the code's standard hint. */
  readonly hint?: string
  readonly issues?: readonly Issue[]
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/**
 * An expected no. Whatever is thrown and is not a Refusal is a bug, answered 500 and logged.
 * `message` and `hint` are shown to the caller: they never repeat what the caller sent.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly hint: string | undefined
  readonly issues: readonly Issue[]
  readonly headers: Readonly<Record<string, string>>

  constructor(code: RefusalCode, message: string, options: RefusalOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Refusal'
    this.code = code
    this.hint = options.hint
    this.issues = options.issues ?? []
    this.headers = options.headers ?? {}
  }
}

/** A small body can hold thousands of faults, each of which would be answered with a line. */
const issuesMax = 1000

/** A 422 with all the faults of a request at once. */
export function refuseInvalid(issues: readonly Issue[], hint?: string): Refusal {
  const count = issues.length === 1 ? 'One thing is' : `${issues.length} things are`
  const where = issues.length <= issuesMax ? 'see issues' : `issues has the first ${issuesMax}`
  return new Refusal('validation_failed', `${count} wrong with this request; ${where}.`, {
    issues: issues.slice(0, issuesMax),
    ...(hint === undefined ? {} : { hint }),
  })
}
