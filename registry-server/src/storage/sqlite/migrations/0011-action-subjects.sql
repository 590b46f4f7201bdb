-- Whom an operator's action concerns, so that erasing an organisation or a person reduces the details of exactly those actions.

-- organization_id and access_request_id are not references: an action outlives what it concerns. NULL: it concerns none.
ALTER TABLE operator_actions ADD COLUMN organization_id TEXT;
ALTER TABLE operator_actions ADD COLUMN access_request_id TEXT;

-- Actions of earlier versions, by what they were told. An organisation that was erased before is found as well: the erasure wrote its new
-- slug into their details.
UPDATE operator_actions SET
  organization_id = coalesce(
    (SELECT id FROM organizations WHERE slug IN (details ->> 'org', details ->> 'organization')),
    (SELECT id FROM organizations WHERE slug = details ->> 'slug'
       AND (action LIKE 'org%' OR action LIKE 'access-request%')),
    (SELECT organization_id FROM profiles WHERE slug = details ->> 'slug' AND action LIKE 'profile%'),
    (SELECT p.organization_id FROM former_profile_slugs f JOIN profiles p ON p.id = f.profile_id
       WHERE f.slug = details ->> 'slug' AND action LIKE 'profile%'),
    (SELECT organization_id FROM profiles WHERE slug = details ->> 'profile'),
    (SELECT organization_id FROM api_keys WHERE prefix = details ->> 'prefix'),
    (SELECT organization_id FROM webhook_endpoints WHERE id = details ->> 'id'),
    (SELECT organization_id FROM artworks WHERE registry_id = details ->> 'id'),
    (SELECT organization_id FROM artworks WHERE id = details ->> 'id'),
    (SELECT organization_id FROM artworks WHERE registry_id = details ->> 'artwork'),
    (SELECT organization_id FROM artworks WHERE id = details ->> 'artwork'),
    (SELECT coalesce(c.organization_id, w.organization_id) FROM certificates c JOIN artworks w ON w.number = c.artwork_number
       WHERE c.id = details ->> 'id')),
  access_request_id = coalesce(
    (SELECT id FROM access_requests WHERE id = details ->> 'id'),
    (SELECT request_id FROM access_claims WHERE key_prefix = details ->> 'prefix'));

-- Serve: an erasure, and the sweep of requests that are a year old.
CREATE INDEX operator_actions_by_organization ON operator_actions (organization_id) WHERE organization_id IS NOT NULL;
CREATE INDEX operator_actions_by_request ON operator_actions (access_request_id) WHERE access_request_id IS NOT NULL;
