-- People: who is who, what names them, and what is left of them once they are erased. A row of subjects is a person, or
-- (merged_into) an alias of one: a merged person, an identifier, a further ref; or (erased_at) a tombstone, which keeps
-- nothing but its route key: the keyed hash by which an erased address is known again.

ALTER TABLE subjects
  ADD COLUMN erased_at timestamptz(3),
  -- Until when the restricted records of an erased person are kept as evidence.
  ADD COLUMN evidence_until timestamptz(3),
  -- Why this person must not be erased now; null: nothing stands against it.
  ADD COLUMN hold_reason text;
CREATE INDEX subjects_evidence ON subjects (evidence_until) WHERE evidence_until IS NOT NULL;

-- What may name a person, in their own row: found by the identifier's row in subjects, whose route_key is identifier_key.
CREATE TABLE subject_identifiers (
  route_key uuid NOT NULL,
  identifier_key uuid NOT NULL,
  env_id int NOT NULL,
  -- Of the catalogue; null: a further ref.
  type text,
  -- The value under the person's data key.
  sealed bytea NOT NULL,
  verified boolean NOT NULL,
  added_at timestamptz(3) NOT NULL,
  PRIMARY KEY (route_key, identifier_key)
);

-- One data key a person, sealed by the master key: what was sealed under it is gone once the row is, in backups too.
CREATE TABLE subject_keys (
  route_key uuid NOT NULL PRIMARY KEY,
  env_id int NOT NULL,
  sealed bytea NOT NULL,
  -- The caller's metadata on the person, as JSON under the data key; null: none.
  metadata bytea,
  created_at timestamptz(3) NOT NULL
);

-- Who was merged into a person, in the order of it: route_key is the target's. A chain of merges is a row each.
CREATE TABLE subject_merges (
  route_key uuid NOT NULL,
  merge_id uuid NOT NULL,
  env_id int NOT NULL,
  source_key uuid NOT NULL,
  strategy text NOT NULL,
  -- The number of the merge among the target's records: where in their history it took effect.
  seq bigint NOT NULL,
  merged_at timestamptz(3) NOT NULL,
  undone_at timestamptz(3),
  PRIMARY KEY (route_key, merge_id)
);
