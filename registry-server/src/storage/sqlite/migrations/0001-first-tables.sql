-- Times are INTEGER microseconds since 1970 (UTC) unless the column name ends in _ms. Identifiers called id are UUIDs.

-- A row is one number that only grows: registry_number (Art IDs, never reused),
-- clock (the last updated_at given out, so that updated_at rises strictly in commit order).
CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO counters (name, value) VALUES ('registry_number', 100000), ('clock', 0);

-- A row is an organisation that holds keys and profiles. Written by the operator. active <-> inactive.
CREATE TABLE organizations (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'inactive')),
  created_at INTEGER NOT NULL
) STRICT;

-- A row is a public profile of an organisation. Its number gives the age: the write target is the oldest gallery or
-- collection profile.
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
-- Serves the write target and the profiles of a connect answer.
CREATE INDEX profiles_by_organization ON profiles (organization_id, number);

-- A row is an API key. Only its SHA-256 and the visible prefix are kept. Revoking sets revoked_at once.
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

-- A row is one connected site. The identity is organisation, platform (with its label for custom) and site.
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

-- A row is an artist, made by the first work that names him or her. name_key is the normalised name.
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

-- A row is a work with its permanent Art ID. Rows are never deleted. A work is public while its availability is not
-- fully_private and the operator has not withdrawn it.
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
-- The public list, newest first, and the lists of one artist and one profile.
CREATE INDEX artworks_public ON artworks (number DESC) WHERE is_public = 1;
CREATE INDEX artworks_by_artist ON artworks (artist_id, number DESC) WHERE is_public = 1;
CREATE INDEX artworks_by_profile ON artworks (profile_id, number DESC) WHERE is_public = 1;
CREATE INDEX artworks_by_availability ON artworks (availability, number DESC) WHERE is_public = 1;
CREATE INDEX artworks_by_year ON artworks (year_created, number DESC) WHERE is_public = 1;
-- The incremental read: updated_since.
CREATE INDEX artworks_by_update ON artworks (updated_at, id) WHERE is_public = 1;
-- The identity keys, in the order in which they are tried.
CREATE INDEX artworks_by_fingerprint ON artworks (fingerprint) WHERE fingerprint IS NOT NULL;
CREATE INDEX artworks_by_external_id ON artworks (organization_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX artworks_by_inventory_ref ON artworks (organization_id, inventory_ref) WHERE inventory_ref IS NOT NULL;
CREATE INDEX artworks_by_source_url ON artworks (organization_id, source_url) WHERE source_url IS NOT NULL;
CREATE INDEX artworks_by_image ON artworks (organization_id, cover_image_url) WHERE cover_image_url IS NOT NULL;

-- Free text over public works; the rowid is the artwork's number. Holds the index only, no text.
CREATE VIRTUAL TABLE artworks_text USING fts5(
  title, artist, medium, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

-- A row says that an installation holds a work, and in what state. active, unpublished, removed in any order.
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
-- An external_id of one installation names one work: this is what source_conflict protects.
CREATE UNIQUE INDEX sources_by_external_id ON sources (installation_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX sources_by_platform ON sources (platform, artwork_number);

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
CREATE INDEX idempotency_by_age ON idempotency (created_at);

-- A row is one step of the public projection: upsert or remove. The seq has no gaps that a reader could miss.
CREATE TABLE changes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  op TEXT NOT NULL CHECK (op IN ('upsert', 'remove')),
  registry_id TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- A row is a receiver configured by the operator. active -> paused after ten consecutive failures or by hand;
-- paused -> active by hand only. The secret is encrypted with a key that is not in this database.
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

-- A row is one event, as sent. Written by the storage method that changed the data (outbox).
CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  payload TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- A row is one event on its way to one endpoint. pending -> delivered | failed | expired; failed -> pending by replay.
-- A lease marks the attempt under way; when it runs out, anybody may take the row again.
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
-- The claim: what is due for one endpoint, oldest first.
CREATE INDEX deliveries_due ON deliveries (endpoint_id, seq) WHERE status = 'pending';
-- The claim: is an older delivery of the same resource still waiting?
CREATE INDEX deliveries_of_resource ON deliveries (endpoint_id, resource_key, seq) WHERE status = 'pending';
CREATE INDEX deliveries_of_endpoint ON deliveries (endpoint_id, seq);
