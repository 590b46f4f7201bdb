import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freshRegistry } from '../tests/support/engines.ts';
import { readConfig } from './config.ts';
import { createServer } from './server.ts';
import { Connection } from './storage/postgres/engine/connection.ts';
import { lockFolder } from './storage/sqlite/serve-lock.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'registry-server-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const create = (settings: Record<string, string> = {}) =>
  createServer({
    config: readConfig({ REGISTRY_DATA_DIR: folder, REGISTRY_PORT: '0', ...settings }),
    logger: pino({ level: 'silent' }),
  });

it.each([
  ['authorities of webhooks', 'REGISTRY_WEBHOOK_CA'],
  ['certificate', 'REGISTRY_TLS_CERT'],
])('leaves the folder free where the file of the %s cannot be read', async (_, name) => {
  const none = join(folder, 'none.pem');
  const tls = name === 'REGISTRY_TLS_CERT' && { REGISTRY_TLS_KEY: none };
  await expect(create({ [name]: none, ...tls })).rejects.toThrow(new RegExp(`${name}.*none.pem`));
  // The folder is free for another server.
  lockFolder(folder)();
});

it.each(['', 'no certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'])(
  'names the setting of a file of authorities that says %j',
  async (text) => {
    const file = join(folder, 'authorities.pem');
    writeFileSync(file, text);
    await expect(create({ REGISTRY_WEBHOOK_CA: file })).rejects.toThrow(
      `REGISTRY_WEBHOOK_CA must be a PEM file of certificates. ${file} is not`,
    );
    lockFolder(folder)();
  },
);

it('leaves the folder free where the database cannot be opened', async () => {
  mkdirSync(join(folder, 'registry.db'));
  await expect(create()).rejects.toThrow();
  lockFolder(folder)();
});

it('stops in order while a stranger sends a request that never ends', async () => {
  const server = await create();
  let url = '';
  await server.start((address) => (url = address));
  const stranger = connect(Number(new URL(url).port), '127.0.0.1');
  stranger.write(
    'POST /api/v1/access-requests HTTP/1.1\r\nHost: registry\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  const isCut = once(stranger.resume(), 'close');
  // Its connection is known to the server by the time that another one is answered.
  await (await fetch(`${url}/healthz`)).text();
  await Promise.all([server.stop(), isCut]);
  lockFolder(folder)();
});

it('goes by the time of the database, although the clock of its machine is weeks ahead', async () => {
  const database = await freshRegistry('postgres-15');
  const connection = new Connection({ url: database.url, purpose: 'test' });
  const realNow = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow + 40 * 86_400_000);
  try {
    const secret = Buffer.alloc(32, 1).toString('hex');
    const server = await create({ DATABASE_URL: database.url, REGISTRY_SECRET_KEY: secret });
    const [seen] = await connection.query<{ at: number }>('SELECT max(seen_at) / 1000 AS at FROM instances');
    await server.stop();
    expect(Math.abs(seen!.at - realNow)).toBeLessThan(60_000);
  } finally {
    clock.mockRestore();
    await connection.close();
    await database.drop();
  }
});
