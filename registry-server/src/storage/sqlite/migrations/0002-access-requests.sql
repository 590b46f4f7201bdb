-- A row is one request for access. Written by POST /integrations/access-requests: `read` is issued at once, the others
-- are queued until the operator approves or rejects them. Swept a year after the decision.
CREATE TABLE access_requests (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('issued', 'queued', 'approved', 'rejected')),
  access_type TEXT NOT NULL CHECK (access_type IN ('read', 'publishing', 'both')),
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  organization TEXT,
  website TEXT NOT NULL,
  intended_use TEXT NOT NULL,
  expected_volume TEXT,
  platform TEXT,
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  CHECK ((status = 'queued') = (decided_at IS NULL))
) STRICT;

-- A row is one accepted request as its limits count it: who it came from, as keyed hashes only. Swept after a day.
CREATE TABLE access_request_hits (
  number INTEGER PRIMARY KEY,
  address_hash TEXT NOT NULL,
  email_hash TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX access_request_hits_by_address ON access_request_hits (address_hash, at_ms);
CREATE INDEX access_request_hits_by_email ON access_request_hits (email_hash, at_ms);

-- The built-in organisation that holds the read keys; it has no profile, so it can never publish.
INSERT INTO organizations (id, slug, name, status, created_at)
VALUES ('00000000-0000-4000-8000-000000000001', 'public-readers', 'Public readers', 'active', 0);

-- Days without use after which the key ends: its expires_at moves with use. NULL: expires_at is fixed.
ALTER TABLE api_keys ADD COLUMN idle_days INTEGER CHECK (idle_days > 0);

-- Finds the later changes of one work, so that the feed can be thinned to the last one each.
CREATE INDEX changes_of_artwork ON changes (registry_id, seq);

-- When the delivery ended: its history is kept for 30 days from then.
ALTER TABLE deliveries ADD COLUMN finished_at INTEGER;
