-- The row that a readiness probe writes, to find out whether anything can be written.
INSERT INTO counters (name, value) VALUES ('probe', 0);

-- Whether a public work has named the artist, or the operator has: the name that the first hidden work brought is nobody
-- else's business, and no example for anybody.
ALTER TABLE artists ADD COLUMN is_named INTEGER NOT NULL DEFAULT 0 CHECK (is_named IN (0, 1));
UPDATE artists SET is_named = 1 WHERE artworks_count > 0 OR EXISTS
  (SELECT 1 FROM artworks w JOIN changes c ON c.registry_id = w.registry_id WHERE w.artist_id = artists.id);
-- The artist's name as the publisher of this work wrote it: the name of the artist if this is the first public one.
ALTER TABLE artworks ADD COLUMN artist_spelling TEXT;

-- Rises whenever a public work shows something else than before, whichever write it was. A work's first JSON is no change:
-- then registry_number has risen. Lists are kept as long as this, registry_number and parts stand still.
INSERT INTO counters (name, value) VALUES ('shown', 0);
CREATE TRIGGER artworks_shown AFTER UPDATE OF public_json, source_installation_id ON artworks
  WHEN NEW.is_public = 1 AND OLD.public_json IS NOT NULL
    AND (OLD.public_json, OLD.source_installation_id) IS NOT (NEW.public_json, NEW.source_installation_id) BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'shown';
END;

-- The platform in the form that names are compared in: `platform`, or `custom:` and the folded label.
ALTER TABLE sources ADD COLUMN platform_key TEXT NOT NULL DEFAULT '';
UPDATE sources SET platform_key = coalesce('custom:' || lower(platform_label), platform);
-- Serves the filter `platform` for names that are not on the list.
CREATE INDEX sources_by_platform_key ON sources (platform_key, artwork_number);

-- A row is a source that ended when its work was transferred to another organisation: shown to nobody, written by nobody.
CREATE TABLE former_sources (
  number INTEGER PRIMARY KEY,
  artwork_number INTEGER NOT NULL REFERENCES artworks (number),
  installation_id TEXT NOT NULL REFERENCES installations (id),
  platform TEXT NOT NULL,
  platform_label TEXT,
  external_id TEXT,
  source_url TEXT,
  status TEXT NOT NULL CHECK (status = 'removed'),
  last_synced_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL
) STRICT;
CREATE INDEX former_sources_of_artwork ON former_sources (artwork_number, number);

CREATE TRIGGER sources_count_delete AFTER DELETE ON sources WHEN OLD.is_public = 1 BEGIN
  UPDATE installations SET artworks_count = artworks_count - 1 WHERE id = OLD.installation_id;
END;
CREATE TRIGGER sources_edition_delete AFTER DELETE ON sources BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'edition';
END;

-- A row is one step of the public projection. `subject` is an Art ID or `profile:` and its id: of one subject only the last
-- step stays for ever. `payload` is the JSON that the steps of profiles carry.
CREATE TABLE steps (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  op TEXT NOT NULL CHECK (op IN ('upsert', 'remove', 'profile')),
  subject TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  payload TEXT CHECK ((payload IS NULL) = (op IN ('upsert', 'remove')))
) STRICT;
INSERT INTO steps (seq, op, subject, updated_at) SELECT seq, op, registry_id, updated_at FROM changes;
DELETE FROM sqlite_sequence WHERE name = 'steps';
INSERT INTO sqlite_sequence (name, seq) SELECT 'steps', seq FROM sqlite_sequence WHERE name = 'changes';
DROP TABLE changes;
ALTER TABLE steps RENAME TO changes;
-- Finds the later steps of one subject, so that the feed can be thinned to the last one each.
CREATE INDEX changes_of_subject ON changes (subject, seq);

-- A row is a setting that belongs to the data and not to the process that happens to open them: id_prefix (part of every
-- Art ID, for good) and public_url (where their pages are). Written when the database is made, or when the second is first
-- known; a process that says otherwise refuses to start.
CREATE TABLE settings (
  name TEXT PRIMARY KEY CHECK (name IN ('id_prefix', 'public_url')),
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO settings (name, value)
  SELECT 'id_prefix', substr(registry_id, 1, instr(registry_id, '-') - 1) FROM artworks ORDER BY number LIMIT 1;

-- A row is a link that opens the operator's console once: the SHA-256 of its token. Written by the command operator open,
-- removed by its use, or by the next link once it is over.
CREATE TABLE operator_links (
  hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Serve the sweep of old requests and the operator's list of waiting ones.
CREATE INDEX access_requests_decided ON access_requests (decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX access_requests_by_status ON access_requests (status, number);
