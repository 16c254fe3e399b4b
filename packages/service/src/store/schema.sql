CREATE TABLE api_keys (
  key_hash bytea NOT NULL,
  key_id text NOT NULL,
  env_id integer NOT NULL,
  key_type text NOT NULL,
  name text NOT NULL,
  display text NOT NULL,
  allowed_origins jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  replaced_by text,
  CONSTRAINT api_keys_key_id_key UNIQUE (key_id),
  CONSTRAINT api_keys_pkey PRIMARY KEY (key_hash)
);

CREATE TABLE catalogues (
  env_id integer NOT NULL,
  version integer NOT NULL,
  document bytea NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT catalogues_pkey PRIMARY KEY (env_id, version)
);

CREATE TABLE confirmations (
  route_key uuid NOT NULL,
  confirmation_id uuid NOT NULL,
  env_id integer NOT NULL,
  kind text NOT NULL,
  matter bytea NOT NULL,
  token_hash bytea NOT NULL,
  state text NOT NULL,
  sealed bytea,
  created_at timestamp(3) with time zone NOT NULL,
  lifetime_seconds integer NOT NULL,
  ended_at timestamp(3) with time zone,
  outcome text,
  CONSTRAINT confirmations_pkey PRIMARY KEY (route_key, confirmation_id)
);

CREATE TABLE consent_records (
  route_key uuid NOT NULL,
  record_id uuid NOT NULL,
  env_id integer NOT NULL,
  kind smallint NOT NULL,
  seq bigint NOT NULL,
  occurred_at timestamp(3) with time zone NOT NULL,
  purposes text NOT NULL,
  payload bytea,
  commitment bytea NOT NULL,
  context bytea,
  erased_at timestamp(3) with time zone,
  erase_reason text,
  CONSTRAINT consent_records_pkey PRIMARY KEY (route_key, record_id)
) PARTITION BY RANGE (record_id);

CREATE TABLE consent_records_default PARTITION OF consent_records DEFAULT;

CREATE TABLE controller_versions (
  env_id integer NOT NULL,
  version integer NOT NULL,
  controller_id text NOT NULL,
  document bytea NOT NULL,
  sha256 text NOT NULL,
  catalogue_version integer NOT NULL,
  CONSTRAINT controller_versions_pkey PRIMARY KEY (env_id, version)
);

CREATE TABLE data_request_archives (
  route_key uuid NOT NULL,
  request_id uuid NOT NULL,
  env_id integer NOT NULL,
  sealed bytea,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  fetched_at timestamp(3) with time zone,
  CONSTRAINT data_request_archives_pkey PRIMARY KEY (route_key, request_id)
);

CREATE TABLE data_requests (
  route_key uuid NOT NULL,
  request_id uuid NOT NULL,
  env_id integer NOT NULL,
  subject_key uuid,
  type text NOT NULL,
  status text NOT NULL,
  changes integer NOT NULL,
  due_at timestamp(3) with time zone,
  tick_at timestamp(3) with time zone,
  request jsonb NOT NULL,
  personal bytea,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT data_requests_pkey PRIMARY KEY (route_key, request_id)
);

CREATE TABLE environments (
  env_id integer NOT NULL,
  project_key text NOT NULL,
  environment text NOT NULL,
  routing_secret bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT environments_pkey PRIMARY KEY (env_id),
  CONSTRAINT environments_project_key_environment_key UNIQUE (project_key, environment)
);

CREATE TABLE idempotency_keys (
  route_key uuid NOT NULL,
  env_id integer NOT NULL,
  fingerprint bytea NOT NULL,
  status smallint NOT NULL,
  answer bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (route_key)
);

CREATE TABLE leases (
  route_key uuid NOT NULL,
  name text NOT NULL,
  holder text NOT NULL,
  fence bigint NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT leases_pkey PRIMARY KEY (route_key)
);

CREATE TABLE list_sources (
  kind text NOT NULL,
  location text NOT NULL,
  version integer,
  etag text,
  last_modified text,
  fresh_until timestamp(3) with time zone NOT NULL,
  claimed_until timestamp(3) with time zone NOT NULL,
  CONSTRAINT list_sources_pkey PRIMARY KEY (kind)
);

CREATE TABLE log_addresses (
  route_key uuid NOT NULL,
  idx bigint NOT NULL,
  env_id integer NOT NULL,
  addresses bytea NOT NULL,
  CONSTRAINT log_addresses_pkey PRIMARY KEY (route_key, idx)
);

CREATE TABLE log_attestations (
  route_key uuid NOT NULL,
  size bigint NOT NULL,
  source text NOT NULL,
  env_id integer NOT NULL,
  note text NOT NULL,
  proof bytea NOT NULL,
  attested_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT log_attestations_pkey PRIMARY KEY (route_key, size, source)
);

CREATE TABLE log_checkpoints (
  route_key uuid NOT NULL,
  minute bigint NOT NULL,
  env_id integer NOT NULL,
  size bigint NOT NULL,
  note text NOT NULL,
  signed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT log_checkpoints_pkey PRIMARY KEY (route_key, minute)
);

CREATE TABLE log_cursors (
  route_key uuid NOT NULL,
  env_id integer NOT NULL,
  generation integer NOT NULL,
  next_index bigint NOT NULL,
  fence bigint NOT NULL,
  CONSTRAINT log_cursors_pkey PRIMARY KEY (route_key)
);

CREATE TABLE log_entry_bundles (
  route_key uuid NOT NULL,
  idx bigint NOT NULL,
  env_id integer NOT NULL,
  leaves bytea NOT NULL,
  CONSTRAINT log_entry_bundles_pkey PRIMARY KEY (route_key, idx)
);

CREATE TABLE log_events (
  route_key uuid NOT NULL,
  record_id uuid NOT NULL,
  env_id integer NOT NULL,
  kind smallint NOT NULL,
  recorded_at timestamp(3) with time zone NOT NULL,
  payload bytea NOT NULL,
  CONSTRAINT log_events_pkey PRIMARY KEY (route_key, record_id)
);

CREATE TABLE log_heads (
  route_key uuid NOT NULL,
  env_id integer NOT NULL,
  generation integer NOT NULL,
  size bigint NOT NULL,
  root bytea NOT NULL,
  fence bigint NOT NULL,
  CONSTRAINT log_heads_pkey PRIMARY KEY (route_key)
);

CREATE TABLE log_minutes (
  route_key uuid NOT NULL,
  generation integer NOT NULL,
  idx bigint NOT NULL,
  env_id integer NOT NULL,
  least_id uuid NOT NULL,
  greatest_id uuid NOT NULL,
  CONSTRAINT log_minutes_pkey PRIMARY KEY (route_key, generation, idx)
);

CREATE TABLE log_tiles (
  route_key uuid NOT NULL,
  level smallint NOT NULL,
  idx bigint NOT NULL,
  env_id integer NOT NULL,
  hashes bytea NOT NULL,
  CONSTRAINT log_tiles_pkey PRIMARY KEY (route_key, level, idx)
);

CREATE TABLE logs (
  env_id integer NOT NULL,
  generation integer NOT NULL,
  origin text NOT NULL,
  kid text NOT NULL,
  opened_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT logs_pkey PRIMARY KEY (env_id, generation)
);

CREATE TABLE mailboxes (
  route_key uuid NOT NULL,
  env_id integer NOT NULL,
  asked_at timestamp(3) with time zone NOT NULL,
  silent_until timestamp(3) with time zone,
  CONSTRAINT mailboxes_pkey PRIMARY KEY (route_key)
);

CREATE TABLE mails (
  route_key uuid NOT NULL,
  mail_id uuid NOT NULL,
  env_id integer NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  sealed bytea,
  attempts integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  due_at timestamp(3) with time zone,
  give_up_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  text_sha256 text,
  smtp_reply text,
  CONSTRAINT mails_pkey PRIMARY KEY (route_key, mail_id)
);

CREATE TABLE master_key_check (
  id integer NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT master_key_check_pkey PRIMARY KEY (id)
);

CREATE TABLE pending_batches (
  route_key uuid NOT NULL,
  batch_id uuid NOT NULL,
  env_id integer NOT NULL,
  leaves bytea NOT NULL,
  addresses bytea,
  CONSTRAINT pending_batches_pkey PRIMARY KEY (route_key, batch_id)
);

CREATE TABLE preference_template_versions (
  env_id integer NOT NULL,
  version integer NOT NULL,
  document bytea NOT NULL,
  sha256 text NOT NULL,
  catalogue_version integer NOT NULL,
  CONSTRAINT preference_template_versions_pkey PRIMARY KEY (env_id, version)
);

CREATE TABLE projects (
  project_key text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT projects_pkey PRIMARY KEY (project_key)
);

CREATE TABLE published_lists (
  kind text NOT NULL,
  version integer NOT NULL,
  document bytea NOT NULL,
  sha256 text NOT NULL,
  kept_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT published_lists_pkey PRIMARY KEY (kind, version)
);

CREATE TABLE purpose_versions (
  env_id integer NOT NULL,
  purpose_key text NOT NULL,
  version integer NOT NULL,
  document bytea NOT NULL,
  sha256 text NOT NULL,
  material_change boolean NOT NULL,
  effective_from timestamp(3) with time zone NOT NULL,
  catalogue_version integer NOT NULL,
  CONSTRAINT purpose_versions_pkey PRIMARY KEY (env_id, purpose_key, version)
);

CREATE TABLE receipts (
  route_key uuid NOT NULL,
  record_id uuid NOT NULL,
  env_id integer NOT NULL,
  kid text NOT NULL,
  protected_header text NOT NULL,
  signature text NOT NULL,
  signed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT receipts_pkey PRIMARY KEY (route_key, record_id)
);

CREATE TABLE settings_version (
  id integer NOT NULL,
  version bigint NOT NULL,
  CONSTRAINT settings_version_pkey PRIMARY KEY (id)
);

CREATE TABLE shown_texts (
  route_key uuid NOT NULL,
  env_id integer NOT NULL,
  sha256 text NOT NULL,
  content bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT shown_texts_pkey PRIMARY KEY (route_key)
);

CREATE TABLE signing_keys (
  kid text NOT NULL,
  usage text NOT NULL,
  alg text NOT NULL,
  public_jwk jsonb NOT NULL,
  private_sealed bytea,
  state text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  activated_at timestamp(3) with time zone,
  retired_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  revoke_reason text,
  CONSTRAINT signing_keys_pkey PRIMARY KEY (kid)
);

CREATE TABLE subject_identifiers (
  route_key uuid NOT NULL,
  identifier_key uuid NOT NULL,
  env_id integer NOT NULL,
  type text,
  sealed bytea NOT NULL,
  verified boolean NOT NULL,
  added_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT subject_identifiers_pkey PRIMARY KEY (route_key, identifier_key)
);

CREATE TABLE subject_keys (
  route_key uuid NOT NULL,
  env_id integer NOT NULL,
  sealed bytea NOT NULL,
  metadata bytea,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT subject_keys_pkey PRIMARY KEY (route_key)
);

CREATE TABLE subject_merges (
  route_key uuid NOT NULL,
  merge_id uuid NOT NULL,
  env_id integer NOT NULL,
  source_key uuid NOT NULL,
  strategy text NOT NULL,
  seq bigint NOT NULL,
  merged_at timestamp(3) with time zone NOT NULL,
  undone_at timestamp(3) with time zone,
  CONSTRAINT subject_merges_pkey PRIMARY KEY (route_key, merge_id)
);

CREATE TABLE subject_token_secrets (
  env_id integer NOT NULL,
  secret_id text NOT NULL,
  sealed bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone,
  CONSTRAINT subject_token_secrets_pkey PRIMARY KEY (env_id, secret_id)
);

CREATE TABLE subjects (
  route_key uuid NOT NULL,
  env_id integer NOT NULL,
  ref text,
  acts bigint NOT NULL,
  state jsonb NOT NULL,
  merged_into uuid,
  first_at timestamp(3) with time zone NOT NULL,
  last_at timestamp(3) with time zone NOT NULL,
  erased_at timestamp(3) with time zone,
  evidence_until timestamp(3) with time zone,
  hold_reason text,
  CONSTRAINT subjects_pkey PRIMARY KEY (route_key)
) WITH (fillfactor=80);

CREATE TABLE test_clocks (
  env_id integer NOT NULL,
  ahead_ms bigint NOT NULL,
  moved_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT test_clocks_pkey PRIMARY KEY (env_id)
);

CREATE TABLE webhook_deliveries (
  route_key uuid NOT NULL,
  record_id uuid NOT NULL,
  env_id integer NOT NULL,
  endpoint_id text NOT NULL,
  type text NOT NULL,
  body bytea NOT NULL,
  state text NOT NULL,
  attempts smallint NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  next_attempt_at timestamp(3) with time zone NOT NULL,
  last_attempt_at timestamp(3) with time zone,
  last_status smallint,
  last_error text,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (route_key, record_id)
);

CREATE TABLE webhook_endpoints (
  env_id integer NOT NULL,
  endpoint_id text NOT NULL,
  url text NOT NULL,
  types jsonb NOT NULL,
  description text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  failing_since timestamp(3) with time zone,
  disabled_at timestamp(3) with time zone,
  disabled_reason text,
  catalogue_key text,
  missed_since timestamp(3) with time zone,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (env_id, endpoint_id)
);

CREATE TABLE webhook_secrets (
  env_id integer NOT NULL,
  endpoint_id text NOT NULL,
  secret_id text NOT NULL,
  sealed bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone,
  CONSTRAINT webhook_secrets_pkey PRIMARY KEY (env_id, endpoint_id, secret_id)
);

CREATE INDEX data_request_archives_sweep ON data_request_archives USING btree (env_id, expires_at);

CREATE INDEX data_requests_clock ON data_requests USING btree (env_id, tick_at);

CREATE INDEX data_requests_list ON data_requests USING btree (env_id, request_id);

CREATE INDEX data_requests_subject ON data_requests USING btree (subject_key);

CREATE INDEX idempotency_keys_sweep ON idempotency_keys USING btree (env_id, created_at);

CREATE INDEX mails_due ON mails USING btree (env_id, due_at);

CREATE INDEX mails_list ON mails USING btree (env_id, mail_id);

CREATE INDEX mails_sweep ON mails USING btree (env_id, created_at);

CREATE INDEX pending_batches_order ON pending_batches USING btree (env_id, batch_id);

CREATE INDEX subjects_evidence ON subjects USING btree (env_id, evidence_until) WHERE (evidence_until IS NOT NULL);

CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (route_key, state, next_attempt_at);

CREATE INDEX webhook_deliveries_sweep ON webhook_deliveries USING btree (env_id, created_at);

CREATE UNIQUE INDEX webhook_endpoints_catalogue ON webhook_endpoints USING btree (env_id, catalogue_key);

GRANT USAGE ON SCHEMA public TO assent_app;

GRANT USAGE ON SCHEMA public TO assent_eraser;

GRANT INSERT, SELECT, UPDATE ON api_keys TO assent_app;

GRANT INSERT, SELECT ON catalogues TO assent_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON confirmations TO assent_app;

GRANT INSERT, SELECT ON consent_records TO assent_app;

GRANT UPDATE (context, erase_reason, erased_at, payload) ON consent_records TO assent_eraser;

GRANT INSERT, SELECT ON controller_versions TO assent_app;

GRANT INSERT, SELECT, UPDATE ON data_request_archives TO assent_app;

GRANT INSERT, SELECT, UPDATE ON data_requests TO assent_app;

GRANT INSERT, SELECT ON environments TO assent_app;

GRANT DELETE, INSERT, SELECT ON idempotency_keys TO assent_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON leases TO assent_app;

GRANT INSERT, SELECT, UPDATE ON list_sources TO assent_app;

GRANT INSERT, SELECT, UPDATE ON log_addresses TO assent_app;

GRANT INSERT, SELECT ON log_attestations TO assent_app;

GRANT INSERT, SELECT, UPDATE ON log_checkpoints TO assent_app;

GRANT INSERT, SELECT, UPDATE ON log_cursors TO assent_app;

GRANT INSERT, SELECT, UPDATE ON log_entry_bundles TO assent_app;

GRANT INSERT, SELECT ON log_events TO assent_app;

GRANT INSERT, SELECT, UPDATE ON log_heads TO assent_app;

GRANT INSERT, SELECT, UPDATE ON log_minutes TO assent_app;

GRANT INSERT, SELECT, UPDATE ON log_tiles TO assent_app;

GRANT INSERT, SELECT ON logs TO assent_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON mailboxes TO assent_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON mails TO assent_app;

GRANT INSERT, SELECT ON master_key_check TO assent_app;

GRANT DELETE, INSERT, SELECT ON pending_batches TO assent_app;

GRANT INSERT, SELECT ON preference_template_versions TO assent_app;

GRANT INSERT, SELECT ON projects TO assent_app;

GRANT INSERT, SELECT ON published_lists TO assent_app;

GRANT INSERT, SELECT ON purpose_versions TO assent_app;

GRANT INSERT, SELECT ON receipts TO assent_app;

GRANT DELETE ON receipts TO assent_eraser;

GRANT INSERT, SELECT, UPDATE ON settings_version TO assent_app;

GRANT INSERT, SELECT ON shown_texts TO assent_app;

GRANT INSERT, SELECT, UPDATE ON signing_keys TO assent_app;

GRANT INSERT, SELECT, UPDATE ON subject_identifiers TO assent_app;

GRANT DELETE ON subject_identifiers TO assent_eraser;

GRANT INSERT, SELECT, UPDATE ON subject_keys TO assent_app;

GRANT DELETE ON subject_keys TO assent_eraser;

GRANT INSERT, SELECT, UPDATE ON subject_merges TO assent_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON subject_token_secrets TO assent_app;

GRANT INSERT, SELECT, UPDATE ON subjects TO assent_app;

GRANT INSERT, SELECT, UPDATE ON test_clocks TO assent_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_deliveries TO assent_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_endpoints TO assent_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_secrets TO assent_app;
