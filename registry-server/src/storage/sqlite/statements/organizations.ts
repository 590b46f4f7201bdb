// Organisations and their profiles, as the operator makes them.
import { randomUUID } from 'node:crypto';
import { SqliteError } from 'better-sqlite3';
import { NameTaken } from '../../storage.ts';
import type { NewChange, NewEvent, Subscribers } from '../../artwork-facts.ts';
import type { Organization, OrganizationStatus, ProfileRecord } from '../../records.ts';
import { tick } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { findSubscribers } from './artwork-rows.ts';
import { writeChange, writeEvents } from './outbox.ts';

type ProfileRow = {
  id: string;
  organization_id: string;
  type: ProfileRecord['type'];
  slug: string;
  name: string;
  city: string | null;
  country: string | null;
  show_country: number;
  website: string | null;
  in_dumps: number;
};

const ORGANIZATION = 'SELECT id, slug, name, status FROM organizations';
const PROFILE =
  'SELECT id, organization_id, type, slug, name, city, country, show_country, website, in_dumps FROM profiles';

/** Refuses a slug that is taken with a NameTaken error. */
export function insertOrganization(
  context: SqliteContext,
  { slug, name }: { slug: string; name: string },
): Organization {
  const row: Organization = { id: randomUUID(), slug, name, status: 'active' };
  refuseTaken('slug', slug, () =>
    context
      .sql(`INSERT INTO organizations (id, slug, name, status, created_at) VALUES (?, ?, ?, 'active', ?)`)
      .run(row.id, slug, name, tick(context)),
  );
  return row;
}

export function listOrganizations(context: SqliteContext): Organization[] {
  return context.sql<Organization>(`${ORGANIZATION} ORDER BY slug`).all();
}

export function findOrganization(context: SqliteContext, slug: string): Organization | undefined {
  return context.sql<Organization>(`${ORGANIZATION} WHERE slug = ?`).get(slug);
}

export function isOrganizationActive(context: SqliteContext, organizationId: string): boolean {
  return (
    context
      .pluck<number>(`SELECT 1 FROM organizations WHERE id = ? AND status = 'active'`)
      .get(organizationId) === 1
  );
}

export function updateOrganizationStatus(
  context: SqliteContext,
  slug: string,
  status: OrganizationStatus,
): Organization | undefined {
  context.sql('UPDATE organizations SET status = ? WHERE slug = ?').run(status, slug);
  return findOrganization(context, slug);
}

export function updateOrganizationName(
  context: SqliteContext,
  slug: string,
  name: string,
): Organization | undefined {
  context.sql('UPDATE organizations SET name = ? WHERE slug = ?').run(name, slug);
  return findOrganization(context, slug);
}

export function insertProfile(context: SqliteContext, profile: Omit<ProfileRecord, 'id'>): ProfileRecord {
  const row: ProfileRecord = { id: randomUUID(), ...profile };
  refuseFormerSlug(context, row);
  refuseTaken('slug', row.slug, () =>
    context
      .sql(
        `INSERT INTO profiles (id, organization_id, type, slug, name, city, country, show_country, website, in_dumps,
           created_at, updated_at)
         VALUES (@id, @organizationId, @type, @slug, @name, @city, @country, @shows, @website, @dumped, @now, @now)`,
      )
      .run({ ...row, shows: Number(row.showCountry), dumped: Number(row.inDumps), now: tick(context) }),
  );
  return row;
}

export function findProfileWithSubscribers(
  context: SqliteContext,
  slug: string,
): { profile: ProfileRecord; subscribers: Subscribers } | undefined {
  const profile = findProfile(context, slug);
  return profile && { profile, subscribers: findSubscribers(context, profile.organizationId) };
}

/** Works show it at once: they are not rewritten. */
export function writeProfile(
  context: SqliteContext,
  profile: ProfileRecord,
  at: number,
  changes: NewChange[],
  events: NewEvent[],
): void {
  const { id, slug, name, city, country, showCountry, website, inDumps } = profile;
  const { sql } = context;
  refuseFormerSlug(context, profile);
  sql('DELETE FROM former_profile_slugs WHERE slug = ?').run(slug);
  sql(
    `INSERT INTO former_profile_slugs (slug, profile_id) SELECT slug, id FROM profiles WHERE id = ? AND slug <> ?`,
  ).run(id, slug);
  refuseTaken('slug', slug, () =>
    sql(
      `UPDATE profiles SET slug = ?, name = ?, city = ?, country = ?, show_country = ?, website = ?, in_dumps = ?,
         updated_at = ? WHERE id = ?`,
    ).run(slug, name, city, country, Number(showCountry), website, Number(inDumps), at, id),
  );
  for (const change of changes) writeChange(context, change);
  writeEvents(context, events);
}

export function findProfile(context: SqliteContext, slug: string): ProfileRecord | undefined {
  const row = context.sql<ProfileRow>(`${PROFILE} WHERE slug = ?`).get(slug);
  return row && profileOf(row);
}

export function findProfileById(context: SqliteContext, id: string): ProfileRecord | undefined {
  const row = context.sql<ProfileRow>(`${PROFILE} WHERE id = ?`).get(id);
  return row && profileOf(row);
}

/** Oldest first. */
export function listProfiles(context: SqliteContext, organizationId: string): ProfileRecord[] {
  return context
    .sql<ProfileRow>(`${PROFILE} WHERE organization_id = ? ORDER BY number`)
    .all(organizationId)
    .map(profileOf);
}

function profileOf(row: ProfileRow): ProfileRecord {
  const { organization_id: organizationId, show_country, in_dumps, ...rest } = row;
  return { ...rest, organizationId, showCountry: show_country === 1, inDumps: in_dumps === 1 };
}

/** A slug that another profile had leads to that one for ever. */
function refuseFormerSlug({ pluck }: SqliteContext, { id, slug }: ProfileRecord): void {
  const former = pluck('SELECT 1 FROM former_profile_slugs WHERE slug = ? AND profile_id <> ?').get(slug, id);
  if (former !== undefined) throw new NameTaken('slug', slug);
}

function refuseTaken(what: string, value: string, insert: () => unknown): void {
  try {
    insert();
  } catch (error) {
    if (error instanceof SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE')
      throw new NameTaken(what, value);
    throw error;
  }
}
