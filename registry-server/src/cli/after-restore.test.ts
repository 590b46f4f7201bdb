// What an operator reads after a restore of PostgreSQL about the profiles that are left out of the dumps, and that none is written before.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openCommandLine } from '../../tests/support/command-line.ts';
import { freshRegistry, PUBLIC_URL } from '../../tests/support/engines.ts';
import { sharedCluster } from '../../tests/support/postgres-shared.ts';
import { addOrganization } from '../../tests/support/publishers.ts';
import { keepDumps } from '../dumps/dump-keeper.ts';
import { openPostgresStorage } from '../storage/postgres/open.ts';
import type { Storage } from '../storage/storage.ts';

const commands = openCommandLine(join(import.meta.dirname, '..', 'main.ts'));
afterAll(() => commands.close());
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let folder: string;
let database: { url: string; drop(): Promise<void> };
let env: Record<string, string>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-after-restore-'));
  database = await freshRegistry('postgres-15');
  env = {
    DATABASE_URL: database.url,
    REGISTRY_DATA_DIR: join(folder, 'data'),
    REGISTRY_SECRET_KEY: '7'.repeat(64),
    REGISTRY_DUMP_LICENCE: 'CC0-1.0',
    REGISTRY_DUMP_DIR: folder,
  };
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => commands.type(args, { ...process.env, ...env });

async function withStorage(work: (storage: Storage) => Promise<void>): Promise<void> {
  const storage = await openPostgresStorage({
    url: database.url,
    listenUrl: () => PUBLIC_URL,
    mustExist: true,
  });
  try {
    await work(storage);
  } finally {
    await storage.close();
  }
}

it('leaves out again who was left out, by whatever name, and holds dumps back until they are resumed', async () => {
  const onDamaged = (name: string) => expect.unreachable(name);
  await withStorage(async (storage) => {
    for (const slug of ['asked', 'renamed', 'stays']) await addOrganization(storage, slug, { slug });
    for (const slug of ['asked', 'renamed']) await storage.updateProfile(slug, { inDumps: false });
    await keepDumps({ folder, licence: 'CC0-1.0' }, { storage, clock: storage.clock, onDamaged });
    // As the backup has them.
    await storage.updateProfile('asked', { inDumps: true });
    await storage.updateProfile('renamed', { slug: 'as-before', inDumps: true });
  });
  const restored = await run('after-restore');
  expect(restored.stderr + restored.code).toBe('0');
  expect(restored.stdout).toContain('left out of the dumps again, as in the newest dump: asked, as-before;');
  expect(restored.stdout).toContain('no dump is written until');

  const refused = await run('dump', 'write', '--json');
  expect(refused.code).not.toBe(0);
  expect(JSON.parse(refused.stderr).error.code).toBe('dumps_on_hold');
  expect((await run('doctor')).stdout).toMatch(/BAD {2}dumps: .*dump resume/);

  expect((await run('dump', 'resume')).stdout).toBe(
    'dumps are written again; left out of them: as-before, asked\n',
  );
  expect((await run('dump', 'write')).code).toBe(0);
  expect((await run('doctor')).stdout).not.toMatch(/BAD {2}dumps/);
  const { actions } = JSON.parse((await run('audit', '--text', 'after-restore', '--json')).stdout);
  expect(actions).toMatchObject([{ action: 'after-restore', details: {}, outcome: 'done' }]);
});

it('a move and a migration of PostgreSQL are in the list of actions, without a password', async () => {
  expect((await run('migrate', '--public-url', 'https://moved.example')).code).toBe(0);
  const target = join(folder, 'moved');
  const moved = await run('move', '--to', `sqlite:${target}`, '--json');
  expect(moved.stderr + moved.code).toBe('0');
  const listOf = async (settings: Record<string, string>) => {
    const { stdout } = await commands.type(['audit', '--json'], { ...process.env, ...settings });
    expect(stdout).not.toContain(new URL(database.url).password || 'postgres://');
    return JSON.parse(stdout).actions as object[];
  };
  const there = { REGISTRY_DATA_DIR: target, REGISTRY_SECRET_KEY: '7'.repeat(64) };
  const first = [
    { action: 'move', details: { to: join(target, 'registry.db') }, outcome: 'done' },
    { action: 'migrate', details: { publicUrl: 'https://moved.example' }, outcome: 'done' },
  ];
  expect(await listOf(there)).toMatchObject(first);
  await database.drop();
  database = await (await sharedCluster(15)).freshDatabase();
  env['DATABASE_URL'] = database.url;
  const back = await commands.type(['move', '--to', database.url, '--json'], { ...process.env, ...there });
  expect(back.stderr + back.code).toBe('0');
  expect(await listOf(env)).toMatchObject([
    { action: 'move', details: { to: expect.stringMatching(/^PostgreSQL at /) as string } },
    ...first,
  ]);
});

it('another public address is not written beside instances, which would keep signing with the former one', async () => {
  const move = () => run('migrate', '--public-url', 'https://moved.example', '--json');
  const options = { url: database.url, listenUrl: () => PUBLIC_URL, isInstance: true };
  const instance = await openPostgresStorage(options);
  const refused = await move();
  await instance.close();
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stderr).error).toMatchObject({ code: 'instances_running' });
  expect(JSON.parse((await move()).stdout)).toMatchObject({ public_url: 'https://moved.example' });
});

it('says that nothing is known where no folder of dumps is set, and holds them back as well', async () => {
  env['REGISTRY_DUMP_LICENCE'] = '';
  const { code, stdout } = await run('after-restore');
  expect(code).toBe(0);
  expect(stdout).toContain('no folder of dumps is set, so nothing says which profiles were left out since');
  expect(stdout).toContain('no dump is written until');
});
