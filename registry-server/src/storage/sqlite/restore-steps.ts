// What a restore writes into the feed: readers have seen works, profiles and sites that the backup shows otherwise.
import type { Database } from 'better-sqlite3';
import type { OnProgress } from '../../on-progress.ts';
import type { PublicInstallation, PublicProfile } from '../records.ts';
import { rebuildProjection } from './rebuild-projection.ts';
import { loadCounters, storeCounters, tick } from './engine/context.ts';
import type { SqliteContext } from './engine/context.ts';
import { SHOWING_SITE } from '../tables/texts/installations.ts';
import { writeChange } from './statements/outbox.ts';

const TOLD_EVERY = 1000;

type Shown = [number: number, registryId: string, isPublic: number, state: string, isTold: number];
type Row = Shown | undefined;
type Step = { seq: number; told: string };

const SHOWN = `SELECT w.number, w.registry_id, w.is_public,
  json_array(w.public_json, w.source_installation_id, a.name, a.slug, w.profile_id),
  EXISTS (SELECT 1 FROM changes c WHERE c.subject = w.registry_id AND c.seq > ?)
  FROM artworks w JOIN artists a ON a.id = w.artist_id ORDER BY w.number`;
const LAST_STEP = 'SELECT op FROM changes WHERE subject = ? ORDER BY seq DESC LIMIT 1';

/**
 * One step for each work that the copy shows otherwise than the replaced database did, for each profile and connected site; and for what
 * the replaced database published after `lastPublished`, the end of the copy's feed: those steps are lost, and not every reader has seen them
 * (a work that was hidden since, and stays hidden). Also for what the copy's own feed tells otherwise: an older database may have taken
 * something away that the copy had shown since; `before` is what the copy showed before it did. A work that is still there gets a new updated_at
 * as well, so that `updated_since` finds it. Answers how many steps.
 */
export function republishDifferences(
  context: SqliteContext,
  live: Database,
  { lastPublished, before }: { lastPublished: number; before: ShownRecords },
  onProgress: OnProgress,
): number {
  loadCounters(context);
  const { upserted, removed } = findDifferences(context.db, live, lastPublished, onProgress);
  for (const number of upserted) {
    const updatedAt = tick(context);
    context.sql('UPDATE artworks SET updated_at = ? WHERE number = ?').run(updatedAt, number);
    const row = rebuildProjection(context, number);
    writeChange(context, { op: 'upsert', registryId: row.registry_id, updatedAt });
  }
  for (const registryId of removed)
    writeChange(context, { op: 'remove', registryId, updatedAt: tick(context) });
  const profiles = findChangedProfiles(context.db, live, { lastPublished, own: before.profiles });
  for (const profile of profiles) writeChange(context, { op: 'profile', profile, updatedAt: tick(context) });
  const isShown = context.sql(SHOWING_SITE.sqlite);
  const installations = findMovedInstallations(context.db, live, {
    lastPublished,
    own: before.addresses,
  }).filter(({ id }) => isShown.get({ 1: id }) !== undefined);
  for (const installation of installations)
    writeChange(context, { op: 'installation', installation, updatedAt: tick(context) });
  storeCounters(context);
  return upserted.length + removed.length + profiles.length + installations.length;
}

/**
 * The last step that both feeds have told alike. A database that was put back to an older state, and ran on, told others under numbers that the
 * copy has given to steps of its own: those are lost as well.
 */
export function findLastPublished(copy: Database, live: Database, end: number): number {
  const read = (rest: string) =>
    `SELECT seq, op || ' ' || subject || ' ' || written_at AS told FROM changes ${rest}`;
  const other = live.prepare<[number], Step>(read('WHERE seq = ?'));
  for (const { seq, told } of copy.prepare<[], Step>(read('ORDER BY seq')).iterate())
    if ((other.get(seq)?.told ?? told) !== told) return seq - 1;
  return end;
}

/** Both are read in the order of their numbers, side by side, so that a million works need no memory. */
function findDifferences(
  copy: Database,
  live: Database,
  lastPublished: number,
  onProgress: OnProgress,
): { upserted: number[]; removed: string[] } {
  const total = copy.prepare<[], number>('SELECT count(*) FROM artworks').pluck().get() ?? 0;
  let compared = 0;
  const [upserted, removed]: [number[], string[]] = [[], []];
  const iterate = (db: Database) => db.prepare<[number], Shown>(SHOWN).raw().iterate(lastPublished);
  const [ours, theirs] = [iterate(copy), iterate(live)];
  const lastStep = copy.prepare<[string], string>(LAST_STEP).pluck();
  const isStillTold = (now: Row) => now !== undefined && lastStep.get(now[1]) === 'upsert';
  let [own, other] = [ours.next(), theirs.next()];
  while (!own.done || !other.done) {
    const ownNumber = own.done ? Infinity : own.value[0];
    const otherNumber = other.done ? Infinity : other.value[0];
    const now = !own.done && ownNumber <= otherNumber ? own.value : undefined;
    const before = !other.done && otherNumber <= ownNumber ? other.value : undefined;
    if (now?.[2] === 1) {
      if (before?.[2] !== 1 || before[3] !== now[3] || before[4] === 1) upserted.push(now[0]);
    } else if (before?.[2] === 1 || before?.[4] === 1 || isStillTold(now)) removed.push((now ?? before)![1]);
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

/** Profiles and the addresses of sites, by their ids, as readers see them. */
export type ShownRecords = { profiles: ReadonlySet<string>; addresses: ReadonlyMap<string, string> };

export function readShown(db: Database): ShownRecords {
  const sites = db.prepare<[], [string, string]>('SELECT id, site_url FROM installations').raw().all();
  return { profiles: new Set(listProfiles(db)), addresses: new Map(sites) };
}

const listProfiles = (db: Database): string[] => db.prepare<[], string>(PROFILES).pluck().all();

/** One for each address by which a reader may know a profile, as after a rename: works name no other id of it. */
function findChangedProfiles(
  copy: Database,
  live: Database,
  { lastPublished, own }: { lastPublished: number; own: ShownRecords['profiles'] },
): PublicProfile[] {
  const before = new Set(listProfiles(live));
  const published = listPublished(live, lastPublished);
  const lost = live
    .prepare<[number], string>(`SELECT payload FROM changes WHERE seq > ? AND op = 'profile'`)
    .pluck()
    .all(lastPublished);
  const known = [...before, ...lost].map((text) => JSON.parse(text) as PublicProfile);
  return listProfiles(copy).flatMap((text) => {
    const profile = JSON.parse(text) as PublicProfile;
    if (before.has(text) && own.has(text) && !published.has(`profile:${profile.id}`)) return [];
    const slugs = known
      .filter(({ id }) => id === profile.id)
      .flatMap(({ slug, former_slug: former }) => (former === null ? [slug] : [slug, former]));
    const others = new Set(slugs.filter((slug) => slug !== profile.slug));
    return others.size === 0 ? [profile] : [...others].map((slug) => ({ ...profile, former_slug: slug }));
  });
}

/** Connected sites that both know, at another address. One that only the replaced database knew is named by no work here. */
function findMovedInstallations(
  copy: Database,
  live: Database,
  { lastPublished, own }: { lastPublished: number; own: ShownRecords['addresses'] },
): PublicInstallation[] {
  const before = readShown(live).addresses;
  const published = listPublished(live, lastPublished);
  return copy
    .prepare<[], PublicInstallation>('SELECT id, site_url FROM installations ORDER BY id')
    .all()
    .filter(({ id, site_url }) => {
      const isAsTold = [before, own].every((addresses) => addresses.get(id) === site_url);
      return before.has(id) && (!isAsTold || published.has(`installation:${id}`));
    });
}

/** The profiles and sites that the feed published after this step. */
function listPublished(live: Database, lastPublished: number): Set<string> {
  return new Set(
    live
      .prepare<[number], string>(
        `SELECT subject FROM changes WHERE seq > ? AND op IN ('profile', 'installation')`,
      )
      .pluck()
      .all(lastPublished),
  );
}
