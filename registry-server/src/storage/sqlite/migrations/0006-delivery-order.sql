-- A queue that drains used to change one random page of an index for each delivery: the one that found the others of the
-- same resource among all that wait. The order is now looked after when deliveries are taken, so only those that were
-- taken or tried have to be found by their resource, and these are few.

-- is_next: 1 for what may be taken, 0 for what was seen to stand behind another one of its resource. At least one pending
-- delivery of each resource at each endpoint is 1, and of these at most one is under way or was tried.
DROP TRIGGER deliveries_leave;
DROP TRIGGER deliveries_return;
DROP INDEX deliveries_of_resource;
DROP INDEX deliveries_next;

-- When it comes due: 0 for those never tried. Whatever the clock did since, these go in the order of their numbers.
ALTER TABLE deliveries ADD COLUMN due_ms INTEGER GENERATED ALWAYS AS (iif(attempts = 0, 0, next_attempt_at_ms)) VIRTUAL;

-- Serves: what an endpoint may be sent now.
CREATE INDEX deliveries_next ON deliveries (endpoint_id, due_ms, seq) WHERE status = 'pending' AND is_next = 1;
-- Serves: whether another one of the same resource must end before.
CREATE INDEX deliveries_tried ON deliveries (endpoint_id, resource_key, seq)
  WHERE status = 'pending' AND (attempts > 0 OR lease_until_ms IS NOT NULL);
-- Serves: the one behind a delivery that ended.
CREATE INDEX deliveries_behind ON deliveries (endpoint_id, resource_key, seq) WHERE status = 'pending' AND is_next = 0;

CREATE TRIGGER deliveries_leave AFTER UPDATE OF status ON deliveries
  WHEN OLD.status = 'pending' AND NEW.status <> 'pending' BEGIN
  UPDATE deliveries SET is_next = 1 WHERE seq = (SELECT seq FROM deliveries
    WHERE endpoint_id = NEW.endpoint_id AND resource_key = NEW.resource_key AND status = 'pending' AND is_next = 0
    ORDER BY seq LIMIT 1);
END;
