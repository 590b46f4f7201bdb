-- The id of the event inside the signed body. The id of a delivery is not signed: somebody who caught one delivery could send it
-- a thousand times under new ones.
ALTER TABLE delivery ADD COLUMN event_id TEXT;
-- Serves the dedupe: an event counts once, whichever deliveries bring it.
CREATE UNIQUE INDEX delivery_event ON delivery (site_id, event_id) WHERE event_id IS NOT NULL;

-- unfit_delivery: deliveries that WordPress took and that fit no signing secret known here. WordPress has forgotten them, and the
-- registry believes them delivered: they are tried again when a secret is entered, and swept after a day.
CREATE TABLE unfit_delivery (
  id          INTEGER PRIMARY KEY,
  site_id     TEXT NOT NULL,
  headers     TEXT NOT NULL CHECK (json_valid(headers)),
  body        TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  noted_at    INTEGER NOT NULL
) STRICT;
-- Serves the count and the next try of a site.
CREATE INDEX unfit_delivery_by_site ON unfit_delivery (site_id, id);
