// Other programs on the database file of a running server: they must not take its lock, and none of them may cost a write
// that was answered: for each program and each end of the server.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addApiKey, addOrganization } from '../../tests/support/publishers.ts';
import { runInOtherProcess } from '../../tests/support/other-process.ts';
import { MAIN, serverProcesses } from '../../tests/support/server-process.ts';
import type { ServerProcess } from '../../tests/support/server-process.ts';
import { openTestStorage } from '../../tests/support/test-registry.ts';
import { systemClock } from '#kit/clock';

vi.setConfig({ testTimeout: 60_000 });

const servers = serverProcesses();
let folder: string;
let file: string;
let apiKey: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-other-programs-'));
  file = join(folder, 'registry.db');
  const storage = openTestStorage(folder, systemClock);
  const { organizationId } = await addOrganization(storage, 'own');
  ({ apiKey } = await addApiKey(storage, organizationId));
  await storage.close();
});
afterEach(() => {
  servers.endAll();
  rmSync(folder, { recursive: true, force: true });
});

const inOtherProcess = (statements: string) => runInOtherProcess(file, statements);

const hasShell = spawnSync('sqlite3', ['-version']).status === 0;

function openAndCloseInShell(): void {
  const shell = spawnSync('sqlite3', [file, 'SELECT count(*) FROM artworks'], { encoding: 'utf8' });
  expect(shell.stderr).toBe('');
}

const publish = (url: string, title: string) =>
  fetch(`${url}/api/v1/artworks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title, artist_name: 'Ana' }),
  });

async function publishTwenty(url: string, name: string): Promise<void> {
  for (let serial = 0; serial < 20; serial += 1)
    expect((await publish(url, `${name} ${serial}`)).status).toBe(201);
}

async function countWorks(url: string): Promise<number> {
  const response = await fetch(`${url}/api/v1/artworks?limit=1`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  return ((await response.json()) as { pagination: { total: number } }).pagination.total;
}

function command(...args: string[]) {
  const env = { ...process.env, REGISTRY_DATA_DIR: folder };
  return spawnSync(process.execPath, [MAIN, ...args], { env, encoding: 'utf8' });
}

describe('a running server', () => {
  it('keeps its lock on the database, so that no other process can take the file for itself', async () => {
    const { url } = await servers.start(folder);
    expect((await publish(url, 'one')).status).toBe(201);
    expect(inOtherProcess(`db.pragma('journal_mode = DELETE'); console.log('taken');`)).toBe('SQLITE_BUSY');
    expect(
      inOtherProcess(
        `db.pragma('locking_mode = EXCLUSIVE'); db.exec('BEGIN EXCLUSIVE'); console.log('taken');`,
      ),
    ).toBe('SQLITE_BUSY');
  });

  it('still has its lock after its own commands have opened and closed the database', async () => {
    const { url } = await servers.start(folder);
    expect((await publish(url, 'one')).status).toBe(201);
    for (const args of [['doctor'], ['org', 'list'], ['backup', join(folder, 'copy.db')]]) command(...args);
    expect(inOtherProcess(`db.pragma('journal_mode = DELETE'); console.log('taken');`)).toBe('SQLITE_BUSY');
  });

  const programs: [name: string, isThere: boolean, run: () => void][] = [
    [
      'a program with a SQLite library',
      true,
      () => void inOtherProcess(`db.prepare('SELECT count(*) FROM artworks').get();`),
    ],
    ['the sqlite3 shell', hasShell, openAndCloseInShell],
  ];
  for (const [name, isThere, openAndClose] of programs) {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      it.skipIf(!isThere)(
        `loses none of 40 works when ${name} opens and closes the file between and after them, and ${signal} ends it`,
        async () => {
          const first = await servers.start(folder);
          await publishTwenty(first.url, 'before');
          openAndClose();
          await publishTwenty(first.url, 'after');
          openAndClose();
          await first.end(signal);
          const second = await servers.start(folder);
          expect(await countWorks(second.url)).toBe(40);
        },
      );
    }
  }

  const losses: [what: string, lose: () => void][] = [
    ['its write-ahead log was removed', () => rmSync(`${file}-wal`)],
    [
      'its database was replaced by a copy',
      () => {
        copyFileSync(file, `${file}.copy`);
        renameSync(`${file}.copy`, file);
      },
    ],
  ];
  for (const [what, lose] of losses) {
    it(`refuses writes, is not ready and says why where ${what}; doctor, backup and other commands fail with the reason`, async () => {
      const server: ServerProcess = await servers.start(folder);
      expect((await publish(server.url, 'one')).status).toBe(201);
      expect(command('doctor').stdout).toContain('ok   database files');
      lose();
      const refused = await publish(server.url, 'two');
      expect(refused.status).toBe(503);
      expect(((await refused.json()) as { error: { code: string } }).error.code).toBe('unavailable');
      await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503);
      await expect.poll(() => server.said(), { timeout: 10_000 }).toContain('restart the server');
      expect(await countWorks(server.url)).toBe(1);

      for (const args of [['doctor'], ['backup', join(folder, 'copy.db')], ['org', 'list']]) {
        const { status, stderr } = command(...args);
        expect(stderr, args[0]).toMatch(/registry\.db(-wal)? was removed or replaced .*; restart the server/);
        expect(status, args[0]).toBe(1);
      }
    });
  }
});
