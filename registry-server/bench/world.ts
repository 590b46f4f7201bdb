// A registry for the benchmark: organisations with galleries, keys, and works.
import { join } from 'node:path';
import { addApiKey, addInstallation, addOrganization } from '../tests/support/publishers.ts';
import { openSqliteStorage } from '../src/storage/sqlite/open.ts';
import type { Storage } from '../src/storage/storage.ts';
import { fill, GALLERIES } from './dataset.ts';
import { multiply } from './multiply.ts';

export type Gallery = { organizationId: string; profileId: string };
export type World = {
  dataDir: string;
  apiKey: string;
  galleries: Gallery[];
  works: number;
  installationId: string;
};

// Works that are really published; the others are copies of these.
const BASE = 20_000;

export const openStorage = (dataDir: string): Storage =>
  openSqliteStorage({
    file: join(dataDir, 'registry.db'),
    clock: { nowMs: () => Date.now() },
    listenUrl: () => 'https://registry.example',
    readers: 0,
  });

export async function buildWorld(dataDir: string, works: number): Promise<World> {
  const storage = openStorage(dataDir);
  const galleries: Gallery[] = [];
  for (let index = 0; index < GALLERIES; index += 1) {
    const slug = `gallery-${index}`;
    const name = `Gallery ${index}`;
    const gallery = { name, city: 'Berlin', country: 'Germany', showCountry: true };
    galleries.push(await addOrganization(storage, slug, gallery));
  }
  const organizationId = galleries[0]?.organizationId ?? '';
  const { apiKey } = await addApiKey(storage, organizationId);
  const installationId = await addInstallation(storage, organizationId);
  await fill(storage, galleries, 0, Math.min(BASE, works));
  await storage.close();
  const world = { dataDir, apiKey, galleries, works: Math.min(BASE, works), installationId };
  return growWorld(world, works);
}

export function growWorld(world: World, works: number): World {
  if (works > world.works) multiply(join(world.dataDir, 'registry.db'), BASE, works);
  return { ...world, works: Math.max(works, world.works) };
}

export const headersOf = (world: World): Record<string, string> => ({
  authorization: `Bearer ${world.apiKey}`,
  'content-type': 'application/json',
});
