-- Deliveries of one resource go out one after the other. Without a mark on the first of them, each look for work would
-- read every row that waits behind it: a month of edits to one work would be read again for each that is sent.

-- is_next: 1 for one pending delivery of each resource at each endpoint, the oldest unless that one was replayed.
-- Set by the insert, kept by the triggers below; meaningless once the delivery is no longer pending.
ALTER TABLE deliveries ADD COLUMN is_next INTEGER NOT NULL DEFAULT 1 CHECK (is_next IN (0, 1));
-- What happened at each attempt, oldest first: a JSON array of {at_ms, duration_ms, status, error, answer}. Written by
-- the worker with the end of an attempt, read by the operator. A replay adds to it.
ALTER TABLE deliveries ADD COLUMN attempt_log TEXT NOT NULL DEFAULT '[]';

UPDATE deliveries SET is_next = 0 WHERE status = 'pending' AND EXISTS (SELECT 1 FROM deliveries o
  WHERE o.endpoint_id = deliveries.endpoint_id AND o.resource_key = deliveries.resource_key AND o.status = 'pending'
    AND o.seq < deliveries.seq);

-- Serves: what an endpoint may be sent now, in the order in which it came due; with attempts, which of it was tried.
CREATE INDEX deliveries_next ON deliveries (endpoint_id, next_attempt_at_ms, seq, attempts)
  WHERE status = 'pending' AND is_next = 1;
-- Waiting rows of an endpoint are as old as their numbers say: deliveries_due finds those that waited too long as well.
DROP INDEX deliveries_waiting;

CREATE TRIGGER deliveries_leave AFTER UPDATE OF status ON deliveries
  WHEN OLD.status = 'pending' AND NEW.status <> 'pending' BEGIN
  UPDATE deliveries SET is_next = 1 WHERE seq = (SELECT seq FROM deliveries
    WHERE endpoint_id = NEW.endpoint_id AND resource_key = NEW.resource_key AND status = 'pending'
    ORDER BY seq LIMIT 1);
END;

-- A replay stands behind the delivery that is next now, which may be under way; after that one, age counts again.
CREATE TRIGGER deliveries_return AFTER UPDATE OF status ON deliveries
  WHEN OLD.status <> 'pending' AND NEW.status = 'pending' BEGIN
  UPDATE deliveries SET is_next = NOT EXISTS (SELECT 1 FROM deliveries o WHERE o.endpoint_id = NEW.endpoint_id
    AND o.resource_key = NEW.resource_key AND o.status = 'pending' AND o.seq <> NEW.seq) WHERE seq = NEW.seq;
END;
