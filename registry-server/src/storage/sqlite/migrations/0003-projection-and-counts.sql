-- The finished public JSON of a work, but for what belongs to others: artist, profile and site address are spliced in
-- at read, so that renaming a gallery rewrites no work. NULL: to be built, at the next start.
ALTER TABLE artworks ADD COLUMN public_json TEXT;
-- The installation whose source the JSON shows; its site address is spliced in at read.
ALTER TABLE artworks ADD COLUMN source_installation_id TEXT REFERENCES installations (id);
CREATE INDEX artworks_unprojected ON artworks (number) WHERE public_json IS NULL;

ALTER TABLE artists ADD COLUMN public_json TEXT
  GENERATED ALWAYS AS (json_object('id', id, 'name', name, 'slug', slug)) VIRTUAL;
-- location and current_collection; the holder's country leaves the database only where its profile shows it.
ALTER TABLE profiles ADD COLUMN public_json TEXT GENERATED ALWAYS AS (
  '"location":' || iif(show_country AND country IS NOT NULL, json_object('country', country), 'null')
  || ',"current_collection":' || json_object('slug', slug, 'name', name, 'type', type, 'city', city,
    'country', iif(show_country, country, NULL))
) VIRTUAL;

-- A row is one medium as people write it, folded. Works point to it, so that a partial match looks at each medium once.
CREATE TABLE mediums (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  artworks_count INTEGER NOT NULL DEFAULT 0
) STRICT;
ALTER TABLE artworks ADD COLUMN medium_id INTEGER REFERENCES mediums (id);
INSERT INTO mediums (key) SELECT DISTINCT medium_key FROM artworks WHERE medium_key IS NOT NULL;
UPDATE artworks SET medium_id = (SELECT id FROM mediums WHERE key = medium_key) WHERE medium_key IS NOT NULL;
ALTER TABLE artworks DROP COLUMN medium_key;
CREATE INDEX artworks_by_medium ON artworks (medium_id, number DESC) WHERE is_public = 1;
-- The price filters see public prices only; the list is newest first.
CREATE INDEX artworks_by_price ON artworks (price_amount, number DESC)
  WHERE is_public = 1 AND availability IN ('for_sale', 'open_to_offers') AND price_amount IS NOT NULL;

-- Partial match of three letters and more: which names, which mediums contain them.
CREATE VIRTUAL TABLE artists_trigram USING fts5(name_key, artist_id UNINDEXED, tokenize = 'trigram', columnsize = 0);
INSERT INTO artists_trigram (name_key, artist_id) SELECT name_key, id FROM artists;
CREATE TRIGGER artists_trigram_insert AFTER INSERT ON artists BEGIN
  INSERT INTO artists_trigram (name_key, artist_id) VALUES (NEW.name_key, NEW.id);
END;
CREATE VIRTUAL TABLE mediums_trigram USING fts5(key, content = 'mediums', content_rowid = 'id', tokenize = 'trigram',
  columnsize = 0);
INSERT INTO mediums_trigram (mediums_trigram) VALUES ('rebuild');
CREATE TRIGGER mediums_trigram_insert AFTER INSERT ON mediums BEGIN
  INSERT INTO mediums_trigram (rowid, key) VALUES (NEW.id, NEW.key);
END;

-- Words are split before they come here; every letter, mark and digit, however new, is part of a word. No positions
-- are kept: only whole words and prefixes are asked for. Prefixes have indexes of their own: without one, "portrait"* in a
-- million works gathers all its works before the first is given (25 ms instead of 0.1).
DROP TABLE artworks_text;
CREATE VIRTUAL TABLE artworks_text USING fts5(words, content = '', contentless_delete = 1, detail = none,
  prefix = '1 2 3 4 5 6 7 8 9 10 11', tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co Cn Cs'");

-- Exact totals without counting. A row is the number of public works of one value; kind is all, availability or year.
-- Artists, profiles and mediums carry their own number. Triggers keep them, so that no write can forget one.
CREATE TABLE artwork_counts (
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (kind, value)
) STRICT, WITHOUT ROWID;
ALTER TABLE artists ADD COLUMN artworks_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE profiles ADD COLUMN artworks_count INTEGER NOT NULL DEFAULT 0;
INSERT INTO artwork_counts SELECT 'all', '', count(*) FROM artworks WHERE is_public = 1;
INSERT INTO artwork_counts SELECT 'availability', availability, count(*) FROM artworks WHERE is_public = 1
  GROUP BY availability;
INSERT INTO artwork_counts SELECT 'year', year_created, count(*) FROM artworks
  WHERE is_public = 1 AND year_created IS NOT NULL GROUP BY year_created;
UPDATE artists SET artworks_count =
  (SELECT count(*) FROM artworks w WHERE w.artist_id = artists.id AND w.is_public = 1);
UPDATE profiles SET artworks_count =
  (SELECT count(*) FROM artworks w WHERE w.profile_id = profiles.id AND w.is_public = 1);
UPDATE mediums SET artworks_count =
  (SELECT count(*) FROM artworks w WHERE w.medium_id = mediums.id AND w.is_public = 1);

CREATE TRIGGER artworks_count_insert AFTER INSERT ON artworks WHEN NEW.is_public = 1 BEGIN
  UPDATE artists SET artworks_count = artworks_count + 1 WHERE id = NEW.artist_id;
  UPDATE profiles SET artworks_count = artworks_count + 1 WHERE id = NEW.profile_id;
  UPDATE mediums SET artworks_count = artworks_count + 1 WHERE id = NEW.medium_id;
  INSERT INTO artwork_counts VALUES ('all', '', 1) ON CONFLICT DO UPDATE SET count = count + 1;
  INSERT INTO artwork_counts VALUES ('availability', NEW.availability, 1) ON CONFLICT DO UPDATE SET count = count + 1;
  INSERT INTO artwork_counts SELECT 'year', NEW.year_created, 1 WHERE NEW.year_created IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER artworks_count_leave AFTER UPDATE OF artist_id, profile_id, medium_id, availability, year_created,
  withdrawn_at ON artworks WHEN OLD.is_public = 1 BEGIN
  UPDATE artists SET artworks_count = artworks_count - 1 WHERE id = OLD.artist_id;
  UPDATE profiles SET artworks_count = artworks_count - 1 WHERE id = OLD.profile_id;
  UPDATE mediums SET artworks_count = artworks_count - 1 WHERE id = OLD.medium_id;
  UPDATE artwork_counts SET count = count - 1 WHERE (kind, value) IN (VALUES ('all', ''),
    ('availability', OLD.availability), ('year', OLD.year_created));
END;
CREATE TRIGGER artworks_count_enter AFTER UPDATE OF artist_id, profile_id, medium_id, availability, year_created,
  withdrawn_at ON artworks WHEN NEW.is_public = 1 BEGIN
  UPDATE artists SET artworks_count = artworks_count + 1 WHERE id = NEW.artist_id;
  UPDATE profiles SET artworks_count = artworks_count + 1 WHERE id = NEW.profile_id;
  UPDATE mediums SET artworks_count = artworks_count + 1 WHERE id = NEW.medium_id;
  INSERT INTO artwork_counts VALUES ('all', '', 1) ON CONFLICT DO UPDATE SET count = count + 1;
  INSERT INTO artwork_counts VALUES ('availability', NEW.availability, 1) ON CONFLICT DO UPDATE SET count = count + 1;
  INSERT INTO artwork_counts SELECT 'year', NEW.year_created, 1 WHERE NEW.year_created IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

-- Totals of other filters are counted once and kept by the readers. A total stays true for the works below a number as
-- long as this counter stands: it moves whenever a stored work or its sources change. The source of a work made in the
-- same transaction does not count: registry_number is stored at its end.
INSERT INTO counters (name, value) VALUES ('edition', 0);
CREATE TRIGGER artworks_edition AFTER UPDATE OF title, artist_id, profile_id, medium_id, availability, year_created,
  price_amount, withdrawn_at, updated_at ON artworks BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'edition';
END;
CREATE TRIGGER sources_edition_insert AFTER INSERT ON sources
  WHEN NEW.artwork_number <= (SELECT value FROM counters WHERE name = 'registry_number') BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'edition';
END;
CREATE TRIGGER sources_edition_update AFTER UPDATE OF installation_id, platform, platform_label ON sources
  WHEN (OLD.platform, OLD.platform_label) IS NOT (NEW.platform, NEW.platform_label) BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'edition';
END;
-- Whether the work is public, kept by trigger: the works of one installation are listed and counted without reading them.
ALTER TABLE sources ADD COLUMN is_public INTEGER NOT NULL DEFAULT 0 CHECK (is_public IN (0, 1));
UPDATE sources SET is_public = (SELECT is_public FROM artworks WHERE number = artwork_number);
CREATE INDEX sources_by_installation ON sources (installation_id, artwork_number DESC) WHERE is_public = 1;
ALTER TABLE installations ADD COLUMN artworks_count INTEGER NOT NULL DEFAULT 0;
UPDATE installations SET artworks_count =
  (SELECT count(*) FROM sources s WHERE s.installation_id = installations.id AND s.is_public = 1);
CREATE TRIGGER artworks_sources_public AFTER UPDATE OF availability, withdrawn_at ON artworks
  WHEN OLD.is_public <> NEW.is_public BEGIN
  UPDATE sources SET is_public = NEW.is_public WHERE artwork_number = NEW.number;
END;
CREATE TRIGGER sources_count_insert AFTER INSERT ON sources WHEN NEW.is_public = 1 BEGIN
  UPDATE installations SET artworks_count = artworks_count + 1 WHERE id = NEW.installation_id;
END;
CREATE TRIGGER sources_count_update AFTER UPDATE OF is_public ON sources WHEN OLD.is_public <> NEW.is_public BEGIN
  UPDATE installations SET artworks_count = artworks_count + iif(NEW.is_public, 1, -1) WHERE id = NEW.installation_id;
END;

-- A row is the open rate-limit window of one key, written once a second: it carries the count over a restart.
CREATE TABLE rate_windows (
  key_id TEXT PRIMARY KEY,
  reset_at_seconds INTEGER NOT NULL,
  used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The sweeps: events and finished deliveries by age, and whether a delivery still needs its event.
UPDATE deliveries SET finished_at = created_at WHERE status <> 'pending';
CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX deliveries_of_event ON deliveries (event_seq);
CREATE INDEX deliveries_waiting ON deliveries (created_at) WHERE status = 'pending';
-- How far events and changes were thinned.
INSERT INTO counters (name, value) VALUES ('events_swept', 0), ('changes_swept', 0);

-- What is spliced into the public JSON of works may be kept by readers as long as this counter stands.
INSERT INTO counters (name, value) VALUES ('parts', 0);
CREATE TRIGGER artists_parts AFTER UPDATE OF name, slug ON artists BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'parts';
END;
CREATE TRIGGER profiles_parts AFTER UPDATE OF slug, name, type, city, country, show_country ON profiles BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'parts';
END;
CREATE TRIGGER installations_parts AFTER UPDATE OF site_url ON installations
  WHEN OLD.site_url <> NEW.site_url BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'parts';
END;
