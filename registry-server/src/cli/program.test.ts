import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openCommandLine, typeAlone } from '../../tests/support/command-line.ts';
import { startReceiver } from '../../tests/support/https-receiver.ts';
import type { Receiver } from '../../tests/support/https-receiver.ts';

const MAIN = join(import.meta.dirname, '..', 'main.ts');
const commands = openCommandLine(MAIN);
// Generous, so that only a hang is a failure.
vi.setConfig({ testTimeout: 90_000 });
let folder: string;
let receiver: Receiver;
let env: Record<string, string | undefined>;
let server: ChildProcess;
let lines: string[];
let api: string;
let key: { api_key: string; prefix: string };

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests assert the shape of what they read
type Json = any;
const run = (...args: string[]) => commands.type(args, { ...process.env, ...env });
async function refusal(...args: string[]): Promise<unknown[]> {
  const { code, stderr } = await run(...args, '--json');
  return [code, JSON.parse(stderr).error.code];
}
async function json(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--json');
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  expect(stdout.trim().split('\n')).toHaveLength(1);
  return JSON.parse(stdout);
}
const call = (path: string, init: RequestInit = {}) =>
  fetch(`${api}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key.api_key}`, 'content-type': 'application/json' },
  });
const post = async (path: string, body: object) =>
  (await call(path, { method: 'POST', body: JSON.stringify(body) })).json() as Promise<Json>;
async function until(condition: () => boolean | Promise<boolean>, ms = 25_000): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('waited too long');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-cli-'));
  receiver = await startReceiver(folder);
  env = {
    REGISTRY_DATA_DIR: join(folder, 'data'),
    REGISTRY_WEBHOOK_ALLOW_HOSTS: receiver.host,
    REGISTRY_WEBHOOK_CA: receiver.caFile,
    REGISTRY_PORT: undefined,
    REGISTRY_PUBLIC_URL: undefined,
    REGISTRY_HOST: undefined,
    DATABASE_URL: undefined,
  };
  server = spawn(process.execPath, [MAIN, 'serve', '--port', '0'], { env: { ...process.env, ...env } });
  lines = [];
  server.stdout?.on('data', (chunk: Buffer) => lines.push(...chunk.toString().split('\n').filter(Boolean)));
  await until(() => lines.length > 0);
  api = `${/http:\/\/127\.0\.0\.1:\d+/.exec(lines[0] ?? '')?.[0]}/api/v1`;
  expect(await json('org', 'create', '--slug', 'own', '--name', 'Own')).toEqual({
    organization: { slug: 'own', name: 'Own', status: 'active' },
  });
  expect(
    await json(
      'profile',
      'create',
      '--org',
      'own',
      '--type',
      'gallery',
      '--slug',
      'own-gallery',
      '--name',
      'Own',
      '--city',
      'Bern',
    ),
  ).toMatchObject({
    profile: { type: 'gallery', slug: 'own-gallery', city: 'Bern', country: null },
  });
  key = await json('key', 'create', '--org', 'own', '--scopes', 'artworks:read,artworks:write');
}, 30_000);
afterAll(async () => {
  server.kill('SIGKILL');
  await commands.close();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the command line beside a running server', () => {
  it('says first where the server listens', () => {
    expect(lines[0]).toMatch(/^registry listening on http:\/\/127\.0\.0\.1:\d+$/);
  });
  it('makes keys that work at once and stop within two seconds', async () => {
    expect(key.api_key).toMatch(/^areg_[0-9A-Za-z]{38}$/);
    const second = await json(
      'key',
      'create',
      '--org',
      'own',
      '--scopes',
      'artworks:read',
      '--expires',
      '2030-01-01T00:00:00+01:00',
    );
    expect(second).toMatchObject({ scopes: ['artworks:read'], expires_at: '2029-12-31T23:00:00.000000Z' });
    for (const never of ['2027-02-30T00:00:00Z', '9999-12-31T23:59:59-12:00', '1969-12-31T00:00:00Z'])
      expect((await run('key', 'update', '--prefix', second.prefix, '--expires', never)).code).toBe(2);
    const status = async () => (await fetch(api, { headers: { 'x-api-key': second.api_key } })).status;
    expect(await status()).toBe(200);
    await json('key', 'revoke', '--prefix', second.prefix);
    await until(async () => (await status()) === 401, 2000);
    const { keys } = await json('key', 'list', '--org', 'own');
    expect(keys).toMatchObject([
      { prefix: key.prefix, revoked: false },
      { prefix: second.prefix, revoked: true },
    ]);
    expect(JSON.stringify(keys)).not.toContain(second.api_key);
  });
  it('configures webhooks, withdraws and restores works, and shows what was sent', async () => {
    const hook = await json('webhook', 'create', '--org', 'own', '--url', receiver.url, '--events', 'all');
    expect(hook.signing_secret).toMatch(/^whsec_/);
    const { registry_id: id } = await post('/artworks', { title: 'A', artist_name: 'B' });
    expect(await json('artwork', 'withdraw', '--id', id)).toMatchObject({
      registry_id: id,
      public: false,
      withdrawn: true,
    });
    expect((await call(`/artworks/${id}`)).status).toBe(404);
    expect(await json('artwork', 'show', '--id', id)).toMatchObject({
      registry_id: id,
      withdrawn: true,
      organization: 'own',
    });
    expect(await json('artwork', 'restore', '--id', id)).toMatchObject({ public: true });
    const test = await json('webhook', 'test', '--id', hook.webhook_id);
    await until(() => receiver.received.length === 4);
    expect(receiver.received.map((entry) => entry.headers['x-registry-event']).sort()).toEqual([
      'artwork.created',
      'artwork.created',
      'artwork.removed',
      'webhook.test',
    ]);
    await until(async () =>
      (await json('webhook', 'deliveries', '--id', hook.webhook_id)).deliveries.every(
        (row: { status: string }) => row.status === 'delivered',
      ),
    );
    await json('webhook', 'replay', '--delivery', test.delivery_id);
    await until(() => receiver.received.length === 5);
    expect((await json('webhook', 'list', '--org', 'own')).webhooks).toMatchObject([
      { webhook_id: hook.webhook_id, url: receiver.url, status: 'active', consecutive_failures: 0 },
    ]);
    expect((await json('webhook', 'pause', '--id', hook.webhook_id)).webhook.status).toBe('paused');
    expect((await json('webhook', 'resume', '--id', hook.webhook_id)).webhook.status).toBe('active');
    expect((await json('webhook', 'rotate', '--id', hook.webhook_id)).signing_secret).not.toBe(
      hook.signing_secret,
    );
  });
  it('moves works, lists installations and switches organisations off', async () => {
    await json('org', 'create', '--slug', 'next', '--name', 'Next');
    await json(
      'profile',
      'create',
      '--org',
      'next',
      '--type',
      'collection',
      '--slug',
      'next-collection',
      '--name',
      'Next',
      '--country',
      'pe',
      '--show-country',
    );
    const { registry_id: id } = await post('/artworks', { title: 'Moving', artist_name: 'B' });
    expect(await json('artwork', 'transfer', '--id', id, '--profile', 'next-collection')).toMatchObject({
      organization: 'next',
      profile: 'next-collection',
    });
    expect(((await (await call(`/artworks/${id}`)).json()) as Json).data.location).toEqual({
      country: 'PE',
    });
    await json('profile', 'update', '--slug', 'next-collection', '--no-show-country');
    for (const country of ['Peru', 'P1'])
      expect(await refusal('profile', 'update', '--slug', 'next-collection', '--country', country)).toEqual([
        2,
        'usage',
      ]);
    expect(((await (await call(`/artworks/${id}`)).json()) as Json).data.location).toBeNull();
    const { installation_id } = await post('/integrations/connect', {
      platform: 'wix',
      site_url: 'https://a.example',
    });
    expect((await json('installation', 'list', '--org', 'own')).installations).toMatchObject([
      { installation_id, platform: 'wix' },
    ]);
    await json('org', 'deactivate', '--slug', 'own');
    // The server keeps a key it has looked up for at most two seconds.
    await vi.waitFor(async () => expect((await call('/')).status).toBe(403), 3000);
    expect((await json('org', 'list')).organizations).toContainEqual({
      slug: 'own',
      name: 'Own',
      status: 'inactive',
    });
    await json('org', 'activate', '--slug', 'own');
    await vi.waitFor(async () => expect((await call('/')).status).toBe(200), 3000);
  });
  it('changes organisations, keys and webhooks, deletes a webhook, and writes each down', async () => {
    await json('org', 'create', '--slug', 'changing', '--name', 'Before');
    expect(await json('org', 'update', '--slug', 'changing', '--name', 'After')).toEqual({
      organization: { slug: 'changing', name: 'After', status: 'active' },
    });
    const made = await json('key', 'create', '--org', 'changing', '--scopes', 'artworks:read');
    const update = ['key', 'update', '--prefix', made.prefix];
    expect(await refusal(...update)).toEqual([2, 'usage']);
    expect(await refusal(...update, '--rate-limit', 'much')).toEqual([2, 'usage']);
    expect(
      await json(...update, '--name', 'the shop', '--rate-limit', '7', '--expires', '2030-01-01T00:00:00Z'),
    ).toMatchObject({
      key: { name: 'the shop', rate_limit: 7, expires_at: '2030-01-01T00:00:00.000000Z', revoked: false },
    });
    const limited = await fetch(api, { headers: { 'x-api-key': made.api_key } });
    expect(limited.headers.get('x-ratelimit-limit')).toBe('7');
    expect(
      await json(...update, '--name', '', '--rate-limit', 'default', '--expires', 'never'),
    ).toMatchObject({
      key: { name: null, rate_limit: null, expires_at: null },
    });
    expect(await refusal('key', 'update', '--prefix', 'areg_none', '--name', 'x')).toEqual([
      1,
      'key_not_found',
    ]);

    const { webhook_id: id } = await json(
      ...['webhook', 'create', '--org', 'changing', '--url', receiver.url, '--events', 'all'],
    );
    const hook = ['webhook', 'update', '--id', id];
    expect(await refusal(...hook)).toEqual([2, 'usage']);
    expect(await refusal(...hook, '--url', 'http://10.0.0.1/')).toEqual([1, 'url_refused']);
    expect(await json(...hook, '--url', `${receiver.url}/new`, '--events', 'artwork.sold')).toMatchObject({
      webhook: { webhook_id: id, url: `${receiver.url}/new`, events: ['artwork.sold'], status: 'active' },
    });
    expect(await refusal('webhook', 'delete', '--id', id)).toEqual([1, 'not_confirmed']);
    expect(await json('webhook', 'delete', '--id', id, '--yes')).toEqual({ webhook_id: id, deleted: true });
    expect(await refusal('webhook', 'delete', '--id', id, '--yes')).toEqual([1, 'webhook_not_found']);
    const { actions } = await json('audit', '--limit', '30');
    const done = (actions as Json[]).filter((row) => row.outcome === 'done').map((row) => row.action);
    for (const name of ['org update', 'key update', 'webhook update', 'webhook delete'])
      expect(done).toContain(name);
  });
  it('switches the read keys of everybody off only where it is told so twice', async () => {
    const readers = ['org', 'deactivate', '--slug', 'public-readers'];
    expect(await refusal(...readers)).toEqual([1, 'not_confirmed']);
    expect((await json(...readers, '--yes')).organization.status).toBe('inactive');
    await json('org', 'activate', '--slug', 'public-readers');
  });
  it('decides about requests for access', async () => {
    const ask = (access_type: string) =>
      post('/integrations/access-requests', {
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        website: 'https://example.com',
        access_type,
        intended_use: 'Publishing the works of our gallery.',
      });
    const wanted = await ask('publishing');
    const unwanted = await ask('both');
    const { access_requests } = await json('access-request', 'list');
    expect(access_requests.map((row: Json) => row.id)).toEqual([wanted.request_id, unwanted.request_id]);
    expect((await json('access-request', 'show', '--id', wanted.request_id)).access_request).toMatchObject({
      status: 'queued',
      email: 'ada@example.com',
      intended_use: 'Publishing the works of our gallery.',
      decided_at: null,
    });
    expect((await json('doctor')).checks).toContainEqual(
      expect.objectContaining({ name: 'access requests', detail: expect.stringContaining('2 waiting') }),
    );
    const approve = ['access-request', 'approve', '--id', wanted.request_id, '--org', 'own'];
    const toReaders = await run(...approve.slice(0, -1), 'public-readers', '--json');
    expect(JSON.parse(toReaders.stderr).error.code).toBe('built_in');
    const made = await json(...approve);
    expect(made).toMatchObject({ scopes: ['artworks:write'], expires_at: null });
    const service = await fetch(`${api}/`, { headers: { 'x-api-key': made.api_key } });
    expect(((await service.json()) as Json).organization.slug).toBe('own');
    await json('access-request', 'reject', '--id', unwanted.request_id);
    for (const again of [approve, ['access-request', 'reject', '--id', wanted.request_id]]) {
      const { code, stderr } = await run(...again, '--json');
      expect([code, JSON.parse(stderr).error.code]).toEqual([1, 'access_request_decided']);
    }
    expect((await json('access-request', 'list')).access_requests).toEqual([]);
    expect(
      (await json('access-request', 'list', '--status', 'all')).access_requests.map(
        (row: Json) => row.status,
      ),
    ).toEqual(['approved', 'rejected']);
  });
  it('approves somebody new in one step, and shows no key that is claimed', async () => {
    const asked = await post('/integrations/access-requests', {
      name: 'Nora Neu',
      email: 'nora@example.com',
      organization: 'Galerie Neü & Söhne',
      website: 'https://example.com',
      access_type: 'both',
      intended_use: 'Publishing the works of our gallery.',
    });
    const { request_id, claim_token } = asked;
    const claim = () => post('/integrations/access-requests/claim', { request_id, claim_token });
    expect((await claim()).status).toBe('waiting');
    const approve = ['access-request', 'approve', '--id', request_id];
    for (const [more, code, error] of [
      [[], 2, 'usage'],
      [['--new-org', '--org', 'own'], 2, 'usage'],
      [['--org', 'own', '--city', 'Basel'], 2, 'usage'],
      [['--new-org', '--type', 'shop'], 2, 'usage'],
      [['--new-org', '--name', '画廊'], 2, 'usage'],
      [['--new-org', '--slug', 'own'], 1, 'slug_taken'],
    ] as const) {
      const refused = await run(...approve, ...more, '--json');
      expect([refused.code, JSON.parse(refused.stderr).error.code], more.join(' ')).toEqual([code, error]);
    }
    const made = await json(...approve, '--new-org', '--city', 'Basel');
    expect(made).toMatchObject({ api_key: null, organization: 'galerie-neu-sohne' });
    expect((await json('access-request', 'show', '--id', request_id)).access_request).toMatchObject({
      status: 'approved',
      sender: 'other',
    });
    const keys = (await json('key', 'list', '--org', 'galerie-neu-sohne')).keys;
    expect(keys).toMatchObject([{ prefix: made.prefix, scopes: ['artworks:read', 'artworks:write'] }]);
    const again = await run(...approve, '--org', 'own', '--json');
    expect(JSON.parse(again.stderr).error.code).toBe('access_request_decided');
  });
  it('imports works from a compressed file and counts what it did', async () => {
    const file = join(folder, 'works.ndjson.gz');
    const works = [
      { title: 'I1', artist_name: 'C' },
      { title: 'I2', artist_name: 'C' },
      { title: 'I1', artist_name: 'C' },
      { title: '' },
    ];
    writeFileSync(file, gzipSync(works.map((work) => JSON.stringify(work)).join('\n')));
    const first = await run('import', file, '--profile', 'own-gallery', '--json');
    expect(JSON.parse(first.stdout)).toEqual({
      imported: 2,
      duplicates: 1,
      replayed: 0,
      failed: 1,
    });
    expect(first.code).toBe(1);
  });
  it('imports a file of Windows, and a text with a line separator of Unicode is one line', async () => {
    const file = join(folder, 'windows.ndjson');
    const works = ['W1', 'W2'].map((title) => JSON.stringify({ title, artist_name: 'D' }));
    writeFileSync(file, `\ufeff${works.join('\r\n')}\r\n{"title":"W\u2028x","artist_name":"D"}\r\n{`);
    const { stdout, stderr } = await run('import', file, '--profile', 'own-gallery', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ imported: 2, failed: 2 });
    expect(stderr).toContain('line 3: title must not contain invisible characters');
    expect(stderr).toContain('line 4: ');
  });
  it('imports a file a second time without a second work, whatever tells its works apart', async () => {
    const file = join(folder, 'untitled.ndjson');
    const works = [1, 2, 3].map(() => JSON.stringify({ title: 'Untitled', artist_name: 'Ana' }));
    writeFileSync(file, works.join('\n'));
    const counts = { duplicates: 0, failed: 0 };
    expect(await json('import', file, '--profile', 'own-gallery')).toEqual({
      ...counts,
      imported: 3,
      replayed: 0,
    });
    expect(await json('import', file, '--profile', 'own-gallery')).toEqual({
      ...counts,
      imported: 0,
      replayed: 3,
    });
  });
  it('keeps the secret key to its owner, and the doctor says so', async () => {
    expect(statSync(join(folder, 'data', 'secret.key')).mode & 0o777).toBe(0o600);
    expect(await json('doctor')).toMatchObject({ ok: true });
  });
});

describe('errors of the command line', () => {
  it.each([
    [['org', 'create', '--slug', 'own', '--name', 'x'], 1, 'slug_taken'],
    [['org', 'create', '--slug', 'Not A Slug', '--name', 'x'], 2, 'usage'],
    [['org', 'create'], 2, 'usage'],
    [['nonsense'], 2, 'usage'],
    [['key', 'create', '--org', 'nobody', '--scopes', 'artworks:read'], 1, 'organization_not_found'],
    [['key', 'create', '--org', 'own', '--scopes', 'everything'], 2, 'usage'],
    [['key', 'revoke', '--prefix', 'areg_none'], 1, 'key_not_found'],
    [['webhook', 'create', '--org', 'own', '--url', 'http://x.example', '--events', 'all'], 1, 'url_refused'],
    [
      ['webhook', 'create', '--org', 'own', '--url', 'https://10.0.0.1/', '--events', 'all'],
      1,
      'url_refused',
    ],
    [['webhook', 'create', '--org', 'own', '--url', 'https://x.example', '--events', 'party'], 2, 'usage'],
    [['access-request', 'list', '--status', 'lost'], 2, 'usage'],
    [['access-request', 'show', '--id', 'none'], 1, 'access_request_not_found'],
    [['access-request', 'approve', '--id', 'none', '--org', 'own'], 1, 'access_request_not_found'],
    [['webhook', 'pause', '--id', 'none'], 1, 'webhook_not_found'],
    [['artwork', 'withdraw', '--id', 'AREG-1'], 1, 'artwork_not_found'],
    [['import', '/nowhere.ndjson', '--profile', 'own-gallery'], 1, 'failed'],
  ])('%j ends with %i and the code %s on stderr', async (args, code, name) => {
    const result = await run(...args, '--json');
    expect([result.code, result.stdout]).toEqual([code, '']);
    expect(JSON.parse(result.stderr).error.code).toBe(name);
  });
  it('every command explains itself', async () => {
    for (const args of [[], ['org'], ['key', 'create'], ['webhook', 'replay'], ['serve']]) {
      const { code, stdout } = await run(...args, '--help');
      expect([code, stdout.includes('Usage:')]).toEqual([0, true]);
    }
  });
  it('a used port names REGISTRY_PORT, a wrong setting its variable', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const own = env.REGISTRY_DATA_DIR;
    env.REGISTRY_DATA_DIR = join(folder, 'second');
    const args = ['serve', '--port', String((blocker.address() as AddressInfo).port)];
    const used = await typeAlone(MAIN, args, { env: { ...process.env, ...env } });
    // A server without its metrics would look ready, and be none: it does not start.
    const metrics = { REGISTRY_METRICS_PORT: args[2] };
    const ofMetrics = await typeAlone(MAIN, ['serve', '--port', '0'], {
      env: { ...process.env, ...env, ...metrics },
    });
    env.REGISTRY_DATA_DIR = own;
    blocker.close();
    expect([used.code, used.stderr.includes('REGISTRY_PORT')]).toEqual([1, true]);
    expect([ofMetrics.code, ofMetrics.stderr.includes('REGISTRY_METRICS_PORT')]).toEqual([1, true]);
    env.REGISTRY_RATE_LIMIT = 'many';
    const wrong = await run('org', 'list');
    delete env.REGISTRY_RATE_LIMIT;
    expect([wrong.code, wrong.stderr.includes('REGISTRY_RATE_LIMIT')]).toEqual([1, true]);
  });
});

it('serve stops on SIGTERM and logs no key', async () => {
  const closed = new Promise((resolve) => server.once('close', resolve));
  server.kill('SIGTERM');
  expect(await closed).toBe(0);
  expect(lines.join('\n')).not.toContain(key.api_key);
  expect(lines.join('\n')).not.toContain('whsec_');
});
