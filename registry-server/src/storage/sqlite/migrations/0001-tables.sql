-- All tables of the registry. Times are INTEGER microseconds since 1970 (UTC) unless the column name ends in _ms or
-- _seconds. A column called id is a UUID, except installations.id. Rules live in domain/, not here: what is here keeps
-- rows sound (checks, unique keys) and keeps totals exact (triggers).

-- A row is a fact that belongs to the data and not to the process that happens to open them: id_prefix (part of every
-- Art ID, for good) and public_url (where their pages are). Written when the database is made, or when the second is first
-- known; a process that says otherwise refuses to start. While the registry is moved to another engine also moving_from (this
-- is the copy; it is not the registry yet) and move_id, which names the move on both sides, and afterwards moved_to in the former one.
CREATE TABLE registry_facts (
  name TEXT PRIMARY KEY CHECK (name IN ('id_prefix', 'public_url', 'moving_from', 'moved_to', 'move_id')),
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A row is one number. Written by every group of writes:
--   registry_number  the last Art ID, never given out again
--   clock            the last updated_at given out, so that updated_at rises strictly in the order of commits
--   content_version  moves when a stored work or one of its sources changes; totals that were counted hold as long as it
--                    stands, but for newer works. The source of a work made in the same transaction does not count,
--                    because registry_number is stored at its end.
--   names_version    moves when what is spliced into works changes: an artist's name, a profile, a site's address
--   events_swept, changes_swept  how far the sweeps have come
--   sweep_time       by which the sweeps count the age of rows; it follows the clock in small steps. 0 before the first sweep
--   restored_at      the time that was given out when the registry was restored last; 0: never
--   probe            written by a readiness check, to find out whether anything can be written
--   erased_in_log_at  when something was erased last that the log may still hold; missing: it holds none (engine/erased-log.ts)
CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO counters (name, value) VALUES ('registry_number', 100000), ('clock', 0), ('content_version', 0),
  ('names_version', 0), ('events_swept', 0), ('changes_swept', 0), ('sweep_time', 0), ('probe', 0), ('restored_at', 0);

-- Organisations, profiles, keys ------------------------------------------------------------------------------------

-- A row is an organisation that holds keys and profiles. Written by the operator. active <-> inactive.
-- erased_at: everything that said who it is was erased, for good. From erasing on it is never active again.
CREATE TABLE organizations (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'inactive', 'erasing')),
  created_at INTEGER NOT NULL,
  erased_at INTEGER
) STRICT;
-- The built-in organisation that holds the read keys; it has no profile, so it can never publish.
INSERT INTO organizations (id, slug, name, status, created_at)
VALUES ('00000000-0000-4000-8000-000000000001', 'public-readers', 'Public readers', 'active', 0);

-- A row is a public profile of an organisation, written by the operator. The number gives its age: the write target is
-- the oldest gallery or collection. public_json is what works show of it (location and current_collection); the country
-- leaves the database only where the profile shows it. artworks_count counts its public works, list_version tells when a
-- list of them changes: both by trigger.
CREATE TABLE profiles (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  type TEXT NOT NULL CHECK (type IN ('gallery', 'museum', 'collection')),
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  city TEXT,
  country TEXT,
  show_country INTEGER NOT NULL CHECK (show_country IN (0, 1)),
  in_dumps INTEGER NOT NULL DEFAULT 1 CHECK (in_dumps IN (0, 1)),
  website TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  artworks_count INTEGER NOT NULL DEFAULT 0,
  list_version INTEGER NOT NULL DEFAULT 0,
  public_json TEXT GENERATED ALWAYS AS (
    '"location":' || iif(show_country AND country IS NOT NULL, json_object('country', country), 'null')
    || ',"current_collection":' || json_object('slug', slug, 'name', name, 'type', type, 'city', city,
      'country', iif(show_country, country, NULL))
  ) VIRTUAL
) STRICT;
-- Serves: the write target, and the profiles of a connect answer.
CREATE INDEX profiles_by_organization ON profiles (organization_id, number);
CREATE TRIGGER profiles_names_version AFTER UPDATE OF slug, name, type, city, country, show_country ON profiles
  WHEN (OLD.slug, OLD.name, OLD.type, OLD.city, OLD.country, OLD.show_country)
    IS NOT (NEW.slug, NEW.name, NEW.type, NEW.city, NEW.country, NEW.show_country) BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'names_version';
END;

-- A row is a slug that a profile had before. It leads to the profile for ever, and is never given to another one.
CREATE TABLE former_profile_slugs (
  slug TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL REFERENCES profiles (id)
) STRICT, WITHOUT ROWID;

-- A row is an API key. Only its SHA-256 and the visible prefix are kept. Written by the operator and by requests for
-- access; revoking sets revoked_at, once. last_used_at is written at most daily. idle_days: days without use after which
-- the key ends, so that expires_at moves with use; NULL: expires_at is fixed.
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  hash TEXT NOT NULL UNIQUE,
  prefix TEXT NOT NULL UNIQUE,
  name TEXT,
  scopes TEXT NOT NULL,
  rate_limit INTEGER CHECK (rate_limit > 0),
  idle_days INTEGER CHECK (idle_days > 0),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  last_used_at INTEGER
) STRICT;
-- Serves: the keys of one organisation.
CREATE INDEX api_keys_by_organization ON api_keys (organization_id);

-- A row is the open rate-limit window of one key. Written once a second: it carries the count over a restart.
CREATE TABLE rate_windows (
  key_id TEXT PRIMARY KEY,
  reset_at_seconds INTEGER NOT NULL,
  used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A row is one connected site, written by the connect handshake. Its identity is organisation, platform (with its label
-- for custom) and site. artworks_count counts the public works with a source of it, by trigger.
CREATE TABLE installations (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  platform TEXT NOT NULL,
  platform_label TEXT,
  platform_key TEXT NOT NULL,
  site_url TEXT NOT NULL,
  site_key TEXT NOT NULL,
  site_name TEXT,
  client_version TEXT,
  connected_at INTEGER NOT NULL,
  last_synced_at INTEGER,
  artworks_count INTEGER NOT NULL DEFAULT 0,
  UNIQUE (organization_id, platform_key, site_key)
) STRICT;
CREATE TRIGGER installations_names_version AFTER UPDATE OF site_url ON installations WHEN OLD.site_url <> NEW.site_url BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'names_version';
END;

-- Artists and mediums ----------------------------------------------------------------------------------------------

-- A row is an artist, made by the first work that names somebody new. name_key is the normalised name. is_named: whether
-- a public work has named the artist, or the operator has; until then the name is what a hidden work said, and public
-- nowhere. public_json is what works show of the artist.
CREATE TABLE artists (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  sort_name TEXT,
  birth_year INTEGER,
  death_year INTEGER,
  nationality TEXT,
  ulan_id TEXT,
  wikidata_id TEXT,
  is_named INTEGER NOT NULL DEFAULT 0 CHECK (is_named IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  artworks_count INTEGER NOT NULL DEFAULT 0,
  list_version INTEGER NOT NULL DEFAULT 0,
  public_json TEXT GENERATED ALWAYS AS (json_object('id', id, 'name', name, 'slug', slug)) VIRTUAL
) STRICT;
CREATE TRIGGER artists_names_version AFTER UPDATE OF name, slug ON artists
  WHEN (OLD.name, OLD.slug) IS NOT (NEW.name, NEW.slug) BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'names_version';
END;

-- A row is a folded name that leads to an artist who has another one now: the old name after a rename, the other
-- spelling after a merge. Written by the operator. Clients that keep sending the old name reach the same artist.
CREATE TABLE artist_aliases (
  name_key TEXT PRIMARY KEY,
  artist_id TEXT NOT NULL REFERENCES artists (id)
) STRICT, WITHOUT ROWID;
-- Serves: the names to lead elsewhere when an artist is merged.
CREATE INDEX artist_aliases_of_artist ON artist_aliases (artist_id);

-- A row is an artist record that was merged into another one. Written by the operator. A reader who kept its id or slug is led
-- to the one that is left.
CREATE TABLE merged_artists (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  artist_id TEXT NOT NULL REFERENCES artists (id)
) STRICT, WITHOUT ROWID;
-- Serves: the records to lead elsewhere when an artist is merged.
CREATE INDEX merged_artists_of_artist ON merged_artists (artist_id);

-- A row is one medium as people write it, folded. Made by the first work that has it; works point to it, so that a partial
-- match looks at each medium once.
CREATE TABLE mediums (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  artworks_count INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Which names, and which mediums, contain three letters or more.
CREATE VIRTUAL TABLE artists_trigram USING fts5(name_key, artist_id UNINDEXED, tokenize = 'trigram', columnsize = 0);
CREATE TRIGGER artists_trigram_insert AFTER INSERT ON artists BEGIN
  INSERT INTO artists_trigram (name_key, artist_id) VALUES (NEW.name_key, NEW.id);
END;
CREATE TRIGGER artists_trigram_update AFTER UPDATE OF name_key ON artists BEGIN
  DELETE FROM artists_trigram WHERE artist_id = OLD.id;
  INSERT INTO artists_trigram (name_key, artist_id) VALUES (NEW.name_key, NEW.id);
END;
CREATE TRIGGER artists_trigram_delete AFTER DELETE ON artists BEGIN
  DELETE FROM artists_trigram WHERE artist_id = OLD.id;
  UPDATE counters SET value = value + 1 WHERE name = 'names_version';
END;
CREATE VIRTUAL TABLE mediums_trigram USING fts5(key, content = 'mediums', content_rowid = 'id', tokenize = 'trigram',
  columnsize = 0);
CREATE TRIGGER mediums_trigram_insert AFTER INSERT ON mediums BEGIN
  INSERT INTO mediums_trigram (rowid, key) VALUES (NEW.id, NEW.key);
END;

-- Works ------------------------------------------------------------------------------------------------------------

-- A row is a work with its permanent Art ID. Rows are never deleted. A work is public while its availability is not
-- fully_private and the operator has not withdrawn it; any state may follow any other. Written by publishing, updating,
-- patching a source, and the operator's corrections.
--   artist_spelling  the artist's name as the publisher of this work wrote it: the artist's name, if this is the first
--                    public work
--   is_transferred   whether another profile than its present one may have registered it: its page names none
--   source_url_key, cover_image_key  what the two URLs are recognised by: hashes of their form (domain/identity.ts). NULL:
--                    no URL, or a picture that stands for none
--   public_json      the finished public JSON, but for what belongs to others: artist, profile and site address are
--                    spliced in at read, so that renaming a gallery rewrites no work
--   source_installation_id  the installation whose source the JSON shows
CREATE TABLE artworks (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  registry_id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  profile_id TEXT NOT NULL REFERENCES profiles (id),
  artist_id TEXT NOT NULL REFERENCES artists (id),
  artist_spelling TEXT NOT NULL,
  title TEXT NOT NULL,
  year_created TEXT,
  medium TEXT,
  medium_id INTEGER REFERENCES mediums (id),
  height_cm REAL,
  width_cm REAL,
  depth_cm REAL,
  availability TEXT NOT NULL CHECK (availability IN ('for_sale', 'open_to_offers', 'not_for_sale', 'on_loan',
    'private_collection', 'sold', 'fully_private')),
  price_amount REAL,
  price_currency TEXT,
  cover_image_url TEXT,
  external_id TEXT,
  source_url TEXT,
  source_url_key TEXT,
  cover_image_key TEXT,
  inventory_ref TEXT,
  provenance_summary TEXT,
  fingerprint TEXT,
  is_transferred INTEGER NOT NULL DEFAULT 0 CHECK (is_transferred IN (0, 1)),
  withdrawn_at INTEGER,
  is_public INTEGER GENERATED ALWAYS AS (availability <> 'fully_private' AND withdrawn_at IS NULL) STORED,
  public_json TEXT NOT NULL,
  source_installation_id TEXT REFERENCES installations (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((price_amount IS NULL) = (price_currency IS NULL)),
  CHECK ((medium IS NULL) = (medium_id IS NULL))
) STRICT;
-- Serve: the public list, newest first, and the lists with one filter. A part of a medium is in many mediums: works of others are
-- passed in the first index without being read.
CREATE INDEX artworks_public ON artworks (number DESC, medium_id) WHERE is_public = 1;
CREATE INDEX artworks_by_artist ON artworks (artist_id, number DESC) WHERE is_public = 1;
CREATE INDEX artworks_by_profile ON artworks (profile_id, number DESC) WHERE is_public = 1;
CREATE INDEX artworks_by_medium ON artworks (medium_id, number DESC) WHERE is_public = 1;
CREATE INDEX artworks_by_availability ON artworks (availability, number DESC) WHERE is_public = 1;
CREATE INDEX artworks_by_year ON artworks (year_created, number DESC) WHERE is_public = 1;
-- Serves: the price filters, which see public prices only.
CREATE INDEX artworks_by_price ON artworks (price_amount, number DESC)
  WHERE is_public = 1 AND availability IN ('for_sale', 'open_to_offers') AND price_amount IS NOT NULL;
-- Serves: the incremental read, updated_since.
CREATE INDEX artworks_by_update ON artworks (updated_at, id) WHERE is_public = 1;
-- Serves: whether a work was withdrawn since the dumps were looked at.
CREATE INDEX artworks_withdrawn ON artworks (withdrawn_at) WHERE withdrawn_at IS NOT NULL;
-- Serve: the identity keys, in the order in which they are tried.
CREATE INDEX artworks_by_fingerprint ON artworks (fingerprint) WHERE fingerprint IS NOT NULL;
CREATE INDEX artworks_by_external_id ON artworks (organization_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX artworks_by_inventory_ref ON artworks (organization_id, inventory_ref) WHERE inventory_ref IS NOT NULL;
CREATE INDEX artworks_by_source_url ON artworks (organization_id, source_url_key) WHERE source_url_key IS NOT NULL;
CREATE INDEX artworks_by_image ON artworks (organization_id, cover_image_key) WHERE cover_image_key IS NOT NULL;

-- The words of public works; the rowid is the work's number. Words are split before they come here, and every letter, mark
-- and digit, however new, is part of a word. No positions are kept, because only whole words and prefixes are asked for.
-- Prefixes have indexes of their own: without one, "portrait"* in a million works gathers all its works before the first
-- is given (25 ms instead of 0.1).
CREATE VIRTUAL TABLE artworks_text USING fts5(words, content = '', contentless_delete = 1, detail = none,
  prefix = '1 2 3 4 5 6 7 8 9 10 11', tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co Cn Cs'");

-- A row says that an installation holds a work, and in what state. Written with the work and by patching the source;
-- active, unpublished and removed follow each other in any order. platform_key is the platform in the form that names are
-- compared in: `platform`, or `custom:` and the folded label. is_public is the work's, by trigger: the works of one
-- installation are listed and counted without reading them.
CREATE TABLE sources (
  number INTEGER PRIMARY KEY,
  artwork_number INTEGER NOT NULL REFERENCES artworks (number),
  installation_id TEXT NOT NULL REFERENCES installations (id),
  platform TEXT NOT NULL,
  platform_label TEXT,
  platform_key TEXT NOT NULL,
  external_id TEXT,
  source_url TEXT,
  status TEXT NOT NULL CHECK (status IN ('active', 'unpublished', 'removed')),
  last_synced_at INTEGER NOT NULL,
  is_public INTEGER NOT NULL CHECK (is_public IN (0, 1)),
  UNIQUE (artwork_number, installation_id)
) STRICT;
-- An external_id of one installation names one work: this is what source_conflict protects.
CREATE UNIQUE INDEX sources_by_external_id ON sources (installation_id, external_id) WHERE external_id IS NOT NULL;
-- Serves: the filter installation_id.
CREATE INDEX sources_by_installation ON sources (installation_id, artwork_number DESC) WHERE is_public = 1;
-- Serve: the filter platform, for names that are on the list and for others.
CREATE INDEX sources_by_platform ON sources (platform, artwork_number) WHERE is_public = 1;
CREATE INDEX sources_by_platform_key ON sources (platform_key, artwork_number) WHERE is_public = 1;

-- A row is a source that ended when its work was transferred to another organisation. Changed by an erasure alone, not shown. An
-- organisation that publishes the work again is told which one it was, also from another installation, as after a move of its shop: by
-- external_id and work_key, a hash of artist and title (domain/identity.ts), because a shop may give its number to another work.
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
  ended_at INTEGER NOT NULL,
  work_key TEXT NOT NULL
) STRICT;
-- Serves: the history of one work.
CREATE INDEX former_sources_of_artwork ON former_sources (artwork_number, number);
-- Serves: which work an external_id of a site named.
CREATE INDEX former_sources_by_external_id ON former_sources (external_id, work_key, number) WHERE external_id IS NOT NULL;

-- A row is one certificate of registration for a public work: a signed statement that outlives the registry, because
-- anybody who has it and the public key can check it. `statement` is what is signed, in the bytes that are given out;
-- `kid` names the key. issuer_name is the profile's name on the day of issue. These four are NULL once the organisation was
-- erased. The withdrawal is written once. A later certificate for the same copy (edition_number) supersedes this one, unless it
-- is withdrawn itself.
CREATE TABLE certificates (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  artwork_number INTEGER NOT NULL REFERENCES artworks (number),
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  issuer_name TEXT,
  statement TEXT,
  kid TEXT,
  signature TEXT,
  edition_number INTEGER,
  issued_at INTEGER NOT NULL,
  withdrawn_at INTEGER,
  withdrawn_reason TEXT
) STRICT;
-- Serves: the certificates of one work.
CREATE INDEX certificates_of_artwork ON certificates (artwork_number, number);

-- A row is a key that signs certificates (Ed25519): the newest that is not retired signs, all of them stay published.
-- `private_key` is encrypted with a key that is not in this database. revoked_at: since then the key counts as stolen, and a
-- statement that it signed counts only where this registry lists the certificate.
CREATE TABLE signing_keys (
  kid TEXT PRIMARY KEY,
  public_key TEXT NOT NULL,
  private_key TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  retired_at INTEGER,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;

-- Totals, and when a list changes ------------------------------------------------------------------------------------

-- A row is the number of public works of one value; kind is all, availability or year. list_version moves whenever a list
-- of these works changes: one enters or leaves it, or shows something else. Artists and profiles carry both themselves,
-- mediums and installations the number. Triggers keep them all, so that no write can forget one. A list that was answered
-- holds as long as its list_version and names_version stand; one version for all lists would throw every list away with
-- every write.
CREATE TABLE artwork_counts (
  kind TEXT NOT NULL CHECK (kind IN ('all', 'availability', 'year')),
  value TEXT NOT NULL,
  count INTEGER NOT NULL,
  list_version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (kind, value)
) STRICT, WITHOUT ROWID;
-- A row is the number of public works of one list whose numbers are of one block: 1024 numbers in a row. Where a page far into
-- the list begins is found by adding these up (shared/list-blocks.ts, which says of which lists). Kept by the same triggers; a
-- row may count 0. content_version, of kind all: what it was when a stored work of this block changed last, hidden ones included.
CREATE TABLE list_blocks (
  kind TEXT NOT NULL CHECK (kind IN ('all', 'profile', 'availability')),
  value TEXT NOT NULL,
  block INTEGER NOT NULL,
  count INTEGER NOT NULL,
  content_version INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, value, block)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER artworks_count_insert AFTER INSERT ON artworks WHEN NEW.is_public = 1 BEGIN
  UPDATE artists SET artworks_count = artworks_count + 1, list_version = list_version + 1 WHERE id = NEW.artist_id;
  UPDATE profiles SET artworks_count = artworks_count + 1, list_version = list_version + 1 WHERE id = NEW.profile_id;
  UPDATE mediums SET artworks_count = artworks_count + 1 WHERE id = NEW.medium_id;
  INSERT INTO artwork_counts (kind, value, count) VALUES ('all', '', 1), ('availability', NEW.availability, 1)
    ON CONFLICT DO UPDATE SET count = count + 1, list_version = list_version + 1;
  INSERT INTO artwork_counts (kind, value, count) SELECT 'year', NEW.year_created, 1 WHERE NEW.year_created IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + 1, list_version = list_version + 1;
  INSERT INTO list_blocks (kind, value, block, count) VALUES ('all', '', NEW.number >> 10, 1),
    ('profile', NEW.profile_id, NEW.number >> 10, 1), ('availability', NEW.availability, NEW.number >> 10, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER artworks_count_leave AFTER UPDATE OF artist_id, profile_id, medium_id, availability, year_created,
  withdrawn_at ON artworks WHEN OLD.is_public = 1 BEGIN
  UPDATE artists SET artworks_count = artworks_count - 1, list_version = list_version + 1 WHERE id = OLD.artist_id;
  UPDATE profiles SET artworks_count = artworks_count - 1, list_version = list_version + 1 WHERE id = OLD.profile_id;
  UPDATE mediums SET artworks_count = artworks_count - 1 WHERE id = OLD.medium_id;
  UPDATE artwork_counts SET count = count - 1, list_version = list_version + 1 WHERE (kind, value) IN
    (VALUES ('all', ''), ('availability', OLD.availability), ('year', OLD.year_created));
  UPDATE list_blocks SET count = count - 1 WHERE (kind, value, block) IN
    (VALUES ('all', '', OLD.number >> 10), ('profile', OLD.profile_id, OLD.number >> 10),
      ('availability', OLD.availability, OLD.number >> 10));
END;
CREATE TRIGGER artworks_count_enter AFTER UPDATE OF artist_id, profile_id, medium_id, availability, year_created,
  withdrawn_at ON artworks WHEN NEW.is_public = 1 BEGIN
  UPDATE artists SET artworks_count = artworks_count + 1, list_version = list_version + 1 WHERE id = NEW.artist_id;
  UPDATE profiles SET artworks_count = artworks_count + 1, list_version = list_version + 1 WHERE id = NEW.profile_id;
  UPDATE mediums SET artworks_count = artworks_count + 1 WHERE id = NEW.medium_id;
  INSERT INTO artwork_counts (kind, value, count) VALUES ('all', '', 1), ('availability', NEW.availability, 1)
    ON CONFLICT DO UPDATE SET count = count + 1, list_version = list_version + 1;
  INSERT INTO artwork_counts (kind, value, count) SELECT 'year', NEW.year_created, 1 WHERE NEW.year_created IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + 1, list_version = list_version + 1;
  INSERT INTO list_blocks (kind, value, block, count) VALUES ('all', '', NEW.number >> 10, 1),
    ('profile', NEW.profile_id, NEW.number >> 10, 1), ('availability', NEW.availability, NEW.number >> 10, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
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
CREATE TRIGGER sources_count_delete AFTER DELETE ON sources WHEN OLD.is_public = 1 BEGIN
  UPDATE installations SET artworks_count = artworks_count - 1 WHERE id = OLD.installation_id;
END;

CREATE TRIGGER artworks_content_version AFTER UPDATE OF title, artist_id, profile_id, medium_id, availability, year_created,
  price_amount, withdrawn_at, updated_at ON artworks BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'content_version';
  INSERT INTO list_blocks (kind, value, block, count, content_version)
    SELECT 'all', '', NEW.number >> 10, 0, value FROM counters WHERE name = 'content_version'
    ON CONFLICT DO UPDATE SET content_version = excluded.content_version;
END;
CREATE TRIGGER sources_content_version_insert AFTER INSERT ON sources
  WHEN NEW.artwork_number <= (SELECT value FROM counters WHERE name = 'registry_number') BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'content_version';
  INSERT INTO list_blocks (kind, value, block, count, content_version)
    SELECT 'all', '', NEW.artwork_number >> 10, 0, value FROM counters WHERE name = 'content_version'
    ON CONFLICT DO UPDATE SET content_version = excluded.content_version;
  UPDATE artwork_counts SET list_version = list_version + 1 WHERE kind = 'all' AND value = '';
END;
CREATE TRIGGER sources_content_version_update AFTER UPDATE OF installation_id, platform, platform_label ON sources
  WHEN (OLD.platform, OLD.platform_label) IS NOT (NEW.platform, NEW.platform_label) BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'content_version';
  INSERT INTO list_blocks (kind, value, block, count, content_version)
    SELECT 'all', '', NEW.artwork_number >> 10, 0, value FROM counters WHERE name = 'content_version'
    ON CONFLICT DO UPDATE SET content_version = excluded.content_version;
  UPDATE artwork_counts SET list_version = list_version + 1 WHERE kind = 'all' AND value = '';
END;
CREATE TRIGGER sources_content_version_delete AFTER DELETE ON sources BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'content_version';
  INSERT INTO list_blocks (kind, value, block, count, content_version)
    SELECT 'all', '', OLD.artwork_number >> 10, 0, value FROM counters WHERE name = 'content_version'
    ON CONFLICT DO UPDATE SET content_version = excluded.content_version;
  UPDATE artwork_counts SET list_version = list_version + 1 WHERE kind = 'all' AND value = '';
END;
CREATE TRIGGER artworks_shown AFTER UPDATE OF public_json, source_installation_id ON artworks
  WHEN NEW.is_public = 1
    AND (OLD.public_json, OLD.source_installation_id) IS NOT (NEW.public_json, NEW.source_installation_id) BEGIN
  UPDATE artists SET list_version = list_version + 1 WHERE id = NEW.artist_id;
  UPDATE profiles SET list_version = list_version + 1 WHERE id = NEW.profile_id;
  UPDATE artwork_counts SET list_version = list_version + 1 WHERE (kind, value) IN
    (VALUES ('all', ''), ('availability', NEW.availability), ('year', NEW.year_created));
END;

-- Beside the data ----------------------------------------------------------------------------------------------------

-- A row is the committed answer of one idempotency key. Written with the data it answers for, swept after its time.
CREATE TABLE idempotency (
  organization_id TEXT NOT NULL,
  key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  status INTEGER NOT NULL,
  response TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (organization_id, key)
) STRICT, WITHOUT ROWID;
-- Serves: the sweep.
CREATE INDEX idempotency_by_age ON idempotency (created_at);

-- A row is one step of the feed, written with the change: what an Art ID, a profile or a connected site shows now. `subject`
-- is an Art ID, or `profile:` or `installation:` and its id: of one subject only the last step stays for ever. `payload` is
-- the JSON that the steps of profiles and installations carry. The seq has no gaps that a reader could miss.
-- updated_at is what the subject shows, and older where its source changed; written_at is when the step was written, and rises with
-- the seq.
CREATE TABLE changes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  op TEXT NOT NULL CHECK (op IN ('upsert', 'remove', 'profile', 'installation')),
  subject TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  written_at INTEGER NOT NULL,
  payload TEXT CHECK ((payload IS NULL) = (op IN ('upsert', 'remove'))),
  is_last INTEGER NOT NULL DEFAULT 1 CHECK (is_last IN (0, 1))
) STRICT;
-- Serves: the last step of each work, in ranges, however many steps were replaced by later ones.
CREATE INDEX changes_last ON changes (seq) WHERE is_last = 1 AND op IN ('upsert', 'remove');
-- Serves: where a time lies in the feed.
CREATE INDEX changes_by_writing ON changes (written_at, seq);
-- Serves: the later steps of one subject, so that the feed can be thinned to the last one each.
CREATE INDEX changes_of_subject ON changes (subject, seq);

-- A row is one event, as sent. Written with the change it tells of (outbox), swept with its last delivery. `trace`: 32
-- hexadecimal digits of the traceparent of the request that made it, so that its webhooks continue in that trace.
CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  payload TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  trace TEXT
) STRICT;

-- A row is a receiver configured by the operator. active -> paused after ten consecutive failures or by hand;
-- paused -> active by hand only. The secret is encrypted with a key that is not in this database. changed_at: since then address,
-- events and secret are as they are.
CREATE TABLE webhook_endpoints (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  secret TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'paused')),
  consecutive_failures INTEGER NOT NULL DEFAULT 0,
  last_failure_at_ms INTEGER,
  cooldown_until_ms INTEGER,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
-- Serves: who hears of an organisation's events.
CREATE INDEX webhook_endpoints_by_organization ON webhook_endpoints (organization_id);

-- A row is one event on its way to one endpoint. pending -> delivered | failed | expired; any of these -> pending by
-- replay. Written with the event, then by the worker: a lease marks the attempt under way, and when it runs out anybody
-- may claim the row again.
--   is_next      1 for what may be claimed, 0 for what was seen to stand behind another one of its resource. At least one
--                pending delivery of each resource at each endpoint is 1, and of these at most one is under way or was
--                tried. Looked after when deliveries are claimed and when they end, so that a queue that drains does not
--                change one random page of an index for each delivery.
--   due_ms       when it comes due; 0 for those never tried, which go in the order of their numbers, whatever the clock did
--   attempt_log  what happened at each attempt, oldest first: JSON of {at_ms, duration_ms, status, error, answer}
--   finished_at  when it ended: its history is kept for 30 days from then
CREATE TABLE deliveries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  event_seq INTEGER NOT NULL REFERENCES events (seq),
  endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id),
  resource_key TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'expired')),
  is_next INTEGER NOT NULL DEFAULT 1 CHECK (is_next IN (0, 1)),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at_ms INTEGER NOT NULL,
  due_ms INTEGER GENERATED ALWAYS AS (iif(attempts = 0, 0, next_attempt_at_ms)) VIRTUAL,
  lease_until_ms INTEGER,
  last_status INTEGER,
  last_error TEXT,
  attempt_log TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
-- Serves: what an endpoint may be sent now.
CREATE INDEX deliveries_next ON deliveries (endpoint_id, due_ms, seq) WHERE status = 'pending' AND is_next = 1;
-- Serves: whether another one of the same resource must end before.
CREATE INDEX deliveries_tried ON deliveries (endpoint_id, resource_key, seq)
  WHERE status = 'pending' AND (attempts > 0 OR lease_until_ms IS NOT NULL);
-- Serves: the one behind a delivery that ended.
CREATE INDEX deliveries_behind ON deliveries (endpoint_id, resource_key, seq) WHERE status = 'pending' AND is_next = 0;
-- Serves: what waits at an endpoint, counted, and the oldest of it, which expires first.
CREATE INDEX deliveries_due ON deliveries (endpoint_id, seq) WHERE status = 'pending';
-- Serves: the failed deliveries of an endpoint. There are few of them in a long history.
CREATE INDEX deliveries_failed ON deliveries (endpoint_id, seq) WHERE status = 'failed';
-- Serves: the history of an endpoint.
CREATE INDEX deliveries_of_endpoint ON deliveries (endpoint_id, seq);
-- Serve: the sweeps of finished deliveries, and of events that none needs.
CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX deliveries_of_event ON deliveries (event_seq);

-- A row is one request for access. Written by POST /integrations/access-requests: `read` is issued at once; the others
-- are queued -> approved | rejected by the operator, once. The reason may be read by the person who asked. Swept a year
-- after the decision. is_from_sync_service: it came from an address of REGISTRY_SYNC_SERVICE_ADDRESSES, a service that asks
-- for many galleries.
CREATE TABLE access_requests (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('issued', 'queued', 'approved', 'rejected')),
  access_type TEXT NOT NULL CHECK (access_type IN ('read', 'publishing', 'both')),
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  organization TEXT,
  website TEXT NOT NULL,
  intended_use TEXT NOT NULL,
  expected_volume TEXT,
  platform TEXT,
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  reason TEXT CHECK (reason IS NULL OR status = 'rejected'),
  is_from_sync_service INTEGER NOT NULL DEFAULT 0 CHECK (is_from_sync_service IN (0, 1)),
  CHECK ((status = 'queued') = (decided_at IS NULL))
) STRICT;
-- Serve: the operator's list of waiting ones, and the sweep.
CREATE INDEX access_requests_by_status ON access_requests (status, number);
CREATE INDEX access_requests_decided ON access_requests (decided_at) WHERE decided_at IS NOT NULL;

-- A row is the claim that belongs to one request: the SHA-256 of its token, when it was last asked (microseconds), and the
-- key that answers it. sealed_key is that key, encrypted with a key that is not in this database: written by the approval,
-- set to NULL when the key was first used or revoked, or 14 days after sealed_at. Removed with its request.
CREATE TABLE access_claims (
  request_id TEXT PRIMARY KEY REFERENCES access_requests (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL,
  asked_at INTEGER,
  key_prefix TEXT REFERENCES api_keys (prefix),
  sealed_key TEXT,
  sealed_at INTEGER,
  CHECK (sealed_key IS NULL OR (key_prefix IS NOT NULL AND sealed_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
-- Serves: the sweep of sealed keys, and the command that seals them again.
CREATE INDEX access_claims_sealed ON access_claims (sealed_at) WHERE sealed_key IS NOT NULL;

-- A row is one accepted request as its limits count it: who it came from, as keyed hashes only. Swept after a day.
CREATE TABLE access_request_hits (
  number INTEGER PRIMARY KEY,
  address_hash TEXT NOT NULL,
  email_hash TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
-- Serve: the limits per address and per e-mail.
CREATE INDEX access_request_hits_by_address ON access_request_hits (address_hash, at_ms);
CREATE INDEX access_request_hits_by_email ON access_request_hits (email_hash, at_ms);

-- A row is a link that opens the operator's console once: the SHA-256 of its token. Written by the command operator open,
-- removed by its use, or by the next link once it is over.
CREATE TABLE operator_links (
  hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A row is a person with a name and a password. Written by the command "operator". changed_at: since then role and password are
-- as they are.
--   role  look < operate < administer
CREATE TABLE operators (
  name TEXT PRIMARY KEY,
  role TEXT NOT NULL CHECK (role IN ('look', 'operate', 'administer')),
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A row is one action of an operator, written before it begins: outcome is NULL until it has ended, and stays so where the
-- program was ended in between. Never removed.
--   details  what the action was told, as JSON, without secrets
--   organization_id, access_request_id  whom it concerns, so that an erasure reduces the details of exactly these actions.
--     Not references: an action outlives what it concerns. NULL: it concerns none
CREATE TABLE operator_actions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  begun_at INTEGER NOT NULL,
  operator TEXT NOT NULL,
  via TEXT NOT NULL CHECK (via IN ('console', 'command')),
  action TEXT NOT NULL,
  details TEXT NOT NULL,
  outcome TEXT CHECK (outcome IN ('done', 'refused')),
  organization_id TEXT,
  access_request_id TEXT
) STRICT;
-- Serve: an erasure, and the sweep of requests that are a year old.
CREATE INDEX operator_actions_by_organization ON operator_actions (organization_id) WHERE organization_id IS NOT NULL;
CREATE INDEX operator_actions_by_request ON operator_actions (access_request_id) WHERE access_request_id IS NOT NULL;

-- A row is one kind of thing on one day (UTC), for the charts of the operator. Written every minute by each server, which
-- adds what it has counted since; a server that is killed loses its last minute.
--   kind  writes, refusals, errors, deliveries or failures
CREATE TABLE daily_counts (
  day TEXT NOT NULL,
  kind TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (day, kind)
) STRICT, WITHOUT ROWID;

-- A row is one e-mail that was sent, by its subject: "access request ID arrived". Written after the mail server took it, so
-- that each is sent once; removed after a year.
CREATE TABLE sent_mails (
  key TEXT PRIMARY KEY,
  sent_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A row is a task that one process does at a time, until then (milliseconds). Taken again by its owner while it works.
CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A row names something that was removed, so that the restore of an older backup removes it again. Written by trigger, so that no
-- way to remove it can forget it; removed after two years, when no earlier backup should be restored any more.
CREATE TABLE removals (
  kind TEXT NOT NULL CHECK (kind IN ('access_request', 'operator', 'webhook')),
  id TEXT NOT NULL,
  removed_at INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
-- Serves: the sweep.
CREATE INDEX removals_by_age ON removals (removed_at);
CREATE TRIGGER access_requests_removal AFTER DELETE ON access_requests BEGIN
  INSERT OR REPLACE INTO removals (kind, id, removed_at)
    VALUES ('access_request', OLD.id, CAST(unixepoch('subsec') * 1000000 AS INTEGER));
END;
CREATE TRIGGER webhook_endpoints_removal AFTER DELETE ON webhook_endpoints BEGIN
  INSERT OR REPLACE INTO removals (kind, id, removed_at)
    VALUES ('webhook', OLD.id, CAST(unixepoch('subsec') * 1000000 AS INTEGER));
END;
CREATE TRIGGER operators_removal AFTER DELETE ON operators BEGIN
  INSERT OR REPLACE INTO removals (kind, id, removed_at)
    VALUES ('operator', OLD.name, CAST(unixepoch('subsec') * 1000000 AS INTEGER));
END;
