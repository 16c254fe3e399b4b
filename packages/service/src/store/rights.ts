/** The role that everything but the schema is done with, and the one that may blank what is to be forgotten. */
export type Role = 'assent_app' | 'assent_eraser'

type Right = 'UPDATE' | 'DELETE'

/**
 * What the application's role may do to a table beside reading it and adding to it. A table that is not listed is
 * append-only, so that one that was forgotten here is found by its first UPDATE, and no ledger is ever left open.
 */
export const appMayAlso: Readonly<Record<string, readonly Right[]>> = {
  api_keys: ['UPDATE'],
  subject_token_secrets: ['UPDATE', 'DELETE'],
  signing_keys: ['UPDATE'],
  settings_version: ['UPDATE'],
  test_clocks: ['UPDATE'],
  subjects: ['UPDATE'],
  subject_identifiers: ['UPDATE'],
  subject_keys: ['UPDATE'],
  subject_merges: ['UPDATE'],
  idempotency_keys: ['DELETE'],
  pending_batches: ['DELETE'],
  leases: ['UPDATE', 'DELETE'],
  mailboxes: ['UPDATE', 'DELETE'],
  // What was said to whom is forgotten as soon as it is said.
  mails: ['UPDATE', 'DELETE'],
  confirmations: ['UPDATE', 'DELETE'],
  list_sources: ['UPDATE'],
  // The log grows in place; what it was is held by its signed checkpoints, not by the database.
  log_heads: ['UPDATE'],
  log_tiles: ['UPDATE'],
  log_entry_bundles: ['UPDATE'],
  log_minutes: ['UPDATE'],
  log_checkpoints: ['UPDATE'],
  log_addresses: ['UPDATE'],
  log_cursors: ['UPDATE'],
  webhook_endpoints: ['UPDATE', 'DELETE'],
  webhook_secrets: ['UPDATE', 'DELETE'],
  webhook_deliveries: ['UPDATE', 'DELETE'],
  data_requests: ['UPDATE'],
  data_request_archives: ['UPDATE'],
}

/** What the eraser's role may do beside all that: the columns that hold what is forgotten, and nothing that orders it. */
export const eraserMayAlso: Readonly<Record<string, readonly string[]>> = {
  consent_records: ['UPDATE (payload, context, erased_at, erase_reason)'],
  receipts: ['DELETE'],
  subject_identifiers: ['DELETE'],
  subject_keys: ['DELETE'],
}
