-- Serves the sweep of mails whose time is over, once an hour; their confirmations go with them.
CREATE INDEX mails_sweep ON mails (created_at);
