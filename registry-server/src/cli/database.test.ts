// Which commands may create or change a database, and which settings live in the database.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCommandLine, typeAlone } from '../../tests/support/command-line.ts';
import { lockFolder } from '../storage/sqlite/serve-lock.ts';

const MAIN = join(import.meta.dirname, '..', 'main.ts');
const commands = openCommandLine(MAIN);
afterAll(() => commands.close());
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-database-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(typed: string[], settings: Record<string, string> = {}) {
  const args = [...typed, '--json'];
  const env = { ...process.env, REGISTRY_DATA_DIR: folder, ...settings };
  return args[0] === 'serve' ? typeAlone(MAIN, args, { env }) : commands.type(args, env);
}
async function json(args: string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await run(args, env);
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}
async function refusal(args: string[], env: Record<string, string> = {}): Promise<unknown[]> {
  const { code, stderr } = await run(args, env);
  return [code, (JSON.parse(stderr) as { error: { code: string } }).error.code];
}

describe('a folder without a database', () => {
  it.each([
    ['doctor'],
    ['backup', '/tmp/never.db'],
    ['org', 'list'],
    ['import', 'x.ndjson', '--profile', 'x'],
  ])('is left empty by %s, which says what to do', async (...args) => {
    expect(await refusal(args)).toEqual([1, 'database_not_found']);
    expect([readdirSync(folder), existsSync('/tmp/never.db')]).toEqual([[], false]);
  });
});

describe('a folder that a move has left without a database', () => {
  it.each([
    ['registry.db.moving', 'database_moving'],
    ['registry.db.moved-20261125T000000Z', 'database_moved'],
  ])('gets no empty one beside %s, which would issue the same Art IDs again', async (name, code) => {
    writeFileSync(join(folder, name), '');
    expect(await refusal(['migrate'])).toEqual([1, code]);
    expect(await refusal(['serve', '--port', '0'])).toEqual([1, code]);
    expect(existsSync(join(folder, 'registry.db'))).toBe(false);
  });

  it('is not restored beside a running server, also where its file was removed', async () => {
    await json(['migrate']);
    const backup = join(folder, 'backup.db');
    await json(['backup', backup]);
    const other = new BetterSqlite(join(folder, 'registry.db'));
    other.pragma('user_version');
    expect(await refusal(['restore', backup])).toEqual([1, 'database_in_use']);
    other.close();
    const unlock = lockFolder(folder);
    try {
      expect(await refusal(['restore', backup])).toEqual([1, 'server_running']);
      for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `registry.db${end}`), { force: true });
      expect(await refusal(['restore', backup])).toEqual([1, 'server_running']);
      expect(existsSync(join(folder, 'registry.db'))).toBe(false);
      expect(await json(['restore', '--dry-run', backup])).toMatchObject({ dry_run: true });
    } finally {
      unlock();
    }
    expect(await json(['restore', backup])).toMatchObject({ dry_run: false });
  });

  it('says that dumps wait also where a second restore finds that they did', async () => {
    await json(['migrate']);
    const backup = join(folder, 'backup.db');
    await json(['backup', backup]);
    rmSync(join(folder, 'registry.db'));
    expect(await json(['restore', backup])).toMatchObject({ replaced_is_later: null, dumps_on_hold: true });
    const again = await json(['restore', '--dry-run', backup]);
    expect(again).toMatchObject({ replaced_is_later: true, dumps_on_hold: true });
    const { stdout } = await commands.type(['restore', backup], {
      ...process.env,
      REGISTRY_DATA_DIR: folder,
    });
    expect(stdout).toContain('no dump is written until');
  });

  it('cannot be the target of a move while a server runs in it', async () => {
    const unlock = lockFolder(folder);
    try {
      const settings = {
        DATABASE_URL: 'postgres://registry@127.0.0.1:1/none',
        REGISTRY_SECRET_KEY: '07'.repeat(32),
      };
      expect(await refusal(['move', '--to', `sqlite:${folder}`], settings)).toEqual([1, 'server_running']);
    } finally {
      unlock();
    }
    expect(existsSync(join(folder, 'registry.db.moving'))).toBe(false);
  });
});

describe('a database of an older version', () => {
  it('is changed by migrate, and by no command that reads or writes', async () => {
    await json(['migrate']);
    const file = join(folder, 'registry.db');
    const version = () => {
      const db = new BetterSqlite(file);
      const found = db.pragma('user_version', { simple: true }) as number;
      db.close();
      return found;
    };
    const newest = version();
    const db = new BetterSqlite(file);
    db.pragma(`user_version = ${newest + 1}`);
    db.close();
    expect(await refusal(['org', 'list'])).toEqual([1, 'database_newer']);
    rmSync(file);
    const old = new BetterSqlite(file);
    old.pragma('user_version = 0');
    old.exec('CREATE TABLE something (id INTEGER)');
    old.close();
    for (const args of [['org', 'list'], ['doctor'], ['org', 'create', '--slug', 'a', '--name', 'A']]) {
      expect(await refusal(args)).toEqual([1, 'database_outdated']);
    }
    expect(version()).toBe(0);
    expect(await json(['migrate'])).toMatchObject({ schema_version: newest });
    expect((await run(['org', 'list'])).code).toBe(0);
  });

  it('is for its owner only, and the doctor adds no key to it', async () => {
    await json(['migrate']);
    const { code, stdout } = await run(['doctor']);
    expect([code, stdout.includes('secret.key is missing')]).toEqual([1, true]);
    expect(existsSync(join(folder, 'secret.key'))).toBe(false);
    const file = join(folder, 'registry.db');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    await json(['org', 'list']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('the list of actions', () => {
  const actions = async () => (await json(['audit']))['actions'] as Record<string, unknown>[];
  const told = (action: string, details: object) =>
    expect.objectContaining({ action, details, via: 'command', outcome: 'done' }) as unknown;

  it('tells of a migration, of a new address and of a restore, and of no backup or dry run', async () => {
    const backup = join(folder, 'backup.db');
    const address = 'https://moved.example';
    await json(['migrate']);
    await json(['migrate', '--public-url', address]);
    const migrations = [told('migrate', { publicUrl: address }), told('migrate', {})];
    await json(['backup', backup]);
    await json(['restore', '--dry-run', backup]);
    expect(await actions()).toEqual(migrations);
    await json(['restore', backup]);
    expect(await actions()).toEqual([told('restore', { arguments: [backup] }), ...migrations]);
  });
});

describe('what belongs to the database', () => {
  const WORK = JSON.stringify({ title: 'Irises', artist_name: 'Vincent van Gogh' });

  it('is the prefix of Art IDs: whoever opens it without saying one issues the same, and another one is refused', async () => {
    await json(['migrate'], { REGISTRY_ID_PREFIX: 'ART' });
    await json(['org', 'create', '--slug', 'd', '--name', 'D']);
    await json(['profile', 'create', '--org', 'd', '--type', 'gallery', '--slug', 'd', '--name', 'D']);
    const works = join(folder, 'works.ndjson');
    writeFileSync(works, WORK);
    await json(['import', works, '--profile', 'd']);
    expect(await json(['artwork', 'show', '--id', 'ART-100001'])).toMatchObject({ title: 'Irises' });
    for (const args of [['import', works, '--profile', 'd'], ['serve', '--port', '0'], ['migrate']]) {
      expect(await refusal(args, { REGISTRY_ID_PREFIX: 'AREG' })).toEqual([1, 'settings_differ']);
    }
  });

  it('is the public address, until the operator moves it', async () => {
    const [old, other] = ['https://registry.example', 'https://elsewhere.example'];
    expect(await json(['migrate'])).toMatchObject({ id_prefix: 'AREG', public_url: null });
    await json(['migrate'], { REGISTRY_PUBLIC_URL: old });
    expect(await refusal(['org', 'list'], { REGISTRY_PUBLIC_URL: other })).toEqual([1, 'settings_differ']);
    expect(await json(['migrate', '--public-url', other])).toMatchObject({ public_url: other });
    expect(await refusal(['org', 'list'], { REGISTRY_PUBLIC_URL: old })).toEqual([1, 'settings_differ']);
    expect((await run(['org', 'list'], { REGISTRY_PUBLIC_URL: other })).code).toBe(0);
    expect((await run(['org', 'list'])).code).toBe(0);
  });
});
