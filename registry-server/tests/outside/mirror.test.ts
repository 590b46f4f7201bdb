// A mirror from outside has the same as the registry in the end: dump and changes, and, apart from them, the activities. Random
// writes, the server is killed again and again, and the dump is made in the middle of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { seededRandom } from '../../bench/dataset.ts';
import { systemClock } from '#kit/clock';
import { DumpsBusy, keepDumps } from '../../src/dumps/dump-keeper.ts';
import type { DumpPlace } from '../../src/dumps/write-dump.ts';
import { openPostgresStorage } from '../../src/storage/postgres/open.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { chosenEngine, freshRegistry } from '../support/engines.ts';
import { addApiKey, addOrganization } from '../support/publishers.ts';
import { makeInstance } from './chaos/instance.ts';
import type { Mirror, MirroredWork } from './mirror/mirror.ts';
import { mirrorFromActivity } from './mirror/from-activity.ts';
import { mirrorFromDump } from './mirror/from-dump.ts';
import { RandomWrites } from './mirror/random-writes.ts';
import type { Gallery } from './mirror/random-writes.ts';

const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
const OPERATIONS = isLong ? 20_000 : 400;
const KILLS = isLong ? 12 : 2;
const WRITERS = 8;

it(
  `after ${OPERATIONS} random writes and ${KILLS} kills, both mirrors are the registry`,
  // The long form takes a quarter of an hour where the machine has other work as well.
  { timeout: isLong ? 3_600_000 : 900_000 },
  async () => {
    const began = performance.now();
    const folder = mkdtempSync(join(tmpdir(), 'registry-mirror-'));
    const engine = chosenEngine();
    const database = engine === 'sqlite' ? undefined : await freshRegistry(engine);
    const dumps = { folder: join(folder, 'dumps'), licence: 'CC0-1.0' };
    const instance = await makeInstance(
      'the server',
      {
        REGISTRY_DATA_DIR: folder,
        REGISTRY_SECRET_KEY: '07'.repeat(32),
        REGISTRY_DUMP_LICENCE: dumps.licence,
        REGISTRY_DUMP_DIR: dumps.folder,
        REGISTRY_PAGES_PER_MINUTE: '1000000',
        REGISTRY_LOG_LEVEL: 'fatal',
        ...(database && { DATABASE_URL: database.url }),
      },
      folder,
    );
    await instance.start();
    const { address } = instance;
    const storage: Storage = database
      ? await openPostgresStorage({ url: database.url, listenUrl: () => address, mustExist: true })
      : openSqliteStorage({
          file: join(folder, 'registry.db'),
          clock: systemClock,
          listenUrl: () => address,
          readers: 0,
        });
    try {
      const galleries = await Promise.all(
        ['one', 'two', 'three'].map((slug) => addGallery(storage, slug, address)),
      );
      const reader = await addApiKey(storage, (await storage.findOrganization('one'))?.id ?? '', {
        rateLimit: 1_000_000,
      });
      const writes = new RandomWrites({ address, storage, galleries, random: seededRandom(20_261_123) });
      const activity = mirrorFromActivity(address);
      let left = OPERATIONS;
      const write = async () => {
        while (left > 0) {
          left -= 1;
          await writes.one();
        }
      };
      const breakThings = async () => {
        for (let kill = 1; kill <= KILLS; kill += 1) {
          while (left > OPERATIONS * (1 - kill / (KILLS + 1))) await sleep(20);
          await instance.kill9();
          await instance.start();
        }
      };
      const dumpInTheMiddle = async () => {
        while (left > OPERATIONS * 0.6) await sleep(20);
        await dumpNow(dumps, storage);
        await activity.follow();
        return mirrorFromDump(address, reader.apiKey);
      };
      const [fromDump] = await Promise.all([
        dumpInTheMiddle(),
        breakThings(),
        ...Array.from({ length: WRITERS }, write),
      ]);
      await fromDump.follow();
      await activity.follow();

      const truth = await everythingPublic(storage);
      expect(truth.size).toBeGreaterThan(OPERATIONS / 20);
      for (const [name, { mirror }] of Object.entries({ fromDump, activity }))
        expect(differences(mirror, truth), `${name}; ${JSON.stringify(writes.counts)}`).toEqual([]);
      if (isLong)
        console.log(
          `${engine}: ${truth.size} works without a difference in ${Math.round((performance.now() - began) / 1000)} s;`,
          JSON.stringify(writes.counts),
        );
    } finally {
      await instance.kill9();
      await storage.close();
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/** Where a server was killed while it wrote a dump, nobody else may until its lease ends. */
async function dumpNow(place: DumpPlace, storage: Storage): Promise<void> {
  for (;;) {
    try {
      const onDamaged = (name: string) => expect.unreachable(name);
      await keepDumps(place, { storage, clock: systemClock, onDamaged }, true);
      return;
    } catch (error) {
      if (!(error instanceof DumpsBusy)) throw error;
      await sleep(1000);
    }
  }
}

async function addGallery(storage: Storage, slug: string, address: string): Promise<Gallery> {
  const { organizationId } = await addOrganization(storage, slug);
  const { apiKey } = await addApiKey(storage, organizationId, { rateLimit: 1_000_000 });
  const response = await fetch(`${address}/api/v1/integrations/connect`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ platform: 'woocommerce', site_url: `https://${slug}.example` }),
  });
  const { installation_id: installationId } = (await response.json()) as { installation_id: string };
  return { slug, apiKey, installationId };
}

async function everythingPublic(storage: Storage): Promise<Map<string, MirroredWork>> {
  const works = new Map<string, MirroredWork>();
  for (let last = 0; ;) {
    const batch = await storage.listPublicBatch(last, 500);
    if (batch.count === 0) return works;
    last = batch.last;
    for (const line of new TextDecoder().decode(batch.lines).trimEnd().split('\n')) {
      const work = JSON.parse(line) as MirroredWork;
      works.set(work.registry_id, work);
    }
  }
}

/** What is missing, too much or different; `source.last_synced_at` has no step of its own. */
function differences({ works }: Mirror, truth: ReadonlyMap<string, MirroredWork>): string[] {
  const textOf = (work: MirroredWork | undefined) =>
    work &&
    JSON.stringify({ ...work, source: work.source && { ...work.source, last_synced_at: null } }, null, 1);
  return [...new Set([...works.keys(), ...truth.keys()])].flatMap((id) => {
    const [ours, theirs] = [textOf(works.get(id)), textOf(truth.get(id))];
    return ours === theirs ? [] : [`${id}: ${ours ?? 'missing'} instead of ${theirs ?? 'nothing'}`];
  });
}
