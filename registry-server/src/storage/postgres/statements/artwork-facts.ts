// The facts that publishes and updates are decided by, gathered for many of them in one statement of subqueries: a statement
// for each fact would be a dozen round trips. Nothing is decided here. A value that is null makes its subquery find nothing.
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
import type { PostgresContext, Session } from '../engine/context.ts';
import { keyOf, storedArtworkOf, storedArtworkSql, subscribersOf, subscribersOfSql } from './artwork-rows.ts';
import type { EndpointRow, StoredRow } from './artwork-rows.ts';
import { fieldsOf, givenRows, rowsJson } from './rows.ts';
import type { Fields } from './rows.ts';
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

const sameUrlSql = (column: 'source_url_key' | 'cover_image_key', key: string) =>
  jsonList(`SELECT w.number, w.inventory_ref AS "inventoryRef", w.external_id AS "externalId",
     EXISTS (SELECT 1 FROM sources s WHERE s.artwork_number = w.number) AS "hasSources",
     (SELECT s.external_id FROM sources s WHERE s.artwork_number = w.number AND s.installation_id = given."installationId")
       AS "installationExternalId"
   FROM artworks w WHERE w.organization_id = given."organizationId" AND w.${column} = ${key}
   ORDER BY w.number LIMIT given.carriers`);

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
  former_source: Candidate | null;
  same_inventory_ref: Candidate[] | null;
  same_source_url: UrlCandidate[] | null;
  same_image_url: UrlCandidate[] | null;
  endpoints: EndpointRow[] | null;
};

const ORGANIZATION = 'given."organizationId"';
const ASKED: Fields = {
  ...fieldsOf('text', '"organizationId" "idempotencyKey" "installationId" "externalId" "nameKey"'),
  slugs: 'text[]',
  place: 'int',
};
const PUBLISHES = givenRows('$1', {
  ...ASKED,
  ...fieldsOf('text', '"profileId" fingerprint "inventoryRef" "sourceUrlKey" "coverImageKey" "workKey"'),
  carriers: 'int',
});

const GATHER_PUBLISHES = `SELECT
  ${activeSql(ORGANIZATION)} AS is_active,
  ${answerSql(ORGANIZATION, 'given."idempotencyKey"')} AS answer,
  ${installationSql(ORGANIZATION, 'given."installationId"')} AS installation,
  coalesce(${json(`${HOLDER} WHERE id = given."profileId"`)},
    CASE WHEN given."profileId" IS NULL THEN ${json(`${HOLDER} WHERE organization_id = ${ORGANIZATION}
      AND type IN ('gallery', 'collection') ORDER BY number LIMIT 1`)} END) AS holder,
  ${knownArtistSql('given."nameKey"')} AS known,
  ${takenSlugsSql('given.slugs')} AS taken_slugs,
  ${sameFingerprintSql(ORGANIZATION, 'given.fingerprint')} AS same_fingerprint,
  CASE WHEN given."installationId" IS NULL
    THEN ${json(`${CANDIDATE} WHERE organization_id = ${ORGANIZATION} AND external_id = given."externalId" ORDER BY number LIMIT 1`)}
    ELSE ${json(`SELECT w.number, w.organization_id AS "organizationId" FROM sources s
      JOIN artworks w ON w.number = s.artwork_number
      WHERE s.installation_id = given."installationId" AND s.external_id = given."externalId"`)}
    END AS same_external_id,
  ${json(`SELECT w.number, w.organization_id AS "organizationId" FROM former_sources f
      JOIN installations i ON i.id = f.installation_id JOIN artworks w ON w.number = f.artwork_number
      WHERE f.external_id = given."externalId" AND f.work_key = given."workKey"
        AND i.organization_id = ${ORGANIZATION} AND given."installationId" IS NOT NULL
      ORDER BY f.installation_id <> given."installationId", f.number DESC LIMIT 1`)} AS former_source,
  ${jsonList(`${CANDIDATE} WHERE organization_id = ${ORGANIZATION} AND inventory_ref = given."inventoryRef" ORDER BY number LIMIT given.carriers`)}
    AS same_inventory_ref,
  ${sameUrlSql('source_url_key', 'given."sourceUrlKey"')} AS same_source_url,
  ${sameUrlSql('cover_image_key', 'given."coverImageKey"')} AS same_image_url,
  ${subscribersOfSql(ORGANIZATION)} AS endpoints
  FROM ${PUBLISHES} ORDER BY place`;

/** The artist that is asked for, among the other fields. */
const flat = <Query extends { artist: ArtistQuery | null }>({ artist, ...query }: Query, place: number) => ({
  ...query,
  nameKey: artist?.nameKey ?? null,
  slugs: artist?.slugs ?? [],
  place,
});

async function gather<Found>(connection: Session, text: string, queries: object[]): Promise<Found[]> {
  if (queries.length === 0) return [];
  const found = await connection.query<Found>(text, [rowsJson(queries)]);
  if (found.length !== queries.length) throw new Error('the facts of each are one row');
  return found;
}

export async function gatherPublish(context: PostgresContext, query: PublishQuery): Promise<PublishFacts> {
  const asked = context.ask?.({ publish: query });
  if (asked !== undefined) return asked as Promise<PublishFacts>;
  const [facts] = await gatherPublishes(context.connection, [query]);
  return facts!;
}

/** One for each, in their order. */
export async function gatherPublishes(connection: Session, queries: PublishQuery[]): Promise<PublishFacts[]> {
  const found = await gather<PublishJson>(connection, GATHER_PUBLISHES, queries.map(flat));
  return found.map((facts, index) => publishFactsOf(facts, queries[index]!.organizationId));
}

function publishFactsOf(facts: PublishJson, organizationId: string): PublishFacts {
  return {
    isActive: facts.is_active,
    answer: facts.answer ?? undefined,
    installation: facts.installation ?? undefined,
    holder: facts.holder ?? undefined,
    artist: artistOf(facts),
    sameFingerprint: facts.same_fingerprint ?? [],
    sameExternalId: facts.same_external_id ?? undefined,
    formerSource: facts.former_source ?? undefined,
    sameInventoryRef: facts.same_inventory_ref ?? [],
    sameSourceUrl: facts.same_source_url ?? [],
    sameImageUrl: facts.same_image_url ?? [],
    subscribers: subscribersOf(organizationId, facts.endpoints),
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

const UPDATES = givenRows('$1', { ...ASKED, ...fieldsOf('text', 'uuid registry_id') });

const GATHER_UPDATES = `SELECT
  ${activeSql(ORGANIZATION)} AS is_active,
  ${answerSql(ORGANIZATION, 'given."idempotencyKey"')} AS answer,
  ${storedArtworkSql(`w.number = coalesce((SELECT number FROM artworks WHERE registry_id = given.registry_id),
    (SELECT number FROM artworks WHERE id = given.uuid))`)} AS artwork,
  ${installationSql(ORGANIZATION, 'given."installationId"')} AS installation,
  (SELECT artwork_number FROM sources
    WHERE installation_id = given."installationId" AND external_id = given."externalId") AS holder,
  ${knownArtistSql('given."nameKey"')} AS known,
  ${takenSlugsSql('given.slugs')} AS taken_slugs
  FROM ${UPDATES} ORDER BY place`;

export async function gatherUpdate(context: PostgresContext, query: UpdateQuery): Promise<UpdateFacts> {
  const asked = context.ask?.({ update: query });
  if (asked !== undefined) return asked as Promise<UpdateFacts>;
  const [facts] = await gatherUpdates(context.connection, [query]);
  return facts!;
}

/** One for each, in their order. */
export async function gatherUpdates(connection: Session, queries: UpdateQuery[]): Promise<UpdateFacts[]> {
  const rows = queries.map(({ artworkId, ...query }, place) => {
    const { column, value } = keyOf(artworkId);
    return { ...flat(query, place), [column === 'id' ? 'uuid' : column]: value };
  });
  const found = await gather<UpdateJson>(connection, GATHER_UPDATES, rows);
  return found.map((facts, index) => updateFactsOf(facts, queries[index]!));
}

function updateFactsOf(facts: UpdateJson, query: UpdateQuery): UpdateFacts {
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
