-- Look-alikes: each work carries its fingerprint, and "held" is a state. A CHECK cannot be changed in place, so the table is
-- written anew; works known before get their fingerprint when the shop next sends them.
CREATE TABLE work_new (
  site_id          TEXT NOT NULL,
  external_id      TEXT NOT NULL,
  revision         INTEGER NOT NULL,
  site_state       TEXT NOT NULL CHECK (site_state IN ('shared', 'not_shared', 'gone', 'broken')),
  leave_reason     TEXT,
  title            TEXT NOT NULL,
  wanted           TEXT CHECK (wanted IS NULL OR json_valid(wanted)),
  wanted_hash      TEXT,
  -- Who the work is to the registry (contract: fingerprint), while it counts: shared, or known there. Null: it equals no other.
  fingerprint      TEXT,
  registry_id      TEXT,
  standing         TEXT NOT NULL DEFAULT 'ours' CHECK (standing IN ('ours', 'elsewhere', 'private', 'moved')),
  confirmed        TEXT CHECK (confirmed IS NULL OR json_valid(confirmed)),
  confirmed_source TEXT CHECK (confirmed_source IN ('active', 'unpublished', 'removed')),
  confirmed_at     TEXT,
  matched_on       TEXT,
  sold_over        TEXT,
  state            TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'published', 'matched', 'elsewhere', 'attention',
                     'stopped', 'hidden', 'private', 'sold', 'moved', 'held', 'forgotten')),
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

INSERT INTO work_new (site_id, external_id, revision, site_state, leave_reason, title, wanted, wanted_hash, registry_id, standing, confirmed,
  confirmed_source, confirmed_at, matched_on, sold_over, state, error, blocked_target, public_page, shows, recheck_since,
  last_event_at, recheck_at, report_seq, reported_seq)
SELECT site_id, external_id, revision, site_state, leave_reason, title, wanted, wanted_hash, registry_id, standing, confirmed,
  confirmed_source, confirmed_at, matched_on, sold_over, state, error, blocked_target, public_page, shows, recheck_since,
  last_event_at, recheck_at, report_seq, reported_seq FROM work;
DROP TABLE work;
ALTER TABLE work_new RENAME TO work;

-- Serves the reporter: what WordPress has not heard yet.
CREATE INDEX work_unreported ON work (site_id, external_id) WHERE report_seq > reported_seq;
-- Serves the webhook receiver: which work an event is about.
CREATE INDEX work_by_registry_id ON work (site_id, registry_id) WHERE registry_id IS NOT NULL;
-- Serves the counts of `status` and of the poll.
CREATE INDEX work_by_state ON work (site_id, state);
-- Serves the look-alike check: the other works of a site with the same fingerprint.
CREATE INDEX work_by_fingerprint ON work (site_id, fingerprint) WHERE fingerprint IS NOT NULL;
