// A move that is killed, or loses its connection, at any of its steps: never two registries that open, and the same move run
// again finishes. One that issued the same Art IDs as another would be worse than none.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freshRegistry, PUBLIC_URL } from '../../../tests/support/engines.ts';
import { MOVE_KEY } from '../../../tests/support/interrupted-move.ts';
import type { Interruption } from '../../../tests/support/interrupted-move.ts';
import { sharedCluster } from '../../../tests/support/postgres-shared.ts';
import { addOrganization, PLAIN_WORK } from '../../../tests/support/publishers.ts';
import { numberIn } from '../../../tests/support/registry-to-move.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import { openPostgresStorage } from '../postgres/open.ts';
import { DatabaseRefused } from '../shared/registry-identity.ts';
import { openSqliteStorage } from '../sqlite/open.ts';
import type { Storage } from '../storage.ts';
import { MoveRefused } from './copying.ts';
import { moveToPostgres } from './to-postgres.ts';
import { moveToSqlite } from './to-sqlite.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 });
const PROGRAM = join(import.meta.dirname, '../../../tests/support/interrupted-move.ts');
const WORKS = 2;
const clock = testClock();

let folder: string;
let filled: { file: string; database: Awaited<ReturnType<typeof freshRegistry>> };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-interrupted-'));
  const file = join(folder, 'filled.db');
  await fill(openSqliteStorage({ file, clock, listenUrl: () => PUBLIC_URL, readers: 0 }));
  const database = await freshRegistry('postgres-15');
  await fill(await openPostgresStorage({ url: database.url, clock, listenUrl: () => PUBLIC_URL }));
  // Copies of it are not restored dumps, which a move refuses.
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(`DELETE FROM registry_facts WHERE name = 'timeline'`);
  await client.end();
  filled = { file, database };
});
afterAll(async () => {
  await filled.database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function fill(storage: Storage): Promise<void> {
  const { organizationId } = await addOrganization(storage, 'own');
  for (let count = 0; count < WORKS; count += 1) await publish(storage, organizationId);
  await storage.close();
}

/** Returns its Art ID. */
async function publish(storage: Storage, organizationId: string): Promise<string> {
  const fields = { ...PLAIN_WORK, title: String(Math.random()) };
  const [outcome] = await storage.publishArtworks([
    { organizationId, fields, artistName: 'Ana', source: null, idempotency: null },
  ]);
  if (!outcome?.ok) throw new Error(`refused: ${outcome?.code}`);
  return outcome.body.registry_id;
}

type Direction = 'to-postgres' | 'to-sqlite';
type Place = { file: string; url: string; remove: () => Promise<void> };

let serial = 0;
async function place(direction: Direction): Promise<Place> {
  const own = join(folder, String((serial += 1)));
  mkdirSync(own);
  const file = join(own, 'registry.db');
  if (direction === 'to-postgres') copyFileSync(filled.file, file);
  const template = decodeURIComponent(new URL(filled.database.url).pathname.slice(1));
  const { url, drop } =
    direction === 'to-postgres'
      ? await freshRegistry('postgres-15')
      : await (await sharedCluster(15)).freshDatabase({ template });
  const remove = async () => {
    await drop();
    rmSync(own, { recursive: true, force: true });
  };
  return { file, url, remove };
}

async function interrupted(direction: Direction, { file, url }: Place, at: number, how: Interruption) {
  const child = spawn(process.execPath, [PROGRAM, direction, file, url, String(at), how], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { lines: said.trim().split('\n'), complaint };
}

/** The storages that open as a server opens them and have the works; each is refused in our words where it does not open. */
async function listOpen({ file, url }: Place): Promise<Storage[]> {
  const options = { clock, listenUrl: () => PUBLIC_URL };
  const hasBegun = readdirSync(join(file, '..')).some((name) => /\.(moving|moved-.*)$/.test(name));
  const opened = await Promise.allSettled([
    (async () =>
      openSqliteStorage({ ...options, file, readers: 0, mustExist: !hasBegun && !existsSync(file) }))(),
    openPostgresStorage({ ...options, url, mustExist: true }),
  ]);
  const found: Storage[] = [];
  for (const one of opened) {
    if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(DatabaseRefused);
    // A database with tables alone, to which nothing has been moved yet.
    else if ((await one.value.listPublicArtworks({ limit: 1, offset: 0 })).total > 0) found.push(one.value);
    else await one.value.close();
  }
  return found;
}

async function closeAll(storages: Storage[]): Promise<number> {
  for (const storage of storages) await storage.close();
  return storages.length;
}

const interruptionsOf = (step: string): Interruption[] =>
  step.includes(' remote ') ? ['before', 'sent', 'cut'] : ['before', 'sent'];

describe.each(['to-postgres', 'to-sqlite'] as const)('a move %s', (direction) => {
  it('that is interrupted leaves at most one registry, and finishes when it is run again', async () => {
    const whole = await place(direction);
    const { lines, complaint } = await interrupted(direction, whole, 0, 'never');
    expect([lines.at(-1), complaint]).toEqual(['moved', '']);
    await whole.remove();
    const steps = lines.filter((line) => line.startsWith('step'));
    expect(steps.length).toBeGreaterThan(10);
    for (const [index, step] of steps.entries()) {
      for (const how of interruptionsOf(step)) {
        const there = await place(direction);
        const ended = await interrupted(direction, there, index + 1, how);
        const context = `${how} ${step}: ${ended.lines.at(-1)} ${ended.complaint}`;
        // A lost answer is told in our words, and ends no process.
        expect(ended.complaint, context).toBe('');
        if (how === 'cut') expect(ended.lines.at(-1), context).toMatch(/^refused move_interrupted$|^moved$/);
        expect(await closeAll(await listOpen(there)), context).toBeLessThanOrEqual(1);

        const options = { ...there, sourceKeys: [MOVE_KEY], targetKey: MOVE_KEY, nowMs: 0 };
        const move = direction === 'to-postgres' ? moveToPostgres : moveToSqlite;
        const outcome = await move({ ...options, onProgress: () => undefined }).then(
          () => 'moved',
          (error: unknown) => (error instanceof MoveRefused ? error.code : Promise.reject(error)),
        );
        // Where only the answer was missing, there is nothing left to do.
        if (outcome === 'moved') expect(ended.lines.at(-1), context).not.toBe('moved');
        else if (direction === 'to-postgres') expect(outcome, context).toBe('database_not_found');
        else expect([outcome, await numberIn(there.url)], context).toEqual(['database_moved', undefined]);
        const [only, ...others] = await listOpen(there);
        expect(others.length, context).toBe(0);
        expect(only?.place, context).toContain(direction === 'to-postgres' ? 'PostgreSQL' : there.file);
        const organization = await only?.findOrganization('own');
        const next = await publish(only!, organization?.id ?? '');
        expect(next, context).toBe(`AREG-${100_000 + WORKS + 1}`);
        await only?.close();
        await there.remove();
      }
    }
  });
});
