// Organisations and their profiles, as the operator makes them.
import { randomUUID } from 'node:crypto';
import type { Subscribers } from '../artwork-facts.ts';
import type { Organization, OrganizationStatus, ProfileRecord } from '../records.ts';
import { NameTaken } from '../storage.ts';
import type { Portable } from './portable.ts';

const COLUMNS = 'id, slug, name, status';
const ORGANIZATION = `SELECT ${COLUMNS} FROM organizations`;
const PROFILE = `SELECT id, organization_id AS "organizationId", type, slug, name, city, country,
  show_country AS "showCountry", website, in_dumps AS "inDumps" FROM profiles`;

/** Refuses a slug that is taken with a NameTaken error. */
export async function insertOrganization(
  { run, tick }: Portable,
  { slug, name }: { slug: string; name: string },
): Promise<Organization> {
  const row: Organization = { id: randomUUID(), slug, name, status: 'active' };
  const inserted = await run(
    `INSERT INTO organizations (id, slug, name, status, created_at) VALUES ($1, $2, $3, 'active', $4)
     ON CONFLICT (slug) DO NOTHING`,
    [row.id, slug, name, tick()],
  );
  if (inserted === 0) throw new NameTaken('slug', slug);
  return row;
}

export function listOrganizations({ all }: Portable): Promise<Organization[]> {
  return all(`${ORGANIZATION} ORDER BY slug`);
}

export function findOrganization({ first }: Portable, slug: string): Promise<Organization | undefined> {
  return first(`${ORGANIZATION} WHERE slug = $1`, [slug]);
}

export async function isOrganizationActive({ first }: Portable, organizationId: string): Promise<boolean> {
  const text = `SELECT 1 FROM organizations WHERE id = $1 AND status = 'active'`;
  return (await first(text, [organizationId])) !== undefined;
}

/** Undefined too where its erasure was begun or done: that is never undone. */
export function updateOrganizationStatus(
  { first }: Portable,
  slug: string,
  status: OrganizationStatus,
): Promise<Organization | undefined> {
  const text = `UPDATE organizations SET status = $1 WHERE slug = $2 AND status <> 'erasing' AND erased_at IS NULL`;
  return first(`${text} RETURNING ${COLUMNS}`, [status, slug]);
}

export function updateOrganizationName(
  { first }: Portable,
  slug: string,
  name: string,
): Promise<Organization | undefined> {
  return first(`UPDATE organizations SET name = $1 WHERE slug = $2 RETURNING ${COLUMNS}`, [name, slug]);
}

export async function insertProfile(
  context: Portable,
  profile: Omit<ProfileRecord, 'id'>,
): Promise<ProfileRecord> {
  const row: ProfileRecord = { id: randomUUID(), ...profile };
  await refuseFormerSlug(context, row);
  const { id, organizationId, type, slug, name, city, country, showCountry, website, inDumps } = row;
  const inserted = await context.run(
    `INSERT INTO profiles (id, organization_id, type, slug, name, city, country, show_country, website, in_dumps,
       created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
     ON CONFLICT (slug) DO NOTHING`,
    [id, organizationId, type, slug, name, city, country, showCountry, website, inDumps, context.tick()],
  );
  if (inserted === 0) throw new NameTaken('slug', slug);
  return row;
}

export async function findProfileWithSubscribers(
  context: Portable,
  slug: string,
): Promise<{ profile: ProfileRecord; subscribers: Subscribers } | undefined> {
  const [profile, rows] = await Promise.all([
    findProfile(context, slug),
    context.all<{ id: string; events: string; slug: string }>(
      `SELECT e.id, e.events, o.slug FROM webhook_endpoints e JOIN organizations o ON o.id = e.organization_id
       WHERE e.organization_id = (SELECT organization_id FROM profiles WHERE slug = $1) ORDER BY e.id`,
      [slug],
    ),
  ]);
  if (profile === undefined) return undefined;
  const endpoints = rows.map(({ id, events }) => ({ id, events: events.split(',') }));
  const { organizationId } = profile;
  return { profile, subscribers: { organizationId, slug: rows[0]?.slug ?? '', endpoints } };
}

/** Works show it at once: they are not rewritten. */
export async function updateProfileRow(context: Portable, profile: ProfileRecord, at: number): Promise<void> {
  const { id, slug, name, city, country, showCountry, website, inDumps } = profile;
  const { run } = context;
  await refuseFormerSlug(context, profile);
  const [, , updated] = await Promise.all([
    run('DELETE FROM former_profile_slugs WHERE slug = $1', [slug]),
    run(
      `INSERT INTO former_profile_slugs (slug, profile_id)
       SELECT slug, id FROM profiles WHERE id = $1 AND slug <> $2`,
      [id, slug],
    ),
    run(
      `UPDATE profiles SET slug = $1, name = $2, city = $3, country = $4, show_country = $5, website = $6,
         in_dumps = $7, updated_at = $8
       WHERE id = $9 AND NOT EXISTS (SELECT 1 FROM profiles other WHERE other.slug = $1 AND other.id <> $9)`,
      [slug, name, city, country, showCountry, website, inDumps, at, id],
    ),
  ]);
  if (updated === 0) throw new NameTaken('slug', slug);
}

export async function findProfile({ first }: Portable, slug: string): Promise<ProfileRecord | undefined> {
  const row = await first<ProfileRecord>(`${PROFILE} WHERE slug = $1`, [slug]);
  return row && profileOf(row);
}

export async function findProfileById({ first }: Portable, id: string): Promise<ProfileRecord | undefined> {
  const row = await first<ProfileRecord>(`${PROFILE} WHERE id = $1`, [id]);
  return row && profileOf(row);
}

/** Oldest first. */
export async function listProfiles({ all }: Portable, organizationId: string): Promise<ProfileRecord[]> {
  const rows = await all<ProfileRecord>(`${PROFILE} WHERE organization_id = $1 ORDER BY number`, [
    organizationId,
  ]);
  return rows.map(profileOf);
}

const profileOf = (row: ProfileRecord): ProfileRecord => ({
  ...row,
  showCountry: Boolean(row.showCountry),
  inDumps: Boolean(row.inDumps),
});

/** A slug that another profile had leads to that one for ever. */
async function refuseFormerSlug({ first }: Portable, { id, slug }: ProfileRecord): Promise<void> {
  const former = await first('SELECT 1 FROM former_profile_slugs WHERE slug = $1 AND profile_id <> $2', [
    slug,
    id,
  ]);
  if (former !== undefined) throw new NameTaken('slug', slug);
}
