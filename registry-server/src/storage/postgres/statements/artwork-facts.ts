// The facts that a publish and an update are decided by, each gathered in one statement of subqueries: a statement for each
// fact would be a dozen round trips. Nothing is decided here. A parameter that is null makes its subquery find nothing.
import type {
  ArtistFacts,
  ArtistQuery,
  Candidate,
  Holder,
  PublishFacts,
  PublishQuery,
  StoredAnswer,
  Subscribers,
  UpdateFacts,
  UpdateQuery,
  UrlCandidate,
} from '../../artwork-facts.ts';
import type { InstallationRecord } from '../../records.ts';
import type { PostgresContext } from '../engine/context.ts';
import { keyOf, storedArtworkOf, storedArtworkSql, subscribersOf, subscribersOfSql } from './artwork-rows.ts';
import type { EndpointRow, StoredRow } from './artwork-rows.ts';
import { INSTALLATION } from '../../tables/texts/installations.ts';

const json = (query: string) => `(SELECT row_to_json(found) FROM (${query}) found)`;
const jsonList = (query: string) => `(SELECT json_agg(found) FROM (${query}) found)`;

const CANDIDATE = `SELECT number, organization_id AS "organizationId" FROM artworks`;

const answerSql = (organization: string, key: string) =>
  json(`SELECT request_hash AS "requestHash", status, response, EXISTS (SELECT 1 FROM artworks w
    WHERE w.registry_id = response::json ->> 'registry_id' AND w.is_public) AS "isPublic"
    FROM idempotency WHERE organization_id = ${organization} AND key = ${key}`);

const installationSql = (organization: string, id: string) =>
  json(`${INSTALLATION} WHERE organization_id = ${organization} AND id = ${id}`);

const HOLDER = `SELECT id, slug, name, type, city, CASE WHEN show_country THEN country END AS country FROM profiles`;

/** The alias comes first: while two records are merged, both have the name. */
const knownArtistSql = (nameKey: string) =>
  json(`SELECT a.id, a.name, a.slug, a.is_named AS "isNamed", true AS "isByAlias"
      FROM artist_aliases x JOIN artists a ON a.id = x.artist_id
      WHERE md5(x.name_key) = md5(${nameKey}) AND x.name_key = ${nameKey}
    UNION ALL SELECT id, name, slug, is_named, false FROM artists
      WHERE md5(name_key) = md5(${nameKey}) AND name_key = ${nameKey} ORDER BY "isByAlias" DESC LIMIT 1`);

const takenSlugsSql = (slugs: string) =>
  `(SELECT json_agg(slug) FROM unnest(${slugs}) slug
    WHERE EXISTS (SELECT 1 FROM artists a WHERE a.slug = slug.slug)
      OR EXISTS (SELECT 1 FROM merged_artists m WHERE m.slug = slug.slug))`;

const sameFingerprintSql = (organization: string, fingerprint: string) =>
  jsonList(`(${CANDIDATE} WHERE fingerprint = ${fingerprint} AND organization_id = ${organization}
      ORDER BY number LIMIT 1)
    UNION ALL (${CANDIDATE} WHERE fingerprint = ${fingerprint} AND organization_id <> ${organization} AND is_public
      ORDER BY number LIMIT 1)`);

// $1 organisation, $4 installation, $12 how many.
const sameUrlSql = (column: 'source_url_key' | 'cover_image_key', key: string) =>
  jsonList(`SELECT w.number, w.inventory_ref AS "inventoryRef", w.external_id AS "externalId",
     EXISTS (SELECT 1 FROM sources s WHERE s.artwork_number = w.number) AS "hasSources",
     (SELECT s.external_id FROM sources s WHERE s.artwork_number = w.number AND s.installation_id = $4)
       AS "installationExternalId"
   FROM artworks w WHERE w.organization_id = $1 AND w.${column} = ${key} ORDER BY w.number LIMIT $12`);

const activeSql = (organization: string) =>
  `EXISTS (SELECT 1 FROM organizations WHERE id = ${organization} AND status = 'active')`;

type ArtistJson = { known: NonNullable<ArtistFacts['known']> | null; taken_slugs: string[] | null };

type PublishJson = ArtistJson & {
  is_active: boolean;
  answer: StoredAnswer | null;
  installation: InstallationRecord | null;
  holder: Holder | null;
  same_fingerprint: Candidate[] | null;
  same_external_id: Candidate | null;
  same_inventory_ref: Candidate[] | null;
  same_source_url: UrlCandidate[] | null;
  same_image_url: UrlCandidate[] | null;
  endpoints: EndpointRow[] | null;
};

// $1 organisation, $2 idempotency key, $3 profile, $4 installation, $5 name of the artist, $6 slugs, $7 fingerprint,
// $8 external_id, $9 inventory_ref, $10 key of source_url, $11 key of the image, $12 how many with the same inventory_ref or key.
const GATHER_PUBLISH = `SELECT
  ${activeSql('$1')} AS is_active,
  ${answerSql('$1', '$2::text')} AS answer,
  ${installationSql('$1', '$4::text')} AS installation,
  coalesce(${json(`${HOLDER} WHERE id = $3::text`)},
    CASE WHEN $3::text IS NULL THEN ${json(`${HOLDER} WHERE organization_id = $1
      AND type IN ('gallery', 'collection') ORDER BY number LIMIT 1`)} END) AS holder,
  ${knownArtistSql('$5')} AS known,
  ${takenSlugsSql('$6::text[]')} AS taken_slugs,
  ${sameFingerprintSql('$1', '$7::text')} AS same_fingerprint,
  CASE WHEN $4::text IS NULL
    THEN ${json(`${CANDIDATE} WHERE organization_id = $1 AND external_id = $8::text ORDER BY number LIMIT 1`)}
    ELSE ${json(`SELECT w.number, w.organization_id AS "organizationId" FROM sources s
      JOIN artworks w ON w.number = s.artwork_number WHERE s.installation_id = $4 AND s.external_id = $8::text`)}
    END AS same_external_id,
  ${jsonList(`${CANDIDATE} WHERE organization_id = $1 AND inventory_ref = $9::text ORDER BY number LIMIT $12`)}
    AS same_inventory_ref,
  ${sameUrlSql('source_url_key', '$10::text')} AS same_source_url,
  ${sameUrlSql('cover_image_key', '$11::text')} AS same_image_url,
  ${subscribersOfSql('$1')} AS endpoints`;

export async function gatherPublish(
  { connection }: PostgresContext,
  query: PublishQuery,
): Promise<PublishFacts> {
  const [facts] = await connection.query<PublishJson>(GATHER_PUBLISH, [
    query.organizationId,
    query.idempotencyKey,
    query.profileId,
    query.installationId,
    query.artist.nameKey,
    query.artist.slugs,
    query.fingerprint,
    query.externalId,
    query.inventoryRef,
    query.sourceUrlKey,
    query.coverImageKey,
    query.carriers,
  ]);
  if (facts === undefined) throw new Error('the facts of a publish are one row');
  return {
    isActive: facts.is_active,
    answer: facts.answer ?? undefined,
    installation: facts.installation ?? undefined,
    holder: facts.holder ?? undefined,
    artist: artistOf(facts),
    sameFingerprint: facts.same_fingerprint ?? [],
    sameExternalId: facts.same_external_id ?? undefined,
    sameInventoryRef: facts.same_inventory_ref ?? [],
    sameSourceUrl: facts.same_source_url ?? [],
    sameImageUrl: facts.same_image_url ?? [],
    subscribers: subscribersOf(query.organizationId, facts.endpoints),
  };
}

function artistOf({ known, taken_slugs }: ArtistJson): ArtistFacts {
  return known === null ? { known: undefined, takenSlugs: taken_slugs ?? [] } : { known, takenSlugs: [] };
}

type UpdateJson = ArtistJson & {
  is_active: boolean;
  answer: StoredAnswer | null;
  artwork: StoredRow | null;
  installation: InstallationRecord | null;
  holder: number | null;
};

// $1 organisation, $2 work, $3 idempotency key, $4 installation, $5 external_id, $6 name of the artist, $7 slugs.
const gatherUpdateSql = (column: string) => `SELECT
  ${activeSql('$1')} AS is_active,
  ${answerSql('$1', '$3::text')} AS answer,
  ${storedArtworkSql(`w.${column} = $2`)} AS artwork,
  ${installationSql('$1', '$4::text')} AS installation,
  (SELECT artwork_number FROM sources WHERE installation_id = $4 AND external_id = $5::text) AS holder,
  ${knownArtistSql('$6::text')} AS known,
  ${takenSlugsSql('$7::text[]')} AS taken_slugs`;

export async function gatherUpdate(
  { connection }: PostgresContext,
  query: UpdateQuery,
): Promise<UpdateFacts> {
  const { column, value } = keyOf(query.artworkId);
  const [facts] = await connection.query<UpdateJson>(gatherUpdateSql(column), [
    query.organizationId,
    value,
    query.idempotencyKey,
    query.installationId,
    query.externalId,
    query.artist?.nameKey ?? null,
    query.artist?.slugs ?? [],
  ]);
  if (facts === undefined) throw new Error('the facts of an update are one row');
  return {
    isActive: facts.is_active,
    answer: facts.answer ?? undefined,
    artwork: facts.artwork === null ? undefined : storedArtworkOf(facts.artwork),
    installation: facts.installation ?? undefined,
    externalIdHolder: facts.holder ?? undefined,
    artist: query.artist === null ? undefined : artistOf(facts),
  };
}

export async function gatherArtist(
  { connection }: PostgresContext,
  { nameKey, slugs }: ArtistQuery,
): Promise<ArtistFacts> {
  const [facts] = await connection.query<ArtistJson>(
    `SELECT ${knownArtistSql('$1')} AS known, ${takenSlugsSql('$2::text[]')} AS taken_slugs`,
    [nameKey, slugs],
  );
  return artistOf(facts ?? { known: null, taken_slugs: null });
}

export async function listSameFingerprint(
  { connection }: PostgresContext,
  organizationId: string,
  fingerprint: string,
): Promise<Candidate[]> {
  const [found] = await connection.query<{ candidates: Candidate[] | null }>(
    `SELECT ${sameFingerprintSql('$1', '$2')} AS candidates`,
    [organizationId, fingerprint],
  );
  return found?.candidates ?? [];
}

export async function findExternalIdHolder(
  { connection }: PostgresContext,
  installationId: string,
  externalId: string,
): Promise<number | undefined> {
  const [row] = await connection.query<{ artwork_number: number }>(
    'SELECT artwork_number FROM sources WHERE installation_id = $1 AND external_id = $2',
    [installationId, externalId],
  );
  return row?.artwork_number;
}

export async function findTransferTarget(
  { connection }: PostgresContext,
  profileSlug: string,
): Promise<{ holder: Holder; subscribers: Subscribers } | undefined> {
  const [row] = await connection.query<{
    organization_id: string;
    holder: Holder;
    endpoints: EndpointRow[] | null;
  }>(
    `SELECT organization_id, ${json(`${HOLDER} h WHERE h.id = p.id`)} AS holder,
       ${subscribersOfSql('p.organization_id')} AS endpoints FROM profiles p WHERE slug = $1`,
    [profileSlug],
  );
  return row && { holder: row.holder, subscribers: subscribersOf(row.organization_id, row.endpoints) };
}
