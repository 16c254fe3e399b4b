-- Test mode: a clock for each test environment, and mails that are captured instead of sent.

CREATE TABLE test_clocks (
  env_id int NOT NULL PRIMARY KEY,
  -- How far ahead of the real time. It only ever grows, as the times in a ledger do.
  ahead_ms bigint NOT NULL,
  moved_at timestamptz(3) NOT NULL
);

-- What is looked for by its time is looked for in one environment, by that environment's clock.
DROP INDEX idempotency_keys_sweep;
CREATE INDEX idempotency_keys_sweep ON idempotency_keys (env_id, created_at);
DROP INDEX webhook_deliveries_sweep;
CREATE INDEX webhook_deliveries_sweep ON webhook_deliveries (env_id, created_at);
DROP INDEX mails_due;
CREATE INDEX mails_due ON mails (env_id, due_at);
DROP INDEX mails_sweep;
CREATE INDEX mails_sweep ON mails (env_id, created_at);
DROP INDEX data_requests_clock;
CREATE INDEX data_requests_clock ON data_requests (env_id, tick_at);
DROP INDEX data_request_archives_sweep;
CREATE INDEX data_request_archives_sweep ON data_request_archives (env_id, expires_at);
DROP INDEX subjects_evidence;
CREATE INDEX subjects_evidence ON subjects (env_id, evidence_until) WHERE evidence_until IS NOT NULL;

-- A further state of a mail, `captured`: sealed then holds the whole of it as it would have gone out, for a week.
-- Serves the list of a test environment's mails, newest first; as the ids are UUIDv7, a list by them is one by time.
CREATE INDEX mails_list ON mails (env_id, mail_id);
