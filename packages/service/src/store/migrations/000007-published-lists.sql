-- What IAB Europe and Google publish and signals are written by: reference tables, a few rows a week. A version once
-- kept stays: a string is written with the list of the notice that was seen, for as long as the record is there.

CREATE TABLE published_lists (
  -- vendor-list, provider-list, or translation-<language>.
  kind text NOT NULL,
  -- The list's own; for providers, whose list has none, the day it was taken as 20261121.
  version int NOT NULL,
  -- As it was published, byte for byte.
  document bytea NOT NULL,
  sha256 text NOT NULL,
  kept_at timestamptz(3) NOT NULL,
  PRIMARY KEY (kind, version)
);

-- Where the newest version comes from, and when to ask again: publishers block whoever asks too often.
CREATE TABLE list_sources (
  kind text NOT NULL PRIMARY KEY,
  location text NOT NULL,
  -- The newest version it has given; null before the first.
  version int,
  etag text,
  last_modified text,
  fresh_until timestamptz(3) NOT NULL,
  -- Whoever asks now has until then; other servers leave it alone (R9).
  claimed_until timestamptz(3) NOT NULL
);
