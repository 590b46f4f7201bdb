import { afterEach, describe, expect, it } from 'vitest';
import { UNPROVEN_SITE } from '@artwork-registry/contract';
import { makeOperatorLink } from '../../domain/access/operator-link.ts';
import { hashPassword } from '#kit/password';
import { startTestRegistry } from '../../../tests/support/test-registry.ts';
import { claimDeliveries, finishDelivery } from '../../../tests/support/deliveries.ts';
import type { TestOptions, TestRegistry } from '../../../tests/support/test-registry.ts';

const PASSWORD = 'correct horse battery';
const hash = await hashPassword(PASSWORD);

let registry: TestRegistry;
afterEach(() => registry.close());
// Of the visitor who opened the console with a link; none where it has a password.
let session: string | undefined;
const start = async (options: TestOptions = {}) => {
  registry = await startTestRegistry(options);
  session = undefined;
  if (options.operatorPasswordHash === undefined) session = await openWithLink();
};

const makeLink = async () =>
  (await makeOperatorLink(registry.storage, registry.clock.ms)).path.replace('/operator', '');
async function openWithLink(): Promise<string> {
  const page = await get(await makeLink(), {});
  expect([page.statusCode, page.headers.location]).toEqual([303, '/operator']);
  return cookieOf(page);
}

type Headers = Record<string, string>;
type Page = Awaited<ReturnType<typeof get>>;
const signedIn = (): Headers => (session === undefined ? {} : { cookie: session });
const get = (path: string, headers: Headers = signedIn(), remoteAddress = '127.0.0.1') =>
  registry.app.inject({ method: 'GET', url: `/operator${path}`, headers, remoteAddress });
const post = (path: string, fields: Record<string, string>, headers: Headers = {}) =>
  registry.app.inject({
    method: 'POST',
    url: `/operator${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
const cookieOf = (page: Page, name = 'registry_operator') =>
  `${name}=${page.cookies.findLast((cookie) => cookie.name === name)?.value ?? ''}`;
const tokenIn = (page: Page) => /name="token"\s+value="([\w-]+)"/.exec(page.body)?.[1] ?? '';

/** A page with a form, and what is needed to send that form. */
async function visit(path: string, cookie = session) {
  const page = await get(path, cookie === undefined ? {} : { cookie });
  return { page, cookie: cookie ?? cookieOf(page), token: tokenIn(page) };
}

async function signIn(): Promise<string> {
  const { cookie, token } = await visit('/login');
  const page = await post('/login', { password: PASSWORD, token }, { cookie });
  expect([page.statusCode, page.headers.location]).toEqual([303, '/operator']);
  return cookieOf(page);
}

async function askForAccess(fields: object = {}): Promise<string> {
  const body = {
    name: '<script>alert(1)</script>',
    email: 'ada@example.com',
    website: 'https://example.com/',
    access_type: 'publishing',
    intended_use: 'Publishing the works of "our" gallery & more.',
    ...fields,
  };
  return (await registry.client(null)('POST', '/integrations/access-requests', body)).body.request_id;
}

describe('the door of the console', () => {
  it.each([{}, { trustProxy: ['loopback'] }, { publicUrl: 'https://registry.example' }])(
    'without a password (%j) is shut to everybody, this machine and a proxy on it included',
    async (options) => {
      await start(options);
      for (const [headers, address] of [
        [{}, '127.0.0.1'],
        [{}, '192.0.2.1'],
        [{ host: '127.0.0.1:8787' }, '127.0.0.1'],
        [{ host: '[::1]:8787' }, '::1'],
        [{ host: 'rebound.example' }, '127.0.0.1'],
      ] as const) {
        for (const path of ['', '/organizations', '/login']) {
          const page = await get(path, headers, address);
          expect([page.statusCode, page.body.includes('<table')], JSON.stringify([headers, path])).toEqual([
            403,
            false,
          ]);
        }
      }
    },
  );
  it('opens to a link, once, within ten minutes, and never over a line that others can read', async () => {
    await start();
    const link = await makeLink();
    expect((await get(link, {}, '192.0.2.1')).statusCode).toBe(403);
    const head = { method: 'HEAD', url: `/operator${link}`, remoteAddress: '127.0.0.1' } as const;
    expect((await registry.app.inject(head)).statusCode).not.toBe(303);
    const page = await get(link, {});
    expect((await get('', { cookie: cookieOf(page) })).statusCode).toBe(200);
    expect((await get(link, {})).statusCode).toBe(403);
    expect((await get(`/open?token=opl_${'x'.repeat(43)}`, {})).statusCode).toBe(403);
    const late = await makeLink();
    registry.clock.ms += 10 * 60_000;
    expect((await get(late, {})).statusCode).toBe(403);
  });
  it('with a password asks for it, from loopback too, and never over a line that others can read', async () => {
    await start({ operatorPasswordHash: hash, trustProxy: ['10.0.0.1'] });
    for (const path of ['', '/organizations', '/deliveries', '/access-requests', '/webhooks']) {
      const page = await get(path);
      expect([page.statusCode, page.headers.location]).toEqual([303, '/operator/login']);
    }
    expect((await get('/login', {}, '192.0.2.1')).statusCode).toBe(403);
    const secure = await get('/login', { 'x-forwarded-proto': 'https' }, '10.0.0.1');
    expect([secure.statusCode, secure.cookies[0]?.secure]).toEqual([200, true]);
  });
  it('sends a strict policy, no script, and nothing to keep', async () => {
    await start();
    const page = await get('');
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(page.body).not.toMatch(/<script|javascript:| style="| on\w+="/);
  });
});

describe('signing in', () => {
  it('gives a cookie that scripts and other sites never get, and a new one each time', async () => {
    await start({ operatorPasswordHash: hash });
    const before = await visit('/login');
    const page = await post('/login', { password: PASSWORD, token: before.token }, { cookie: before.cookie });
    const [cookie] = page.cookies;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/operator' });
    expect(`registry_operator=${cookie?.value}`).not.toBe(before.cookie);
    expect((await get('', { cookie: before.cookie })).statusCode).toBe(303);
    expect((await get('', { cookie: cookieOf(page) })).statusCode).toBe(200);
  });
  it('ends after an hour without use, after twelve in any case, and with the button', async () => {
    await start({ operatorPasswordHash: hash });
    const idle = await signIn();
    registry.clock.ms += 59 * 60_000;
    expect((await get('', { cookie: idle })).statusCode).toBe(200);
    registry.clock.ms += 61 * 60_000;
    expect((await get('', { cookie: idle })).statusCode).toBe(303);

    let busy = await signIn();
    for (let hour = 0; hour < 13; hour += 1) {
      registry.clock.ms += 55 * 60_000;
      const page = await get('', { cookie: busy });
      expect(page.statusCode).toBe(200);
      busy = cookieOf(page);
    }
    registry.clock.ms += 55 * 60_000;
    expect((await get('', { cookie: busy })).statusCode).toBe(303);

    const left = await visit('', await signIn());
    const out = await post('/logout', { token: left.token }, { cookie: left.cookie });
    expect([out.statusCode, out.headers.location]).toEqual([303, '/operator/login']);
    expect(out.cookies).toMatchObject([{ name: 'registry_operator', value: '', path: '/operator' }]);
    expect(out.cookies[0]?.expires).toEqual(new Date(0));
  });
  it('refuses a wrong password five times, then everything for a while, the right one included', async () => {
    await start({ operatorPasswordHash: hash });
    const { cookie, token } = await visit('/login');
    const attempt = (password: string) => post('/login', { password, token }, { cookie });
    for (let count = 0; count < 5; count += 1) {
      const page = await attempt('wrong password');
      expect([page.statusCode, page.cookies]).toEqual([403, []]);
      expect(page.body).toContain('role="alert"');
    }
    const late = await attempt(PASSWORD);
    expect([late.statusCode, Number(late.headers['retry-after']) > 800]).toEqual([429, true]);
  });
  it('is open to a browser that signed in before, however many strangers guess', async () => {
    await start({ operatorPasswordHash: hash, trustProxy: ['127.0.0.1'] });
    const from = (address: string, cookie: string) => ({ cookie, 'x-forwarded-for': address });
    const { cookie, token } = await visit('/login');
    const known = await post('/login', { password: PASSWORD, token }, from('192.0.2.1', cookie));
    const device = cookieOf(known, 'registry_operator_device');
    const statuses = [];
    for (let sender = 0; sender < 40; sender += 1) {
      // A password that is too long is refused without the cost of a hash.
      const guess = { password: 'x'.repeat(1001), token };
      statuses.push((await post('/login', guess, from(`2001:db8:0:${sender}::1`, cookie))).statusCode);
    }
    expect(statuses.slice(-5)).toEqual([429, 429, 429, 429, 429]);
    const stranger = await post('/login', { password: PASSWORD, token }, from('198.51.100.9', cookie));
    expect(stranger.statusCode).toBe(429);
    const forged = `${cookie}; registry_operator_device=abc.def`;
    expect(
      (await post('/login', { password: PASSWORD, token }, from('198.51.100.9', forged))).statusCode,
    ).toBe(429);
    const again = await post(
      '/login',
      { password: PASSWORD, token },
      from('198.51.100.9', `${cookie}; ${device}`),
    );
    expect([again.statusCode, again.headers.location]).toEqual([303, '/operator']);
  });
  it('answers a form without password, or with two, like a wrong one', async () => {
    await start({ operatorPasswordHash: hash });
    const { cookie, token } = await visit('/login');
    expect((await post('/login', { token }, { cookie })).statusCode).toBe(403);
    const twice = await registry.app.inject({
      method: 'POST',
      url: '/operator/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
      payload: `token=${token}&password=a&password=b`,
    });
    expect(twice.statusCode).toBe(403);
  });
});

describe('a form of the console', () => {
  it('changes nothing without the token of this very visitor', async () => {
    await start();
    const own = await registry.organization('own');
    const revoke = `/organizations/own/keys/${own.prefix}/revoke`;
    const { cookie, token } = await visit('/organizations/own');
    const stranger = await visit('/organizations/own', await openWithLink());
    for (const [fields, headers] of [
      [{}, { cookie }],
      [{ token: 'x' }, { cookie }],
      [{ token: stranger.token }, { cookie }],
      [{ token }, {}],
      [{ token }, { cookie, 'sec-fetch-site': 'cross-site' }],
      [{ token }, { cookie, 'sec-fetch-site': 'same-site' }],
    ] as [Record<string, string>, Headers][]) {
      expect((await post(revoke, fields, headers)).statusCode).toBe(403);
    }
    const asJson = await registry.app.inject({
      method: 'POST',
      url: `/operator${revoke}`,
      headers: { cookie, 'content-type': 'text/plain' },
      payload: `token=${token}`,
    });
    expect(asJson.statusCode).toBe(415);
    expect((await own.api('GET', '/')).status).toBe(200);

    const done = await post(revoke, { token }, { cookie, 'sec-fetch-site': 'same-origin' });
    expect([done.statusCode, done.headers.location]).toEqual([
      303,
      '/operator/organizations/own?done=key-revoked',
    ]);
    expect((await own.api('GET', '/')).status).toBe(401);
  });
  it('revokes only a key of the organisation in its address', async () => {
    await start();
    const own = await registry.organization('own');
    await registry.organization('other');
    const { cookie, token } = await visit('/organizations/own');
    const wrong = await post(`/organizations/other/keys/${own.prefix}/revoke`, { token }, { cookie });
    expect([wrong.statusCode, (await own.api('GET', '/')).status]).toEqual([404, 200]);
  });
});

describe('the pages', () => {
  it('show what strangers wrote as text', async () => {
    await start();
    await registry.organization('own');
    const id = await askForAccess();
    for (const path of ['/access-requests', `/access-requests/${id}`]) {
      const { body } = await get(path);
      expect(body).not.toContain('<script>');
      expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    }
    const tricky = await get(`/deliveries?work=${encodeURIComponent('"><script>x')}&done=<b>&org=__proto__`);
    expect(tricky.statusCode).toBe(200);
    expect(tricky.body).toContain('value="&quot;&gt;&lt;script&gt;x"');
    expect((await get('/?done=toString')).body).not.toContain('role="status"');
  });
  it('approve a request with a key that works and is shown once, and never twice', async () => {
    await start();
    await registry.organization('own');
    const id = await askForAccess();
    const { cookie, token } = await visit(`/access-requests/${id}`);
    const approve = (organization: string) =>
      post(`/access-requests/${id}/approve`, { token, org: organization }, { cookie });
    // The second is not among the choices of the form, and a program can send it.
    for (const refused of ['nobody', 'public-readers']) expect((await approve(refused)).statusCode).toBe(422);
    const page = await approve('own');
    const key = /areg_\w{38}/.exec(page.body)?.[0] ?? '';
    expect((await registry.client(key)('GET', '/')).body.scopes).toEqual(['artworks:write']);
    const again = await approve('own');
    expect([again.statusCode, /areg_\w{38}/.test(again.body)]).toEqual([422, false]);
    expect((await get(`/access-requests/${id}`)).body).not.toContain(key);
  });
  it('approve a request for somebody new: organisation, profile and key in one step', async () => {
    await start();
    await registry.organization('taken');
    const id = await askForAccess();
    const { cookie, token, page } = await visit(`/access-requests/${id}`);
    expect(page.body).toContain('name="slug" value="script-alert-1-script"');
    const approve = (fields: object) =>
      post(
        `/access-requests/${id}/approve-new`,
        { token, slug: 'atelier', name: 'Atelier', type: 'gallery', city: 'Bern', ...fields },
        { cookie },
      );
    for (const wrong of [{ slug: 'No Slug' }, { slug: 'taken' }, { name: ' ' }, { type: 'shop' }])
      expect((await approve(wrong)).statusCode, JSON.stringify(wrong)).toBe(422);
    expect(await registry.storage.findOrganization('atelier')).toBeUndefined();
    const key = /areg_\w{38}/.exec((await approve({})).body)?.[0] ?? '';
    expect((await registry.client(key)('GET', '/')).body.organization.slug).toBe('atelier');
    expect(await registry.storage.findProfile('atelier')).toMatchObject({
      type: 'gallery',
      name: 'Atelier',
      city: 'Bern',
      website: 'https://example.com/',
    });
    expect((await approve({ slug: 'again' })).statusCode).toBe(422);
    expect(await registry.storage.findOrganization('again')).toBeUndefined();
  });
  it('show no key that the program which asked will fetch', async () => {
    await start();
    await registry.organization('own');
    const id = await askForAccess();
    await registry.storage.claimAccess(id);
    const { cookie, token, page: form } = await visit(`/access-requests/${id}`);
    expect(form.body).toContain('waits for the key');
    const page = await post(`/access-requests/${id}/approve`, { token, org: 'own' }, { cookie });
    expect([page.statusCode, /areg_\w{38}/.test(page.body)]).toEqual([200, false]);
    expect(page.body).toContain('There is nothing to send');
  });
  it.each([
    [{}, 'wordpress', 'nothing proves'],
    [{ syncServiceAddresses: ['127.0.0.1'] }, 'wordpress', 'which is connected to the website'],
    [{ syncServiceAddresses: ['127.0.0.1'] }, `wordpress${UNPROVEN_SITE}`, 'has not reached the website'],
    [{}, `wordpress${UNPROVEN_SITE}`, 'nothing proves'],
  ])('say who sent a request (%j, %s)', async (options, platform, words) => {
    await start(options);
    const id = await askForAccess({ platform });
    expect((await get(`/access-requests/${id}`)).body).toContain(words);
  });
  it('reject a request only with a reason, and keep it', async () => {
    await start();
    const id = await askForAccess();
    const { cookie, token } = await visit(`/access-requests/${id}`);
    const reject = (reason: string) => post(`/access-requests/${id}/reject`, { token, reason }, { cookie });
    expect((await reject('  ')).statusCode).toBe(422);
    expect((await reject('x'.repeat(501))).statusCode).toBe(422);
    expect((await reject('No gallery')).statusCode).toBe(303);
    expect(await registry.storage.findAccessRequest(id)).toMatchObject({
      status: 'rejected',
      reason: 'No gallery',
    });
  });
  it('pause, resume and test webhooks, find deliveries by work and send them again', async () => {
    await start();
    const { id: organizationId, api } = await registry.organization('own');
    const hook = await registry.storage.insertWebhook({
      organizationId,
      url: 'https://receiver.example/hook',
      events: ['*'],
      secret: 'sealed',
    });
    const { body } = await api('POST', '/artworks', { title: 'One', artist_name: 'Ana' });
    await api('POST', '/artworks', { title: 'Two', artist_name: 'Ana' });
    const { cookie, token } = await visit('/webhooks');
    const send = (path: string) => post(path, { token }, { cookie });
    await send(`/webhooks/${hook.id}/pause`);
    expect(await registry.storage.findWebhook(hook.id)).toMatchObject({ status: 'paused' });
    await send(`/webhooks/${hook.id}/resume`);
    expect(await registry.storage.findWebhook(hook.id)).toMatchObject({ status: 'active' });
    await send(`/webhooks/${hook.id}/test`);
    expect((await send('/webhooks/nobody/pause')).statusCode).toBe(404);

    const rows = async (query: string) =>
      ((await get(`/deliveries?${query}`)).body.match(/receiver\.example\/hook<\/span/g) ?? []).length;
    expect(await rows('')).toBe(3);
    expect(await rows(`work=${body.registry_id}`)).toBe(1);
    expect(await rows('event=webhook.test')).toBe(1);
    expect(await rows('org=own&status=pending')).toBe(3);
    expect(await rows('org=nobody')).toBe(0);

    for (const claim of await claimDeliveries(registry.storage, Date.now())) {
      await finishDelivery(registry.storage, claim, { kind: 'delivered', status: 200, durationMs: 3 });
    }
    const [found] = await registry.storage.searchDeliveries({ registryId: body.registry_id, limit: 1 });
    expect(found).toMatchObject({ status: 'delivered', attempts: 1, log: [{ status: 200, duration_ms: 3 }] });
    expect((await get('/webhooks')).body).toContain('Last 24 hours: 3 deliveries arrived, 0 failed');
    expect((await send(`/deliveries/${found?.id}/resend`)).statusCode).toBe(303);
    expect((await registry.storage.searchDeliveries({ deliveryId: found?.id, limit: 1 }))[0]).toMatchObject({
      status: 'pending',
      attempts: 0,
    });
  });
  it('page through many deliveries, newest first', async () => {
    await start();
    const { id: organizationId } = await registry.organization('own');
    const url = 'https://receiver.example/';
    const hook = await registry.storage.insertWebhook({ organizationId, url, events: ['*'], secret: 's' });
    for (let index = 0; index < 60; index += 1) await registry.storage.insertTestDelivery(hook.id);
    const first = (await get('/deliveries')).body;
    const older = /href="\/operator\/deliveries\?(before=\d+)"/.exec(first)?.[1] ?? '';
    const ids = (body: string) => body.match(/<code class="soft">[0-9a-f-]{36}/g) ?? [];
    const second = (await get(`/deliveries?${older}`)).body;
    expect([ids(first).length, ids(second).length]).toEqual([50, 10]);
    expect(new Set([...ids(first), ...ids(second)]).size).toBe(60);
    expect(second).not.toContain('Older deliveries');
  });
  it('say what is not there', async () => {
    await start();
    for (const path of ['/organizations/nobody', '/access-requests/none']) {
      const page = await get(path);
      expect([page.statusCode, page.body.includes('There is no')]).toEqual([404, true]);
    }
    expect((await get('/nonsense')).statusCode).toBe(404);
  });
});
