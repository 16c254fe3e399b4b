-- Events and webhooks: made by reading the log, so that recording writes nothing more than the route keys of its leaves.

-- Where the records of a batch live, 17 bytes a leaf; null where its entries tell of no person.
ALTER TABLE pending_batches ADD COLUMN addresses bytea;

-- ---------------------------------------------------------------- reference

CREATE TABLE webhook_endpoints (
  env_id int NOT NULL,
  endpoint_id text NOT NULL,
  url text NOT NULL,
  -- Event types; an empty list: all.
  types jsonb NOT NULL,
  description text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- Of the first failure since the last success.
  failing_since timestamptz(3),
  disabled_at timestamptz(3),
  disabled_reason text,
  PRIMARY KEY (env_id, endpoint_id)
);

-- Two hold while one is being replaced.
CREATE TABLE webhook_secrets (
  env_id int NOT NULL,
  endpoint_id text NOT NULL,
  secret_id text NOT NULL,
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  PRIMARY KEY (env_id, endpoint_id, secret_id)
);

-- ---------------------------------------------------------------- routed

-- The addresses of a bundle's leaves. route_key is HMAC(environment, 'l' 00 generation/addresses/index).
CREATE TABLE log_addresses (
  route_key uuid NOT NULL,
  idx bigint NOT NULL,
  env_id int NOT NULL,
  addresses bytea NOT NULL,
  PRIMARY KEY (route_key, idx)
);

-- How far the dispatcher of an environment has read its log. route_key is HMAC(environment, 'l' 00 'dispatched').
CREATE TABLE log_cursors (
  route_key uuid NOT NULL PRIMARY KEY,
  env_id int NOT NULL,
  generation int NOT NULL,
  next_index bigint NOT NULL,
  fence bigint NOT NULL
);

-- One event for one endpoint. route_key is HMAC(environment, 'l' 00 webhook/endpoint): the queue of each lies together.
CREATE TABLE webhook_deliveries (
  route_key uuid NOT NULL,
  -- The event's: one delivery an endpoint and event, whatever is dispatched twice or replayed.
  record_id uuid NOT NULL,
  env_id int NOT NULL,
  endpoint_id text NOT NULL,
  type text NOT NULL,
  -- The bytes that are sent, at every attempt the same.
  body bytea NOT NULL,
  -- waiting, sending, delivered, failed
  state text NOT NULL,
  attempts smallint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  next_attempt_at timestamptz(3) NOT NULL,
  last_attempt_at timestamptz(3),
  last_status smallint,
  last_error text,
  PRIMARY KEY (route_key, record_id)
);

CREATE INDEX webhook_deliveries_due ON webhook_deliveries (route_key, state, next_attempt_at);
CREATE INDEX webhook_deliveries_sweep ON webhook_deliveries (created_at);
