-- The trace of the request that made an event, so that its webhooks go on in it.

-- 32 hexadecimal digits of a W3C traceparent; null where the request named none.
ALTER TABLE events ADD COLUMN trace TEXT;
