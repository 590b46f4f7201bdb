// The server process as its host sees it: ready or not, and gone in bounded time when it is told to stop.
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#kit/clock';
import { addApiKey, addOrganization } from '../../tests/support/publishers.ts';
import { serverProcesses } from '../../tests/support/server-process.ts';
import { openTestStorage } from '../../tests/support/test-registry.ts';

vi.setConfig({ testTimeout: 60_000 });

const servers = serverProcesses();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-serve-'));
});
afterEach(() => {
  servers.endAll();
  rmSync(folder, { recursive: true, force: true });
});

const serve = (dataDir = folder) => servers.start(dataDir);

/** Opens the database file beside the server. */
function change(statement: string): void {
  const db = new BetterSqlite(join(folder, 'registry.db'));
  db.exec(statement);
  db.close();
}

describe('a server', () => {
  it('is ready, and no longer once nothing can be written', async () => {
    const { url } = await serve();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    // As a newer program would leave it: reads continue, every write is refused.
    change('PRAGMA user_version = 999');
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 5000 }).toBe(503);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('stays ready while every reader is busy for good, and still ends when it is told to', async () => {
    const storage = openTestStorage(folder, systemClock);
    const { organizationId } = await addOrganization(storage, 'own');
    const { apiKey } = await addApiKey(storage, organizationId);
    await storage.close();
    // The feed never ends, and the statement that reads it asks nobody whether it may continue.
    change(`ALTER TABLE changes RENAME TO steps;
      CREATE VIEW changes AS WITH RECURSIVE step (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM step)
        SELECT n AS seq, 'upsert' AS op, 'x' AS registry_id, 0 AS updated_at FROM step WHERE n < 0;`);
    const { url, process: server } = await serve();
    const headers = { authorization: `Bearer ${apiKey}` };
    const busy = [1, 2, 3].map((after) =>
      fetch(`${url}/api/v1/changes?after=${after}`, { headers }).catch(() => undefined),
    );
    // The readers have the questions by now.
    expect((await fetch(`${url}/api/v1/`, { headers })).status).toBe(200);
    const began = performance.now();
    // The best of three: the readers leave each a third of two processors.
    const took: number[] = [];
    for (let ask = 0; ask < 3; ask += 1) {
      const asked = performance.now();
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      took.push(performance.now() - asked);
    }
    expect(Math.min(...took)).toBeLessThan(2000);
    server.kill('SIGTERM');
    await once(server, 'close');
    expect(performance.now() - began).toBeLessThan(20_000);
    await Promise.all(busy);
  });
});

it('a request that is still on its way when the server is told to stop is answered like any other', async () => {
  const storage = openTestStorage(folder, systemClock);
  const { organizationId } = await addOrganization(storage, 'own');
  const { apiKey } = await addApiKey(storage, organizationId);
  await storage.close();
  const { url, process: server } = await serve();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET /api/v1/ HTTP/1.1\r\nHost: registry.test\r\nAuthorization: Bearer ${apiKey}\r\n`);
  // Once this is answered, the server has the first half.
  await fetch(`${url}/healthz`);
  server.kill('SIGTERM');
  const refused = () =>
    fetch(`${url}/healthz`).then(
      () => false,
      () => true,
    );
  await expect.poll(refused, { timeout: 5000 }).toBe(true);
  socket.write('\r\n');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect(answer).toContain('"object":"service"');
  await once(server, 'close');
});

describe('a second server', () => {
  it('on the same folder is refused, by whatever path, until the first is gone, however it went', async () => {
    const { process: first } = await serve();
    const link = `${folder}-link`;
    symlinkSync(folder, link);
    try {
      await expect(serve(folder)).rejects.toThrow('a server runs on');
      await expect(serve(link)).rejects.toThrow('a server runs on');
      first.kill('SIGKILL');
      await once(first, 'close');
      await serve(link);
    } finally {
      rmSync(link);
    }
  });
});
