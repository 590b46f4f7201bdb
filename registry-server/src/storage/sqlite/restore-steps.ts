// What a restore must tell and keep: readers of the feed have seen works that the backup shows otherwise, and what was
// taken away from the public since must not come back.
import type { Database } from 'better-sqlite3';
import type { OnProgress } from '../../on-progress.ts';
import type { PublicInstallation, PublicProfile } from '../records.ts';
import { rebuildProjection } from './rebuild-projection.ts';
import { loadCounters, storeCounters, tick } from './engine/context.ts';
import type { SqliteContext } from './engine/context.ts';
import { writeChange } from './statements/outbox.ts';
import { removeText } from './search/text-index.ts';

const TOLD_EVERY = 1000;

export type CarriedOver = {
  hiddenWorks: number;
  deactivatedOrganizations: number;
  revokedKeys: number;
  profilesOutOfDumps: number;
  /** Organisations that were erased since, by the slugs they have here again: they are to be erased once more. */
  eraseAgain: string[];
};

/** Into the copy: works hidden, organisations deactivated, keys revoked and profiles left out of the dumps in the replaced database. */
export function carryOver(context: SqliteContext, live: Database): CarriedOver {
  const { sql } = context;
  const sum = (changes: number[]) => changes.reduce((total, count) => total + count, 0);
  const revoke = sql('UPDATE api_keys SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL');
  const revoked = live
    .prepare<[], [number, string]>('SELECT revoked_at, hash FROM api_keys WHERE revoked_at IS NOT NULL')
    .raw()
    .all()
    .map((key) => revoke.run(...key).changes);
  const deactivate = sql(`UPDATE organizations SET status = 'inactive' WHERE id = ? AND status = 'active'`);
  const deactivated = live
    .prepare<[], string>(`SELECT id FROM organizations WHERE status = 'inactive'`)
    .pluck()
    .all()
    .map((id) => deactivate.run(id).changes);
  return {
    hiddenWorks: hideWorks(context, live),
    deactivatedOrganizations: sum(deactivated),
    revokedKeys: sum(revoked),
    profilesOutOfDumps: sum(
      live
        .prepare<[], string>('SELECT id FROM profiles WHERE in_dumps = 0')
        .pluck()
        .all()
        .map((id) => sql('UPDATE profiles SET in_dumps = 0 WHERE id = ? AND in_dumps = 1').run(id).changes),
    ),
    eraseAgain: live
      .prepare<[], string>(`SELECT id FROM organizations WHERE slug LIKE 'erased-%'`)
      .pluck()
      .all()
      .flatMap((id) =>
        context
          .pluck<string>(`SELECT slug FROM organizations WHERE id = ? AND slug NOT LIKE 'erased-%'`)
          .all(id),
      ),
  };
}

/** Withdrawn by the operator, or made fully private by their owner, since the backup was made. */
function hideWorks(context: SqliteContext, live: Database): number {
  const hide = context.sql(
    `UPDATE artworks SET withdrawn_at = ?, availability = iif(?, 'fully_private', availability)
     WHERE registry_id = ? AND is_public = 1 RETURNING number`,
  );
  const hidden = live
    .prepare<[], [number | null, number, string]>(
      `SELECT withdrawn_at, availability = 'fully_private', registry_id FROM artworks WHERE is_public = 0`,
    )
    .raw()
    .iterate();
  let count = 0;
  for (const state of hidden) {
    const found = hide.get(...state) as { number: number } | undefined;
    if (found === undefined) continue;
    removeText(context, found.number);
    rebuildProjection(context, found.number);
    count += 1;
  }
  return count;
}

type Shown = [number: number, registryId: string, isPublic: number, state: string];

const SHOWN = `SELECT w.number, w.registry_id, w.is_public,
  json_array(w.public_json, w.source_installation_id, a.name, a.slug, w.profile_id)
  FROM artworks w JOIN artists a ON a.id = w.artist_id ORDER BY w.number`;

/**
 * One step for each work that the copy shows otherwise than the replaced database did, for each profile and connected site. A work that
 * is still there gets a new updated_at as well, so that `updated_since` finds it. Answers how many steps.
 */
export function tellDifferences(context: SqliteContext, live: Database, onProgress: OnProgress): number {
  loadCounters(context);
  const { upserted, removed } = findDifferences(context.db, live, onProgress);
  for (const number of upserted) {
    const updatedAt = tick(context);
    context.sql('UPDATE artworks SET updated_at = ? WHERE number = ?').run(updatedAt, number);
    const row = rebuildProjection(context, number);
    writeChange(context, { op: 'upsert', registryId: row.registry_id, updatedAt });
  }
  for (const registryId of removed)
    writeChange(context, { op: 'remove', registryId, updatedAt: tick(context) });
  const profiles = findChangedProfiles(context.db, live);
  for (const profile of profiles) writeChange(context, { op: 'profile', profile, updatedAt: tick(context) });
  const installations = findMovedInstallations(context.db, live);
  for (const installation of installations)
    writeChange(context, { op: 'installation', installation, updatedAt: tick(context) });
  storeCounters(context);
  return upserted.length + removed.length + profiles.length + installations.length;
}

/** Both are read in the order of their numbers, side by side, so that a million works need no memory. */
function findDifferences(
  copy: Database,
  live: Database,
  onProgress: OnProgress,
): { upserted: number[]; removed: string[] } {
  const total = copy.prepare<[], number>('SELECT count(*) FROM artworks').pluck().get() ?? 0;
  let compared = 0;
  const [upserted, removed]: [number[], string[]] = [[], []];
  const ours = copy.prepare<[], Shown>(SHOWN).raw().iterate();
  const theirs = live.prepare<[], Shown>(SHOWN).raw().iterate();
  let [own, other] = [ours.next(), theirs.next()];
  while (!own.done || !other.done) {
    const ownNumber = own.done ? Infinity : own.value[0];
    const otherNumber = other.done ? Infinity : other.value[0];
    const now = !own.done && ownNumber <= otherNumber ? own.value : undefined;
    const before = !other.done && otherNumber <= ownNumber ? other.value : undefined;
    if (now?.[2] === 1) {
      if (before?.[2] !== 1 || before[3] !== now[3]) upserted.push(now[0]);
    } else if (before?.[2] === 1) removed.push(before[1]);
    if (now !== undefined) {
      compared += 1;
      if (compared % TOLD_EVERY === 0) onProgress('comparing with the replaced database', compared, total);
      own = ours.next();
    }
    if (before !== undefined) other = theirs.next();
  }
  return { upserted, removed };
}

const PROFILES = `SELECT json_object('id', id, 'type', type, 'slug', slug, 'former_slug', NULL, 'name', name, 'city', city,
  'country', iif(show_country, country, NULL)) FROM profiles ORDER BY number`;

function findChangedProfiles(copy: Database, live: Database): PublicProfile[] {
  const before = new Set(live.prepare<[], string>(PROFILES).pluck().all());
  return copy
    .prepare<[], string>(PROFILES)
    .pluck()
    .all()
    .filter((profile) => !before.has(profile))
    .map((profile) => JSON.parse(profile) as PublicProfile);
}

/** Connected sites that both know, at another address. One that only the replaced database knew is named by no work here. */
function findMovedInstallations(copy: Database, live: Database): PublicInstallation[] {
  const list = (db: Database) =>
    db.prepare<[], PublicInstallation>('SELECT id, site_url FROM installations ORDER BY id').all();
  const before = new Map(list(live).map(({ id, site_url }) => [id, site_url]));
  return list(copy).filter(({ id, site_url }) => before.has(id) && before.get(id) !== site_url);
}
