-- work: one row per work of a site, written when a page of changes is pulled and when an action is settled.
-- state is what the owner sees; it says more than "queued" only after the registry confirmed it.
CREATE TABLE work (
  site_id          TEXT NOT NULL,
  external_id      TEXT NOT NULL,
  revision         INTEGER NOT NULL,
  site_state       TEXT NOT NULL CHECK (site_state IN ('shared', 'not_shared', 'gone', 'broken')),
  leave_reason     TEXT,
  title            TEXT NOT NULL,
  content          TEXT CHECK (content IS NULL OR json_valid(content)),
  content_hash     TEXT,
  -- Who the work is to the registry (contract: fingerprint), while it counts: shared, or known there. Null: it equals no other.
  fingerprint      TEXT,
  registry_id      TEXT,
  -- Who may write the registry's record.
  ownership        TEXT NOT NULL DEFAULT 'ours' CHECK (ownership IN ('ours', 'elsewhere', 'private', 'moved')),
  confirmed        TEXT CHECK (confirmed IS NULL OR json_valid(confirmed)),
  confirmed_source TEXT CHECK (confirmed_source IN ('active', 'unpublished', 'removed')),
  confirmed_at     TEXT,
  matched_on       TEXT,
  sold_over        TEXT,
  state            TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'published', 'matched', 'elsewhere', 'attention',
                     'stopped', 'hidden', 'private', 'sold', 'moved', 'held', 'forgotten')),
  error            TEXT CHECK (error IS NULL OR json_valid(error)),
  blocked_target   TEXT,
  -- The owner said that this very content belongs to the Art ID, although it names another title and artist.
  accepted_target  TEXT,
  public_page      TEXT,
  shows            TEXT CHECK (shows IS NULL OR json_valid(shows)),
  recheck_since    TEXT,
  last_event_at    TEXT,
  recheck_at       TEXT,
  -- The bulk removal check: when a work that the registry knows left the shop, and what was decided about its departure.
  -- waiting (not counted yet) -> free | held; held -> free (the owner said yes) | kept (the owner said no); null: it is not leaving.
  left_at          INTEGER,
  departure        TEXT CHECK (departure IN ('waiting', 'free', 'held', 'kept')),
  -- Hash of the work as the site last sent it: one that comes again unchanged is not even read.
  site_hash        TEXT,
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
-- Serves the registry's feed: which sites of this journal have the artwork.
CREATE INDEX work_by_art_id ON work (registry_id) WHERE registry_id IS NOT NULL;
-- Serves the counts of `status` and of the poll.
CREATE INDEX work_by_state ON work (site_id, state);
-- Serves the check for possible duplicates: the other works of a site with the same fingerprint.
CREATE INDEX work_by_fingerprint ON work (site_id, fingerprint) WHERE fingerprint IS NOT NULL;
-- Serves the count of departures within the last hour, and the works that the bulk removal check holds.
CREATE INDEX work_by_departure ON work (site_id, departure, left_at) WHERE departure IS NOT NULL;
-- Serves the rebuilding of a journal: works that the registry listed and the shop has not spoken of (revision 0).
CREATE INDEX work_unheard ON work (site_id, external_id) WHERE revision = 0;
-- Serves the question when the next work asks to be looked at again: without it every round read all works of the site.
CREATE INDEX work_by_recheck ON work (site_id, recheck_at) WHERE recheck_at IS NOT NULL;

-- work_usage: what the works of a site take up, so that a tenant's share of the disk is known without reading it. Kept by the triggers.
CREATE TABLE work_usage (
  site_id TEXT PRIMARY KEY,
  works   INTEGER NOT NULL,
  -- Of these with content or an Art ID.
  kept    INTEGER NOT NULL,
  -- Of these with an Art ID: counted again for each page, a catalogue would cost the square of its size.
  registered INTEGER NOT NULL,
  -- Of their content; that of `confirmed` where it differs from `content`.
  bytes   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER work_inserted AFTER INSERT ON work BEGIN
  INSERT INTO work_usage VALUES (
    new.site_id, 1, new.content IS NOT NULL OR new.registry_id IS NOT NULL, new.registry_id IS NOT NULL,
    coalesce(octet_length(new.content), 0) + coalesce(octet_length(new.confirmed), 0)
  )
  ON CONFLICT DO UPDATE SET
    works = works + 1, kept = kept + excluded.kept, registered = registered + excluded.registered, bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER work_changed AFTER UPDATE OF content, confirmed, registry_id ON work BEGIN
  UPDATE work_usage SET
    kept = kept + (new.content IS NOT NULL OR new.registry_id IS NOT NULL) - (old.content IS NOT NULL OR old.registry_id IS NOT NULL),
    registered = registered + (new.registry_id IS NOT NULL) - (old.registry_id IS NOT NULL),
    bytes = bytes + coalesce(octet_length(new.content), 0) + coalesce(octet_length(new.confirmed), 0)
      - coalesce(octet_length(old.content), 0) - coalesce(octet_length(old.confirmed), 0)
  WHERE site_id = new.site_id;
END;
CREATE TRIGGER work_removed AFTER DELETE ON work BEGIN
  UPDATE work_usage SET
    works = works - 1,
    kept = kept - (old.content IS NOT NULL OR old.registry_id IS NOT NULL),
    registered = registered - (old.registry_id IS NOT NULL),
    bytes = bytes - coalesce(octet_length(old.content), 0) - coalesce(octet_length(old.confirmed), 0)
  WHERE site_id = old.site_id;
END;

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
  -- The id of the event inside the signed body. The id of a delivery is not signed: somebody who caught one delivery could send it
  -- a thousand times under new ones.
  event_id     TEXT,
  PRIMARY KEY (site_id, delivery_id)
) STRICT;

-- Serves the engine, the forwarding, and how many a site has: deliveries with work left.
CREATE INDEX delivery_open ON delivery (site_id, received_at) WHERE forwarded_at IS NULL;
-- Serves the sweep of what a site has beyond its share.
CREATE INDEX delivery_settled ON delivery (site_id, received_at) WHERE forwarded_at IS NOT NULL;
-- Serves the sweep of old deliveries.
CREATE INDEX delivery_received ON delivery (received_at);
-- Serves the dedupe: an event counts once, whichever deliveries bring it.
CREATE UNIQUE INDEX delivery_event ON delivery (site_id, event_id) WHERE event_id IS NOT NULL;

-- command: what the command line asks of a running service; a row goes when it is carried out.
CREATE TABLE command (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  site_id     TEXT NOT NULL,
  name        TEXT NOT NULL CHECK (name IN ('sync', 'retry', 'recheck', 'audit', 'removals_release', 'removals_keep')),
  external_id TEXT
) STRICT;

-- meta: small facts per site, such as the installation and the last status; the key is "<site_id> <name>".
CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT;

-- early_event: the newest event about an artwork that no work here is known to be. The registry may announce a work before its
-- answer to our publication arrives; taken with that answer, swept after a week.
CREATE TABLE early_event (
  site_id     TEXT NOT NULL,
  registry_id TEXT NOT NULL,
  event_at    TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  PRIMARY KEY (site_id, registry_id)
) STRICT;
-- Serves the sweep.
CREATE INDEX early_event_received ON early_event (received_at);

-- audit_seen: the Art IDs that the audit under way has listed, so that it continues after a restart and holds no catalogue in
-- memory. Written with each page, emptied when the audit ends.
CREATE TABLE audit_seen (
  site_id     TEXT NOT NULL,
  registry_id TEXT NOT NULL,
  PRIMARY KEY (site_id, registry_id)
) STRICT, WITHOUT ROWID;

-- unfit_delivery: deliveries that WordPress took and that fit no signing secret known here. WordPress has forgotten them, and the
-- registry believes them delivered: they are tried again when a secret is entered, and swept after a day.
CREATE TABLE unfit_delivery (
  id          INTEGER PRIMARY KEY,
  site_id     TEXT NOT NULL,
  headers     TEXT NOT NULL CHECK (json_valid(headers)),
  body        TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  noted_at    INTEGER NOT NULL
) STRICT;
-- Serves the count and the next try of a site.
CREATE INDEX unfit_delivery_by_site ON unfit_delivery (site_id, id);

-- resting: one row per site that has no engine just now. The service inserts it when it puts the engine away, and removes it when it
-- makes the next one, so that a site whose engine was working when the process ended has no row, and is served at once.
CREATE TABLE resting (
  site_id TEXT PRIMARY KEY,
  -- When the site is to be polled, in ms since the epoch.
  due_at  INTEGER NOT NULL,
  -- What the next engine begins with, as JSON; null: nothing.
  memory  TEXT
) STRICT, WITHOUT ROWID;

-- Serves the search for the sites that are due.
CREATE INDEX resting_by_due ON resting (due_at);

-- holding: one row per artwork that the registry lists in the gallery's own profiles, written while the catalogue is reviewed before
-- registering, so that thousands of works are compared here and not by a request each. Rebuilt from the registry once a day.
CREATE TABLE holding (
  site_id     TEXT NOT NULL,
  registry_id TEXT NOT NULL,
  -- Beginning of the fingerprint; null: the title is generic and year or size is missing.
  look        TEXT,
  -- The same of title and artist alone.
  name_look   TEXT,
  -- The id under which this site is its source; null: it is not.
  external_id TEXT,
  -- What the public record says, as JSON.
  shows       TEXT NOT NULL,
  page        TEXT NOT NULL,
  PRIMARY KEY (site_id, registry_id)
) STRICT, WITHOUT ROWID;

-- Each serves one way in which a work is recognised.
CREATE INDEX holding_by_look ON holding (site_id, look) WHERE look IS NOT NULL;
CREATE INDEX holding_by_name ON holding (site_id, name_look) WHERE name_look IS NOT NULL;
CREATE INDEX holding_by_source ON holding (site_id, external_id) WHERE external_id IS NOT NULL;
