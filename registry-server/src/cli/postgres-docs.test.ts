// docs/postgresql.md: every command in it is run, and every message in it exists.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandsBelow, runDocumented } from '../../tests/support/documented-commands.ts';
import { startCluster } from '../../tests/support/postgres-cluster.ts';
import type { Cluster } from '../../tests/support/postgres-cluster.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/postgresql.md'), 'utf8');
const KEY = 'ab'.repeat(32);
// Each command is a process of its own: generous, so that only a hang is a failure.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let cluster: Cluster;
let folder: string;
beforeAll(async () => {
  cluster = await startCluster({ listen: true });
  folder = mkdtempSync(join(tmpdir(), 'registry-docs-'));
  mkdirSync(join(folder, 'backup'));
  // The page makes this user itself.
  await cluster.query('DROP ROLE registry');
});
afterAll(async () => {
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The settings of an instance, as the reader has exported them; `more` where a section begins with others. */
const run = (blocks: string[], more: Record<string, string | undefined> = {}, instances = 1) =>
  runDocumented(blocks, {
    folder,
    instances,
    env: {
      PATH: `${cluster.binaries}:${process.env['PATH']}`,
      PGHOST: cluster.socketFolder,
      PGPORT: String(cluster.port),
      PGUSER: 'postgres',
      REGISTRY_DATA_DIR: join(folder, 'data'),
      REGISTRY_LOG_LEVEL: 'warn',
      REGISTRY_SECRET_KEY: KEY,
      DATABASE_URL: `postgres://registry:CHANGE-ME@127.0.0.1:${cluster.port}/registry`,
      ...more,
    },
    replacements: {
      'db.example:5432': `127.0.0.1:${cluster.port}`,
      '/backup/': `${folder}/backup/`,
      '/var/lib/artwork-registry-server': `${folder}/moved-back`,
      // The key must be known to the sections that follow.
      'REGISTRY_SECRET_KEY=$(openssl rand -hex 32)': `REGISTRY_SECRET_KEY=${KEY}`,
    },
  });

const below = (heading: string) => {
  const blocks = commandsBelow(PAGE, heading);
  expect(blocks, heading).not.toEqual([]);
  return blocks;
};
const SOME_WORK = [
  'registry org create --slug demo --name Demo',
  'registry profile create --org demo --type gallery --slug demo --name Demo',
  'registry webhook create --org demo --url https://shop.example/hook --events all',
  `echo '{"title":"Irises","artist_name":"Vincent van Gogh"}' >"$FOLDER/works.ndjson"`,
  'registry import "$FOLDER/works.ndjson" --profile demo',
].join('\n');
const SHOW = 'registry artwork show --id AREG-100001';
const newDatabase = () => run(['dropdb registry', below('Make the database and start')[0]!.split('\n')[1]!]);

describe('the commands of the page on PostgreSQL', () => {
  it('make a database and start instances, whose state can be looked at', async () => {
    const [, , looked = ''] = await run(below('Make the database and start'), {}, 2);
    expect(looked.match(/^\S+ \d+ +\d+ +2\d{3}-/gm) ?? looked).toHaveLength(2);
    expect(looked).toContain('BAD  standby: none is following');
    expect(looked).not.toMatch(/BAD {2}(?!standby)/);
  });
  it('rotate the secret key, after which nothing needs the old one', async () => {
    const [, rotated, alone] = await run([SOME_WORK, ...below('Rotate the secret key')]);
    expect(rotated).toContain('1 encrypted again, 0 had the newest key already');
    expect(alone).toContain('ok   encrypted secrets: 1 can be opened');
  });
  it('back up, restore, and apply the rules of a restore', async () => {
    const [, , restored, shown] = await run([...below('Back up and restore PostgreSQL'), SHOW]);
    expect(restored).toMatch(/Art IDs continue after AREG-1[1-9]\d{5}\b/);
    expect(restored).toMatch(/BAD {2}webhook of demo/);
    expect(shown).toContain('Irises');
  });
  it('rehearse a restore beside the real database', async () => {
    const blocks = below('Restore drill on PostgreSQL');
    const [, drilled] = await run([blocks[0]!, `${blocks[1]!}\n${SHOW}\nstop`, blocks[2]!]);
    expect(drilled).toContain('Irises');
    expect(await cluster.query(`SELECT FROM pg_database WHERE datname = 'drill'`)).toEqual([]);
  });
  it('rehearse the restore of deploy/README.md', async () => {
    const deploy = readFileSync(join(import.meta.dirname, '../../../deploy/README.md'), 'utf8');
    const drill = commandsBelow(deploy, 'Backup and restore').filter((block) => block.includes('pg_restore'));
    expect(drill).toHaveLength(1);
    const dump = '/backup/registry-20261120T030000Z.dump';
    const [, counted] = await run([
      `pg_dump --format custom --file ${dump} "$DATABASE_URL"`,
      drill[0]!.replace('/var/backups/artwork-registry/registry-20261120T030000Z.dump', dump),
    ]);
    expect(counted).toMatch(/count *\n-+\n +1\n/);
  });
  it('move a registry to PostgreSQL and back', async () => {
    await newDatabase();
    const embedded = { DATABASE_URL: undefined, REGISTRY_SECRET_KEY: undefined };
    await run([`registry migrate\n${SOME_WORK}`], embedded);
    const [there, back] = below('Move a registry from one engine to the other');
    const [moved] = await run([`${there}\n${SHOW}`], embedded);
    expect(moved).toMatch(/moved 1 works, .* to PostgreSQL/);
    expect(moved).toContain('Irises');
    expect(readdirSync(join(folder, 'data')).join()).toMatch(/registry\.db\.moved-/);
    const [returned] = await run([`${back}\n${SHOW}`]);
    expect(returned).toContain('Irises');
    await expect(run(['registry org list --json'])).rejects.toThrow('database_moved');
  });
  it('are all of them', () => {
    const tested = [
      'Make the database and start',
      'Rotate the secret key',
      'Back up and restore PostgreSQL',
      'Restore drill on PostgreSQL',
      'Move a registry from one engine to the other',
    ].flatMap((heading) => commandsBelow(PAGE, heading));
    expect(tested).toHaveLength(PAGE.match(/^ *```\w+$/gm)?.length ?? 0);
  });
});

it('the messages in the chapter are those of the program, code for code', () => {
  const source = [
    '../storage/postgres/open-checks.ts',
    '../storage/postgres/engine/migrate.ts',
    '../storage/shared/registry-identity.ts',
  ]
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join();
  const known = new Set(source.match(/(?<=')(database_[a-z_]+|too_few_connections|settings_differ)(?=')/g));
  const told = [...PAGE.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, code]) => code);
  expect(told.toSorted()).toEqual([...known].toSorted());
});
it('every heading that the contents name exists', () => {
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');
  const headings = new Set([...PAGE.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) => slug(heading)));
  const named = [...PAGE.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor]) => anchor);
  expect(named.filter((anchor) => !headings.has(anchor ?? ''))).toEqual([]);
});
