-- Table kinds (see store/tables.ts): reference tables are small and known to every server; routed tables start
-- their primary key with route_key, so that all that belongs to one subject lies in one place.

-- ---------------------------------------------------------------- reference

CREATE TABLE projects (
  project_key text NOT NULL PRIMARY KEY,
  created_at timestamptz(3) NOT NULL
);

CREATE TABLE environments (
  env_id int NOT NULL PRIMARY KEY,
  project_key text NOT NULL,
  environment text NOT NULL,
  -- Derives every route key; sealed by the master key; never rotated, since that would re-key everything.
  routing_secret bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (project_key, environment)
);

-- What a server needs to know that its master key is the one the secrets were sealed with.
CREATE TABLE master_key_check (
  id int NOT NULL PRIMARY KEY,
  sealed bytea NOT NULL
);

CREATE TABLE api_keys (
  key_hash bytea NOT NULL PRIMARY KEY,
  key_id text NOT NULL UNIQUE,
  env_id int NOT NULL,
  key_type text NOT NULL,
  name text NOT NULL,
  display text NOT NULL,
  -- JSON list; empty: the catalogue's list counts.
  allowed_origins jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  replaced_by text
);

CREATE TABLE subject_token_secrets (
  env_id int NOT NULL,
  secret_id text NOT NULL,
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  PRIMARY KEY (env_id, secret_id)
);

CREATE TABLE signing_keys (
  kid text NOT NULL PRIMARY KEY,
  usage text NOT NULL,
  alg text NOT NULL,
  public_jwk jsonb NOT NULL,
  -- Null once destroyed: a retired key verifies for ever and signs never again.
  private_sealed bytea,
  state text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  activated_at timestamptz(3),
  retired_at timestamptz(3),
  revoked_at timestamptz(3),
  revoke_reason text
);

-- One row; every change of keys, secrets or catalogue raises it, and servers poll it (no NOTIFY: R11).
CREATE TABLE settings_version (
  id int NOT NULL PRIMARY KEY,
  version bigint NOT NULL
);
INSERT INTO settings_version (id, version) VALUES (1, 1);

-- ---------------------------------------------------------------- routed

-- One row a person: what stands now. route_key is HMAC(environment, 's' 00 first ref).
CREATE TABLE subjects (
  route_key uuid NOT NULL PRIMARY KEY,
  env_id int NOT NULL,
  -- Null where the ref is personal data (an e-mail address, a phone number).
  ref text,
  -- Records so far: the next one's seq is one more, so that a hole in a history shows.
  acts bigint NOT NULL,
  -- {"<purpose>": "<standing decision>", "@place": "…"}: see domain/standing-decision.ts.
  state jsonb NOT NULL,
  merged_into uuid,
  -- Earliest and latest occurred_at: an act later than the latest overwrites without a comparison.
  first_at timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL
) WITH (fillfactor = 80);

-- The ledger. record_id is a UUIDv7, so a range of it is a range of recording time.
CREATE TABLE consent_records (
  route_key uuid NOT NULL,
  record_id uuid NOT NULL,
  env_id int NOT NULL,
  kind smallint NOT NULL,
  seq bigint NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  -- Space-separated purpose keys, for the history's filter.
  purposes text NOT NULL,
  -- The evidence, byte for byte as it is hashed and signed; null once erased.
  payload bytea,
  commitment bytea NOT NULL,
  -- Circumstances that are not evidence of their own (metadata, vendors); bound by a hash in the payload.
  context bytea,
  erased_at timestamptz(3),
  erase_reason text,
  PRIMARY KEY (route_key, record_id)
) PARTITION BY RANGE (record_id);

-- Never meant to be filled: partitions are made ahead, and a row in here raises an alarm.
CREATE TABLE consent_records_default PARTITION OF consent_records DEFAULT;

-- Leaves of one committed batch, waiting for their place in the log.
CREATE TABLE pending_batches (
  route_key uuid NOT NULL,
  batch_id uuid NOT NULL,
  env_id int NOT NULL,
  -- For each record 57 bytes: id (16), kind (1), recorded_at in ms (8, big endian), commitment (32).
  leaves bytea NOT NULL,
  PRIMARY KEY (route_key, batch_id)
);

-- route_key is HMAC(environment, 'k' 00 key type, owner, route, key).
CREATE TABLE idempotency_keys (
  route_key uuid NOT NULL PRIMARY KEY,
  env_id int NOT NULL,
  fingerprint bytea NOT NULL,
  status smallint NOT NULL,
  -- The answer without the caller's ref, which the repeated request brings along: no ref at rest in here.
  answer bytea NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX idempotency_keys_sweep ON idempotency_keys (created_at);

-- The signature of a receipt, made when it is first read and kept, so that it never changes.
CREATE TABLE receipts (
  route_key uuid NOT NULL,
  record_id uuid NOT NULL,
  env_id int NOT NULL,
  kid text NOT NULL,
  -- BASE64URL(protected header) and BASE64URL(signature) of the JWS whose payload is the record's.
  protected_header text NOT NULL,
  signature text NOT NULL,
  signed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (route_key, record_id)
);
