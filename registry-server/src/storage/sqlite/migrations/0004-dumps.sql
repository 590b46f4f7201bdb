-- Dumps of everything that is public, for those who mirror the registry; and profiles that get another slug.

-- Whether the works of a profile are in the dumps: it may want them found here, and not handed out. Written by the operator.
ALTER TABLE profiles ADD COLUMN in_dumps INTEGER NOT NULL DEFAULT 1 CHECK (in_dumps IN (0, 1));

-- A row is a slug that a profile had before. It leads to the profile for ever, and is never given to another one.
CREATE TABLE former_profile_slugs (
  slug TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL REFERENCES profiles (id)
) STRICT, WITHOUT ROWID;

-- A row is a task that one process does at a time, until then (milliseconds). Taken again by its owner while it works.
CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
