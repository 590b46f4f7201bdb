-- work: one row per work of a site, written when a page of changes is pulled and when an action is settled.
-- state is what the owner sees; it says more than "queued" only after the registry confirmed it.
CREATE TABLE work (
  site_id          TEXT NOT NULL,
  external_id      TEXT NOT NULL,
  revision         INTEGER NOT NULL,
  site_state       TEXT NOT NULL CHECK (site_state IN ('shared', 'not_shared', 'gone', 'broken')),
  leave_reason     TEXT,
  title            TEXT NOT NULL,
  wanted           TEXT CHECK (wanted IS NULL OR json_valid(wanted)),
  wanted_hash      TEXT,
  registry_id      TEXT,
  standing         TEXT NOT NULL DEFAULT 'ours' CHECK (standing IN ('ours', 'elsewhere', 'private', 'moved')),
  confirmed        TEXT CHECK (confirmed IS NULL OR json_valid(confirmed)),
  confirmed_source TEXT CHECK (confirmed_source IN ('active', 'unpublished', 'removed')),
  confirmed_at     TEXT,
  matched_on       TEXT,
  sold_over        TEXT,
  state            TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'published', 'matched', 'elsewhere', 'attention',
                     'stopped', 'hidden', 'private', 'sold', 'moved', 'forgotten')),
  error            TEXT CHECK (error IS NULL OR json_valid(error)),
  blocked_target   TEXT,
  public_page      TEXT,
  shows            TEXT CHECK (shows IS NULL OR json_valid(shows)),
  recheck_since    TEXT,
  last_event_at    TEXT,
  recheck_at       TEXT,
  -- Rises whenever WordPress should hear of the work; equal to reported_seq once WordPress said "saved".
  report_seq       INTEGER NOT NULL DEFAULT 1,
  reported_seq     INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (site_id, external_id),
  CHECK (confirmed IS NULL OR registry_id IS NOT NULL),
  CHECK (reported_seq <= report_seq)
) STRICT;

-- Serves the reporter: what WordPress has not heard yet.
CREATE INDEX work_unreported ON work (site_id, external_id) WHERE report_seq > reported_seq;
-- Serves the webhook receiver: which work an event is about.
CREATE INDEX work_by_registry_id ON work (site_id, registry_id) WHERE registry_id IS NOT NULL;
-- Serves the counts of `status` and of the poll.
CREATE INDEX work_by_state ON work (site_id, state);

-- action: the next step of a work, written in the transaction that decided it and before it is sent.
-- pending -> done | failed; a pending action that was never sent may be replaced by a newer plan.
CREATE TABLE action (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  site_id         TEXT NOT NULL,
  external_id     TEXT NOT NULL,
  kind            TEXT NOT NULL CHECK (kind IN ('publish', 'update', 'source', 'compare')),
  registry_id     TEXT,
  idempotency_key TEXT NOT NULL,
  body            TEXT NOT NULL CHECK (json_valid(body)),
  target          TEXT NOT NULL,
  priority        INTEGER NOT NULL,
  attempts        INTEGER NOT NULL DEFAULT 0,
  suspicion       INTEGER NOT NULL DEFAULT 0,
  not_before      INTEGER NOT NULL DEFAULT 0,
  state           TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'failed')),
  ended_at        INTEGER,
  CHECK (kind = 'publish' OR registry_id IS NOT NULL)
) STRICT;

-- A work has one next step at most; what follows is planned when it is settled.
CREATE UNIQUE INDEX action_one_open ON action (site_id, external_id) WHERE state = 'pending';
-- Serves the sender: highest priority first, then oldest.
CREATE INDEX action_to_send ON action (site_id, kind, priority DESC, id) WHERE state = 'pending';
-- Serves the sweep of settled actions.
CREATE INDEX action_ended ON action (ended_at) WHERE state <> 'pending';

-- delivery: one row per webhook delivery, stored raw before the registry gets its 2xx; the key is the dedupe.
-- received -> processed (what it means is in work) -> forwarded (WordPress saved it, or it does not concern the site).
CREATE TABLE delivery (
  site_id      TEXT NOT NULL,
  delivery_id  TEXT NOT NULL,
  raw          TEXT NOT NULL,
  received_at  INTEGER NOT NULL,
  processed_at INTEGER,
  forwarded_at INTEGER,
  event        TEXT CHECK (event IS NULL OR json_valid(event)),
  PRIMARY KEY (site_id, delivery_id)
) STRICT;

-- Serves the engine and the forwarding: deliveries with work left.
CREATE INDEX delivery_open ON delivery (site_id, received_at) WHERE forwarded_at IS NULL;
-- Serves the sweep of old deliveries.
CREATE INDEX delivery_received ON delivery (received_at);

-- command: what the command line asks of a running service; a row goes when it is carried out.
CREATE TABLE command (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  site_id     TEXT NOT NULL,
  name        TEXT NOT NULL CHECK (name IN ('sync', 'retry', 'recheck')),
  external_id TEXT
) STRICT;

-- meta: small facts per site, such as the installation and the last status; the key is "<site_id> <name>".
CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT;
