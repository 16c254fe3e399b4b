-- What others said of a checkpoint of the log: cosignatures of witnesses, time stamps of an authority, mails that left.
-- Only ever added to. route_key is the head's.
CREATE TABLE log_attestations (
  route_key uuid NOT NULL,
  -- Of the checkpoint: no source is asked twice about one tree.
  size bigint NOT NULL,
  -- `witness <name>`, `time_stamp`, `mail`.
  source text NOT NULL,
  env_id int NOT NULL,
  note text NOT NULL,
  -- A signature line of the note, a DER time-stamp token, a message's id.
  proof bytea NOT NULL,
  attested_at timestamptz(3) NOT NULL,
  PRIMARY KEY (route_key, size, source)
);
