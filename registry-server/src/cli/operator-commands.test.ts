import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signWebhook } from '@artwork-registry/contract';
import { isPassword } from '#kit/password';
import { openCommandLine } from '../../tests/support/command-line.ts';
import { startReceiver } from '../../tests/support/https-receiver.ts';
import type { Receiver } from '../../tests/support/https-receiver.ts';

const MAIN = join(import.meta.dirname, '..', 'main.ts');
const commands = openCommandLine(MAIN);
// Generous, so that only a hang is a failure.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests assert the shape of what they read
type Json = any;

let folder: string;
let receiver: Receiver;
let env: Record<string, string | undefined>;
let server: ChildProcess | undefined;
let api: string;
let apiKey: string;
let hookId: string;

const run = (args: string[], input = '') => commands.type(args, { ...process.env, ...env }, input);
async function json(...args: string[]): Promise<Json> {
  const { code, stdout, stderr } = await run([...args, '--json']);
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}${stdout}`);
  return JSON.parse(stdout);
}
async function refusal(...args: string[]): Promise<[number | null, string]> {
  const { code, stdout, stderr } = await run([...args, '--json']);
  expect(stdout).toBe('');
  return [code, JSON.parse(stderr).error.code];
}
async function call(method: string, path: string, body?: object): Promise<Json> {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.json();
}
const publish = async (title: string, artist_name = 'Ana Brandt') =>
  (await call('POST', '/artworks', { title, artist_name })).registry_id as string;
const numberOf = (id: string) => Number(id.split('-')[1]);
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await condition()).toBe(true), { timeout: 15_000, interval: 50 });
}
async function start(): Promise<void> {
  const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0'], { env: { ...process.env, ...env } });
  server = child;
  api = await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the server ended')));
    child.stdout.once('data', (chunk: Buffer) =>
      resolve(`${/http:\/\/\S+/.exec(chunk.toString())?.[0]}/api/v1`),
    );
  });
}
async function stop(): Promise<void> {
  // A test that failed while it was stopped did not start it again.
  if (server === undefined) return;
  const ended = new Promise((resolve) => server?.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
  server = undefined;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-operator-'));
  receiver = await startReceiver(folder);
  env = {
    REGISTRY_DATA_DIR: join(folder, 'data'),
    REGISTRY_WEBHOOK_ALLOW_HOSTS: receiver.host,
    REGISTRY_WEBHOOK_CA: receiver.caFile,
    REGISTRY_WEBHOOK_BACKOFF_SECONDS: '0,0,0,0,0',
    REGISTRY_PUBLIC_URL: undefined,
    // How many works are written during the backup depends on the machine.
    REGISTRY_RATE_LIMIT: '100000',
  };
  await start();
  await json('org', 'create', '--slug', 'own', '--name', 'Own');
  const profile = ['--type', 'gallery', '--slug', 'own', '--name', 'Own'];
  await json('profile', 'create', '--org', 'own', ...profile);
  const scopes = ['--scopes', 'artworks:read,artworks:write'];
  apiKey = (await json('key', 'create', '--org', 'own', ...scopes)).api_key;
  const hook = ['--org', 'own', '--url', receiver.url, '--events', 'all'];
  hookId = (await json('webhook', 'create', ...hook)).webhook_id;
});
afterAll(async () => {
  server?.kill('SIGKILL');
  await commands.close();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('beside a running server', () => {
  it('renames and merges artists, and issues certificates', async () => {
    const id = await publish('Sea');
    const other = await publish('Shore', 'Anna Brand');
    expect(await json('artist', 'rename', '--artist', 'ana-brandt', '--name', 'Ana Brandt-Vogel')).toEqual({
      artist: {
        id: expect.any(String),
        slug: 'ana-brandt',
        name: 'Ana Brandt-Vogel',
        artworks_count: 1,
      },
      updated_artworks: 1,
    });
    expect((await call('GET', `/artworks/${id}`)).data.artist.name).toBe('Ana Brandt-Vogel');
    expect(await json('artist', 'merge', '--from', 'anna-brand', '--into', 'ana-brandt')).toMatchObject({
      artist: { slug: 'ana-brandt', artworks_count: 2 },
      updated_artworks: 1,
    });
    expect((await call('GET', `/artworks/${other}`)).data.artist.slug).toBe('ana-brandt');
    expect((await call('GET', '/artists/anna-brand')).data.slug).toBe('ana-brandt');
    const issued = await json('certificate', 'issue', '--artwork', id, '--edition-number', '3');
    expect(issued).toMatchObject({
      registry_id: id,
      certificate_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      issued_at: expect.stringMatching(/Z$/),
      certificate: { status: 'valid', issuer: expect.any(String) },
    });
    const certificateId = String(issued['certificate_id']);
    const file = join(folder, 'certificate.json');
    writeFileSync(file, JSON.stringify(issued['certificate']));
    await json('certificate', 'rotate-key');
    expect(await json('certificate', 'verify', file)).toMatchObject({
      valid_signature: true,
      statement: { edition: { number: 3 } },
    });
    writeFileSync(file, JSON.stringify(issued['certificate']).replace('number\\":3', 'number\\":4'));
    expect(await refusal('certificate', 'verify', file)).toEqual([1, 'bad_signature']);
    const certificate = issued['certificate'] as Json;
    for (const change of [{ issuer: 'Another gallery' }, { registry_id: 'AREG-1' }, { id: 'f'.repeat(32) }]) {
      writeFileSync(file, JSON.stringify({ ...certificate, ...change }));
      expect(await refusal('certificate', 'verify', file)).toEqual([1, 'contradicts_statement']);
    }
    // Status and address are not signed, so false ones are not repeated.
    const links = { ...certificate.links, public_page: 'https://elsewhere.example/certificates/1' };
    writeFileSync(file, JSON.stringify({ ...certificate, links, status: 'superseded' }));
    const shown = (await run(['certificate', 'verify', file])).stdout;
    expect(shown).toContain(`it is valid; see ${certificate.links.public_page}`);
    expect(shown).toContain(', copy 3');
    expect(shown).not.toMatch(/superseded|elsewhere/);
    await json('certificate', 'withdraw', '--id', certificateId, '--reason', 'A mistake.');
    expect(await json('certificate', 'show', '--id', certificateId)).toMatchObject({
      certificate: { status: 'withdrawn' },
    });
    await until(() =>
      receiver.received.some((entry) => entry.headers['x-registry-event'] === 'certificate.created'),
    );
  });

  it('takes the word of a stolen signing key only for certificates that the registry lists', async () => {
    const id = await publish('Stolen key');
    const issued = (await json('certificate', 'issue', '--artwork', id))['certificate'] as Json;
    const file = join(folder, 'signed.json');
    const keysFile = join(folder, 'keys.json');
    writeFileSync(file, JSON.stringify(issued));
    const saveKeys = async () =>
      writeFileSync(
        keysFile,
        await (await fetch(`${new URL(api).origin}/.well-known/artwork-registry-keys.json`)).text(),
      );
    await saveKeys();
    expect((await run(['certificate', 'verify', file, '--keys', keysFile])).code).toBe(0);
    const revoked = await json('certificate', 'revoke-key', '--kid', issued.kid);
    expect(revoked).toMatchObject({ kid: issued.kid, signs_now: expect.not.stringContaining(issued.kid) });
    expect(await refusal('certificate', 'revoke-key', '--kid', 'unknown')).toEqual([1, 'key_not_found']);
    await saveKeys();
    expect(await refusal('certificate', 'verify', file, '--keys', keysFile)).toEqual([1, 'key_revoked']);
    expect(await json('certificate', 'verify', file)).toMatchObject({ valid_signature: true });
    // What a thief signs: the registry never issued it.
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const { x } = publicKey.export({ format: 'jwk' });
    const statement = JSON.stringify({ ...JSON.parse(issued.statement), id: 'e'.repeat(32), kid: 'thief' });
    const signature = sign(null, Buffer.from(statement), privateKey).toString('base64url');
    writeFileSync(
      file,
      JSON.stringify({
        ...issued,
        ...{ id: 'e'.repeat(32), kid: 'thief', statement, signature },
      }),
    );
    const key = { kty: 'OKP', crv: 'Ed25519', x, kid: 'thief', revoked_at: '2026-11-25T00:00:00Z' };
    writeFileSync(keysFile, JSON.stringify({ keys: [key] }));
    expect(await refusal('certificate', 'verify', file, '--keys', keysFile)).toEqual([1, 'key_revoked']);
    expect(await refusal('certificate', 'verify', file)).toEqual([1, 'unknown_key']);
  });

  it('shows each attempt with time, status and the beginning of the answer, and sends again since a time', async () => {
    // What the tests before it told must have arrived: two events that fail are more failures in a row than an endpoint may have.
    const waiting = async () =>
      (await json('webhook', 'deliveries', '--id', hookId, '--status', 'pending')).deliveries as Json[];
    await until(async () => (await waiting()).length === 0);
    receiver.answer((_received, response) => response.writeHead(500).end('\u001b[31mthe cellar is flooded'));
    const since = new Date().toISOString();
    const id = await publish('Fails');
    const failed = async () =>
      (await json('webhook', 'deliveries', '--id', hookId, '--artwork', id)).deliveries as Json[];
    await until(async () => (await failed())[0]?.status === 'failed');
    const [row] = await failed();
    expect(row).toMatchObject({
      event: 'artwork.created',
      registry_id: id,
      attempts: 6,
      last_status: 500,
      next_attempt_at: null,
      finished_at: expect.stringMatching(/Z$/),
    });
    expect(row.attempt_log).toHaveLength(6);
    expect(row.attempt_log[0]).toMatchObject({ at: expect.stringMatching(/Z$/), status: 500 });
    expect(row.attempt_log[0].answer).toContain('flooded');
    const shown = (await run(['webhook', 'deliveries', '--id', hookId, '--status', 'failed'])).stdout;
    expect(shown).toContain('flooded');
    // eslint-disable-next-line no-control-regex -- exactly that must not reach a terminal
    expect(shown).not.toMatch(/\u001b/);
    const doctor = await run(['doctor', '--json']);
    expect(doctor.code).toBe(1);
    expect(JSON.parse(doctor.stdout)).toMatchObject({
      ok: false,
      checks: expect.arrayContaining([expect.objectContaining({ name: 'webhook deliveries', ok: false })]),
    });

    receiver.answer((_received, response) => response.writeHead(200).end());
    expect(await json('webhook', 'replay', '--id', hookId, '--since', since, '--status', 'failed')).toEqual({
      webhook_id: hookId,
      replayed: 1,
    });
    await until(async () => (await failed())[0]?.status === 'delivered');
    expect((await failed())[0].attempts).toBe(1);
    expect((await json('doctor')).ok).toBe(true);
  });

  it('makes a whole copy while works are written, readable by its owner only', async () => {
    let isWriting = true;
    let written = 0;
    const writer = (async () => {
      while (isWriting) {
        await publish(`During the backup ${written}`);
        written += 1;
      }
    })();
    const file = join(folder, 'during.db');
    const before = numberOf(await publish('Before the backup'));
    const report = await json('backup', file);
    isWriting = false;
    await writer;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect([existsSync(`${file}-wal`), readdirSync(folder).filter((name) => name.endsWith('.part'))]).toEqual(
      [false, []],
    );
    const copy = new BetterSqlite(file, { readonly: true });
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(copy.prepare('SELECT count(*) FROM artworks').pluck().get()).toBe(report.works);
    expect(copy.prepare('SELECT max(number) FROM artworks').pluck().get()).toBeGreaterThanOrEqual(before);
    copy.close();
    expect(await refusal('backup', file)).toEqual([1, 'failed']);
    expect(await refusal('restore', file)).toEqual([1, 'server_running']);
  });
});

/** To its end: the test of the backup wrote as many works as there was time for. */
async function newestSeq(): Promise<number> {
  for (let seq = 0; ;) {
    const { data } = await call('GET', `/changes?after=${seq}&limit=100`);
    if (data.length === 0) return seq;
    seq = data.at(-1).seq;
  }
}

describe('restore', () => {
  it('gives out no Art ID twice, keeps times and the feed rising, and leaves webhooks paused', async () => {
    const file = join(folder, 'backup.db');
    await json('backup', file);
    const last = await publish('After the backup');
    const lastSeq = await newestSeq();
    const lastUpdate = (await call('GET', `/artworks/${last}`)).data.updated_at as string;
    const scopes = ['--scopes', 'artworks:read'];
    const stolen = await json('key', 'create', '--org', 'own', ...scopes);
    const early = await json('key', 'list', '--org', 'own');
    await stop();

    const report = await json('restore', file);
    expect(report).toMatchObject({ paused_webhooks: 1, replaced: expect.stringContaining('before-restore') });
    expect(numberOf(report.next_art_id_after)).toBeGreaterThanOrEqual(numberOf(last) + 1_000_000);
    expect(early.keys).toHaveLength(2);
    await start();
    expect((await call('GET', `/artworks/${last}`)).error.code).toBe('artwork_not_found');
    const next = await publish('After the restore');
    expect(numberOf(next)).toBe(numberOf(report.next_art_id_after) + 1);
    expect((await call('GET', `/artworks/${next}`)).data.updated_at > lastUpdate).toBe(true);
    const { data } = await call('GET', `/changes?after=${lastSeq}`);
    expect(data).toMatchObject([
      { op: 'remove', registry_id: last },
      { op: 'upsert', registry_id: next },
    ]);
    expect((await json('webhook', 'list', '--org', 'own')).webhooks).toMatchObject([{ status: 'paused' }]);
    expect((await json('key', 'list', '--org', 'own')).keys).not.toContainEqual(
      expect.objectContaining({ prefix: stolen.prefix }),
    );
    await json('webhook', 'resume', '--id', hookId);
  });
  it('keeps a key revoked that the replaced database knew as revoked', async () => {
    const made = await json('key', 'create', '--org', 'own', '--scopes', 'artworks:read');
    const file = join(folder, 'with-key.db');
    await json('backup', file);
    await json('key', 'revoke', '--prefix', made.prefix);
    await stop();
    expect(await json('restore', file)).toMatchObject({ carried_over: { api_keys: 1 } });
    await start();
    const { status } = await fetch(`${api}/`, { headers: { 'x-api-key': made.api_key } });
    expect(status).toBe(401);
    await json('webhook', 'resume', '--id', hookId);
  });
  it('on another machine needs nothing but the file, and the doctor misses the key of the secrets', async () => {
    const own = env.REGISTRY_DATA_DIR;
    env.REGISTRY_DATA_DIR = join(folder, 'elsewhere');
    expect(await json('restore', join(folder, 'backup.db'))).toMatchObject({ replaced: null });
    const { stdout, code } = await run(['doctor', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).checks).toContainEqual(
      expect.objectContaining({ name: 'encrypted secrets', ok: false }),
    );
    env.REGISTRY_DATA_DIR = own;
  });
  it('refuses what is not a backup, and changes nothing', async () => {
    const text = join(folder, 'text.db');
    writeFileSync(text, 'no database at all, but long enough to look at '.repeat(200));
    const foreign = join(folder, 'foreign.db');
    const db = new BetterSqlite(foreign);
    db.exec('CREATE TABLE other (id INTEGER)');
    db.close();
    expect(await refusal('restore', join(folder, 'nowhere.db'))).toEqual([1, 'backup_not_found']);
    expect(await refusal('restore', text)).toEqual([1, 'not_a_backup']);
    expect(await refusal('restore', foreign)).toEqual([1, 'not_a_backup']);
    expect(await refusal('restore', folder)).toEqual([1, 'not_a_backup']);
    const live = join(env.REGISTRY_DATA_DIR ?? '', 'registry.db');
    expect(await refusal('restore', live)).toEqual([1, 'backup_is_database']);
    expect(readdirSync(env.REGISTRY_DATA_DIR ?? '').filter((name) => name.includes('.restore'))).toEqual([]);
    expect((await call('GET', '/artworks')).pagination.total).toBeGreaterThan(0);
  });
});

describe('the doctor', () => {
  it('names a key file that others can read, an expired key, a paused webhook and a changed schema', async () => {
    const data = env.REGISTRY_DATA_DIR ?? '';
    chmodSync(join(data, 'secret.key'), 0o644);
    const soon = new Date(Date.now() + 1500).toISOString();
    const key = await json('key', 'create', '--org', 'own', '--scopes', 'artworks:read', '--expires', soon);
    await json('webhook', 'pause', '--id', hookId);
    await stop();
    const db = new BetterSqlite(join(data, 'registry.db'));
    db.exec('CREATE TABLE by_hand (id INTEGER)');
    db.prepare(`UPDATE counters SET value = ? WHERE name = 'clock'`).run((Date.now() + 3_600_000) * 1000);
    db.close();
    await until(() => Date.now() > Date.parse(soon));
    const { code, stdout } = await run(['doctor', '--json']);
    expect(code).toBe(1);
    const bad = (JSON.parse(stdout).checks as Json[]).filter((check) => !check.ok);
    expect(bad.map((check) => check.name)).toEqual([
      'secret key',
      'schema',
      'clock',
      'expired keys',
      'webhook of own',
    ]);
    expect(JSON.stringify(bad)).toContain(key.prefix);
    expect(JSON.stringify(bad)).not.toContain(key.api_key);
    const text = await run(['doctor']);
    expect(text.stdout).toMatch(/^BAD {2}clock: /m);
    expect(text.stdout).toMatch(/^ok {3}disk: /m);
  });
});

describe('webhook verify', () => {
  const secret = 'whsec_c2VjcmV0';
  const body = '{"object":"event"}\n';
  const check = (args: string[], input = `${secret}\n`) =>
    run(['webhook', 'verify', '--body', join(folder, 'body'), ...args, '--json'], input);
  const sign = (timestamp: number) =>
    `X-Registry-Timestamp: ${timestamp}\r\nX-Registry-Signature: ${signWebhook(secret, timestamp, body)}\r\n`;

  it('says whether a signature is right, and why not; opens no database', async () => {
    const own = env.REGISTRY_DATA_DIR;
    env.REGISTRY_DATA_DIR = join(folder, 'never-made');
    writeFileSync(join(folder, 'body'), body);
    const now = Math.floor(Date.now() / 1000);
    const headers = join(folder, 'headers');
    writeFileSync(headers, sign(now));
    const right = await check(['--headers', headers]);
    expect([right.code, JSON.parse(right.stdout)]).toMatchObject([0, { ok: true, reason: null }]);
    expect(right.stdout + right.stderr).not.toContain('c2VjcmV0');
    const wrong = await check(['--headers', headers], 'whsec_b3RoZXI=');
    expect([wrong.code, JSON.parse(wrong.stdout).reason]).toEqual([1, 'mismatch']);
    const old = now - 3600;
    writeFileSync(headers, sign(old));
    const stale = await check(['--headers', headers]);
    expect([stale.code, JSON.parse(stale.stdout).reason]).toEqual([1, 'stale']);
    const then = await check(['--headers', headers, '--at', new Date(old * 1000).toISOString()]);
    expect(JSON.parse(then.stdout)).toEqual({ ok: true, reason: null, age_seconds: 0 });
    const named = ['--timestamp', String(now), '--signature', signWebhook(secret, now, body)];
    expect((await check(named)).code).toBe(0);
    expect(JSON.parse((await check([])).stdout).reason).toBe('missing');
    expect((await check(named, '')).code).toBe(2);
    expect(existsSync(join(folder, 'never-made'))).toBe(false);
    env.REGISTRY_DATA_DIR = own;
  });
});

describe('operator password', () => {
  it('makes a hash that the server takes, and refuses a short password', async () => {
    const made = await run(['operator', 'password', '--json'], 'correct horse battery\n');
    const { password_hash: hash } = JSON.parse(made.stdout);
    expect([await isPassword('correct horse battery', hash), await isPassword('another', hash)]).toEqual([
      true,
      false,
    ]);
    expect((await run(['operator', 'password'], 'short')).code).toBe(2);
    env.REGISTRY_OPERATOR_PASSWORD_HASH = hash;
    expect((await run(['webhook', 'verify', '--help'])).code).toBe(0);
    env.REGISTRY_OPERATOR_PASSWORD_HASH = 'correct horse battery';
    const wrong = await run(['doctor']);
    delete env.REGISTRY_OPERATOR_PASSWORD_HASH;
    expect([wrong.code, wrong.stderr.includes('operator password')]).toEqual([1, true]);
    expect(wrong.stderr).not.toContain('horse');
  });
});

describe('errors', () => {
  it.each([
    [['artist', 'rename', '--artist', 'nobody', '--name', 'X'], 1, 'artist_not_found'],
    [['artist', 'rename', '--artist', 'ana-brandt', '--name', ' '], 2, 'usage'],
    [['artist', 'merge', '--from', 'anna-brand', '--into', 'ana-brandt'], 1, 'artist_same'],
    [['certificate', 'issue', '--artwork', 'AREG-1'], 1, 'artwork_not_found'],
    [['webhook', 'deliveries', '--id', 'none'], 1, 'webhook_not_found'],
    [['webhook', 'deliveries', '--id', 'none', '--limit', '0'], 1, 'webhook_not_found'],
    [['webhook', 'replay'], 2, 'usage'],
    [['webhook', 'replay', '--id', 'x', '--since', 'yesterday'], 2, 'usage'],
    [['webhook', 'replay', '--delivery', 'x', '--id', 'y'], 2, 'usage'],
    [['webhook', 'replay', '--delivery', 'x'], 1, 'delivery_not_found'],
    [['webhook', 'verify', '--body', '/nowhere', '--timestamp', '1', '--signature', 'x'], 2, 'usage'],
    [['installation', 'list', '--org', 'nobody'], 1, 'organization_not_found'],
    [['access-request', 'reject', '--id', 'x', '--reason', 'x'.repeat(501)], 2, 'usage'],
  ])('%j ends with %i and %s', async (args, code, name) => {
    expect(await refusal(...args)).toEqual([code, name]);
  });
});
