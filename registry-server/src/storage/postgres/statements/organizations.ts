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
  show_country AS "showCountry", website FROM profiles`;

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

export async function insertProfile(
  context: PostgresContext,
  profile: Omit<ProfileRecord, 'id'>,
): Promise<ProfileRecord> {
  const row: ProfileRecord = { id: randomUUID(), ...profile };
  await refuseTaken('slug', row.slug, () =>
    context.connection.run(
      `INSERT INTO profiles (id, organization_id, type, slug, name, city, country, show_country, website, created_at,
         updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
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
  { id, name, city, country, showCountry, website }: ProfileRecord,
  at: number,
  changes: NewChange[],
  events: NewEvent[],
): Promise<void> {
  await Promise.all([
    context.connection.run(
      `UPDATE profiles SET name = $1, city = $2, country = $3, show_country = $4, website = $5, updated_at = $6
       WHERE id = $7`,
      [name, city, country, showCountry, website, at, id],
    ),
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

/** Oldest first. */
export function listProfiles(
  { connection }: PostgresContext,
  organizationId: string,
): Promise<ProfileRecord[]> {
  return connection.query(`${PROFILE} WHERE organization_id = $1 ORDER BY number`, [organizationId]);
}

async function refuseTaken(what: string, value: string, insert: () => Promise<unknown>): Promise<void> {
  try {
    await insert();
  } catch (error) {
    if (isUniqueViolation(error)) throw new NameTaken(what, value);
    throw error;
  }
}
