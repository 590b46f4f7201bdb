// Filled registries of some sizes, kept in the cache: a million works take minutes to make. What they are made by is part of their name,
// so that a change of the schema makes new ones.
import { createHash } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import { databaseFile, onSqlite, sqlitePlace } from '../place.ts';
import { buildWorld } from '../world.ts';
import type { World } from '../world.ts';

const MADE_BY = [
  '../dataset.ts',
  '../multiply.ts',
  '../world.ts',
  './kept-worlds.ts',
  '../../src/storage/sqlite/migrations/0001-tables.sql',
];
type Kept = Omit<World, 'place'>;

/** A registry with so many works in the folder, which must be empty: a copy of the kept one. */
export async function copyOfKept(works: number, folder: string): Promise<World> {
  const kept = await keep(works);
  copyFileSync(databaseFile(kept), databaseFile(folder), constants.COPYFILE_FICLONE);
  const rest = JSON.parse(readFileSync(join(kept, 'world.json'), 'utf8')) as Kept;
  return { ...rest, place: sqlitePlace(folder) };
}

/** Art IDs of works of the gallery whose key the world has, spread over all of them. */
export function listOwnWorks({ place, galleries }: World): string[] {
  const db = onSqlite(place);
  const own = db
    .prepare(
      'SELECT registry_id FROM artworks WHERE organization_id = ? ORDER BY number % 997, number LIMIT 5000',
    )
    .pluck()
    .all(galleries[0]?.organizationId);
  db.close();
  return own as string[];
}

/** Slugs of the artists with most works. */
export function listFrequentArtists({ place }: World): string[] {
  const db = onSqlite(place);
  const slugs = db.prepare('SELECT slug FROM artists ORDER BY artworks_count DESC LIMIT 5').pluck().all();
  db.close();
  return slugs as string[];
}

/** Returns its folder. One that was not finished has another name, and is made again. */
async function keep(works: number): Promise<string> {
  const all = cacheFolder('growth', versionOf());
  const folder = join(all, String(works));
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.unfinished`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh);
  const { place, ...rest } = await buildWorld(fresh, works);
  addFeed(place);
  writeFileSync(join(fresh, 'world.json'), JSON.stringify(rest));
  renameSync(fresh, folder);
  return folder;
}

function versionOf(): string {
  const hash = createHash('sha256');
  for (const file of MADE_BY) hash.update(readFileSync(join(import.meta.dirname, file)));
  return hash.digest('hex').slice(0, 12);
}

/** A step of the feed for each work that is a copy, as its publication writes it. */
function addFeed(place: World['place']): void {
  const db = onSqlite(place);
  db.prepare(
    `INSERT INTO changes (op, subject, updated_at, written_at)
     SELECT 'upsert', registry_id, updated_at, (SELECT max(written_at) FROM changes) FROM artworks
     WHERE number > (SELECT max(CAST(substr(subject, 6) AS INTEGER)) FROM changes WHERE op = 'upsert') ORDER BY number`,
  ).run();
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}
