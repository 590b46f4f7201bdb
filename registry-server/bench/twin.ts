// A second embedded registry of the same size, written to in this process: the floor of rows that write.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from '../src/storage/storage.ts';
import { buildWorld } from './world.ts';
import type { Gallery, World } from './world.ts';

export type Twin = { storage: Storage; gallery: Gallery; installationId: string; close(): Promise<void> };

/** Undefined on PostgreSQL, whose rows have SQLite's for their floor. */
export async function makeTwin({ place, works }: World): Promise<Twin | undefined> {
  if (place.engine !== 'sqlite') return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'artwork-registry-floor-'));
  const { galleries, installationId, place: own } = await buildWorld(folder, works);
  const [gallery] = galleries;
  if (gallery === undefined) throw new Error('there is no gallery');
  const storage = await own.open();
  return {
    storage,
    gallery,
    installationId,
    close: async () => {
      await storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
