/**
 * Every table and its kind (docs/sql-rules.md, R1): `reference` tables are small and copied to every node of a
 * distributed database; `routed` ones live where their `route_key` says; there are no others on hot paths.
 */
export const tables = {
  projects: 'reference',
  environments: 'reference',
  master_key_check: 'reference',
  api_keys: 'reference',
  subject_token_secrets: 'reference',
  signing_keys: 'reference',
  settings_version: 'reference',
  catalogues: 'reference',
  purpose_versions: 'reference',
  controller_versions: 'reference',
  logs: 'reference',
  webhook_endpoints: 'reference',
  webhook_secrets: 'reference',
  published_lists: 'reference',
  list_sources: 'reference',
  subjects: 'routed',
  subject_identifiers: 'routed',
  subject_keys: 'routed',
  subject_merges: 'routed',
  consent_records: 'routed',
  pending_batches: 'routed',
  idempotency_keys: 'routed',
  receipts: 'routed',
  leases: 'routed',
  log_heads: 'routed',
  log_tiles: 'routed',
  log_entry_bundles: 'routed',
  log_minutes: 'routed',
  log_checkpoints: 'routed',
  log_events: 'routed',
  log_attestations: 'routed',
  data_requests: 'routed',
  data_request_archives: 'routed',
  log_addresses: 'routed',
  log_cursors: 'routed',
  webhook_deliveries: 'routed',
  mailboxes: 'routed',
  mails: 'routed',
  confirmations: 'routed',
  shown_texts: 'routed',
} as const satisfies Record<string, 'reference' | 'routed'>

/** Tables cut by time, in quarters of their UUIDv7 `record_id`. */
export const partitionedTables = ['consent_records'] as const
