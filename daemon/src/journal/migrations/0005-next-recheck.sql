-- Serves the question when the next work asks to be looked at again: without it every round read all works of the site.
CREATE INDEX work_by_recheck ON work (site_id, recheck_at) WHERE recheck_at IS NOT NULL;
