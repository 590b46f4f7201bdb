// What the operator reads about the registry as a whole. Nothing here is on the way of a client's request.
import type { FoundArtist, OrganizationSummary, SealedSecret } from '../operator-records.ts';
import { forBoth } from './dialect.ts';
import type { Portable } from './portable.ts';

export function listOrganizationSummaries({ all, nowMs }: Portable): Promise<OrganizationSummary[]> {
  return all(
    `SELECT o.id, o.slug, o.name, o.status, o.created_at AS "createdAt",
       (SELECT coalesce(string_agg(p.name, ' · '), '') FROM profiles p WHERE p.organization_id = o.id) AS "profileNames",
       (SELECT count(*) FROM profiles p WHERE p.organization_id = o.id) AS profiles,
       (SELECT coalesce(sum(p.artworks_count), 0) FROM profiles p WHERE p.organization_id = o.id) AS "publicWorks",
       (SELECT count(*) FROM api_keys k WHERE k.organization_id = o.id AND k.revoked_at IS NULL
         AND (k.expires_at IS NULL OR k.expires_at > $1)) AS "validKeys",
       (SELECT count(*) FROM webhook_endpoints w WHERE w.organization_id = o.id) AS webhooks,
       (SELECT count(*) FROM installations i WHERE i.organization_id = o.id) AS installations
     FROM organizations o ORDER BY o.slug`,
    [nowMs * 1000],
  );
}

const SEARCH_ARTISTS = forBoth(
  ({ placeIn, bytewise }) => `SELECT slug, name, birth_year AS "birthYear", death_year AS "deathYear",
     artworks_count AS "publicWorks" FROM artists
   WHERE ${placeIn('name_key', '$1')} > 0
     OR id IN (SELECT artist_id FROM artist_aliases WHERE ${placeIn('name_key', '$1')} > 0)
   ORDER BY ${placeIn('name_key', '$1')} = 1 DESC, artworks_count DESC, ${bytewise('slug')} LIMIT $2`,
);

/** A look at every artist: some tens of milliseconds with 100,000 of them. */
export function searchArtists(
  { all, engine }: Portable,
  nameKey: string,
  limit: number,
): Promise<FoundArtist[]> {
  return all(SEARCH_ARTISTS[engine], [nameKey, limit]);
}

/** So that the doctor can tell whether the key at hand opens them. */
export function listSealedSecrets({ all }: Portable): Promise<SealedSecret[]> {
  return all(
    `SELECT 'webhook' AS "of", id, secret FROM webhook_endpoints
     UNION ALL SELECT 'access_request', request_id, sealed_key FROM access_claims WHERE sealed_key IS NOT NULL
     UNION ALL SELECT 'signing_key', kid, private_key FROM signing_keys`,
  );
}

/** Only if it still is what was read. */
const REPLACE_SEALED: Readonly<Record<SealedSecret['of'], string>> = {
  webhook: 'UPDATE webhook_endpoints SET secret = $1 WHERE id = $2 AND secret = $3',
  access_request: 'UPDATE access_claims SET sealed_key = $1 WHERE request_id = $2 AND sealed_key = $3',
  signing_key: 'UPDATE signing_keys SET private_key = $1 WHERE kid = $2 AND private_key = $3',
};

export async function replaceSealedSecret(
  { run }: Portable,
  { of, id, secret }: SealedSecret,
  text: string,
): Promise<boolean> {
  return (await run(REPLACE_SEALED[of], [text, id, secret])) > 0;
}
