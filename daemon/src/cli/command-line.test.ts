// The commands as a person types them.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCommandLine, typeAlone, type Ran } from '../../../registry-server/tests/support/command-line.ts';
import { FakeRegistry } from '../../tests/support/fake-registry.ts';
import { FakeSite } from '../../../stage/fakes/fake-site.ts';
import { openJournal } from '../journal/journal.ts';
import { lockService } from '../journal/service-lock.ts';
import { ownCertificate } from '../../tests/support/own-certificate.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { until } from '../../tests/support/start-stage.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const commands = openCommandLine(MAIN);
afterAll(() => commands.close());
let site: FakeSite;
let registry: FakeRegistry;
let folder: string;
let services: { stop: () => Promise<number | null> }[] = [];

beforeEach(async () => {
  site = new FakeSite();
  registry = new FakeRegistry();
  folder = mkdtempSync(join(tmpdir(), 'daemon-cli-'));
  await Promise.all([site.start(), registry.start()]);
  writeFileSync(join(folder, 'key'), 'areg_good\n');
});
afterEach(async () => {
  await Promise.all(services.map((service) => service.stop()));
  services = [];
  await Promise.all([site.stop(), registry.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

type Env = { [name: string]: string };
const environment = (env: Env) => ({
  ...process.env,
  DAEMON_DATA_DIR: join(folder, 'data'),
  DAEMON_PORT: '0',
  DAEMON_POLL_ACTIVE_MS: '50',
  ...env,
});

const said = ({ code, stdout, stderr }: Ran) => ({ code, out: stdout, err: stderr });
const command = async (args: string[], env: Env = {}, input = '') =>
  said(await commands.type(args, environment(env), input));
const commandAlone = async (args: string[], env: Env = {}) =>
  said(await typeAlone(MAIN, args, { env: environment(env) }));

async function runService(env: Env = {}) {
  const child = spawn(process.execPath, [MAIN, 'run'], { env: environment(env) });
  let out = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (out += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  services.push({ stop });
  await until(() => out.includes('\n'), 'the service speaks');
  return { output: () => out, stop, kill };
}

const pairArgs = (...more: string[]) => ['pair', '--site', site.url, '--registry', registry.url, ...more];
const pairings = () => JSON.parse(readFileSync(join(folder, 'data/sites.json'), 'utf8')).sites;
const withKey = () => ['--api-key-file', join(folder, 'key')];

describe('pairing', () => {
  test('is taken up by a running service, and neither log nor journal knows the key', async () => {
    site.share('1', sampleArtwork(1));
    const service = await runService();
    expect(service.output()).toMatch(/^sync service listening on http:\/\/127\.0\.0\.1:\d+\n/);
    const paired = await command(pairArgs('--code', 'abcd efgh', ...withKey()));
    expect(paired.err).toContain('not valid');
    const again = await command(pairArgs('--code', 'ABCD-EFGH', ...withKey()));
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toContain('Our Gallery');
    await until(() => site.countReported('published') === 1, 'published');
    expect(statSync(join(folder, 'data/sites.json')).mode & 0o777).toBe(0o600);
    expect(await service.stop()).toBe(0);
    expect(service.output()).not.toMatch(/areg_good/);
    for (const name of readdirSync(join(folder, 'data')).filter((file) => file.startsWith('journal'))) {
      expect(readFileSync(join(folder, 'data', name)).includes('areg_good')).toBe(false);
    }
  });

  test('of a site that moved takes its works along, and the old address is served no longer', async () => {
    await command(pairArgs('--code', 'ABCD-EFGH', ...withKey()));
    const journal = openJournal(join(folder, 'data/journal.sqlite'));
    journal.meta.save(site.siteId, 'connection', { installationId: 'i-1' });
    const moved = new FakeSite();
    Object.assign(moved, { formerSiteId: site.siteId, formerSecret: site.secret });
    await moved.start();
    try {
      const url = moved.url.replace('://', '://staging:pa%3Ass@');
      moved.basicAuth = 'staging:pa:ss';
      const said = await command(['pair', '--site', url, '--code', 'ABCD-EFGH']);
      expect(said).toMatchObject({ code: 0, err: '' });
      expect(said.out).not.toContain('pa:ss');
      const { sites } = JSON.parse(readFileSync(join(folder, 'data/sites.json'), 'utf8'));
      expect(sites).toMatchObject([
        { siteId: moved.siteId, siteUrl: moved.url, registryUrl: registry.url, apiKey: 'areg_good' },
      ]);
      expect(journal.meta.find(moved.siteId, 'connection')).toEqual({ installationId: 'i-1' });
      expect(journal.meta.find(site.siteId, 'connection')).toBeUndefined();
    } finally {
      journal.close();
      await moved.stop();
    }
  });

  test.each([
    ['names the former id', { proves: false }],
    ['proves with a secret of its own', { proves: true }],
  ])('of a site that only %s inherits nothing, and takes nobody’s place', async (_name, { proves }) => {
    await command(pairArgs('--code', 'ABCD-EFGH', ...withKey()));
    const thief = new FakeSite();
    Object.assign(thief, { formerSiteId: site.siteId, formerSecret: proves ? thief.secret : null });
    await thief.start();
    const said = await command([
      'pair',
      '--site',
      thief.url,
      '--code',
      'ABCD-EFGH',
      '--registry',
      registry.url,
    ]);
    expect(said).toMatchObject({ code: 0, err: '' });
    expect(said.out).toContain('did not prove');
    expect(said.out).toContain('key set --site');
    expect(pairings()).toMatchObject([
      { siteId: site.siteId, apiKey: 'areg_good' },
      { siteId: thief.siteId, apiKey: null, webhookSecret: null },
    ]);
    await thief.stop();
  });

  test('of a site at the same address without a proof starts again, without the key', async () => {
    await command(pairArgs('--code', 'ABCD-EFGH', ...withKey()));
    const { siteId } = site;
    const said = await command(pairArgs('--code', 'ABCD-EFGH', '--json'));
    expect(JSON.parse(said.out)).toMatchObject({ continues: false, has_key: false });
    expect(site.siteId).not.toBe(siteId);
    expect(pairings()).toMatchObject([{ siteId: site.siteId, apiKey: null }]);
  });

  test('of a site that names the id of another is refused, paired or not', async () => {
    await command(pairArgs('--code', 'ABCD-EFGH', ...withKey()));
    const pairThief = async () => {
      const thief = new FakeSite();
      thief.siteId = site.siteId;
      await thief.start();
      const said = await command(['pair', '--site', thief.url, '--code', 'ABCD-EFGH']);
      await thief.stop();
      return said;
    };
    expect(await pairThief()).toMatchObject({ code: 1, err: expect.stringContaining('the id of another') });
    expect(pairings()).toMatchObject([{ siteId: site.siteId, secret: site.secret }]);
    await command(['unpair', '--site', site.url]);
    expect(await pairThief()).toMatchObject({ code: 1, err: expect.stringContaining('the id of another') });
  });

  test('of a site that was in use keeps the key, as the site proves that it is the same', async () => {
    await command(pairArgs('--code', 'ABCD-EFGH', ...withKey()));
    const service = await runService();
    await until(() => site.polls.length > 0, 'polled');
    expect(await service.stop()).toBe(0);
    const { siteId } = site;
    const said = await command(pairArgs('--code', 'ABCD-EFGH', '--json'));
    expect(JSON.parse(said.out)).toMatchObject({ continues: true, has_key: true });
    expect(site.siteId).not.toBe(siteId);
    expect(pairings()).toMatchObject([{ siteId: site.siteId, apiKey: 'areg_good' }]);
  });

  test('without a registry leaves its address and key to WordPress, and takes no key without an address', async () => {
    const key = await command(['pair', '--site', site.url, '--code', 'ABCD-EFGH', ...withKey()]);
    expect(key).toMatchObject({ code: 2, err: expect.stringContaining('--registry') });
    const said = await command(['pair', '--site', site.url, '--code', 'ABCD-EFGH']);
    expect(said.out).toContain('the owner enters it in WordPress');
    await runService();
    await until(() => site.polls.length > 0, 'polled');
    expect(site.polls.at(-1)?.['status']).toMatchObject({
      account: { state: 'no_key' },
      hand_over: { registry_url: null, has_webhook_secret: false },
    });
  });

  test('tells WordPress an address that it can call, never one that stands for the whole machine', async () => {
    const hosts = [
      { DAEMON_HOST: '0.0.0.0' },
      { DAEMON_HOST: '127.0.0.1' },
      { DAEMON_HOST: '0.0.0.0', DAEMON_PUBLIC_URL: 'https://sync.example' },
    ];
    for (const env of hosts) await command(pairArgs('--code', 'ABCD-EFGH'), { ...env, DAEMON_PORT: '8788' });
    expect(site.wakeUrls).toEqual([null, 'http://127.0.0.1:8788', 'https://sync.example']);
  });

  test('with a wrong code prints the words of the site and ends with 1', async () => {
    expect(await command(pairArgs('--code', 'NOPE', ...withKey()))).toMatchObject({
      code: 1,
      err: 'This pairing code is not valid.\n',
    });
  });

  test('with a key that the registry refuses does not use up the code', async () => {
    const result = await command(pairArgs('--code', 'ABCD-EFGH'), { REGISTRY_API_KEY: 'areg_wrong' });
    expect(result).toMatchObject({ code: 1, err: expect.stringContaining('refuses this API key') });
    expect(site.calls).toHaveLength(0);
  });

  test('takes the key from standard input and answers with JSON', async () => {
    const result = await command(
      pairArgs('--code', 'ABCD-EFGH', '--api-key-stdin', '--json'),
      {},
      'areg_good\n',
    );
    expect(JSON.parse(result.out)).toMatchObject({
      paired: true,
      site_id: site.siteId,
      organization: 'Our Gallery',
    });
  });
});

test('status, key set, webhook-secret set, sync, retry and unpair do what they say', async () => {
  await command(pairArgs('--code', 'ABCD-EFGH'));
  const status = async () => JSON.parse((await command(['status', '--json'])).out).sites[0];
  expect(await status()).toMatchObject({ site_id: site.siteId, has_key: false, works: {} });
  expect((await command(['key', 'set', '--site', site.url, ...withKey()])).code).toBe(0);
  expect(await status()).toMatchObject({ has_key: true });
  const secret = await command(
    ['webhook-secret', 'set', '--site', site.url, '--webhook-secret-stdin'],
    {},
    'whsec_x',
  );
  expect(secret.out).toContain('DAEMON_PUBLIC_URL');
  expect((await command(['sync'])).code).toBe(0);
  expect((await command(['retry', '--id', '1'])).code).toBe(0);
  expect((await command(['unpair', '--site', site.url, '--purge'])).out).toContain('is removed');
  expect(JSON.parse((await command(['status', '--json'])).out)).toEqual({ sites: [] });
  expect((await command(['unpair', '--site', site.url])).code).toBe(1);
});

test('with --json what goes wrong is one object on standard error, with the exit codes of any other', async () => {
  const error = async (args: string[], env: Env = {}) => {
    const { code, out, err } = await command([...args, '--json'], env);
    return { code, out, ...(JSON.parse(err) as { error: { code: string; message: string } }) };
  };
  expect(await error(['audti'])).toMatchObject({ code: 2, out: '', error: { code: 'usage' } });
  expect(await error(['pair'])).toMatchObject({ code: 2, error: { code: 'usage' } });
  const noSite = await error(['sync', '--site', 'https://nobody.example']);
  expect(noSite).toMatchObject({ code: 1, out: '', error: { code: 'failed' } });
  const badPort = await error(['status'], { DAEMON_PORT: 'x' });
  expect(badPort).toMatchObject({ code: 1, error: { code: 'config' } });
  expect(badPort.error.message).toContain('DAEMON_PORT must be');
});

test('an unknown command gets two or three lines, not all of the help', async () => {
  const { code, err } = await command(['audti']);
  expect(code).toBe(2);
  expect(err).toContain("unknown command 'audti'");
  expect(err.trim().split('\n').length).toBeLessThan(5);
});

test('wrong usage ends with 2, help with 0, a port in use with 1 and the name of the setting', async () => {
  expect((await command(['pair'])).code).toBe(2);
  expect((await command(['dance'])).code).toBe(2);
  expect(await command(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('pair') });
  const blocker = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => blocker.once('listening', resolve));
  const { port } = blocker.address() as { port: number };
  const taken = await commandAlone(['run'], { DAEMON_PORT: String(port) });
  expect(taken).toMatchObject({ code: 1, err: expect.stringContaining('DAEMON_PORT') });
  blocker.close();
});

test('help and version load no library that they do not need', async () => {
  const loaded = join(folder, 'loaded');
  const hook = `
    import { appendFileSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) { appendFileSync(${JSON.stringify(loaded)}, name + '\\n'); return next(name, context); } });`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` };
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  expect(await commandAlone(['--version'], env)).toMatchObject({ code: 0, out: `${version}\n` });
  expect(await commandAlone(['pair', '--help'], env)).toMatchObject({ code: 0, err: '' });
  const packages = readFileSync(loaded, 'utf8')
    .split('\n')
    .filter((name) => name !== '' && !/^(node:|\.|#kit\/|file:|data:)/.test(name));
  expect(new Set(packages)).toEqual(new Set(['commander']));
});

describe('beside a service that runs', () => {
  test('a command waits for the lock of the journal', async () => {
    await command(pairArgs('--code', 'ABCD-EFGH', ...withKey()));
    const writer = new Database(join(folder, 'data/journal.sqlite'));
    writer.exec('BEGIN IMMEDIATE');
    const waiting = command(['sync']);
    const isFirst = await Promise.race([waiting.then(() => 'the command'), sleep(1500, 'the lock')]);
    writer.exec('COMMIT');
    writer.close();
    expect(isFirst).toBe('the lock');
    expect(await waiting).toMatchObject({ code: 0, err: '' });
  });

  test('a newer command changes no journal and uses up no pairing code', async () => {
    const data = join(folder, 'data');
    const lock = lockService(data)!;
    openJournal(join(data, 'journal.sqlite')).close();
    const db = new Database(join(data, 'journal.sqlite'));
    const version = () => db.pragma('user_version', { simple: true }) as number;
    db.pragma(`user_version = ${version() - 1}`);
    const older = version();
    for (const args of [['status'], pairArgs('--code', 'ABCD-EFGH', ...withKey())])
      expect(await command(args)).toMatchObject({
        code: 1,
        err: expect.stringContaining('of an older version'),
      });
    expect(version()).toBe(older);
    expect(site.calls).toEqual([]);
    db.close();
    lock.release();
  });

  test('a second one on its folder is refused', async () => {
    const service = await runService();
    expect(await commandAlone(['run'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Another sync service already works in'),
    });
    // Killed without a word it leaves no lock behind.
    await service.kill();
    await runService();
  });
});

test('the key of another organisation is not taken for works that stand under this one', async () => {
  site.share('1', sampleArtwork(1));
  await command(pairArgs('--code', 'ABCD-EFGH', ...withKey()));
  const service = await runService();
  await until(() => site.countReported('published') === 1, 'published');
  // This registry has one organisation for all keys: the service would find that its own has another name.
  await service.stop();
  registry.organization = { slug: 'theirs', name: 'Their Gallery' };
  registry.isForeign = true;
  const set = ['key', 'set', '--site', site.url, ...withKey()];
  const refused = await command(set);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('belongs to Their Gallery') });
  expect(refused.err).toContain('1 artwork of this site');
  const calls = site.calls.filter((name) => name === 'pair').length;
  expect((await command(pairArgs('--code', 'ABCD-EFGH', ...withKey()))).err).toContain('belongs to Their');
  expect(site.calls.filter((name) => name === 'pair')).toHaveLength(calls);
  expect((await command([...set, '--other-organization'])).code).toBe(0);
  // The same one under another name.
  registry.isForeign = false;
  expect((await command(set)).code).toBe(0);
});

describe('looking after a service', () => {
  test('doctor says what is wrong and what to do, audit and logs show what happened', async () => {
    site.share('1', sampleArtwork(1));
    const service = await runService();
    const port = /:(\d+)/.exec(service.output())![1]!;
    const bad = await command(['doctor', '--json'], { DAEMON_PORT: '1' });
    expect(bad.code).toBe(1);
    const { checks } = JSON.parse(bad.out) as { checks: { check: string; ok: boolean; message: string }[] };
    expect(checks.filter(({ ok }) => !ok)).toEqual([
      { check: 'service', ok: false, message: expect.stringContaining('start it with "run"') },
    ]);
    await command(pairArgs('--code', 'ABCD-EFGH', ...withKey()));
    await until(() => site.countReported('published') === 1, 'published');
    const good = await command(['doctor'], { DAEMON_PORT: port });
    expect(good).toMatchObject({ code: 0, err: '' });
    expect(good.out).toContain('knows the key as Our Gallery');
    const db = new Database(join(folder, 'data/journal.sqlite'));
    // Of a table whose rows the service leaves alone while it reads its sites again.
    const wait = db.prepare(`INSERT INTO unfit_delivery VALUES (1, 'none', '{}', '', 0, ?)`);
    wait.run(Date.now() + 40 * 24 * 3600_000);
    const late = await command(['doctor'], { DAEMON_PORT: port });
    expect(late.out).toMatch(
      /✗ waiting times: 1 of unfit_delivery\.noted_at lie further ahead .* start the service again/,
    );
    db.exec('DELETE FROM unfit_delivery');
    db.close();
    const file = join(folder, 'data/sites.json');
    const pairings = readFileSync(file, 'utf8');
    writeFileSync(file, pairings.slice(1));
    while ((await fetch(`http://127.0.0.1:${port}/health`)).status === 200)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const broken = await command(['doctor'], { DAEMON_PORT: port });
    expect(broken).toMatchObject({ code: 1, err: expect.stringMatching(/of \d+ checks failed/) });
    expect(broken.out).toMatch(
      /✗ service: it says "sites_unreadable".*\n✗ pairings: \S+sites.json is not JSON/,
    );
    writeFileSync(file, pairings);

    expect((await command(['audit'])).code).toBe(0);
    await until(() => registry.count('/artworks?', 'GET') >= 2, 'audited');
    const last = async () =>
      JSON.parse((await command(['audit', '--last', '--json'])).out).sites[0].last_audit as {
        listed: number;
      };
    // The service writes down what it found after its last request.
    await expect.poll(async () => (await last()).listed, { timeout: 25_000 }).toBe(1);
    const log = await command(['logs']);
    expect(log.out).toMatch(/info site is served/);
    expect(log.out).not.toMatch(/areg_good/);
    expect(JSON.parse((await command(['logs', '-n', '1', '--json'])).out)).toHaveProperty('msg');

    const began = Date.now();
    expect(await service.stop()).toBe(0);
    expect(Date.now() - began).toBeLessThan(10_000);
    // A dozen processes, one after another.
  }, 90_000);

  test('a backup that is restored as it says brings the service back, and no older content into the registry', async () => {
    const price = (amount: number) => ({ price: { amount, currency: 'EUR' } });
    site.share('1', sampleArtwork(1, price(100)));
    await command(pairArgs('--code', 'ABCD-EFGH', ...withKey()));
    const first = await runService();
    await until(() => site.countReported('published') === 1, 'published');
    const made = await command(['backup', '--to', join(folder, 'copies'), '--json']);
    const { backup, files } = JSON.parse(made.out) as { backup: string; files: string[] };
    expect(files).toEqual(['sites.json', 'seal-key.json']);
    expect(readdirSync(backup).sort()).toEqual(['seal-key.json', 'sites.json']);
    for (const name of files) expect(statSync(join(backup, name)).mode & 0o777).toBe(0o600);
    site.share('1', sampleArtwork(1, price(120)));
    await until(() => site.reports.get('1')?.revision === 2 && site.countReported('published') === 1, '120');
    await first.stop();
    const published = registry.count('/integrations/sync');
    const sealKey = readFileSync(join(folder, 'data/seal-key.json'), 'utf8');
    rmSync(join(folder, 'data'), { recursive: true });
    cpSync(backup, join(folder, 'data'), { recursive: true });
    site.reports.clear();
    await runService();
    await until(() => site.countReported('published') === 1, 'known again');
    site.share('1', sampleArtwork(1, { ...price(120), medium: 'Oil' }));
    await until(() => registry.artworks.findByExternalId('1')?.fields['medium'] === 'Oil', 'it continues');
    expect(registry.artworks.findByExternalId('1')?.fields['price']).toEqual(price(120).price);
    expect(registry.count('/integrations/sync')).toBe(published);
    expect(registry.artworks.list()).toHaveLength(1);
    expect(readFileSync(join(folder, 'data/seal-key.json'), 'utf8')).toBe(sealKey);
  }, 60_000);

  test('a service that is stopped in the middle of its work ends within ten seconds, whatever hangs', async () => {
    for (let id = 1; id <= 300; id += 1) site.share(String(id), sampleArtwork(id));
    await command(pairArgs('--code', 'ABCD-EFGH', ...withKey()));
    const service = await runService();
    await until(() => registry.count('/integrations/sync') > 0, 'the first batches went out');
    registry.delayMs = 60_000;
    for (let id = 301; id <= 600; id += 1) site.share(String(id), sampleArtwork(id));
    await until(() => site.waiting().length === 0, 'the others are under way');
    const began = Date.now();
    expect(await service.stop()).toBe(0);
    expect(Date.now() - began).toBeLessThan(10_000);
    registry.delayMs = 0;
    await runService();
    await until(() => site.countReported('published') === 600, 'all are published', 20_000);
    expect(registry.artworks.list()).toHaveLength(600);
  }, 60_000);

  test('the health check of the container says whether the service answers, with TLS of its own too', async () => {
    const dockerfile = readFileSync(
      join(import.meta.dirname, '../../../deploy/containers/daemon.Dockerfile'),
      'utf8',
    );
    const [program, ...args] = JSON.parse(/^HEALTHCHECK .*CMD (\[.*\])$/m.exec(dockerfile)![1]!) as string[];
    expect(program).toBe('node');
    const tls = ownCertificate(folder);
    const check = (env: Env) => {
      const child = spawn(process.execPath, args, { env: environment(env) });
      return new Promise((resolve) => child.once('exit', resolve));
    };
    for (const env of [{}, tls]) {
      const service = await runService(env);
      expect(service.output()).toContain(env === tls ? 'https://' : 'http://');
      const DAEMON_PORT = /:(\d+)/.exec(service.output())![1]!;
      expect(await check({ ...env, DAEMON_PORT })).toBe(0);
      await service.stop();
      expect(await check({ ...env, DAEMON_PORT })).toBe(1);
    }
  });
});
