-- Whom an operator's action concerns, so that erasing an organisation or a person reduces the details of exactly those actions.

-- organization_id and access_request_id are not references: an action outlives what it concerns. NULL: it concerns none.
ALTER TABLE operator_actions ADD COLUMN organization_id text, ADD COLUMN access_request_id text;

-- Actions of earlier versions, by what they were told. An organisation that was erased before is found as well: the erasure wrote its new
-- slug into their details.
-- Read with a pattern: half of a surrogate pair, which an earlier version may have cut off, ends every function for JSON with an error.
WITH told AS (
  SELECT seq, action,
    substring(details FROM '"org":"([^"]*)"') AS org,
    substring(details FROM '"organization":"([^"]*)"') AS organization,
    substring(details FROM '"slug":"([^"]*)"') AS slug,
    substring(details FROM '"profile":"([^"]*)"') AS profile,
    substring(details FROM '"prefix":"([^"]*)"') AS prefix,
    substring(details FROM '"id":"([^"]*)"') AS id,
    substring(details FROM '"artwork":"([^"]*)"') AS artwork
  FROM operator_actions
)
UPDATE operator_actions a SET
  organization_id = coalesce(
    (SELECT o.id FROM organizations o WHERE o.slug = t.org),
    (SELECT o.id FROM organizations o WHERE o.slug = t.organization),
    (SELECT o.id FROM organizations o WHERE o.slug = t.slug AND (t.action LIKE 'org%' OR t.action LIKE 'access-request%')),
    (SELECT p.organization_id FROM profiles p WHERE p.slug = t.slug AND t.action LIKE 'profile%'),
    (SELECT p.organization_id FROM former_profile_slugs f JOIN profiles p ON p.id = f.profile_id
       WHERE f.slug = t.slug AND t.action LIKE 'profile%'),
    (SELECT p.organization_id FROM profiles p WHERE p.slug = t.profile),
    (SELECT k.organization_id FROM api_keys k WHERE k.prefix = t.prefix),
    (SELECT e.organization_id FROM webhook_endpoints e WHERE e.id = t.id),
    (SELECT w.organization_id FROM artworks w WHERE w.registry_id = t.id),
    (SELECT w.organization_id FROM artworks w WHERE w.id = t.id),
    (SELECT w.organization_id FROM artworks w WHERE w.registry_id = t.artwork),
    (SELECT w.organization_id FROM artworks w WHERE w.id = t.artwork),
    (SELECT coalesce(c.organization_id, w.organization_id) FROM certificates c JOIN artworks w ON w.number = c.artwork_number
       WHERE c.id = t.id)),
  access_request_id = coalesce(
    (SELECT r.id FROM access_requests r WHERE r.id = t.id),
    (SELECT c.request_id FROM access_claims c WHERE c.key_prefix = t.prefix))
FROM told t WHERE t.seq = a.seq;

-- Serve: an erasure, and the sweep of requests that are a year old.
CREATE INDEX operator_actions_by_organization ON operator_actions (organization_id) WHERE organization_id IS NOT NULL;
CREATE INDEX operator_actions_by_request ON operator_actions (access_request_id) WHERE access_request_id IS NOT NULL;
