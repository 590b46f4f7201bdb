-- Dumps of everything that is public, for those who mirror the registry; and profiles that get another slug.

-- Whether the works of a profile are in the dumps: it may want them found here, and not handed out. Written by the operator.
ALTER TABLE profiles ADD COLUMN in_dumps boolean NOT NULL DEFAULT true;

-- A row is a slug that a profile had before. It leads to the profile for ever, and is never given to another one.
CREATE TABLE former_profile_slugs (
  slug text COLLATE "C" PRIMARY KEY,
  profile_id text NOT NULL REFERENCES profiles (id)
);

-- A row is a task that one process does at a time, until then (milliseconds). Taken again by its owner while it works.
CREATE TABLE leases (
  name text PRIMARY KEY,
  owner text NOT NULL,
  until_ms bigint NOT NULL
);
