import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { START_MS, testClock } from '../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../tests/support/test-registry.ts';
import { crashInput, crashOrganization } from '../../../tests/support/write-until-killed.ts';
import { StorageUnavailable } from '../storage.ts';
import { openWriter } from './engine/connection.ts';
import { migrate } from './engine/migrate.ts';
import { StorageWorker } from './engine/storage-worker.ts';
import { THREAD_PROGRAM } from './open.ts';
import { threadEngine } from './engine/thread-engine.ts';
import { systemClock } from '#kit/clock';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-threads-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the storage threads', () => {
  it('tell when one failed, whether or not anybody asked it something', async () => {
    const faults: string[] = [];
    const reader = new StorageWorker(
      THREAD_PROGRAM,
      { role: 'reader', file: join(folder, 'nowhere.db'), idPrefix: 'AREG', readMs: 1000 },
      {
        clock: systemClock,
        moment: () => ({ nowMs: START_MS, publicUrl: '' }),
        onDeliveries: () => undefined,
        onFault: (_error, what) => faults.push(what),
      },
    );
    const answered = reader.ask([{ name: 'listOrganizations', args: [] }]);
    await expect
      .poll(() => faults, { timeout: 10_000 })
      .toContain('the reader thread of the storage failed; it is started again');
    // A read is not one that may have been done.
    expect((await answered)[0]).toMatchObject({ error: { name: 'StorageUnavailable' } });
    await reader.close();
  });

  it('answer unavailable while one cannot run, and work again once it can', async () => {
    const file = join(folder, 'late.db');
    const moment = () => ({ nowMs: START_MS, publicUrl: '' });
    const engine = threadEngine(
      { program: THREAD_PROGRAM, file, idPrefix: 'AREG', readers: 1 },
      { clock: systemClock, moment, onDeliveries: () => undefined, onFault: () => undefined },
    );
    const ask = () => engine.read({ name: 'listOrganizations', args: [] });
    // The readers find no table, or no file at all.
    await expect(ask()).rejects.toThrow();
    const db = openWriter(file);
    migrate(db);
    db.close();
    await expect
      .poll(() => ask().catch(() => 'not yet'), { timeout: 5000 })
      .toMatchObject([{ slug: 'public-readers' }]);
    await engine.close();
    await expect(ask()).rejects.toThrow(StorageUnavailable);
  });

  it('show a write to the very next read, on every thread', async () => {
    const storage = openTestStorage(folder, testClock(), 2);
    const organizationId = await crashOrganization(storage);
    for (let serial = 1; serial <= 50; serial += 1) {
      const [made] = await storage.publishArtworks([crashInput(organizationId, `work-${serial}`)]);
      const id = made?.ok ? made.body.registry_id : '';
      const [single, list, cached] = await Promise.all([
        storage.findPublicArtwork(id),
        storage.listPublicArtworks({ limit: 1, offset: 0 }),
        storage.listPublicJson({ limit: 1, offset: 0 }),
      ]);
      expect([single?.title, list.total, list.artworks[0]?.registry_id]).toEqual([
        `work-${serial}`,
        serial,
        id,
      ]);
      expect(cached.total).toBe(serial);
    }
    await storage.close();
  });

  it('answer all writes that wait before they end', async () => {
    const storage = openTestStorage(folder, testClock(), 1);
    const organizationId = await crashOrganization(storage);
    const writes = Array.from({ length: 300 }, (_, serial) =>
      storage.publishArtworks([crashInput(organizationId, `late-${serial}`)]),
    );
    await storage.close();
    const outcomes = (await Promise.all(writes)).flat();
    expect(outcomes.filter((outcome) => outcome.ok && outcome.status === 201)).toHaveLength(300);
  });
});

describe('a rate-limit window', () => {
  it('continues after a restart where it stood', async () => {
    const clock = testClock();
    const first = openTestStorage(folder, clock, 1);
    await first.countRequest('key', 3);
    await first.countRequest('key', 3);
    await first.close();
    clock.ms += 1000;
    const second = openTestStorage(folder, clock, 1);
    expect(await second.countRequest('key', 3)).toMatchObject({ isAllowed: true, remaining: 0 });
    expect(await second.countRequest('key', 3)).toMatchObject({ isAllowed: false });
    await second.close();
  });
});
