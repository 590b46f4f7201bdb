// The facts that a publish and an update are decided by. Each is one statement; nothing is decided here.
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
import type { SqliteContext } from '../engine/context.ts';
import { findArtwork, findSubscribers } from './artwork-rows.ts';
import { INSTALLATION } from '../../tables/texts/installations.ts';

export function gatherPublish(context: SqliteContext, query: PublishQuery): PublishFacts {
  const { organizationId, installationId, externalId, inventoryRef, workKey, carriers } = query;
  const byUrl = (column: UrlColumn, key: string | null) =>
    key === null ? [] : listSameUrl(context, column, { organizationId, key, installationId, carriers });
  return {
    isActive: isOrganizationActive(context, organizationId),
    answer: findAnswer(context, organizationId, query.idempotencyKey),
    installation:
      installationId === null ? undefined : findInstallation(context, organizationId, installationId),
    holder: findHolder(context, organizationId, query.profileId),
    artist: gatherArtist(context, query.artist),
    sameFingerprint:
      query.fingerprint === null ? [] : listSameFingerprint(context, organizationId, query.fingerprint),
    sameExternalId:
      externalId === null
        ? undefined
        : findSameExternalId(context, organizationId, installationId, externalId),
    formerSource:
      installationId === null || externalId === null
        ? undefined
        : context
            .sql<Candidate>(
              `SELECT w.number, w.organization_id AS organizationId
               FROM former_sources f JOIN installations i ON i.id = f.installation_id
                 JOIN artworks w ON w.number = f.artwork_number
               WHERE f.external_id = ? AND f.work_key = ? AND i.organization_id = ?
               ORDER BY f.installation_id <> ?, f.number DESC LIMIT 1`,
            )
            .get(externalId, workKey, organizationId, installationId),
    sameInventoryRef:
      inventoryRef === null
        ? []
        : context
            .sql<Candidate>(
              `SELECT number, organization_id AS organizationId FROM artworks
               WHERE organization_id = ? AND inventory_ref = ? ORDER BY number LIMIT ?`,
            )
            .all(organizationId, inventoryRef, carriers),
    sameSourceUrl: byUrl('source_url_key', query.sourceUrlKey),
    sameImageUrl: byUrl('cover_image_key', query.coverImageKey),
    subscribers: findSubscribers(context, organizationId),
  };
}

export function gatherUpdate(context: SqliteContext, query: UpdateQuery): UpdateFacts {
  const { organizationId, installationId, externalId } = query;
  return {
    isActive: isOrganizationActive(context, organizationId),
    answer: findAnswer(context, organizationId, query.idempotencyKey),
    artwork: findArtwork(context, query.artworkId),
    installation:
      installationId === null ? undefined : findInstallation(context, organizationId, installationId),
    externalIdHolder:
      installationId === null || externalId === null
        ? undefined
        : findExternalIdHolder(context, installationId, externalId),
    artist: query.artist === null ? undefined : gatherArtist(context, query.artist),
  };
}

type KnownArtist = { id: string; name: string; slug: string; is_named: number; is_by_alias: number };

/** The alias comes first: while two records are merged, both have the name. */
export function gatherArtist(context: SqliteContext, { nameKey, slugs }: ArtistQuery): ArtistFacts {
  const known = context
    .sql<KnownArtist>(
      `SELECT a.id, a.name, a.slug, a.is_named, 1 AS is_by_alias
         FROM artist_aliases x JOIN artists a ON a.id = x.artist_id WHERE x.name_key = @nameKey
       UNION ALL SELECT id, name, slug, is_named, 0 FROM artists WHERE name_key = @nameKey`,
    )
    .get({ nameKey });
  if (known !== undefined) {
    const { id, name, slug, is_named, is_by_alias } = known;
    return {
      known: { id, name, slug, isNamed: is_named === 1, isByAlias: is_by_alias === 1 },
      takenSlugs: [],
    };
  }
  const isTaken = context.pluck<number>(
    `SELECT EXISTS (SELECT 1 FROM artists WHERE slug = @slug)
       OR EXISTS (SELECT 1 FROM merged_artists WHERE slug = @slug)`,
  );
  return { known: undefined, takenSlugs: slugs.filter((slug) => isTaken.get({ slug }) === 1) };
}

export function listSameFingerprint(
  context: SqliteContext,
  organizationId: string,
  fingerprint: string,
): Candidate[] {
  const oldest = (condition: string) =>
    context
      .sql<Candidate>(
        `SELECT number, organization_id AS organizationId FROM artworks WHERE fingerprint = ? AND ${condition}
         ORDER BY number LIMIT 1`,
      )
      .get(fingerprint, organizationId);
  const found = [oldest('organization_id = ?'), oldest('organization_id <> ? AND is_public = 1')];
  return found.filter((candidate) => candidate !== undefined);
}

function findSameExternalId(
  context: SqliteContext,
  organizationId: string,
  installationId: string | null,
  externalId: string,
): Candidate | undefined {
  if (installationId === null) {
    return context
      .sql<Candidate>(
        `SELECT number, organization_id AS organizationId FROM artworks
         WHERE organization_id = ? AND external_id = ? ORDER BY number LIMIT 1`,
      )
      .get(organizationId, externalId);
  }
  return context
    .sql<Candidate>(
      `SELECT w.number, w.organization_id AS organizationId FROM sources s JOIN artworks w ON w.number = s.artwork_number
       WHERE s.installation_id = ? AND s.external_id = ?`,
    )
    .get(installationId, externalId);
}

function isOrganizationActive({ pluck }: SqliteContext, organizationId: string): boolean {
  const active = pluck(`SELECT 1 FROM organizations WHERE id = ? AND status = 'active'`);
  return active.get(organizationId) !== undefined;
}

function findInstallation(context: SqliteContext, organizationId: string, id: string) {
  return context
    .sql<InstallationRecord>(`${INSTALLATION} WHERE organization_id = ? AND id = ?`)
    .get(organizationId, id);
}

export function findExternalIdHolder(
  context: SqliteContext,
  installationId: string,
  externalId: string,
): number | undefined {
  return context
    .pluck<number>('SELECT artwork_number FROM sources WHERE installation_id = ? AND external_id = ?')
    .get(installationId, externalId);
}

type UrlRow = Omit<UrlCandidate, 'hasSources'> & { hasSources: number };

type UrlColumn = 'source_url_key' | 'cover_image_key';

function listSameUrl(
  context: SqliteContext,
  column: UrlColumn,
  query: { organizationId: string; key: string; installationId: string | null; carriers: number },
): UrlCandidate[] {
  return context
    .sql<UrlRow>(
      `SELECT w.number, w.inventory_ref AS inventoryRef, w.external_id AS externalId,
         EXISTS (SELECT 1 FROM sources s WHERE s.artwork_number = w.number) AS hasSources,
         (SELECT s.external_id FROM sources s WHERE s.artwork_number = w.number AND s.installation_id = @installationId)
           AS installationExternalId
       FROM artworks w WHERE w.organization_id = @organizationId AND w.${column} = @key
       ORDER BY w.number LIMIT @carriers`,
    )
    .all(query)
    .map((row) => ({ ...row, hasSources: row.hasSources === 1 }));
}

type AnswerRow = Omit<StoredAnswer, 'isPublic'> & { isPublic: number };

function findAnswer(
  context: SqliteContext,
  organizationId: string,
  key: string | null,
): StoredAnswer | undefined {
  if (key === null) return undefined;
  const row = context
    .sql<AnswerRow>(
      `SELECT request_hash AS requestHash, status, response, EXISTS (SELECT 1 FROM artworks w
         WHERE w.registry_id = response ->> '$.registry_id' AND w.is_public = 1) AS isPublic
       FROM idempotency WHERE organization_id = ? AND key = ?`,
    )
    .get(organizationId, key);
  return row && { ...row, isPublic: row.isPublic === 1 };
}

const HOLDER = `SELECT id, slug, name, type, city, CASE WHEN show_country = 1 THEN country END AS country FROM profiles`;

/** The profile named, else the organisation's oldest gallery or collection. */
function findHolder(
  context: SqliteContext,
  organizationId: string,
  profileId: string | null,
): Holder | undefined {
  return profileId === null
    ? context
        .sql<Holder>(
          `${HOLDER} WHERE organization_id = ? AND type IN ('gallery', 'collection') ORDER BY number LIMIT 1`,
        )
        .get(organizationId)
    : context.sql<Holder>(`${HOLDER} WHERE id = ?`).get(profileId);
}

export function findTransferTarget(
  context: SqliteContext,
  profileSlug: string,
): { holder: Holder; subscribers: Subscribers } | undefined {
  const holder = context.sql<Holder>(`${HOLDER} WHERE slug = ?`).get(profileSlug);
  if (holder === undefined) return undefined;
  const organizationId =
    context.pluck<string>('SELECT organization_id FROM profiles WHERE id = ?').get(holder.id) ?? '';
  return { holder, subscribers: findSubscribers(context, organizationId) };
}
