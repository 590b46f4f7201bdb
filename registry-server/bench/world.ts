// A registry for the benchmark: organisations with galleries, keys, and works, each of them with a source.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moveToPostgres } from '../src/storage/move/to-postgres.ts';
import { addApiKey, addInstallation, addOrganization } from '../tests/support/publishers.ts';
import { fill, GALLERIES, workOf } from './dataset.ts';
import type { WorkAt } from './dataset.ts';
import { multiply } from './multiply.ts';
import { databaseFile, KEY, onPostgres, onSqlite, sqlitePlace } from './place.ts';
import type { Databases, Place } from './place.ts';

export type Gallery = { organizationId: string; profileId: string };
export type World = {
  place: Place;
  apiKey: string;
  galleries: Gallery[];
  works: number;
  installationId: string;
};

// Works that are really published; the others are copies of these.
const BASE = 20_000;

type Contents = {
  /** How many organisations, each with a gallery, share the works. Default: 20. */
  owners?: number;
  /** Default: made-up works, of which all above 20,000 are copies. */
  workAt?: WorkAt;
};

/** On the embedded database in this folder. */
export async function buildWorld(
  folder: string,
  works: number,
  { owners = GALLERIES, workAt = workOf }: Contents = {},
): Promise<World> {
  const base = workAt === workOf ? Math.min(BASE, works) : works;
  const place = sqlitePlace(folder);
  const storage = await place.open();
  const galleries: Gallery[] = [];
  for (let index = 0; index < owners; index += 1) {
    const slug = `gallery-${index}`;
    const name = `Gallery ${index}`;
    const gallery = { name, city: 'Berlin', country: 'Germany', showCountry: true };
    galleries.push(await addOrganization(storage, slug, gallery));
  }
  const organizationId = galleries[0]?.organizationId ?? '';
  const { apiKey } = await addApiKey(storage, organizationId);
  const installationId = await addInstallation(storage, organizationId);
  const created = await fill(storage, galleries, 0, base, workAt);
  await storage.close();
  const built = { place, apiKey, galleries, works: created, installationId };
  const world = workAt === workOf ? growWorld(built, works) : built;
  addSources(world);
  return world;
}

/** Embedded databases only. */
export function growWorld(world: World, works: number): World {
  if (works > world.works) multiply(databaseFile(world.place.address), BASE, works);
  return { ...world, works: Math.max(works, world.works) };
}

/** One source of one shop for every work. */
function addSources({ place, installationId }: World): void {
  const db = onSqlite(place);
  db.prepare(
    `INSERT INTO sources (artwork_number, installation_id, platform, platform_key, external_id, status, last_synced_at,
       is_public)
     SELECT number, ?, 'woocommerce', 'woocommerce', 'p' || number, 'active', 0, is_public FROM artworks
     WHERE true ON CONFLICT DO NOTHING`,
  ).run(installationId);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

/** The same registry on PostgreSQL, by the move; the embedded one stays as it is. No server may be writing to it. */
export async function copyToPostgres(world: World, databases: Databases): Promise<World> {
  const place = await databases.make();
  const folder = mkdtempSync(join(tmpdir(), 'artwork-registry-move-'));
  try {
    const file = databaseFile(folder);
    copyFileSync(databaseFile(world.place.address), file);
    await moveToPostgres({
      file,
      url: place.address,
      sourceKeys: [KEY],
      targetKey: KEY,
      nowMs: Date.now(),
      onProgress: () => undefined,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // Autovacuum would do it within minutes; until then, no index of a moved table can answer alone.
  await onPostgres(place, (client) => client.query('VACUUM ANALYZE'));
  return { ...world, place };
}

export const headersOf = (world: World): Record<string, string> => ({
  authorization: `Bearer ${world.apiKey}`,
  'content-type': 'application/json',
});
