import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectTrueCounts, linesOfFile, linesOfUrl } from '../../../tests/support/counts.ts';
import { freshRegistry, PUBLIC_URL } from '../../../tests/support/engines.ts';
import { LOCK_WAITERS } from '../../../tests/support/postgres-databases.ts';
import {
  addAccessRequest,
  addApiKey,
  addInstallation,
  addOrganization,
  PLAIN_WORK,
} from '../../../tests/support/publishers.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../tests/support/test-registry.ts';
import { openSecret, sealSecret } from '../../domain/delivery/signing-secret.ts';
import { afterRestore } from '../postgres/after-restore.ts';
import { LOCK_FOR_WRITING } from '../postgres/engine/move-lock.ts';
import { writePublicUrl } from '../postgres/open-checks.ts';
import { openPostgresStorage, placeOf } from '../postgres/open.ts';
import { openWriter } from '../sqlite/engine/connection.ts';
import { migrate } from '../sqlite/engine/migrate.ts';
import { openSqliteStorage } from '../sqlite/open.ts';
import { StorageUnavailable } from '../storage.ts';
import type { Storage } from '../storage.ts';
import type { MoveOptions } from './copying.ts';
import { moveToPostgres } from './to-postgres.ts';
import { moveToSqlite } from './to-sqlite.ts';

let folder: string;
let database: { url: string; drop(): Promise<void> };
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-move-'));
  database = await freshRegistry('postgres-15');
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const clock = testClock();
const there = (more: Partial<MoveOptions> = {}): MoveOptions => ({
  file: join(folder, 'registry.db'),
  url: database.url,
  sourceKeys: [oldKey],
  targetKey: newKey,
  nowMs: clock.ms,
  onProgress: () => undefined,
  ...more,
});

const breakAt = (step: string) => ({
  onProgress: (what: string) => {
    if (what === step) throw new Error('killed');
  },
});

/** Works of every kind: public, hidden, withdrawn, of two sites, of merged artists; events sent, failed and waiting. */
async function fill(storage: Storage): Promise<string> {
  const { organizationId } = await addOrganization(storage, 'own', {
    slug: 'g',
    name: 'Gälerie\t"G"\\N',
    country: 'Chile',
  });
  const installation = await addInstallation(storage, organizationId);
  await storage.insertWebhook({
    organizationId,
    url: 'https://r.example',
    events: ['*'],
    secret: sealSecret('whsec', oldKey),
  });
  const requestId = await addAccessRequest(storage);
  await addAccessRequest(storage, { email: 'waits@example.org' });
  await storage.approveAccessRequest(
    requestId,
    { organizationId },
    {
      hash: 'claimed',
      prefix: 'areg_claimed',
      name: null,
      scopes: ['artworks:read'],
      rateLimit: null,
      sealedKey: sealSecret('areg_key', oldKey),
    },
  );
  const availabilities = ['for_sale', 'sold', 'fully_private', 'not_for_sale'] as const;
  for (let index = 0; index < 40; index += 1) {
    const [outcome] = await storage.publishArtworks([
      {
        organizationId,
        fields: {
          ...PLAIN_WORK,
          title: `Größe ${index}\nzwei`,
          medium: index % 3 === 0 ? 'Öl auf Leinwand' : null,
          year_created: index % 2 === 0 ? '1990' : null,
          height_cm: index / 3,
          availability: availabilities[index % 4] ?? 'sold',
          price: index % 4 === 0 ? { amount: 10.5 * index, currency: 'EUR' } : null,
        },
        artistName: index % 5 === 0 ? 'Ana Mora' : `Künstler ${index % 7}`,
        source:
          index % 2 === 0
            ? {
                installationId: installation,
                externalId: String(index),
                status: 'active',
                lastSyncedAt: 1,
              }
            : null,
        idempotency: { key: `key ${index}`, requestHash: 'h' },
      },
    ]);
    if (!outcome?.ok) throw new Error(`refused: ${outcome?.code}`);
    if (index === 7) await storage.withdrawArtwork(outcome.body.registry_id);
  }
  await storage.mergeArtists('kunstler-1', 'ana-mora');
  const [lane] = await storage.claimDeliveries({
    leaseMs: 60_000,
    perEndpoint: 8,
    capacity: new Map(),
    isDueLikely: true,
  });
  await storage.finishDeliveries(
    (lane?.deliveries ?? []).slice(0, 4).map(({ seq, leaseUntilMs }) => ({
      claim: { seq, endpointId: lane?.endpointId ?? '', leaseUntilMs, startedAtMs: clock.ms },
      result: { kind: 'delivered', status: 200, durationMs: 3 },
    })),
  );
  return organizationId;
}

/** What callers see, as far as it does not depend on the engine. */
async function seen(storage: Storage, organizationId: string) {
  const filters = [
    {},
    { q: 'gro' },
    { artist: 'mora' },
    { medium: 'ol' },
    { year: '1990' },
    { availability: 'sold' },
  ];
  const hook = (await storage.listWebhooks(organizationId))[0]?.id ?? '';
  return {
    lists: await Promise.all(
      filters.map((filter) => storage.listPublicArtworks({ ...filter, limit: 100, offset: 0 })),
    ),
    changes: await storage.listChanges(0, 1000),
    artist: await storage.findArtist('kunstler-1'),
    profiles: await storage.listProfiles(organizationId),
    deliveries: await storage.listDeliveries(hook, 200),
    organizations: await storage.listOrganizationSummaries(),
  };
}

describe('a move', () => {
  it('to PostgreSQL and back loses nothing, and the registry continues where it was', async () => {
    const before = openTestStorage(folder, clock);
    const organizationId = await fill(before);
    const expected = await seen(before, organizationId);
    await before.close();

    const report = await moveToPostgres(there());
    expect(report.works).toBe(40);
    expect(readdirSync(folder).filter((name) => name.startsWith('registry.db'))).toEqual([
      expect.stringMatching(/^registry\.db\.moved-/),
    ]);
    const moved = await openPostgresStorage({
      url: database.url,
      clock,
      listenUrl: () => PUBLIC_URL,
      mustExist: true,
    });
    expect(await seen(moved, organizationId)).toEqual(expected);
    const secrets = (await moved.listSealedSecrets()).map(({ secret }) => openSecret(secret, [newKey]));
    expect(secrets).toEqual(['whsec', 'areg_key']);
    const [next] = await moved.publishArtworks([
      {
        organizationId,
        fields: { ...PLAIN_WORK, title: 'next' },
        artistName: 'Neu',
        source: null,
        idempotency: null,
      },
    ]);
    expect(next).toMatchObject({ ok: true, body: { registry_id: 'AREG-100041' } });
    const later = await seen(moved, organizationId);
    await moved.close();
    await expectTrueCounts(linesOfUrl(database.url));

    const back = join(folder, 'back', 'registry.db');
    await moveToSqlite(there({ file: back, sourceKeys: [newKey], targetKey: oldKey }));
    const again = openSqliteStorage({
      file: back,
      clock,
      listenUrl: () => PUBLIC_URL,
      readers: 0,
      mustExist: true,
    });
    expect(await seen(again, organizationId)).toEqual(later);
    expect((await again.inspect()).isSchemaAsShipped).toBe(true);
    const [last] = await again.publishArtworks([
      {
        organizationId,
        fields: { ...PLAIN_WORK, title: 'last' },
        artistName: 'Neu',
        source: null,
        idempotency: null,
      },
    ]);
    expect(last).toMatchObject({ ok: true, body: { registry_id: 'AREG-100042' } });
    expect((await again.listPublicArtworks({ q: 'last', limit: 1, offset: 0 })).total).toBe(1);
    await again.close();
    await expectTrueCounts(linesOfFile(back));
    await expect(openPostgresStorage({ url: database.url, listenUrl: () => PUBLIC_URL })).rejects.toThrow(
      /was moved to/,
    );
  });

  it('that was broken off has left nothing behind, and starts again', async () => {
    const before = openTestStorage(folder, clock);
    await fill(before);
    await before.close();
    for (const step of ['copying artworks', 'copying words', 'comparing artworks']) {
      await expect(moveToPostgres(there(breakAt(step)))).rejects.toThrow('killed');
    }
    expect(existsSync(there().file)).toBe(true);
    // What was begun belongs to this registry, whose address the operator has changed since.
    const db = openWriter(there().file, { mustExist: true });
    db.prepare(`INSERT INTO registry_facts (name, value) VALUES ('public_url', ?)`).run(
      'https://new.example',
    );
    db.close();
    const other = join(folder, 'other', 'registry.db');
    cpSync(there().file, other);
    await expect(moveToPostgres(there({ file: other }))).rejects.toMatchObject({ code: 'target_exists' });
    expect((await moveToPostgres(there())).works).toBe(40);
    const moved = await openPostgresStorage({
      url: database.url,
      listenUrl: () => PUBLIC_URL,
      mustExist: true,
    });
    expect(moved.identity.publicUrl).toBe('https://new.example');
    await moved.close();
  });

  it('is refused with the wrong key, and where the target is another registry', async () => {
    const before = openTestStorage(folder, clock);
    await fill(before);
    await before.close();
    const { url } = database;
    const other = await openPostgresStorage({ url, listenUrl: () => PUBLIC_URL });
    await addOrganization(other, 'other', { slug: 'x', name: 'X' });
    await other.close();
    await expect(moveToPostgres(there())).rejects.toMatchObject({ code: 'target_exists' });
    await (await openPostgresStorage({ url, listenUrl: () => PUBLIC_URL, mustExist: true })).close();
    await database.drop();
    database = await freshRegistry('postgres-15');
    await expect(moveToPostgres(there({ sourceKeys: [randomBytes(32)] }))).rejects.toThrow();
    expect(existsSync(there().file)).toBe(true);
  });

  it('under an instance that runs on: what that writes meanwhile is refused, never answered and left behind', async () => {
    const source = await openPostgresStorage({ url: database.url, listenUrl: () => PUBLIC_URL });
    const { organizationId } = await addOrganization(source, 'own', { slug: 'g', name: 'G' });
    const { prefix } = await addApiKey(source, organizationId);
    const publish = (title: string) =>
      source.publishArtworks([
        {
          organizationId,
          fields: { ...PLAIN_WORK, title },
          artistName: 'Ana',
          source: null,
          idempotency: null,
        },
      ]);
    await publish('before');
    const meanwhile: Promise<unknown>[] = [];
    // Of the line that gives out numbers and times, and of the one that does not.
    const writeOnce = () => {
      if (meanwhile.length > 0) return;
      const counted = { day: '2026-03-01', kind: 'writes', count: 1 } as const;
      for (const write of [
        publish('meanwhile'),
        source.revokeApiKey(prefix),
        source.addDailyCounts([counted]),
      ])
        meanwhile.push(expect(write).rejects.toThrow(StorageUnavailable));
    };
    await moveToSqlite(there({ onProgress: writeOnce }));
    await Promise.all(meanwhile);
    await expect(publish('afterwards')).rejects.toThrow(StorageUnavailable);
    await expect(writePublicUrl(database.url, PUBLIC_URL)).rejects.toThrow(/was moved to/);
    const open = () => Promise.resolve(source);
    await expect(afterRestore(database.url, open, () => undefined)).rejects.toThrow(/was moved to/);
    await source.close();
    expect(meanwhile).toHaveLength(3);
  });

  it('of a database that another session keeps locked is refused, and writers get through meanwhile', async () => {
    const source = await openPostgresStorage({ url: database.url, clock, listenUrl: () => PUBLIC_URL });
    await fill(source);
    const idle = new pg.Client(database.url);
    await idle.connect();
    // As a tool that was left open in a transaction.
    await idle.query('BEGIN');
    await idle.query(LOCK_FOR_WRITING);
    let isOver = false;
    const moving = moveToSqlite(there()).finally(() => (isOver = true));
    const refused = expect(moving).rejects.toMatchObject({ code: 'database_in_use' });
    let written = 0;
    for (; !isOver; written += 1) {
      await addOrganization(source, `own-${written}`, { slug: `g${written}`, name: 'G' });
      await sleep(100);
    }
    await refused;
    expect(written).toBeGreaterThan(1);
    expect(existsSync(there().file)).toBe(false);
    await idle.query('ROLLBACK');
    await idle.end();
    await source.close();
    expect((await moveToSqlite(there())).works).toBe(40);
  });

  it('into a database in which an instance has just begun to write is refused, and loses nothing of that', async () => {
    const before = openTestStorage(folder, clock);
    await fill(before);
    await before.close();
    const { url } = database;
    await (await openPostgresStorage({ url, listenUrl: () => PUBLIC_URL })).close();
    const [writer, looker] = [new pg.Client(url), new pg.Client(url)];
    await Promise.all([writer.connect(), looker.connect()]);
    // As a group of writes begins.
    await writer.query('BEGIN');
    await writer.query('SELECT 1 FROM issued FOR UPDATE');
    const moving = expect(moveToPostgres(there())).rejects.toMatchObject({ code: 'target_exists' });
    await expect.poll(async () => (await looker.query(LOCK_WAITERS)).rowCount, { timeout: 10_000 }).toBe(1);
    await writer.query(
      `INSERT INTO organizations (id, slug, name, status, created_at) VALUES ('x', 'x', 'X', 'active', 0)`,
    );
    await writer.query('COMMIT');
    await moving;
    expect((await looker.query(`SELECT 1 FROM organizations WHERE slug = 'x'`)).rowCount).toBe(1);
    await Promise.all([writer.end(), looker.end()]);
  });

  it('goes to its end where the database ends sessions that idle', async () => {
    const source = await openPostgresStorage({ url: database.url, clock, listenUrl: () => PUBLIC_URL });
    await fill(source);
    await source.close();
    const client = new pg.Client(database.url);
    await client.connect();
    const name = new URL(database.url).pathname.slice(1);
    await client.query(`ALTER DATABASE "${name}" SET idle_in_transaction_session_timeout = '30ms'`);
    await client.end();
    const idle = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    expect((await moveToSqlite(there({ onProgress: () => void idle() }))).works).toBe(40);
  });

  it('of a registry overwrites no move of another one that has the same path on its own machine', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'registry-elsewhere-'));
    for (const storage of [openTestStorage(folder, clock), openTestStorage(elsewhere, clock)]) {
      await fill(storage);
      await storage.close();
    }
    await expect(moveToPostgres(there(breakAt('copying artworks')))).rejects.toThrow('killed');
    // The other machine, on which the folder has the same name.
    const kept = `${folder}-kept`;
    renameSync(folder, kept);
    renameSync(elsewhere, folder);
    await expect(moveToPostgres(there())).rejects.toMatchObject({ code: 'target_exists' });
    renameSync(folder, elsewhere);
    renameSync(kept, folder);
    expect((await moveToPostgres(there())).works).toBe(40);
    rmSync(elsewhere, { recursive: true });
  });

  it('that ended elsewhere is not finished at a target that it had begun to fill before', async () => {
    const source = openTestStorage(folder, clock);
    await fill(source);
    await source.close();
    await expect(moveToPostgres(there(breakAt('copying artworks')))).rejects.toThrow('killed');
    const other = await freshRegistry('postgres-15');
    // Killed before the source had another name.
    const kept = join(folder, 'kept');
    cpSync(there().file, kept);
    const { place } = await moveToPostgres(there({ url: other.url }));
    const db = openWriter(kept, { mustExist: true });
    db.prepare(`INSERT INTO registry_facts (name, value) VALUES ('moved_to', ?)`).run(place);
    db.close();
    cpSync(kept, there().file);
    await expect(moveToPostgres(there())).rejects.toMatchObject({ code: 'database_moved' });
    const open = () => openPostgresStorage({ url: database.url, listenUrl: () => PUBLIC_URL });
    await expect(open()).rejects.toThrow(/has not ended/);
    expect(await moveToPostgres(there({ url: other.url }))).toMatchObject({ isFinish: true, works: 40 });
    await other.drop();
  });

  it.each<[string, { from?: string; id?: string; ahead?: number }]>([
    ['of another database', { from: 'elsewhere.example/registry' }],
    ['of another registry at a database of the same name', { id: 'another' }],
    ['that is newer than the database, which was restored since', { ahead: 1 }],
  ])('deletes no file that waits for the end of a move %s', async (_, more) => {
    const source = await openPostgresStorage({ url: database.url, clock, listenUrl: () => PUBLIC_URL });
    await fill(source);
    await source.close();
    await expect(moveToSqlite(there(breakAt('comparing artworks')))).rejects.toThrow('killed');
    const client = new pg.Client(database.url);
    await client.connect();
    const { rows } = await client.query<{ id: string; clock: string }>(
      `SELECT value AS id, (SELECT clock FROM issued) AS clock FROM registry_facts WHERE name = 'move_id'`,
    );
    await client.end();
    const [begun] = rows;
    const db = openWriter(there().file);
    migrate(db);
    const insert = db.prepare('INSERT INTO registry_facts (name, value) VALUES (?, ?)');
    insert.run('moving_from', more.from ?? placeOf(database.url));
    insert.run('move_id', more.id ?? begun?.id);
    const last = Number(begun?.clock) + (more.ahead ?? 0);
    db.prepare(`INSERT OR REPLACE INTO counters (name, value) VALUES ('clock', ?)`).run(last);
    db.close();
    await expect(moveToSqlite(there())).rejects.toMatchObject({ code: 'target_exists' });
    expect(existsSync(there().file)).toBe(true);
    rmSync(there().file);
    expect((await moveToSqlite(there())).works).toBe(40);
  });

  it('waits for longer than a vacuum takes to give way', async () => {
    const source = await openPostgresStorage({ url: database.url, clock, listenUrl: () => PUBLIC_URL });
    await fill(source);
    await source.close();
    const vacuum = new pg.Client(database.url);
    await vacuum.connect();
    // One of PostgreSQL's own is ended once its lock has been waited for through deadlock_timeout, a second.
    await vacuum.query('BEGIN');
    await vacuum.query('LOCK TABLE artworks IN SHARE UPDATE EXCLUSIVE MODE');
    const moving = moveToSqlite(there());
    const since = `SELECT max(extract(epoch FROM clock_timestamp() - waitstart) * 1000)::int AS ms FROM pg_locks WHERE NOT granted`;
    const waited = async () => (await vacuum.query<{ ms: number | null }>(since)).rows[0]?.ms ?? 0;
    await expect.poll(waited, { timeout: 10_000, interval: 20 }).toBeGreaterThan(1_100);
    await vacuum.query('ROLLBACK');
    await vacuum.end();
    expect((await moving).works).toBe(40);
  });

  it('of a restored database is refused until after-restore, which knows which Art IDs may have been given out', async () => {
    const source = await openPostgresStorage({ url: database.url, clock, listenUrl: () => PUBLIC_URL });
    await fill(source);
    await source.close();
    const client = new pg.Client(database.url);
    await client.connect();
    // As a dump that was restored into another database.
    await client.query(
      `UPDATE registry_facts SET value = jsonb_set(value::jsonb, '{database}', '"1"')::text WHERE name = 'timeline'`,
    );
    await client.end();
    await expect(moveToSqlite(there())).rejects.toMatchObject({ code: 'database_restored' });
    expect(existsSync(there().file)).toBe(false);
    const open = () => openPostgresStorage({ url: database.url, clock, listenUrl: () => PUBLIC_URL });
    const ended = new Error('killed');
    const breakOff = () => {
      throw ended;
    };
    await expect(afterRestore(database.url, open, breakOff)).rejects.toThrow(ended);
    await expect(moveToSqlite(there())).rejects.toThrow(/after-restore did not come to its end/);
    await afterRestore(database.url, open, () => undefined);
    expect((await moveToSqlite(there())).works).toBe(40);
  });
});
