import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectTrueCounts, linesOfFile, linesOfUrl } from '../../../tests/support/counts.ts';
import { freshRegistry, PUBLIC_URL } from '../../../tests/support/engines.ts';
import { LOCK_WAITERS } from '../../../tests/support/postgres-databases.ts';
import { addApiKey, addOrganization, PLAIN_WORK } from '../../../tests/support/publishers.ts';
import { breakAt, fillToMove } from '../../../tests/support/registry-to-move.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../tests/support/test-registry.ts';
import { openSecret } from '../../domain/delivery/signing-secret.ts';
import { afterRestore } from '../postgres/after-restore.ts';
import { LOCK_FOR_WRITING } from '../postgres/engine/move-lock.ts';
import { writePublicUrl } from '../postgres/open-checks.ts';
import { openPostgresStorage } from '../postgres/open.ts';
import { openWriter } from '../sqlite/engine/connection.ts';
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
    const organizationId = await fillToMove(before, oldKey, clock);
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
    await fillToMove(before, oldKey, clock);
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
    await fillToMove(before, oldKey, clock);
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
    await fillToMove(source, oldKey, clock);
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
    await fillToMove(before, oldKey, clock);
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
    await fillToMove(source, oldKey, clock);
    await source.close();
    const client = new pg.Client(database.url);
    await client.connect();
    const name = new URL(database.url).pathname.slice(1);
    await client.query(`ALTER DATABASE "${name}" SET idle_in_transaction_session_timeout = '30ms'`);
    await client.end();
    const idle = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    expect((await moveToSqlite(there({ onProgress: () => void idle() }))).works).toBe(40);
  });

  it('waits for longer than a vacuum takes to give way', async () => {
    const source = await openPostgresStorage({ url: database.url, clock, listenUrl: () => PUBLIC_URL });
    await fillToMove(source, oldKey, clock);
    await source.close();
    const vacuum = new pg.Client(database.url);
    await vacuum.connect();
    // One of PostgreSQL's own is ended once its lock has been waited for through deadlock_timeout, a second.
    await vacuum.query('BEGIN');
    await vacuum.query('LOCK TABLE artworks IN SHARE UPDATE EXCLUSIVE MODE');
    const moving = moveToSqlite(there());
    const since = `SELECT max(extract(epoch FROM clock_timestamp() - waitstart) * 1000)::int AS ms FROM pg_locks
      WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    const waited = async () => (await vacuum.query<{ ms: number | null }>(since)).rows[0]?.ms ?? 0;
    await expect.poll(waited, { timeout: 10_000, interval: 20 }).toBeGreaterThan(1_100);
    await vacuum.query('ROLLBACK');
    await vacuum.end();
    expect((await moving).works).toBe(40);
  });

  it('of a restored database is refused until after-restore, which knows which Art IDs may have been given out', async () => {
    const source = await openPostgresStorage({ url: database.url, clock, listenUrl: () => PUBLIC_URL });
    await fillToMove(source, oldKey, clock);
    await source.close();
    await expect(moveToSqlite(there(breakAt('comparing artworks')))).rejects.toThrow('killed');
    const client = new pg.Client(database.url);
    await client.connect();
    const begun = async () =>
      (await client.query(`SELECT 1 FROM registry_facts WHERE name = 'move_id'`)).rowCount;
    expect(await begun()).toBe(1);
    // As a dump that was restored into another database.
    await client.query(
      `UPDATE registry_facts SET value = jsonb_set(value::jsonb, '{database}', '"1"')::text WHERE name = 'timeline'`,
    );
    await expect(moveToSqlite(there())).rejects.toMatchObject({ code: 'database_restored' });
    expect(existsSync(there().file)).toBe(false);
    const open = () => openPostgresStorage({ url: database.url, clock, listenUrl: () => PUBLIC_URL });
    const ended = new Error('killed');
    const breakOff = () => {
      throw ended;
    };
    await expect(afterRestore(database.url, open, breakOff)).rejects.toThrow(ended);
    // The file of an attempt before the restore may be ahead of it, and is not one of this registry any more.
    expect(await begun()).toBe(0);
    await client.end();
    await expect(moveToSqlite(there())).rejects.toThrow(/after-restore did not come to its end/);
    await afterRestore(database.url, open, () => undefined);
    expect((await moveToSqlite(there())).works).toBe(40);
  });
});
