-- What people can set beyond consent: reference, written by `catalogue apply` alone and only ever added to. The
-- document is the canonical bytes that its hash and every receipt name.
CREATE TABLE preference_template_versions (
  env_id int NOT NULL,
  version int NOT NULL,
  document bytea NOT NULL,
  sha256 text NOT NULL,
  -- The apply that published it.
  catalogue_version int NOT NULL,
  PRIMARY KEY (env_id, version)
);
