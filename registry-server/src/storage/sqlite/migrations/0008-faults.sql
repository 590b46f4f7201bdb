-- The row that a readiness probe writes, to find out whether anything can be written.
INSERT INTO counters (name, value) VALUES ('probe', 0);

-- Whether a public work has named the artist, or the operator has: the name that the first hidden work brought is nobody
-- else's business, and no example for anybody.
ALTER TABLE artists ADD COLUMN is_named INTEGER NOT NULL DEFAULT 0 CHECK (is_named IN (0, 1));
UPDATE artists SET is_named = 1 WHERE artworks_count > 0 OR EXISTS
  (SELECT 1 FROM artworks w JOIN changes c ON c.registry_id = w.registry_id WHERE w.artist_id = artists.id);
-- The artist's name as the publisher of this work wrote it: the name of the artist if this is the first public one.
ALTER TABLE artworks ADD COLUMN artist_spelling TEXT;
