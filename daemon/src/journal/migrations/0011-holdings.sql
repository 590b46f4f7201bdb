-- holding: one row per artwork that the registry lists in the gallery's own profiles, written while the catalogue is reviewed before
-- registering, so that thousands of works are compared here and not by a request each. Rebuilt from the registry once a day.
CREATE TABLE holding (
  site_id     TEXT NOT NULL,
  registry_id TEXT NOT NULL,
  -- Beginning of the fingerprint; null: the title is generic and year or size is missing.
  look        TEXT,
  -- The same of title and artist alone.
  name_look   TEXT,
  -- The id under which this site is its source; null: it is not.
  external_id TEXT,
  -- What the public record says, as JSON.
  shows       TEXT NOT NULL,
  page        TEXT NOT NULL,
  PRIMARY KEY (site_id, registry_id)
) STRICT, WITHOUT ROWID;

-- Each serves one way in which a work is recognised.
CREATE INDEX holding_by_look ON holding (site_id, look) WHERE look IS NOT NULL;
CREATE INDEX holding_by_name ON holding (site_id, name_look) WHERE name_look IS NOT NULL;
CREATE INDEX holding_by_source ON holding (site_id, external_id) WHERE external_id IS NOT NULL;
