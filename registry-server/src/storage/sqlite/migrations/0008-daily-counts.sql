-- How much a registry did on each day, for the charts of its operator.

-- A row is one kind of thing on one day (UTC). Written every minute by each server, which adds what it has counted since; what it counted
-- in its last minute is lost where it is killed.
--   kind  writes, refusals, errors, deliveries or failures
CREATE TABLE daily_counts (
  day TEXT NOT NULL,
  kind TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (day, kind)
) STRICT, WITHOUT ROWID;
