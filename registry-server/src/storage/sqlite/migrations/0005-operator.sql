-- A row is one certificate of registration, issued by the operator for a public work. It is never changed.
CREATE TABLE certificates (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  artwork_number INTEGER NOT NULL REFERENCES artworks (number),
  issued_at INTEGER NOT NULL
) STRICT;
CREATE INDEX certificates_of_artwork ON certificates (artwork_number, number);

-- A row is a folded name that leads to an artist who has another one now: the old name after a rename, the other
-- spelling after a merge. Written by the operator. Clients that go on sending the old name reach the same artist.
CREATE TABLE artist_aliases (
  name_key TEXT PRIMARY KEY,
  artist_id TEXT NOT NULL REFERENCES artists (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX artist_aliases_of_artist ON artist_aliases (artist_id);

-- A row is an artist record that was merged into another: whoever kept its id or slug is led to the one that is left.
CREATE TABLE merged_artists (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  artist_id TEXT NOT NULL REFERENCES artists (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX merged_artists_of_artist ON merged_artists (artist_id);

-- Artists were only ever added until now: the index of name parts follows renames and merges too.
CREATE TRIGGER artists_trigram_update AFTER UPDATE OF name_key ON artists BEGIN
  DELETE FROM artists_trigram WHERE artist_id = OLD.id;
  INSERT INTO artists_trigram (name_key, artist_id) VALUES (NEW.name_key, NEW.id);
END;
CREATE TRIGGER artists_trigram_delete AFTER DELETE ON artists BEGIN
  DELETE FROM artists_trigram WHERE artist_id = OLD.id;
  UPDATE counters SET value = value + 1 WHERE name = 'parts';
END;

-- Why the operator said no, in words that the person who asked may read. Only on rejected requests.
ALTER TABLE access_requests ADD COLUMN reason TEXT CHECK (reason IS NULL OR status = 'rejected');

-- Serves: the failed deliveries of an endpoint, counted and listed. There are few of them in a long history.
CREATE INDEX deliveries_failed ON deliveries (endpoint_id, seq) WHERE status = 'failed';
