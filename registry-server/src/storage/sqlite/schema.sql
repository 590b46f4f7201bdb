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
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX profiles_by_organization ON profiles (organization_id, number);

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  hash TEXT NOT NULL UNIQUE,
  prefix TEXT NOT NULL UNIQUE,
  name TEXT,
  scopes TEXT NOT NULL,
  rate_limit INTEGER CHECK (rate_limit > 0),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  last_used_at INTEGER
) STRICT;

CREATE INDEX api_keys_by_organization ON api_keys (organization_id);

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
  UNIQUE (organization_id, platform_key, site_key)
) STRICT;

CREATE TABLE artists (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  sort_name TEXT,
  birth_year INTEGER,
  death_year INTEGER,
  nationality TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE artworks (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  registry_id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  profile_id TEXT NOT NULL REFERENCES profiles (id),
  artist_id TEXT NOT NULL REFERENCES artists (id),
  title TEXT NOT NULL,
  year_created TEXT,
  medium TEXT,
  medium_key TEXT,
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
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((price_amount IS NULL) = (price_currency IS NULL))
) STRICT;

CREATE INDEX artworks_public ON artworks (number DESC) WHERE is_public = 1;

CREATE INDEX artworks_by_artist ON artworks (artist_id, number DESC) WHERE is_public = 1;

CREATE INDEX artworks_by_profile ON artworks (profile_id, number DESC) WHERE is_public = 1;

CREATE INDEX artworks_by_availability ON artworks (availability, number DESC) WHERE is_public = 1;

CREATE INDEX artworks_by_year ON artworks (year_created, number DESC) WHERE is_public = 1;

CREATE INDEX artworks_by_update ON artworks (updated_at, id) WHERE is_public = 1;

CREATE INDEX artworks_by_fingerprint ON artworks (fingerprint) WHERE fingerprint IS NOT NULL;

CREATE INDEX artworks_by_external_id ON artworks (organization_id, external_id) WHERE external_id IS NOT NULL;

CREATE INDEX artworks_by_inventory_ref ON artworks (organization_id, inventory_ref) WHERE inventory_ref IS NOT NULL;

CREATE INDEX artworks_by_source_url ON artworks (organization_id, source_url) WHERE source_url IS NOT NULL;

CREATE INDEX artworks_by_image ON artworks (organization_id, cover_image_url) WHERE cover_image_url IS NOT NULL;

CREATE VIRTUAL TABLE artworks_text USING fts5(
  title, artist, medium, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TABLE sources (
  number INTEGER PRIMARY KEY,
  artwork_number INTEGER NOT NULL REFERENCES artworks (number),
  installation_id TEXT NOT NULL REFERENCES installations (id),
  platform TEXT NOT NULL,
  platform_label TEXT,
  external_id TEXT,
  source_url TEXT,
  status TEXT NOT NULL CHECK (status IN ('active', 'unpublished', 'removed')),
  last_synced_at INTEGER NOT NULL,
  UNIQUE (artwork_number, installation_id)
) STRICT;

CREATE UNIQUE INDEX sources_by_external_id ON sources (installation_id, external_id) WHERE external_id IS NOT NULL;

CREATE INDEX sources_by_platform ON sources (platform, artwork_number);

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

CREATE TABLE changes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  op TEXT NOT NULL CHECK (op IN ('upsert', 'remove')),
  registry_id TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

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

CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  payload TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE deliveries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  event_seq INTEGER NOT NULL REFERENCES events (seq),
  endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id),
  resource_key TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'expired')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at_ms INTEGER NOT NULL,
  lease_until_ms INTEGER,
  last_status INTEGER,
  last_error TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX deliveries_due ON deliveries (endpoint_id, seq) WHERE status = 'pending';

CREATE INDEX deliveries_of_resource ON deliveries (endpoint_id, resource_key, seq) WHERE status = 'pending';

CREATE INDEX deliveries_of_endpoint ON deliveries (endpoint_id, seq);
