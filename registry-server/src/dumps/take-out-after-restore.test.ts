// What has to leave dumps although the database that says so was replaced by a backup before the dumps were looked at.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshRegistry, PUBLIC_URL } from '../../tests/support/engines.ts';
import { sharedCluster } from '../../tests/support/postgres-shared.ts';
import { addOrganization, PLAIN_WORK } from '../../tests/support/publishers.ts';
import { testClock } from '../../tests/support/test-clock.ts';
import type { TestClock } from '../../tests/support/test-clock.ts';
import { openTestStorage } from '../../tests/support/test-registry.ts';
import { eraseOrganization } from '../domain/curation/personal-data.ts';
import { afterRestore } from '../storage/postgres/after-restore.ts';
import { openPostgresStorage } from '../storage/postgres/open.ts';
import { backupDatabase } from '../storage/sqlite/backup.ts';
import { restoreDatabase } from '../storage/sqlite/restore.ts';
import type { Storage } from '../storage/storage.ts';
import { listManifests } from './dump-folder.ts';
import { keepDumps } from './dump-keeper.ts';

let folder: string;
let clock: TestClock;
let storage: Storage;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-take-out-'));
  clock = testClock();
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const place = () => ({ folder: join(folder, 'dumps'), licence: 'CC0-1.0' });
const keep = () => keepDumps(place(), { storage, clock, onDamaged: () => expect.unreachable() });
const textOfDumps = () =>
  listManifests(place().folder)
    .map((manifest) => gunzipSync(readFileSync(join(place().folder, manifest.stored_as))).toString())
    .join('');

/** A registry that can lose its database. The storage is closed while it is backed up and restored. */
type Registry = {
  open(): Promise<Storage>;
  backUp(): Promise<unknown>;
  /** Puts the backup in the place of the database, which is lost. */
  restore(): Promise<unknown>;
  drop(): Promise<unknown>;
};

const ENGINES = { SQLite: onSqlite, PostgreSQL: onPostgres };

const file = () => join(folder, 'registry.db');
const backUpFile = () => backupDatabase(file(), join(folder, 'backup.db'));

async function onSqlite(): Promise<Registry> {
  return {
    open: async () => openTestStorage(folder, clock),
    backUp: backUpFile,
    restore: () => {
      for (const end of ['', '-wal', '-shm']) rmSync(file() + end, { force: true });
      return restoreFile();
    },
    drop: async () => undefined,
  };
}

async function onPostgres(): Promise<Registry> {
  const cluster = await sharedCluster(15);
  let database = await freshRegistry('postgres-15');
  let backup = database;
  const open = () =>
    openPostgresStorage({ url: database.url, clock, listenUrl: () => PUBLIC_URL, mustExist: true });
  return {
    open,
    backUp: async () =>
      (backup = await cluster.freshDatabase({
        template: decodeURIComponent(new URL(database.url).pathname.slice(1)),
      })),
    restore: async () => {
      await database.drop();
      database = backup;
      await afterRestore(database.url, open, () => undefined);
    },
    drop: () => Promise.all([database.drop(), backup.drop()]),
  };
}

async function publish(organizationId: string, title: string): Promise<string> {
  const fields = { ...PLAIN_WORK, title };
  const [outcome] = await storage.publishArtworks([
    { organizationId, fields, artistName: 'Ana', source: null, idempotency: null },
  ]);
  if (!outcome?.ok) throw new Error(outcome?.code);
  return outcome.body.registry_id;
}

async function erase(slug: string): Promise<void> {
  const organization = await storage.findOrganization(slug);
  if (organization === undefined) return expect.unreachable();
  await eraseOrganization(storage, organization, 0, () => undefined);
}

/** As the command does it. Returns which organisations were erased again. */
async function restoreFile(): Promise<string[]> {
  const { carriedOver } = await restoreDatabase(join(folder, 'backup.db'), file(), {
    nowMs: clock.ms,
    async eraseAgain(draft, slugs) {
      storage = openTestStorage(folder, clock, 0, draft);
      for (const slug of slugs) await erase(slug);
      await storage.close();
    },
  });
  return carriedOver.eraseAgain;
}

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (engine) => {
  let registry: Registry;
  beforeEach(async () => {
    registry = await ENGINES[engine]();
    storage = await registry.open();
  });
  afterEach(async () => {
    await storage.close();
    await registry.drop();
  });

  it('a work that a restore has lost leaves the dumps after it, also where the replaced database is lost', async () => {
    const { organizationId } = await addOrganization(storage, 'own');
    const stays = await publish(organizationId, 'Stays');
    await storage.close();
    await registry.backUp();
    storage = await registry.open();
    const lost = await publish(organizationId, 'Lost');
    await keep();
    expect(textOfDumps()).toContain(lost);
    await storage.close();
    await registry.restore();
    storage = await registry.open();
    clock.ms += 60_000;
    await publish(organizationId, 'Since');
    await keep();
    expect(textOfDumps()).toContain(stays);
    expect(textOfDumps()).not.toContain(lost);
  });
});

describe('with the replaced database of SQLite, which a restore compares', () => {
  beforeEach(() => {
    storage = openTestStorage(folder, clock);
  });
  afterEach(() => storage.close());

  async function restore(): Promise<string[]> {
    await storage.close();
    const erasedAgain = await restoreFile();
    storage = openTestStorage(folder, clock);
    return erasedAgain;
  }

  it('a work that its owner hid before a restore leaves the dumps after it, also where the backup never knew it', async () => {
    const { organizationId } = await addOrganization(storage, 'own');
    const [stays, hidden] = [await publish(organizationId, 'Stays'), await publish(organizationId, 'Hidden')];
    await backUpFile();
    const added = await publish(organizationId, 'Added');
    await keep();
    for (const artworkId of [hidden, added])
      await storage.updateArtworks([
        {
          organizationId,
          artworkId,
          fields: { availability: 'fully_private' },
          source: null,
          idempotency: null,
        },
      ]);
    expect(await restore()).toEqual([]);
    clock.ms += 3_600_000;
    await keep();
    expect(textOfDumps()).toContain(stays);
    expect(textOfDumps()).not.toContain(hidden);
    expect(textOfDumps()).not.toContain(added);
  });

  it('a former holder who was erased before a restore, and by it again, leaves the dumps after it', async () => {
    const { organizationId } = await addOrganization(storage, 'former', { name: 'Galerie Former' });
    await addOrganization(storage, 'present');
    const given = await publish(organizationId, 'Given away');
    await keep();
    await storage.transferArtwork(given, 'present');
    await backUpFile();
    await erase('former');
    expect(await restore()).toEqual(['former']);
    await keep();
    expect(textOfDumps()).toBe('');
    expect((await storage.findPublicArtwork(given))?.current_collection?.slug).toBe('present');
  });
});
