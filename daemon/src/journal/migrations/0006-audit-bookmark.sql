-- audit_seen: the Art IDs that the audit under way has listed, so that it goes on after a restart and holds no catalogue in
-- memory. Written with each page, emptied when the audit ends.
CREATE TABLE audit_seen (
  site_id     TEXT NOT NULL,
  registry_id TEXT NOT NULL,
  PRIMARY KEY (site_id, registry_id)
) STRICT, WITHOUT ROWID;
