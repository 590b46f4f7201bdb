// The way from an earlier version to this one, and back: data that its server made (tests/data/older), on both engines.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { typeAlone } from '../../tests/support/command-line.ts';
import { chosenPostgres } from '../../tests/support/engines.ts';
import { sharedCluster } from '../../tests/support/postgres-shared.ts';

const MAIN = join(import.meta.dirname, '..', 'main.ts');
const OLDER = join(import.meta.dirname, '../../tests/data/older');
// Each command is a process of its own: generous, so that only a hang is a failure.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

type Data = { env: Record<string, string>; drop: () => Promise<void> };

const unpacked = (name: string) => gunzipSync(readFileSync(join(OLDER, name)));

function olderSqlite(folder: string): Promise<Data> {
  writeFileSync(join(folder, 'registry.db'), unpacked('registry.db.gz'));
  return Promise.resolve({ env: {}, drop: () => Promise.resolve() });
}

async function olderPostgres(): Promise<Data> {
  const cluster = await sharedCluster(chosenPostgres());
  const { url, drop } = await cluster.freshDatabase();
  const client = new pg.Client(url);
  await client.connect();
  await client.query(unpacked('registry.sql.gz').toString());
  // Updated in place: a database that lies in another server than before counts as restored, and wants after-restore first.
  await client.query(`DELETE FROM public.settings WHERE name = 'timeline'`);
  await client.end();
  return { env: { DATABASE_URL: url }, drop };
}

let folder: string;
let data: Data;
let env: Record<string, string | undefined>;
let server: ChildProcess | undefined;

async function open(makeData: (folder: string) => Promise<Data>): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'registry-older-'));
  data = await makeData(folder);
  env = {
    ...process.env,
    REGISTRY_DATA_DIR: folder,
    REGISTRY_SECRET_KEY: 'ab'.repeat(32),
    REGISTRY_LOG_LEVEL: 'error',
    ...data.env,
  };
}
afterEach(async () => {
  server?.kill('SIGKILL');
  await data.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<{ code: number; said: string }> {
  const { code, stdout, stderr } = await typeAlone(MAIN, args, { env });
  return { code, said: stdout + stderr };
}
async function json<Answer>(...args: string[]): Promise<Answer> {
  const { code, said } = await run(...args, '--json');
  expect(code, said).toBe(0);
  return JSON.parse(said) as Answer;
}
async function serve(): Promise<string> {
  const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0'], { env });
  server = child;
  let said = '';
  return new Promise((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => {
      const url = /listening on (\S+)/.exec(chunk.toString())?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('close', () => reject(new Error(said)));
  });
}

describe.each([
  ['SQLite', olderSqlite],
  ['PostgreSQL', olderPostgres],
])('on %s', (_engine, makeData) => {
  beforeEach(() => open(makeData));

  it('a command refuses it until it is migrated, and then shows what it holds', async () => {
    expect((await run('org', 'list')).said).toMatch(/serve or migrate|migrate/);
    expect((await run('migrate')).code).toBe(0);
    const { organizations } = await json<{ organizations: { slug: string }[] }>('org', 'list');
    expect(organizations.map(({ slug }) => slug)).toEqual(['demo', 'other', 'public-readers']);
    const { keys } = await json<{ keys: { name: string; revoked: boolean }[] }>(
      'key',
      'list',
      '--org',
      'demo',
    );
    expect(keys).toMatchObject([{ name: 'shop', revoked: false }]);
    const { access_requests: requests } = await json<{ access_requests: { email: string }[] }>(
      'access-request',
      'list',
    );
    expect(requests).toMatchObject([{ email: 'ana@gallery.example' }]);
    // The webhook's secret opens with the same key, else the doctor says so.
    expect((await run('doctor')).said).not.toMatch(/BAD.*secret/i);
  });

  it('a server migrates it, serves what was there, and goes on with the next Art ID', async () => {
    const url = await serve();
    const { api_key: key } = await json<{ api_key: string }>(
      ...['key', 'create', '--org', 'demo', '--scopes', 'artworks:read,artworks:write'],
    );
    const call = async (path: string, body?: object) => {
      const response = await fetch(`${url}/api/v1${path}`, {
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      return (await response.json()) as {
        data: { registry_id: string }[];
        total: number;
        registry_id: string;
      };
    };
    const works = await call('/artworks?limit=100');
    const ids = works.data.map(({ registry_id: id }) => id).sort();
    const hidden = ['AREG-100003', 'AREG-100004'];
    const all = Array.from({ length: 24 }, (_, index) => `AREG-${100_001 + index}`);
    expect(ids).toEqual(all.filter((id) => !hidden.includes(id)));
    expect((await call('/artworks?q=starry')).data).toMatchObject([{ registry_id: 'AREG-100001' }]);
    const page = async (path: string) => (await fetch(`${url}${path}`)).status;
    expect(await page('/artworks/AREG-100001')).toBe(200);
    expect(await page('/artworks/AREG-100003')).toBe(410);
    expect(await page('/artworks/AREG-100004')).toBe(404);
    expect(await page('/galleries/other')).toBe(200);
    // The same work again is recognised; a new one gets the next number.
    const again = { title: 'The Starry Night', artist_name: 'Vincent van Gogh', year_created: '1889' };
    expect(
      await call('/artworks', { ...again, medium: 'Oil on canvas', height_cm: 73.7, width_cm: 92.1 }),
    ).toMatchObject({ registry_id: 'AREG-100001', duplicate: true });
    expect(await call('/artworks', { title: 'After the update', artist_name: 'Ana Brandt' })).toMatchObject({
      registry_id: 'AREG-100025',
    });
    const changes = await call('/changes?after=0&limit=100');
    expect(changes.data.length).toBeGreaterThanOrEqual(25);
  });
});

it('a backup of the earlier version is restored by this one, and stays good for the earlier one', async () => {
  await open(olderSqlite);
  const backup = join(folder, 'backup.db');
  writeFileSync(backup, unpacked('registry.db.gz'));
  expect((await run('migrate')).code).toBe(0);
  const { code, said } = await run('restore', backup);
  expect(code, said).toBe(0);
  expect(said).toContain('24 works');
  // The backup is as it was: the earlier version takes it back.
  expect(readFileSync(backup).equals(unpacked('registry.db.gz'))).toBe(true);
});
