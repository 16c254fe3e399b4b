-- Data requests. All that came from one mailbox (or, without one, is about one subject) lies in one place.

CREATE TABLE data_requests (
  route_key uuid NOT NULL,
  -- A UUIDv7, so that a list by it is a list by time.
  request_id uuid NOT NULL,
  env_id int NOT NULL,
  -- Of the person it is about, once it is known that there is one.
  subject_key uuid,
  type text NOT NULL,
  status text NOT NULL,
  -- Ledger entries so far. A change is written only over the number it was decided on.
  changes int NOT NULL,
  due_at timestamptz(3),
  -- When the clock has something to tell next; null: nothing.
  tick_at timestamptz(3),
  -- domain/data-request.ts; nothing in it tells who the person is.
  request jsonb NOT NULL,
  -- E-mail address, ref, details and language, sealed by the master key; null once erased.
  personal bytea,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (route_key, request_id)
);
-- Serve the operator's list, the clock, and the erasure of a person.
CREATE INDEX data_requests_list ON data_requests (env_id, request_id);
CREATE INDEX data_requests_clock ON data_requests (tick_at);
CREATE INDEX data_requests_subject ON data_requests (subject_key);

-- What an access or portability request is answered with, until it was fetched or its time is up.
CREATE TABLE data_request_archives (
  route_key uuid NOT NULL,
  request_id uuid NOT NULL,
  env_id int NOT NULL,
  -- A ZIP file sealed by the master key; null once it is gone.
  sealed bytea,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  fetched_at timestamptz(3),
  PRIMARY KEY (route_key, request_id)
);
CREATE INDEX data_request_archives_sweep ON data_request_archives (expires_at);
