-- The brake: when a work that the registry knows left the shop, and what was decided about its departure.
-- waiting (not counted yet) -> free | held; held -> free (the owner said yes) | kept (the owner said no); null: it is not leaving.
ALTER TABLE work ADD COLUMN left_at INTEGER;
ALTER TABLE work ADD COLUMN departure TEXT CHECK (departure IN ('waiting', 'free', 'held', 'kept'));
-- The owner said that this very content belongs to the Art ID, although it names another title and artist.
ALTER TABLE work ADD COLUMN accepted_target TEXT;
-- Hash of the work as the site last sent it: one that comes again unchanged is not even read.
ALTER TABLE work ADD COLUMN site_hash TEXT;

-- Serves the count of departures within the last hour, and the works that the brake holds.
CREATE INDEX work_by_departure ON work (site_id, departure, left_at) WHERE departure IS NOT NULL;
-- Serves the rebuilding of a journal: works that the registry listed and the shop has not spoken of (revision 0).
CREATE INDEX work_unheard ON work (site_id, external_id) WHERE revision = 0;

-- A CHECK cannot be changed in place; commands of the command line live for a second, so the table is made anew.
DROP TABLE command;
CREATE TABLE command (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  site_id     TEXT NOT NULL,
  name        TEXT NOT NULL CHECK (name IN ('sync', 'retry', 'recheck', 'audit', 'brake_release', 'brake_keep')),
  external_id TEXT
) STRICT;
