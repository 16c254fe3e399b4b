-- The transparency log: one per environment, and one more after each restore of an old backup. Nothing personal is in
-- it, so nothing of it is ever blanked.

-- ---------------------------------------------------------------- reference

-- The logs there ever were. The primary key is also what lets one of two servers open the next log.
CREATE TABLE logs (
  env_id int NOT NULL,
  -- 0, 1, …: the number in the log's name. Only the highest of an environment grows.
  generation int NOT NULL,
  -- `consent.example/log/live-0`: its identity, and the name of its key. Kept as it was made, whatever the URL is later.
  origin text NOT NULL,
  -- Of signing_keys.
  kid text NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  PRIMARY KEY (env_id, generation)
);

-- ---------------------------------------------------------------- routed

-- Who leads (R10). The fence rises with each change of hands: what a former leader still writes is refused by it.
CREATE TABLE leases (
  route_key uuid NOT NULL PRIMARY KEY,
  name text NOT NULL,
  holder text NOT NULL,
  fence bigint NOT NULL,
  expires_at timestamptz(3) NOT NULL
);

-- One row a log: how far its tree goes. Moved by compare-and-set on size, which makes its growth one line.
CREATE TABLE log_heads (
  route_key uuid NOT NULL PRIMARY KEY,
  env_id int NOT NULL,
  generation int NOT NULL,
  size bigint NOT NULL,
  root bytea NOT NULL,
  fence bigint NOT NULL
);

-- C2SP tiles. route_key is HMAC(environment, 'l' 00 generation/level/idx), so that they spread.
CREATE TABLE log_tiles (
  route_key uuid NOT NULL,
  level smallint NOT NULL,
  idx bigint NOT NULL,
  env_id int NOT NULL,
  -- Up to 256 hashes of 32 bytes; the last tile of a level grows.
  hashes bytea NOT NULL,
  PRIMARY KEY (route_key, level, idx)
);

-- 256 leaves a row, as they come in pending_batches: 57 bytes each, half of the entry's text, from which it is written.
CREATE TABLE log_entry_bundles (
  route_key uuid NOT NULL,
  idx bigint NOT NULL,
  env_id int NOT NULL,
  leaves bytea NOT NULL,
  PRIMARY KEY (route_key, idx)
);

-- Which bundles hold the records of a minute: how a record's index is found without a row for each.
-- route_key is HMAC(environment, 'l' 00 'minute'/minutes since 1970 in the record's UUIDv7).
CREATE TABLE log_minutes (
  route_key uuid NOT NULL,
  generation int NOT NULL,
  idx bigint NOT NULL,
  env_id int NOT NULL,
  -- Of the bundle's records of this minute.
  least_id uuid NOT NULL,
  greatest_id uuid NOT NULL,
  PRIMARY KEY (route_key, generation, idx)
);

-- The last signed checkpoint of each minute. route_key is the head's.
CREATE TABLE log_checkpoints (
  route_key uuid NOT NULL,
  minute bigint NOT NULL,
  env_id int NOT NULL,
  size bigint NOT NULL,
  note text NOT NULL,
  signed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (route_key, minute)
);

-- Payloads of entries that tell of no person: lives of keys, rotations of the log. Never erased.
CREATE TABLE log_events (
  route_key uuid NOT NULL,
  record_id uuid NOT NULL,
  env_id int NOT NULL,
  kind smallint NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (route_key, record_id)
);

-- The sequencer reads in this order, five times a second.
CREATE INDEX pending_batches_order ON pending_batches (env_id, batch_id);
