-- The catalogue: reference tables, written by `catalogue apply` alone and only ever added to. Documents are the
-- canonical bytes that their hash and every receipt name, so they are bytea: jsonb would respell them.

-- One row an apply. The primary key is also what lets one of two applies at once win.
CREATE TABLE catalogues (
  env_id int NOT NULL,
  version int NOT NULL,
  -- Names each purpose and the controller by version and hash: see catalogue/published-catalogue.ts.
  document bytea NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamptz(3) NOT NULL,
  PRIMARY KEY (env_id, version)
);

CREATE TABLE purpose_versions (
  env_id int NOT NULL,
  purpose_key text NOT NULL,
  version int NOT NULL,
  document bytea NOT NULL,
  sha256 text NOT NULL,
  -- Whether decisions on earlier versions stop covering this one.
  material_change boolean NOT NULL,
  -- As the file says for versions brought along from before, else the time of the apply.
  effective_from timestamptz(3) NOT NULL,
  -- The apply that published it, which is when it came to be known here.
  catalogue_version int NOT NULL,
  PRIMARY KEY (env_id, purpose_key, version)
);

CREATE TABLE controller_versions (
  env_id int NOT NULL,
  version int NOT NULL,
  controller_id text NOT NULL,
  document bytea NOT NULL,
  sha256 text NOT NULL,
  catalogue_version int NOT NULL,
  PRIMARY KEY (env_id, version)
);
