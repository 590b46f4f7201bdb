// Organisations and their public profiles as rows.
import { randomUUID } from 'node:crypto';
import { NameTaken } from '../../storage.ts';
import type { NewChange, NewEvent, Subscribers } from '../../artwork-facts.ts';
import type { Organization, OrganizationStatus, ProfileRecord } from '../../records.ts';
import { tick } from '../engine/context.ts';
import type { PostgresContext } from '../engine/context.ts';
import { isUniqueViolation } from '../engine/storage-error.ts';
import { subscribersOf, subscribersOfSql } from './artwork-rows.ts';
import type { EndpointRow } from './artwork-rows.ts';
import { sendChange, sendEvents } from './outbox.ts';

const ORGANIZATION = 'SELECT id, slug, name, status FROM organizations';
const PROFILE = `SELECT id, organization_id AS "organizationId", type, slug, name, city, country,
  show_country AS "showCountry", website, in_dumps AS "inDumps" FROM profiles`;

/** Refuses a slug that is taken with a NameTaken error. */
export async function insertOrganization(
  context: PostgresContext,
  { slug, name }: { slug: string; name: string },
): Promise<Organization> {
  const row: Organization = { id: randomUUID(), slug, name, status: 'active' };
  await refuseTaken('slug', slug, () =>
    context.connection.run(
      `INSERT INTO organizations (id, slug, name, status, created_at) VALUES ($1, $2, $3, 'active', $4)`,
      [row.id, slug, name, tick(context)],
    ),
  );
  return row;
}

export function listOrganizations({ connection }: PostgresContext): Promise<Organization[]> {
  return connection.query(`${ORGANIZATION} ORDER BY slug`);
}

export async function findOrganization(
  { connection }: PostgresContext,
  slug: string,
): Promise<Organization | undefined> {
  return (await connection.query<Organization>(`${ORGANIZATION} WHERE slug = $1`, [slug]))[0];
}

export async function isOrganizationActive(
  { connection }: PostgresContext,
  organizationId: string,
): Promise<boolean> {
  const rows = await connection.query(`SELECT 1 FROM organizations WHERE id = $1 AND status = 'active'`, [
    organizationId,
  ]);
  return rows.length > 0;
}

export async function updateOrganizationStatus(
  { connection }: PostgresContext,
  slug: string,
  status: OrganizationStatus,
): Promise<Organization | undefined> {
  const [row] = await connection.query<Organization>(
    'UPDATE organizations SET status = $1 WHERE slug = $2 RETURNING id, slug, name, status',
    [status, slug],
  );
  return row;
}

export async function updateOrganizationName(
  { connection }: PostgresContext,
  slug: string,
  name: string,
): Promise<Organization | undefined> {
  const [row] = await connection.query<Organization>(
    'UPDATE organizations SET name = $1 WHERE slug = $2 RETURNING id, slug, name, status',
    [name, slug],
  );
  return row;
}

export async function insertProfile(
  context: PostgresContext,
  profile: Omit<ProfileRecord, 'id'>,
): Promise<ProfileRecord> {
  const row: ProfileRecord = { id: randomUUID(), ...profile };
  await refuseFormerSlug(context, row);
  await refuseTaken('slug', row.slug, () =>
    context.connection.run(
      `INSERT INTO profiles (id, organization_id, type, slug, name, city, country, show_country, website, in_dumps,
         created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
      [
        row.id,
        row.organizationId,
        row.type,
        row.slug,
        row.name,
        row.city,
        row.country,
        row.showCountry,
        row.website,
        row.inDumps,
        tick(context),
      ],
    ),
  );
  return row;
}

export async function findProfileWithSubscribers(
  { connection }: PostgresContext,
  slug: string,
): Promise<{ profile: ProfileRecord; subscribers: Subscribers } | undefined> {
  const [row] = await connection.query<ProfileRecord & { endpoints: EndpointRow[] | null }>(
    `SELECT p.*, ${subscribersOfSql('p."organizationId"')} AS endpoints FROM (${PROFILE} WHERE slug = $1) p`,
    [slug],
  );
  if (row === undefined) return undefined;
  const { endpoints, ...profile } = row;
  return { profile, subscribers: subscribersOf(profile.organizationId, endpoints) };
}

/** Works show it at once: they are not rewritten. */
export async function writeProfile(
  context: PostgresContext,
  profile: ProfileRecord,
  at: number,
  changes: NewChange[],
  events: NewEvent[],
): Promise<void> {
  const { id, slug, name, city, country, showCountry, website, inDumps } = profile;
  const { connection } = context;
  await refuseFormerSlug(context, profile);
  // The last of them is what a slug that is taken fails.
  await refuseTaken('slug', slug, () =>
    Promise.all([
      connection.run('DELETE FROM former_profile_slugs WHERE slug = $1', [slug]),
      connection.run(
        `INSERT INTO former_profile_slugs (slug, profile_id)
         SELECT slug, id FROM profiles WHERE id = $1 AND slug <> $2`,
        [id, slug],
      ),
      connection.run(
        `UPDATE profiles SET slug = $1, name = $2, city = $3, country = $4, show_country = $5, website = $6,
           in_dumps = $7, updated_at = $8 WHERE id = $9`,
        [slug, name, city, country, showCountry, website, inDumps, at, id],
      ),
    ]),
  );
  await Promise.all([
    ...changes.flatMap((change) => sendChange(context, change)),
    ...sendEvents(context, events),
  ]);
}

export async function findProfile(
  { connection }: PostgresContext,
  slug: string,
): Promise<ProfileRecord | undefined> {
  return (await connection.query<ProfileRecord>(`${PROFILE} WHERE slug = $1`, [slug]))[0];
}

export async function findProfileById(
  { connection }: PostgresContext,
  id: string,
): Promise<ProfileRecord | undefined> {
  return (await connection.query<ProfileRecord>(`${PROFILE} WHERE id = $1`, [id]))[0];
}

/** Oldest first. */
export function listProfiles(
  { connection }: PostgresContext,
  organizationId: string,
): Promise<ProfileRecord[]> {
  return connection.query(`${PROFILE} WHERE organization_id = $1 ORDER BY number`, [organizationId]);
}

/** A slug that another profile had leads to that one for ever. */
async function refuseFormerSlug({ connection }: PostgresContext, { id, slug }: ProfileRecord): Promise<void> {
  const former = await connection.query(
    'SELECT 1 FROM former_profile_slugs WHERE slug = $1 AND profile_id <> $2',
    [slug, id],
  );
  if (former.length > 0) throw new NameTaken('slug', slug);
}

async function refuseTaken(what: string, value: string, insert: () => Promise<unknown>): Promise<void> {
  try {
    await insert();
  } catch (error) {
    if (isUniqueViolation(error)) throw new NameTaken(what, value);
    throw error;
  }
}
