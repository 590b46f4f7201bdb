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
