// The console of a host over HTTP, on a directory with two sites.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClock, type TestClock } from '../../../../packages/kit/tests/test-clock.ts';
import { openDirectory, type Directory } from '../directory.ts';
import { openSealingKey } from '../sealing-key.ts';
import { createConsole } from './console.ts';
import { hashPassword } from '#kit/password';

const PASSWORD = 'a long password';
const CHEAP = { N: 1024, r: 8, p: 1 };
const [ONE, OTHER] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
let dataDir: string;
let directory: Directory;
let server: FastifyInstance;
let clock: TestClock;
let cookie: string;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'host-console-'));
  directory = openDirectory(dataDir, openSealingKey(join(dataDir, 'sealing-key'), { mustExist: false }));
  clock = testClock(Date.parse('2026-01-02T12:00:00Z'));
  for (const [siteId, name] of [
    [ONE, 'Galerie <b>Eins</b>'],
    [OTHER, 'Galerie Zwei'],
  ] as const) {
    directory.connect(
      siteId,
      () => ({
        siteId,
        siteUrl: `https://${siteId === ONE ? 'one' : 'two'}.example`,
        name,
        secret: Buffer.alloc(32, 1).toString('base64'),
        registryUrl: 'https://registry.example/api/v1',
        apiKey: 'areg_secret',
        webhookSecret: null,
        formerWebhookSecret: null,
        pairedAt: '2026-01-01T00:00:00Z',
      }),
      {
        cell: 1,
        platform: 'wordpress',
        plugin_version: '1.0.0',
        environment: 'production',
        pairing: 'begun',
      },
    );
  }
  directory.ofCell(1).observe('2026-01-02T11:45:00Z', [
    {
      site_id: ONE,
      organization: 'eins',
      carrier: 'mailbox',
      problem: 'The site answered 500.',
      waiting: 12,
      works: 40,
      last_contact_at: '2026-01-02T11:57:00Z',
    },
  ]);
  server = createConsole({
    directory,
    passwordHash: await hashPassword(PASSWORD, CHEAP),
    trustedProxies: [],
    clock,
    log: pino({ level: 'silent' }),
  });
  cookie = '';
});
afterEach(async () => {
  await server.close();
  directory.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function get(url: string, headers: { [name: string]: string } = {}) {
  const answer = await server.inject({ url, headers: { cookie, ...headers } });
  const given = answer.headers['set-cookie'];
  if (given !== undefined) cookie = String(given).split(';')[0]!;
  return answer;
}
async function post(url: string, fields: { [name: string]: string }, headers: object = {}) {
  const answer = await server.inject({
    method: 'POST',
    url,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
  const given = answer.headers['set-cookie'];
  if (given !== undefined) cookie = String(given).split(';')[0]!;
  return answer;
}
const tokenIn = (page: { body: string }) => /name="token" value="([^"]+)"/.exec(page.body)![1]!;
async function signIn() {
  const token = tokenIn(await get('/login'));
  expect(await post('/login', { token, password: PASSWORD })).toMatchObject({ statusCode: 303 });
}

test('without the password there is nothing to see, and a wrong one opens nothing', async () => {
  for (const url of ['/', `/sites/${ONE}`, `/sites/${ONE}/remove`, '/elsewhere'])
    expect(await get(url)).toMatchObject({ statusCode: 303, headers: { location: '/login' } });
  const token = tokenIn(await get('/login'));
  expect(await post('/login', { token, password: 'wrong' })).toMatchObject({ statusCode: 403 });
  expect(await get('/')).toMatchObject({ statusCode: 303 });
  expect(await post(`/sites/${ONE}/remove`, { token })).toMatchObject({ statusCode: 303 });
  expect(directory.count()).toBe(2);
});

test('many wrong passwords have to wait, right ones as well', async () => {
  const token = tokenIn(await get('/login'));
  for (let times = 0; times < 10; times += 1) await post('/login', { token, password: 'wrong' });
  const refused = await post('/login', { token, password: PASSWORD });
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

test('right passwords are not counted', async () => {
  for (let times = 0; times < 12; times += 1) {
    await signIn();
    cookie = '';
  }
});

test('however many visitors come, nobody is signed out, and a form that is open still works', async () => {
  await signIn();
  const operator = cookie;
  cookie = '';
  const token = tokenIn(await get('/login'));
  for (let times = 0; times < 1100; times += 1) await server.inject({ url: '/login' });
  expect(await post('/login', { token, password: PASSWORD })).toMatchObject({ statusCode: 303 });
  cookie = operator;
  expect((await get('/')).statusCode).toBe(200);
});

test('sites are listed with state, queue, contact and problem, escaped, and without a key', async () => {
  await signIn();
  const page = await get('/');
  expect(page.body).toContain('Galerie &lt;b&gt;Eins');
  expect(page.body).toContain('has a problem');
  expect(page.body).toContain('The site answered 500.');
  expect(page.body).toContain('3 minutes ago');
  expect(page.body).toContain('12, for 15 minutes');
  expect(page.body).toContain('no contact yet');
  expect(page.body).not.toMatch(/areg_|AQEB|<script|sealed/);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  const found = await get('/?q=two.example');
  expect(found.body).toContain('Galerie Zwei');
  expect(found.body).not.toContain('Eins');
  expect((await get('/?q=nobody')).body).toContain('No site was found.');
});

test('a site is paused, resumed and removed, each after a question', async () => {
  await signIn();
  expect((await get(`/sites/${ONE}`)).body).toContain('never reached it there');
  for (const [action, state] of [
    ['pause', 'paused'],
    ['resume', 'served'],
  ] as const) {
    const token = tokenIn(await get(`/sites/${ONE}/${action}`));
    expect((await post(`/sites/${ONE}/${action}`, { token })).headers['location']).toBe(`/sites/${ONE}`);
    expect(directory.findRow(ONE)).toMatchObject({ state });
  }
  const question = await get(`/sites/${ONE}/remove`);
  expect(question.body).toContain('This destroys the key');
  expect(directory.count()).toBe(2);
  await post(`/sites/${ONE}/remove`, { token: tokenIn(question) });
  expect(directory.findRow(ONE)).toBeUndefined();
  expect((await get(`/sites/${ONE}`)).statusCode).toBe(404);
});

test('a form without its token, or from another site, does nothing', async () => {
  await signIn();
  const token = tokenIn(await get(`/sites/${ONE}/remove`));
  expect((await post(`/sites/${ONE}/remove`, {})).statusCode).toBe(403);
  expect((await post(`/sites/${ONE}/remove`, { token: 'x'.repeat(token.length) })).statusCode).toBe(403);
  const elsewhere = { 'sec-fetch-site': 'cross-site' };
  expect((await post(`/sites/${ONE}/remove`, { token }, elsewhere)).statusCode).toBe(403);
  expect((await post(`/sites/${ONE}/constructor`, { token })).statusCode).toBe(404);
  expect(directory.count()).toBe(2);
});

test('a session ends by signing out, and after an hour without use', async () => {
  await signIn();
  const before = cookie;
  const token = tokenIn(await get('/'));
  await post('/logout', { token });
  cookie = before;
  expect((await get('/')).statusCode).toBe(303);
  await signIn();
  await clock.tick(3600_001);
  expect((await get('/')).statusCode).toBe(303);
});

test('over a connection that others can read it does not even ask', async () => {
  const answer = await server.inject({ url: '/login', remoteAddress: '192.0.2.7' });
  expect(answer.statusCode).toBe(403);
  expect(answer.body).not.toContain('password"');
});

test('behind a proxy that the host does not know nobody signs in, so that a stranger locks nobody out', async () => {
  const token = tokenIn(await get('/login'));
  const proxied = { 'x-forwarded-for': '192.0.2.7' };
  for (let times = 0; times < 20; times += 1) {
    const refused = await post('/login', { token, password: 'wrong' }, proxied);
    expect(refused.statusCode).toBe(403);
    expect(refused.body).toContain('DAEMON_TRUSTED_PROXIES');
  }
  expect(await post('/login', { token, password: PASSWORD })).toMatchObject({ statusCode: 303 });
});

test('behind a proxy that it knows each sender has wrong passwords of its own', async () => {
  const known = createConsole({
    directory,
    passwordHash: await hashPassword(PASSWORD, CHEAP),
    trustedProxies: ['127.0.0.1'],
    clock,
    log: pino({ level: 'silent' }),
  });
  const from = (sender: string) => ({ 'x-forwarded-for': sender, 'x-forwarded-proto': 'https' });
  const form = await known.inject({ url: '/login', headers: from('192.0.2.7') });
  const visitor = String(form.headers['set-cookie']).split(';')[0]!;
  const tryOne = async (sender: string, password: string) =>
    (
      await known.inject({
        method: 'POST',
        url: '/login',
        headers: { ...from(sender), cookie: visitor, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ token: tokenIn(form), password }).toString(),
      })
    ).statusCode;
  for (let times = 0; times < 11; times += 1) await tryOne('192.0.2.7', 'wrong');
  expect([await tryOne('192.0.2.7', PASSWORD), await tryOne('192.0.2.8', PASSWORD)]).toEqual([429, 303]);
  await known.close();
});
