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
