CREATE TABLE settings (
  name TEXT PRIMARY KEY CHECK (name IN ('id_prefix', 'public_url')),
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE organizations (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'inactive')),
  created_at INTEGER NOT NULL
) STRICT;

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
, in_dumps INTEGER NOT NULL DEFAULT 1 CHECK (in_dumps IN (0, 1))) STRICT;

CREATE INDEX profiles_by_organization ON profiles (organization_id, number);

CREATE TRIGGER profiles_names_version AFTER UPDATE OF slug, name, type, city, country, show_country ON profiles BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'names_version';
END;

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

CREATE INDEX api_keys_by_organization ON api_keys (organization_id);

CREATE TABLE rate_windows (
  key_id TEXT PRIMARY KEY,
  reset_at_seconds INTEGER NOT NULL,
  used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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

CREATE TABLE artists (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  sort_name TEXT,
  birth_year INTEGER,
  death_year INTEGER,
  nationality TEXT,
  is_named INTEGER NOT NULL DEFAULT 0 CHECK (is_named IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  artworks_count INTEGER NOT NULL DEFAULT 0,
  list_version INTEGER NOT NULL DEFAULT 0,
  public_json TEXT GENERATED ALWAYS AS (json_object('id', id, 'name', name, 'slug', slug)) VIRTUAL
, ulan_id TEXT, wikidata_id TEXT) STRICT;

CREATE TRIGGER artists_names_version AFTER UPDATE OF name, slug ON artists
  WHEN (OLD.name, OLD.slug) IS NOT (NEW.name, NEW.slug) BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'names_version';
END;

CREATE TABLE artist_aliases (
  name_key TEXT PRIMARY KEY,
  artist_id TEXT NOT NULL REFERENCES artists (id)
) STRICT, WITHOUT ROWID;

CREATE INDEX artist_aliases_of_artist ON artist_aliases (artist_id);

CREATE TABLE merged_artists (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  artist_id TEXT NOT NULL REFERENCES artists (id)
) STRICT, WITHOUT ROWID;

CREATE INDEX merged_artists_of_artist ON merged_artists (artist_id);

CREATE TABLE mediums (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  artworks_count INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE VIRTUAL TABLE artists_trigram USING fts5(name_key, artist_id UNINDEXED, tokenize = 'trigram', columnsize = 0);

CREATE TABLE 'artists_trigram_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'artists_trigram_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE 'artists_trigram_content'(id INTEGER PRIMARY KEY, c0, c1);

CREATE TABLE 'artists_trigram_config'(k PRIMARY KEY, v) WITHOUT ROWID;

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

CREATE TABLE 'mediums_trigram_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'mediums_trigram_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE 'mediums_trigram_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TRIGGER mediums_trigram_insert AFTER INSERT ON mediums BEGIN
  INSERT INTO mediums_trigram (rowid, key) VALUES (NEW.id, NEW.key);
END;

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
  inventory_ref TEXT,
  provenance_summary TEXT,
  fingerprint TEXT,
  withdrawn_at INTEGER,
  is_public INTEGER GENERATED ALWAYS AS (availability <> 'fully_private' AND withdrawn_at IS NULL) STORED,
  public_json TEXT NOT NULL,
  source_installation_id TEXT REFERENCES installations (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((price_amount IS NULL) = (price_currency IS NULL)),
  CHECK ((medium IS NULL) = (medium_id IS NULL))
) STRICT;

CREATE INDEX artworks_public ON artworks (number DESC) WHERE is_public = 1;

CREATE INDEX artworks_by_artist ON artworks (artist_id, number DESC) WHERE is_public = 1;

CREATE INDEX artworks_by_profile ON artworks (profile_id, number DESC) WHERE is_public = 1;

CREATE INDEX artworks_by_medium ON artworks (medium_id, number DESC) WHERE is_public = 1;

CREATE INDEX artworks_by_availability ON artworks (availability, number DESC) WHERE is_public = 1;

CREATE INDEX artworks_by_year ON artworks (year_created, number DESC) WHERE is_public = 1;

CREATE INDEX artworks_by_price ON artworks (price_amount, number DESC)
  WHERE is_public = 1 AND availability IN ('for_sale', 'open_to_offers') AND price_amount IS NOT NULL;

CREATE INDEX artworks_by_update ON artworks (updated_at, id) WHERE is_public = 1;

CREATE INDEX artworks_by_fingerprint ON artworks (fingerprint) WHERE fingerprint IS NOT NULL;

CREATE INDEX artworks_by_external_id ON artworks (organization_id, external_id) WHERE external_id IS NOT NULL;

CREATE INDEX artworks_by_inventory_ref ON artworks (organization_id, inventory_ref) WHERE inventory_ref IS NOT NULL;

CREATE INDEX artworks_by_source_url ON artworks (organization_id, source_url) WHERE source_url IS NOT NULL;

CREATE INDEX artworks_by_image ON artworks (organization_id, cover_image_url) WHERE cover_image_url IS NOT NULL;

CREATE VIRTUAL TABLE artworks_text USING fts5(words, content = '', contentless_delete = 1, detail = none,
  prefix = '1 2 3 4 5 6 7 8 9 10 11', tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co Cn Cs'");

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

CREATE UNIQUE INDEX sources_by_external_id ON sources (installation_id, external_id) WHERE external_id IS NOT NULL;

CREATE INDEX sources_by_installation ON sources (installation_id, artwork_number DESC) WHERE is_public = 1;

CREATE INDEX sources_by_platform ON sources (platform, artwork_number);

CREATE INDEX sources_by_platform_key ON sources (platform_key, artwork_number);

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

CREATE TABLE certificates (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  artwork_number INTEGER NOT NULL REFERENCES artworks (number),
  issued_at INTEGER NOT NULL
, organization_id TEXT REFERENCES organizations (id), issuer_name TEXT, statement TEXT, kid TEXT, signature TEXT, edition_number INTEGER, withdrawn_at INTEGER, withdrawn_reason TEXT) STRICT;

CREATE INDEX certificates_of_artwork ON certificates (artwork_number, number);

CREATE TABLE artwork_counts (
  kind TEXT NOT NULL CHECK (kind IN ('all', 'availability', 'year')),
  value TEXT NOT NULL,
  count INTEGER NOT NULL,
  list_version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (kind, value)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER artworks_count_insert AFTER INSERT ON artworks WHEN NEW.is_public = 1 BEGIN
  UPDATE artists SET artworks_count = artworks_count + 1, list_version = list_version + 1 WHERE id = NEW.artist_id;
  UPDATE profiles SET artworks_count = artworks_count + 1, list_version = list_version + 1 WHERE id = NEW.profile_id;
  UPDATE mediums SET artworks_count = artworks_count + 1 WHERE id = NEW.medium_id;
  INSERT INTO artwork_counts (kind, value, count) VALUES ('all', '', 1), ('availability', NEW.availability, 1)
    ON CONFLICT DO UPDATE SET count = count + 1, list_version = list_version + 1;
  INSERT INTO artwork_counts (kind, value, count) SELECT 'year', NEW.year_created, 1 WHERE NEW.year_created IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + 1, list_version = list_version + 1;
END;

CREATE TRIGGER artworks_count_leave AFTER UPDATE OF artist_id, profile_id, medium_id, availability, year_created,
  withdrawn_at ON artworks WHEN OLD.is_public = 1 BEGIN
  UPDATE artists SET artworks_count = artworks_count - 1, list_version = list_version + 1 WHERE id = OLD.artist_id;
  UPDATE profiles SET artworks_count = artworks_count - 1, list_version = list_version + 1 WHERE id = OLD.profile_id;
  UPDATE mediums SET artworks_count = artworks_count - 1 WHERE id = OLD.medium_id;
  UPDATE artwork_counts SET count = count - 1, list_version = list_version + 1 WHERE (kind, value) IN
    (VALUES ('all', ''), ('availability', OLD.availability), ('year', OLD.year_created));
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
END;

CREATE TRIGGER sources_content_version_insert AFTER INSERT ON sources
  WHEN NEW.artwork_number <= (SELECT value FROM counters WHERE name = 'registry_number') BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'content_version';
  UPDATE artwork_counts SET list_version = list_version + 1 WHERE kind = 'all' AND value = '';
END;

CREATE TRIGGER sources_content_version_update AFTER UPDATE OF installation_id, platform, platform_label ON sources
  WHEN (OLD.platform, OLD.platform_label) IS NOT (NEW.platform, NEW.platform_label) BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'content_version';
  UPDATE artwork_counts SET list_version = list_version + 1 WHERE kind = 'all' AND value = '';
END;

CREATE TRIGGER sources_content_version_delete AFTER DELETE ON sources BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'content_version';
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

CREATE TABLE idempotency (
  organization_id TEXT NOT NULL,
  key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  status INTEGER NOT NULL,
  response TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (organization_id, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_by_age ON idempotency (created_at);

CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  payload TEXT NOT NULL,
  created_at INTEGER NOT NULL
, trace TEXT) STRICT;

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
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX webhook_endpoints_by_organization ON webhook_endpoints (organization_id);

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

CREATE INDEX deliveries_next ON deliveries (endpoint_id, due_ms, seq) WHERE status = 'pending' AND is_next = 1;

CREATE INDEX deliveries_tried ON deliveries (endpoint_id, resource_key, seq)
  WHERE status = 'pending' AND (attempts > 0 OR lease_until_ms IS NOT NULL);

CREATE INDEX deliveries_behind ON deliveries (endpoint_id, resource_key, seq) WHERE status = 'pending' AND is_next = 0;

CREATE INDEX deliveries_due ON deliveries (endpoint_id, seq) WHERE status = 'pending';

CREATE INDEX deliveries_failed ON deliveries (endpoint_id, seq) WHERE status = 'failed';

CREATE INDEX deliveries_of_endpoint ON deliveries (endpoint_id, seq);

CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE finished_at IS NOT NULL;

CREATE INDEX deliveries_of_event ON deliveries (event_seq);

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
  reason TEXT CHECK (reason IS NULL OR status = 'rejected'), is_from_sync_service INTEGER NOT NULL DEFAULT 0
  CHECK (is_from_sync_service IN (0, 1)),
  CHECK ((status = 'queued') = (decided_at IS NULL))
) STRICT;

CREATE INDEX access_requests_by_status ON access_requests (status, number);

CREATE INDEX access_requests_decided ON access_requests (decided_at) WHERE decided_at IS NOT NULL;

CREATE TABLE access_request_hits (
  number INTEGER PRIMARY KEY,
  address_hash TEXT NOT NULL,
  email_hash TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX access_request_hits_by_address ON access_request_hits (address_hash, at_ms);

CREATE INDEX access_request_hits_by_email ON access_request_hits (email_hash, at_ms);

CREATE TABLE operator_links (
  hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE access_claims (
  request_id TEXT PRIMARY KEY REFERENCES access_requests (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL,
  asked_at INTEGER,
  key_prefix TEXT REFERENCES api_keys (prefix),
  sealed_key TEXT,
  sealed_at INTEGER,
  CHECK (sealed_key IS NULL OR (key_prefix IS NOT NULL AND sealed_at IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX access_claims_sealed ON access_claims (sealed_at) WHERE sealed_key IS NOT NULL;

CREATE TABLE "changes" (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  op TEXT NOT NULL CHECK (op IN ('upsert', 'remove', 'profile', 'installation')),
  subject TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  payload TEXT CHECK ((payload IS NULL) = (op IN ('upsert', 'remove')))
) STRICT;

CREATE INDEX changes_of_subject ON changes (subject, seq);

CREATE TABLE former_profile_slugs (
  slug TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL REFERENCES profiles (id)
) STRICT, WITHOUT ROWID;

CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE signing_keys (
  kid TEXT PRIMARY KEY,
  public_key TEXT NOT NULL,
  private_key TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  retired_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE operators (
  name TEXT PRIMARY KEY,
  role TEXT NOT NULL CHECK (role IN ('look', 'operate', 'administer')),
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE operator_actions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  begun_at INTEGER NOT NULL,
  operator TEXT NOT NULL,
  via TEXT NOT NULL CHECK (via IN ('console', 'command')),
  action TEXT NOT NULL,
  details TEXT NOT NULL,
  outcome TEXT CHECK (outcome IN ('done', 'refused'))
, organization_id TEXT, access_request_id TEXT) STRICT;

CREATE TABLE daily_counts (
  day TEXT NOT NULL,
  kind TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (day, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE sent_mails (
  key TEXT PRIMARY KEY,
  sent_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX operator_actions_by_organization ON operator_actions (organization_id) WHERE organization_id IS NOT NULL;

CREATE INDEX operator_actions_by_request ON operator_actions (access_request_id) WHERE access_request_id IS NOT NULL;
