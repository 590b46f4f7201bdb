// The commands as a person types them, in processes of their own.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeRegistry } from '../../test-support/fake-registry.ts';
import { FakeSite } from '../../test-support/fake-site.ts';
import { sampleArtwork } from '../../test-support/sample-artwork.ts';
import { until } from '../../test-support/start-stage.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
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

const environment = (env: { [name: string]: string }) => ({
  ...process.env,
  DAEMON_DATA_DIR: join(folder, 'data'),
  DAEMON_PORT: '0',
  DAEMON_POLL_ACTIVE_MS: '50',
  ...env,
});

type Result = { code: number | null; out: string; err: string };
function command(args: string[], env: { [name: string]: string } = {}, input = ''): Promise<Result> {
  const child = spawn(process.execPath, [MAIN, ...args], { env: environment(env) });
  const result: Result = { code: null, out: '', err: '' };
  child.stdout.on('data', (chunk) => (result.out += chunk));
  child.stderr.on('data', (chunk) => (result.err += chunk));
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...result, code })));
}

async function runService() {
  const child = spawn(process.execPath, [MAIN, 'run'], { env: environment({}) });
  let out = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (out += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  services.push({ stop });
  await until(() => out.includes('\n'), 'the service speaks');
  return { output: () => out, stop };
}

const pairArgs = (...more: string[]) => ['pair', '--site', site.url, '--registry', registry.url, ...more];
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
  expect(secret.out).toContain(`/webhooks/registry/${site.siteId}`);
  expect((await command(['sync'])).code).toBe(0);
  expect((await command(['retry', '--id', '1'])).code).toBe(0);
  expect((await command(['unpair', '--site', site.url])).code).toBe(0);
  expect(JSON.parse((await command(['status', '--json'])).out)).toEqual({ sites: [] });
  expect((await command(['unpair', '--site', site.url])).code).toBe(1);
});

test('wrong usage ends with 2, help with 0, a port in use with 1 and the name of the setting', async () => {
  expect((await command(['pair'])).code).toBe(2);
  expect((await command(['dance'])).code).toBe(2);
  expect(await command(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('pair') });
  const blocker = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => blocker.once('listening', resolve));
  const { port } = blocker.address() as { port: number };
  const taken = await command(['run'], { DAEMON_PORT: String(port) });
  expect(taken).toMatchObject({ code: 1, err: expect.stringContaining('DAEMON_PORT') });
  blocker.close();
});
