// Organisations and their profiles.
import { randomUUID } from 'node:crypto';
import { SqliteError } from 'better-sqlite3';
import { NameTaken } from '../storage.ts';
import type { OrganizationStore } from '../storage.ts';
import type { Organization, ProfileRecord } from '../records.ts';
import { tick } from './context.ts';
import type { SqliteContext } from './context.ts';
import { insertEvent } from './outbox.ts';

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
};

const ORGANIZATION = 'SELECT id, slug, name, status FROM organizations';
const PROFILE =
  'SELECT id, organization_id, type, slug, name, city, country, show_country, website FROM profiles';

export function organizationStore(context: SqliteContext): OrganizationStore {
  const { sql, writes } = context;
  const findOrganization = (slug: string) => sql<Organization>(`${ORGANIZATION} WHERE slug = ?`).get(slug);
  const findProfile = (slug: string) => {
    const row = sql<ProfileRow>(`${PROFILE} WHERE slug = ?`).get(slug);
    return row && profileOf(row);
  };

  return {
    insertOrganization: ({ slug, name }) =>
      writes.run(() => {
        const row: Organization = { id: randomUUID(), slug, name, status: 'active' };
        refuseTaken('slug', slug, () =>
          sql(
            `INSERT INTO organizations (id, slug, name, status, created_at) VALUES (?, ?, ?, 'active', ?)`,
          ).run(row.id, slug, name, tick(context)),
        );
        return row;
      }),
    listOrganizations: async () => sql<Organization>(`${ORGANIZATION} ORDER BY slug`).all(),
    findOrganization: async (slug) => findOrganization(slug),
    updateOrganizationStatus: (slug, status) =>
      writes.run(() => {
        sql('UPDATE organizations SET status = ? WHERE slug = ?').run(status, slug);
        return findOrganization(slug);
      }),

    insertProfile: (profile) =>
      writes.run(() => {
        const row: ProfileRecord = { id: randomUUID(), ...profile };
        const now = tick(context);
        refuseTaken('slug', row.slug, () =>
          sql(
            `INSERT INTO profiles (id, organization_id, type, slug, name, city, country, show_country, website,
               created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          ).run(
            row.id,
            row.organizationId,
            row.type,
            row.slug,
            row.name,
            row.city,
            row.country,
            Number(row.showCountry),
            row.website,
            now,
            now,
          ),
        );
        return row;
      }),
    updateProfile: (slug, changes) =>
      writes.run(() => {
        const before = findProfile(slug);
        if (before === undefined) return undefined;
        const after = { ...before, ...changes };
        sql(
          `UPDATE profiles SET name = ?, city = ?, country = ?, show_country = ?, website = ?, updated_at = ?
           WHERE slug = ?`,
        ).run(
          after.name,
          after.city,
          after.country,
          Number(after.showCountry),
          after.website,
          tick(context),
          slug,
        );
        const changed = publicChanges(before, after);
        if (changed.length > 0) {
          insertEvent(context, {
            type: 'gallery.updated',
            organizationId: before.organizationId,
            resource: { type: before.type, id: before.id, registry_id: null },
            changedFields: changed,
          });
        }
        return after;
      }),
    findProfile: async (slug) => findProfile(slug),
    listProfiles: async (organizationId) =>
      sql<ProfileRow>(`${PROFILE} WHERE organization_id = ? ORDER BY number`)
        .all(organizationId)
        .map(profileOf),
  };
}

function publicChanges(before: ProfileRecord, after: ProfileRecord): string[] {
  const shown = (profile: ProfileRecord) => ({
    name: profile.name,
    city: profile.city,
    country: profile.showCountry ? profile.country : null,
    website: profile.website,
  });
  const [a, b] = [shown(before), shown(after)];
  return (['name', 'city', 'country', 'website'] as const).filter((name) => a[name] !== b[name]);
}

function profileOf(row: ProfileRow): ProfileRecord {
  const { organization_id: organizationId, show_country, ...rest } = row;
  return { ...rest, organizationId, showCountry: show_country === 1 };
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
