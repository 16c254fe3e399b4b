import type { Refusal, RefusalCode } from '../kernel/refusal.ts'

interface RefusalRow {
  readonly status: number
  /** What happened, for the table in docs/errors.md. */
  readonly meaning: string
  /** What to do about it, unless the refusal knows better. */
  readonly hint: string
}

/** The one table of codes (contract section 3): a code without a row does not compile; docs/errors.md is made from it. */
export const refusalTable = {
  malformed_json: {
    status: 400,
    meaning: 'The body is not JSON that can be trusted to mean one thing.',
    hint: 'Send UTF-8 JSON without duplicate members, at most 16 levels deep.',
  },
  idempotency_key_invalid: {
    status: 400,
    meaning: 'The Idempotency-Key header cannot be used.',
    hint: 'Send one Idempotency-Key of 1 to 255 visible ASCII characters, bare or in double quotes; a UUID does well.',
  },
  api_key_in_url: {
    status: 400,
    meaning: 'An API key stands in the URL, where proxies log it.',
    hint: 'Send the key as "Authorization: Bearer …" and revoke the one in the URL: npx assent keys revoke.',
  },
  bad_request: {
    status: 400,
    meaning: 'The request cannot be read as HTTP that means one thing.',
    hint: 'Check for doubled headers and broken percent-encoding.',
  },
  api_key_missing: {
    status: 401,
    meaning: 'There is no Authorization header.',
    hint: 'Send "Authorization: Bearer <key>"; the keys of a first start are in keys.json of the data directory.',
  },
  api_key_invalid: {
    status: 401,
    meaning: 'The key is malformed, unknown, expired or revoked.',
    hint: 'Send "Authorization: Bearer <key>" with a key of this service: npx assent keys list.',
  },
  secret_key_required: {
    status: 403,
    meaning: 'This operation is for servers only.',
    hint: 'Call it from your server with a secret key (sk_…).',
  },
  secret_key_in_browser: {
    status: 403,
    meaning: 'A secret key was sent from a web page, where everybody can read it.',
    hint: 'Revoke that key (npx assent keys revoke) and use a public key (pk_…) in pages.',
  },
  origin_not_allowed: {
    status: 403,
    meaning: 'The page is not on the list of origins of this public key.',
    hint: 'Add the origin (scheme, host and port) to allowed_origins in the catalogue, or to the key.',
  },
  subject_token_required: {
    status: 403,
    meaning: 'A public key may touch this subject only with proof of who it is.',
    hint: 'Send a Subject-Token made by your server, use an anonymous ref (anon_…), or call with a secret key.',
  },
  subject_token_invalid: {
    status: 403,
    meaning: 'The Subject-Token is not one that we can trust.',
    hint: "Sign it with HS256 and the environment's sts_ secret: typ subject+jwt, claims aud, sub, iat and exp (at most 60 minutes after iat).",
  },
  subject_token_expired: {
    status: 403,
    meaning: 'The Subject-Token has run out.',
    hint: 'Have your server make a new one.',
  },
  subject_token_mismatch: {
    status: 403,
    meaning: 'The Subject-Token is about another subject.',
    hint: 'Its sub claim must be the very ref that the request names.',
  },
  subject_token_scope: {
    status: 403,
    meaning: 'The Subject-Token does not allow this operation.',
    hint: 'Leave its scope claim out, or name the operation in it: consent:read, consent:write, preferences:read, preferences:write, requests:write.',
  },
  route_not_found: {
    status: 404,
    meaning: 'There is no such path.',
    hint: 'All paths are listed at /reference.',
  },
  subject_not_found: {
    status: 404,
    meaning: 'Nothing was ever recorded for this ref in this environment.',
    hint: 'Check the ref (case counts) and the environment of the key; subjects come into being on their first write.',
  },
  purpose_not_found: {
    status: 404,
    meaning: 'The catalogue has no purpose of this name.',
    hint: 'GET /v1/purposes lists them.',
  },
  receipt_not_found: {
    status: 404,
    meaning: 'There is no receipt with this id in this environment.',
    hint: 'Use receipt.id of the answer that recorded the consent, with a key of the same environment.',
  },
  merge_not_found: {
    status: 404,
    meaning: 'There is no merge with this id in this environment.',
    hint: 'Use the id (mrg_…) of the answer that merged the subjects, with a key of the same environment.',
  },
  data_request_not_found: {
    status: 404,
    meaning: 'There is no data request with this id in this environment.',
    hint: 'Use an id that GET /v1/data-requests lists, with a key of the same environment.',
  },
  log_not_found: {
    status: 404,
    meaning: 'There is no log of this name here, or it has signed nothing yet.',
    hint: 'The origin in a receipt ends in the name of its log; use a key of the same environment.',
  },
  vendor_list_not_found: {
    status: 404,
    meaning: 'This version of the vendor list is not held.',
    hint: 'Leave version out for the newest one; older ones are held from the day on which they were taken.',
  },
  translation_not_found: {
    status: 404,
    meaning: 'No translation of the vendor list into this language is held.',
    hint: 'Leave strict out for the English texts; translations come from ASSENT_VENDOR_LIST_TRANSLATIONS.',
  },
  tile_not_found: {
    status: 404,
    meaning: 'The log has no such tile, or it has not grown to this width yet.',
    hint: 'Take the size from the checkpoint of the log: the tiles follow from it (C2SP tlog-tiles).',
  },
  event_not_found: {
    status: 404,
    meaning: 'No log of this environment has an entry of this id that anybody is told of.',
    hint: 'GET /v1/events lists the events; use a key of the environment it happened in.',
  },
  webhook_endpoint_not_found: {
    status: 404,
    meaning: 'There is no webhook endpoint of this id in this environment.',
    hint: 'GET /v1/webhook-endpoints lists them.',
  },
  mail_not_found: {
    status: 404,
    meaning: 'There is no mail of this id in this test environment.',
    hint: 'GET /v1/test/mails lists what was captured; it is kept for a month, and what it said for 7 days.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path exists, but not with this method.',
    hint: 'The Allow header names the methods it takes.',
  },
  not_acceptable: {
    status: 406,
    meaning: 'None of the types in Accept can be served here.',
    hint: 'Leave Accept out, or name one of the types that /reference lists for this operation.',
  },
  request_timeout: {
    status: 408,
    meaning: 'The request did not arrive in time.',
    hint: 'Send headers within 10 s and the whole request within 15 s.',
  },
  idempotency_in_progress: {
    status: 409,
    meaning: 'A request with this Idempotency-Key is still running.',
    hint: 'Send the same request again after Retry-After: you will get its answer.',
  },
  identifier_conflict: {
    status: 409,
    meaning: 'The ref and the identifiers belong to more than one subject; issues names the others.',
    hint: 'If they are one person, merge them: POST /v1/subjects/merge.',
  },
  merge_conflict: {
    status: 409,
    meaning: 'These subjects cannot be merged, or this merge cannot be undone, as things are.',
    hint: 'Look up whom each ref leads to: a merged subject answers with the id of the one that stayed.',
  },
  not_configured: {
    status: 409,
    meaning: 'The project has not set this up yet.',
    hint: 'Add it to the catalogue and apply it: npx assent catalogue apply FILE.',
  },
  cmp_not_configured: {
    status: 409,
    meaning: 'The project has no CMP id, and only a CMP registered with IAB Europe may write TC strings.',
    hint: 'Add signals.tcf with your cmp_id to the catalogue and apply it: npx assent catalogue apply FILE.',
  },
  not_applicable: {
    status: 409,
    meaning: 'The operation does not apply to this as it stands.',
    hint: 'The message says what stands against it.',
  },
  receipt_erased: {
    status: 410,
    meaning: "The receipt existed and was erased at the person's request.",
    hint: 'Its place in the log remains; a secret key can read that.',
  },
  subject_erased: {
    status: 410,
    meaning:
      'The subject was erased; only a keyed hash of the ref is left, which keeps it from being imported again.',
    hint: 'What the person decides anew can be recorded: send it with another source than import.',
  },
  body_too_large: {
    status: 413,
    meaning: 'The body is larger than allowed here.',
    hint: 'The limits are at /reference; split the request.',
  },
  batch_too_large: {
    status: 413,
    meaning: 'The batch has more records than one call may have.',
    hint: 'The limits are at /reference; send the records in several batches, each with an Idempotency-Key of its own.',
  },
  uri_too_long: {
    status: 414,
    meaning: 'The URL or a part of it is too long.',
    hint: 'A ref has at most 200 characters.',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body is not declared as plain UTF-8 JSON.',
    hint: 'Send "Content-Type: application/json", no other charset than utf-8, no Content-Encoding.',
  },
  validation_failed: {
    status: 422,
    meaning: 'Something in the request is not as it must be; issues says what and where.',
    hint: 'Mend each issue; /reference describes every member.',
  },
  idempotency_key_reused: {
    status: 422,
    meaning: 'The Idempotency-Key was used before, with another body.',
    hint: 'Use a new key for a new request; repeat the same key only with the very same body.',
  },
  rate_limited: {
    status: 429,
    meaning: 'Too many requests in a minute, or too many that send mail in an hour or a day.',
    hint: 'Wait for Retry-After; the RateLimit headers tell what is left.',
  },
  headers_too_large: {
    status: 431,
    meaning: 'The headers are larger than 8 KiB.',
    hint: 'Send fewer or smaller headers.',
  },
  internal_error: {
    status: 500,
    meaning: 'A fault of ours; it is logged under the Request-Id.',
    hint: 'Repeat the request with the same Idempotency-Key; if it stays, report the Request-Id.',
  },
  unavailable: {
    status: 503,
    meaning: 'The database is away, the write queue is full, or the server is stopping.',
    hint: 'Repeat after Retry-After, with the same Idempotency-Key: nothing is recorded twice.',
  },
  vendor_list_unavailable: {
    status: 503,
    meaning: 'The vendor list that is needed for this is not held.',
    hint: 'Set ASSENT_VENDOR_LIST to the file or URL of the vendor list; a first fetch may take a minute.',
  },
} as const satisfies Record<RefusalCode, RefusalRow>

/** The body of every refusal: always these four members. */
export function refusalBody(refusal: Refusal): string {
  return JSON.stringify({
    code: refusal.code,
    message: refusal.message,
    hint: refusal.hint ?? refusalTable[refusal.code].hint,
    issues: refusal.issues,
  })
}

export function refusalStatus(refusal: Refusal): number {
  return refusalTable[refusal.code].status
}
