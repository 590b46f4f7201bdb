-- site: one row per connected site. The host inserts and removes it; the site's cell writes key, request and what it observes.
-- sealed holds everything secret (secret, API key, claim token …), sealed with a key outside this database.
CREATE TABLE site (
  site_id         TEXT PRIMARY KEY,
  cell            INTEGER NOT NULL,
  site_url        TEXT NOT NULL,
  -- Of the address: sites at one host share a cell, so that the pace of probes holds for all of them.
  host            TEXT NOT NULL,
  name            TEXT NOT NULL,
  platform        TEXT NOT NULL,
  registry_url    TEXT NOT NULL,
  plugin_version  TEXT NOT NULL,
  environment     TEXT NOT NULL,
  sealed          TEXT NOT NULL,
  -- served <-> paused, by the operator.
  state           TEXT NOT NULL DEFAULT 'served' CHECK (state IN ('served', 'paused')),
  -- new or continued -> begun: the cell has set up the site's journal for this pairing.
  pairing         TEXT NOT NULL CHECK (pairing IN ('new', 'continued', 'begun')),
  -- 1 once the site answered a direct call at this address.
  is_proven       INTEGER NOT NULL DEFAULT 0 CHECK (is_proven IN (0, 1)),
  has_key         INTEGER NOT NULL DEFAULT 0 CHECK (has_key IN (0, 1)),
  access_state    TEXT,
  organization    TEXT,
  -- JSON (SiteInstallation), by the site's cell: what stays known of it at the registry where the cell's journal is lost.
  installation    TEXT,
  carrier         TEXT,
  problem         TEXT,
  waiting         INTEGER NOT NULL DEFAULT 0,
  paired_at       TEXT NOT NULL,
  connected_at    TEXT NOT NULL,
  last_contact_at TEXT
) STRICT;

-- Serves a cell that reads its sites, and the count of a cell.
CREATE INDEX site_by_cell ON site (cell);
-- Serves the choice of a cell.
CREATE INDEX site_by_host ON site (host);
-- Serves the counts of an organization.
CREATE INDEX site_by_organization ON site (registry_url, organization);

-- change: one row per site whose row changed, came or went; its last change. Written with each of them, and read by the cell.
CREATE TABLE change (
  site_id  TEXT PRIMARY KEY,
  cell     INTEGER NOT NULL,
  revision INTEGER NOT NULL
) STRICT;
CREATE INDEX change_by_cell ON change (cell, revision);

-- size: one row per site, with the number of its registered works as its cell saw it last.
CREATE TABLE size (
  site_id TEXT PRIMARY KEY,
  works   INTEGER NOT NULL
) STRICT;

-- queue: one row per site with works that wait; since when it has had any without a pause, as its cell saw it.
CREATE TABLE queue (
  site_id TEXT PRIMARY KEY,
  since   TEXT NOT NULL
) STRICT;

-- served: how long this host has run in all, in ms: silence is counted in time in which it ran, whatever the wall clock says.
CREATE TABLE served (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  ms INTEGER NOT NULL
) STRICT;

-- age: one row per site. When this pairing, and the last contact with it or the end of its pause, were first seen, on the clock of `served`.
CREATE TABLE age (
  site_id    TEXT PRIMARY KEY,
  paired_at  TEXT NOT NULL,
  paired_ms  INTEGER NOT NULL,
  contact_at TEXT,
  contact_ms INTEGER NOT NULL
) STRICT;

-- feed: one row per cell and registry whose feed of changes is followed; the last step that the cell has.
CREATE TABLE feed (
  registry_url TEXT NOT NULL,
  cell         INTEGER NOT NULL,
  position     INTEGER NOT NULL,
  PRIMARY KEY (registry_url, cell)
) STRICT;

-- revision: rises with each change that a cell has to follow.
CREATE TABLE revision (
  cell     INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL
) STRICT;
