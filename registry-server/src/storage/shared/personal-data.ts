// What the registry holds of an organisation or of a person, as SQL for both engines: to be given out, and to be erased. $1 is the
// organisation's id or the person's e-mail address. Secrets and hashes are in none of it.

/** Read in pieces: $2 is the place of the last row, $3 how many rows. */
export const PAGED_DATA = {
  artwork: `SELECT w.number AS place, w.registry_id, w.id, p.slug AS profile, w.artist_spelling AS artist_name, w.title, w.year_created,
      w.medium, w.height_cm, w.width_cm, w.depth_cm, w.availability, w.price_amount, w.price_currency, w.cover_image_url,
      w.external_id, w.source_url, w.inventory_ref, w.provenance_summary, w.created_at, w.updated_at, w.withdrawn_at
    FROM artworks w JOIN profiles p ON p.id = w.profile_id
    WHERE w.organization_id = $1 AND w.number > $2 ORDER BY w.number LIMIT $3`,
  source: `SELECT s.number AS place, w.registry_id, s.installation_id, s.platform, s.platform_label, s.external_id, s.source_url, s.status,
      s.last_synced_at
    FROM sources s JOIN artworks w ON w.number = s.artwork_number
    WHERE w.organization_id = $1 AND s.number > $2 ORDER BY s.number LIMIT $3`,
  certificate: `SELECT c.number AS place, c.id, w.registry_id, c.edition_number, c.issuer_name, c.statement, c.kid, c.signature, c.issued_at,
      c.withdrawn_at, c.withdrawn_reason
    FROM certificates c JOIN artworks w ON w.number = c.artwork_number
    WHERE c.organization_id = $1 AND c.number > $2 ORDER BY c.number LIMIT $3`,
} as const;

const REQUEST = `SELECT r.id, r.status, r.access_type, r.name, r.email, r.organization, r.website, r.intended_use, r.expected_volume,
    r.platform, r.created_at, r.decided_at, r.reason
  FROM access_requests r`;
const KEY = `SELECT k.prefix, k.name, k.scopes, k.created_at, k.expires_at, k.revoked_at, k.last_used_at FROM api_keys k`;

/** Few enough to be read at once. */
export const WHOLE_DATA = {
  profile: `SELECT id, type, slug, name, city, country, show_country, website, in_dumps, created_at, updated_at FROM profiles
    WHERE organization_id = $1 ORDER BY number`,
  installation: `SELECT id, platform, platform_label, site_url, site_name, client_version, connected_at, last_synced_at FROM installations
    WHERE organization_id = $1 ORDER BY connected_at, id`,
  webhook: `SELECT id, url, events, status, created_at FROM webhook_endpoints WHERE organization_id = $1 ORDER BY created_at, id`,
  api_key: `${KEY} WHERE k.organization_id = $1 ORDER BY k.created_at, k.prefix`,
  access_request: `${REQUEST} WHERE r.id IN (SELECT c.request_id FROM access_claims c JOIN api_keys k ON k.prefix = c.key_prefix
    WHERE k.organization_id = $1) ORDER BY r.number`,
  request_of_person: `${REQUEST} WHERE lower(r.email) = lower($1) ORDER BY r.number`,
  key_of_person: `${KEY} WHERE k.prefix IN (SELECT c.key_prefix FROM access_claims c JOIN access_requests r ON r.id = c.request_id
    WHERE lower(r.email) = lower($1)) ORDER BY k.created_at, k.prefix`,
} as const;

export type PagedKind = keyof typeof PAGED_DATA;
export type WholeKind = keyof typeof WHOLE_DATA;
/** Times are microseconds; what is true or false may be a number. */
export type DataRow = Record<string, string | number | boolean | null>;

const OF_PERSON = `SELECT id FROM access_requests WHERE lower(email) = lower($1)`;
const KEYS_OF_PERSON = `SELECT key_prefix FROM access_claims WHERE request_id IN (${OF_PERSON})`;

/** The keys of organisations continue, without a name. $2 is now, $3 the organisation of read keys. */
export const ERASE_PERSON = [
  `UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2) WHERE organization_id = $3 AND prefix IN (${KEYS_OF_PERSON})`,
  `UPDATE api_keys SET name = NULL WHERE prefix IN (${KEYS_OF_PERSON})`,
  `DELETE FROM access_claims WHERE request_id IN (${OF_PERSON})`,
  `DELETE FROM access_requests WHERE lower(email) = lower($1)`,
] as const;

const BLANK_CERTIFICATE = `UPDATE certificates SET statement = NULL, kid = NULL, signature = NULL, issuer_name = NULL,
  withdrawn_at = coalesce(withdrawn_at, $2), withdrawn_reason = 'erased'`;

/**
 * The withdrawn work with the number $1: the Art ID, its days and the artist's record stay, so that its address says that it is withdrawn
 * and no other work gets it. $2 is now. A work without a title was erased. A former holder, who is not erased, keeps what its shop is
 * recognised by, so that the shop does not register the work again.
 */
export const ERASE_WORK = [
  `DELETE FROM former_sources WHERE artwork_number = $1 AND installation_id IN (
     SELECT i.id FROM installations i JOIN artworks w ON w.organization_id = i.organization_id WHERE w.number = $1)`,
  `UPDATE former_sources SET source_url = NULL WHERE artwork_number = $1`,
  `${BLANK_CERTIFICATE} WHERE artwork_number = $1`,
  `UPDATE artworks SET source_installation_id = NULL WHERE number = $1`,
  `DELETE FROM sources WHERE artwork_number = $1`,
  `UPDATE artworks SET title = '', artist_spelling = '', year_created = NULL, medium = NULL, medium_id = NULL, height_cm = NULL,
     width_cm = NULL, depth_cm = NULL, price_amount = NULL, price_currency = NULL, cover_image_url = NULL, external_id = NULL,
     source_url = NULL, source_url_key = NULL, cover_image_key = NULL, inventory_ref = NULL, provenance_summary = NULL, fingerprint = NULL, public_json = '{}'
   WHERE number = $1`,
] as const;

const SITES = `SELECT id FROM installations WHERE organization_id = $1`;
const KEYS = `SELECT prefix FROM api_keys WHERE organization_id = $1`;

/** Nothing more is told to its receivers. `deliveries`: the tables that an engine keeps them in. */
export const eraseOutboxFrom = (deliveries: readonly string[]): readonly string[] => [
  ...deliveries.flatMap((table) => [
    `DELETE FROM ${table} WHERE endpoint_id IN (SELECT id FROM webhook_endpoints WHERE organization_id = $1)`,
    `DELETE FROM ${table} WHERE event_seq IN (SELECT seq FROM events WHERE organization_id = $1)`,
  ]),
  `DELETE FROM events WHERE organization_id = $1`,
  `DELETE FROM webhook_endpoints WHERE organization_id = $1`,
  `DELETE FROM idempotency WHERE organization_id = $1`,
];

/** The rest, after its works, profiles and sites have new names. $2 is now. */
export const ERASE_ORGANIZATION = [
  `DELETE FROM former_sources WHERE installation_id IN (${SITES})`,
  `${BLANK_CERTIFICATE} WHERE organization_id = $1`,
  // The key of a platform of its own is made of its label.
  `UPDATE installations SET platform_label = NULL, site_name = NULL, client_version = NULL,
     platform_key = CASE platform WHEN 'custom' THEN 'custom:' || id ELSE platform_key END WHERE organization_id = $1`,
  // A mirror knows the profile by its id.
  `UPDATE changes SET payload = coalesce(replace(payload, '"former_slug":"' || (
       SELECT f.slug FROM former_profile_slugs f WHERE 'profile:' || f.profile_id = changes.subject
         AND changes.payload LIKE '%"former_slug":"' || f.slug || '"%') || '"', '"former_slug":null'), payload)
   WHERE op = 'profile' AND subject IN (SELECT 'profile:' || id FROM profiles WHERE organization_id = $1)`,
  `DELETE FROM former_profile_slugs WHERE profile_id IN (SELECT id FROM profiles WHERE organization_id = $1)`,
  `DELETE FROM changes WHERE op IN ('profile', 'installation') AND subject IN (
     SELECT 'profile:' || id FROM profiles WHERE organization_id = $1 UNION ALL
     SELECT 'installation:' || id FROM installations WHERE organization_id = $1)
   AND seq < (SELECT max(seq) FROM changes later WHERE later.subject = changes.subject)`,
  `DELETE FROM access_requests WHERE id IN (SELECT request_id FROM access_claims WHERE key_prefix IN (${KEYS}))`,
  `UPDATE api_keys SET name = NULL, revoked_at = coalesce(revoked_at, $2) WHERE organization_id = $1`,
] as const;

/** Last of all: whether it was erased is known by the time and not by its name. $4 is a time that the registry gives out. */
export const RENAME_ORGANIZATION = `UPDATE organizations SET slug = $2, name = $3, status = 'inactive',
  erased_at = $4 WHERE id = $1`;

/** The operators' actions that concern an organisation, or a request for access. $1 is its id. */
export const ACTIONS_OF = {
  organization: 'SELECT seq, details FROM operator_actions WHERE organization_id = $1',
  access_request: 'SELECT seq, details FROM operator_actions WHERE access_request_id = $1',
} as const;
export type ActionsOf = keyof typeof ACTIONS_OF;

/**
 * Whom an action concerns that names these: $1 the slug of an organisation, $2 of a profile, $3 the prefix of a key, and by id $4 a webhook,
 * $5 a work, $6 a certificate, $7 a request. The first that exists decides.
 */
export const ACTION_SUBJECT = `SELECT
  coalesce(
    (SELECT id FROM organizations WHERE slug = $1),
    (SELECT organization_id FROM profiles WHERE slug = $2),
    (SELECT organization_id FROM api_keys WHERE prefix = $3),
    (SELECT organization_id FROM webhook_endpoints WHERE id = $4),
    (SELECT organization_id FROM artworks WHERE registry_id = $5),
    (SELECT organization_id FROM artworks WHERE id = $5),
    (SELECT c.organization_id FROM certificates c JOIN artworks w ON w.number = c.artwork_number
       WHERE c.id = $6)) AS "organizationId",
  coalesce(
    (SELECT id FROM access_requests WHERE id = $7),
    (SELECT request_id FROM access_claims WHERE key_prefix = $3)) AS "requestId"`;

// They name something without saying anything of it.
const IDS = new Set(['id', 'prefix', 'artwork', 'delivery']);

/**
 * The details of an action after an erasure: its ids, the id of what was erased, and which other fields it was told. The same again for
 * what was reduced before.
 */
export function reducedDetails(details: string, subject: Partial<Record<ActionsOf, string>> = {}): string {
  const told = JSON.parse(details) as Record<string, unknown>;
  if (Object.hasOwn(told, 'erased')) return details;
  const kept = Object.entries(told).filter(([name]) => IDS.has(name));
  const erased = Object.keys(told).filter((name) => !IDS.has(name));
  return JSON.stringify({ ...Object.fromEntries(kept), ...subject, erased });
}
