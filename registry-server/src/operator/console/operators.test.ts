// Operators with names and roles, and the list of what was done.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '#kit/password';
import type { OperatorRole } from '../../storage/operator-records.ts';
import { certificateInput } from '../../../tests/support/certificates.ts';
import { addAccessRequest, addApiKey } from '../../../tests/support/publishers.ts';
import { startTestRegistry } from '../../../tests/support/test-registry.ts';
import type { TestRegistry } from '../../../tests/support/test-registry.ts';

const PASSWORD = 'a long enough password';
const hash = await hashPassword(PASSWORD);

let registry: TestRegistry;
beforeEach(async () => {
  registry = await startTestRegistry();
});
afterEach(() => registry.close());

const get = (path: string, cookie = '') =>
  registry.app.inject({ method: 'GET', url: `/operator${path}`, headers: { cookie } });
const post = (path: string, fields: Record<string, string>, cookie: string) =>
  registry.app.inject({
    method: 'POST',
    url: `/operator${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    payload: new URLSearchParams(fields).toString(),
  });
type Page = Awaited<ReturnType<typeof get>>;
const cookieOf = (page: Page) =>
  `registry_operator=${page.cookies.findLast(({ name }) => name === 'registry_operator')?.value ?? ''}`;
const tokenIn = (page: Page) => /name="token"\s+value="([\w-]+)"/.exec(page.body)?.[1] ?? '';

const add = (name: string, role: OperatorRole) =>
  registry.storage.insertOperator({ name, role, passwordHash: hash });

async function signIn(name: string, password = PASSWORD): Promise<Page> {
  const form = await get('/login');
  return post('/login', { name, password, token: tokenIn(form) }, cookieOf(form));
}

async function sessionOf(name: string): Promise<string> {
  const page = await signIn(name);
  expect(page.statusCode).toBe(303);
  return cookieOf(page);
}

async function aWebhook(): Promise<string> {
  const organization = (await registry.storage.listOrganizations())[0]!;
  const endpoint = {
    organizationId: organization.id,
    url: 'https://shop.example/hook',
    events: ['*' as const],
  };
  return (await registry.storage.insertWebhook({ ...endpoint, secret: 'sealed' })).id;
}

/** The button of a form on the webhooks' page, sent. */
async function pause(id: string, cookie: string): Promise<Page> {
  const page = await get('/webhooks', cookie);
  return post(`/webhooks/${id}/pause`, { token: tokenIn(page) }, cookie);
}

describe('an operator with a name', () => {
  it('signs in with name and password, and with neither alone', async () => {
    expect((await get('/login')).statusCode).toBe(403);
    await add('anna', 'operate');
    expect((await get('/login')).statusCode).toBe(200);
    for (const [name, password] of [
      ['anna', 'another long password'],
      ['bert', PASSWORD],
      ['', PASSWORD],
    ] as const)
      expect((await signIn(name, password)).statusCode).toBe(403);
    expect((await get('', await sessionOf('anna'))).body).toContain('anna');
  });

  it('is out at once when removed, or when the password is changed', async () => {
    await add('anna', 'operate');
    await add('bert', 'operate');
    const [anna, bert] = [await sessionOf('anna'), await sessionOf('bert')];
    await registry.storage.removeOperator('anna');
    await registry.storage.updateOperator('bert', {
      passwordHash: await hashPassword('a new long password'),
    });
    for (const cookie of [anna, bert]) expect((await get('', cookie)).statusCode).toBe(303);
  });
});

describe('a role', () => {
  it('that only looks sees every page, and changes nothing', async () => {
    await add('carla', 'look');
    const [id, carla] = [await aWebhook(), await sessionOf('carla')];
    const page = await get('/webhooks', carla);
    expect(page.body).toContain('class="looks"');
    const refused = await pause(id, carla);
    expect(refused.statusCode).toBe(403);
    expect(refused.body).toContain('Nothing was changed');
    expect((await registry.storage.findWebhook(id))?.status).toBe('active');
  });

  it('that operates pauses a webhook, and revokes no key until it administers', async () => {
    await add('anna', 'operate');
    const [id, anna] = [await aWebhook(), await sessionOf('anna')];
    expect((await pause(id, anna)).statusCode).toBe(303);
    expect((await registry.storage.findWebhook(id))?.status).toBe('paused');
    const organization = (await registry.storage.listOrganizations())[0]!;
    const key = await addApiKey(registry.storage, organization.id);
    const revoke = async () => {
      const page = await get(`/organizations/${organization.slug}`, anna);
      const path = `/organizations/${organization.slug}/keys/${key.prefix}/revoke`;
      return (await post(path, { token: tokenIn(page) }, anna)).statusCode;
    };
    expect(await revoke()).toBe(403);
    await registry.storage.updateOperator('anna', { role: 'administer' });
    expect(await revoke()).toBe(303);
  });
});

describe('a form', () => {
  /** Where the forms of every page lead that change something. */
  async function formsFor(cookie: string, paths: string[]): Promise<{ action: string; token: string }[]> {
    const pages = await Promise.all(paths.map((path) => get(path, cookie)));
    return pages.flatMap((page) =>
      [...page.body.matchAll(/<form[^>]*method="post"[^>]*action="\/operator([^"]*)"/g)]
        .map(([, action = '']) => ({ action, token: tokenIn(page) }))
        .filter(({ action }) => action !== '/logout'),
    );
  }

  it('is shown only to those who may send it, and every form is there for an administrator', async () => {
    const { api } = await registry.organization('own');
    const { body } = await api('POST', '/artworks', { title: 'Irises', artist_name: 'Ana Brandt' });
    const id = body.registry_id as string;
    const issued = await registry.storage.issueCertificate(certificateInput(id));
    if (!issued.ok) throw new Error(issued.code);
    await addAccessRequest(registry.storage);
    await aWebhook();
    const [request] = await registry.storage.listAccessRequests('queued');
    const paths = [
      ...['/organizations', '/organizations/own', '/profiles/own-gallery', `/works?id=${id}`],
      ...['/artists?id=ana-brandt', '/webhooks', `/access-requests/${request!.id}`, '/people'],
    ];
    await add('anna', 'operate');
    await add('bert', 'administer');
    const [anna, bert] = [await sessionOf('anna'), await sessionOf('bert')];
    const ofBert = await formsFor(bert, paths);
    const named = ofBert.map(({ action }) => action.replaceAll(/[\w-]{30,}|AREG-\d+|areg_\w+/g, 'ID'));
    expect([...new Set(named)].sort()).toEqual([
      '/access-requests/ID/approve',
      '/access-requests/ID/approve-new',
      '/access-requests/ID/reject',
      '/artists/ana-brandt/facts',
      '/artists/ana-brandt/merge',
      '/artists/ana-brandt/rename',
      '/certificates/ID/withdraw',
      '/organizations',
      '/organizations/own/deactivate',
      '/organizations/own/erase',
      '/organizations/own/export',
      '/organizations/own/keys',
      '/organizations/own/keys/ID',
      '/organizations/own/keys/ID/revoke',
      '/organizations/own/profiles',
      '/organizations/own/webhooks',
      '/people/erase',
      '/people/export',
      '/profiles/own-gallery',
      '/profiles/own-gallery/slug',
      '/webhooks/ID/pause',
      '/webhooks/ID/rotate',
      '/webhooks/ID/test',
      '/works/ID/transfer',
      '/works/ID/withdraw',
    ]);
    const ofAnna = await formsFor(anna, paths);
    const shown = new Set(ofAnna.map(({ action }) => action));
    for (const { action, token } of ofAnna)
      expect([action, (await post(action, { token }, anna)).statusCode]).not.toEqual([action, 403]);
    const { token } = ofAnna[0]!;
    for (const { action } of ofBert)
      if (!shown.has(action))
        expect([action, (await post(action, { token }, anna)).statusCode]).toEqual([action, 403]);
    expect(shown.size).toBe(8);
  });
});

describe('the list of actions', () => {
  it('says who did what, where, when, and what became of it, and holds no secret', async () => {
    await add('anna', 'operate');
    await add('carla', 'look');
    const id = await aWebhook();
    const anna = await sessionOf('anna');
    await pause(id, anna);
    await pause(id, await sessionOf('carla'));
    const actions = await registry.storage.listActions({ limit: 10 });
    expect(actions.map(({ operator, action, outcome }) => [operator, action, outcome])).toEqual([
      ['carla', 'webhook pause', 'refused'],
      ['carla', 'sign in', 'done'],
      ['anna', 'webhook pause', 'done'],
      ['anna', 'sign in', 'done'],
    ]);
    expect(actions[2]).toMatchObject({ via: 'console', details: JSON.stringify({ id }) });
    expect(JSON.stringify(actions)).not.toMatch(/token|password/);
    const page = await get('/actions?operator=anna&text=pause', anna);
    expect(page.body.match(/webhook pause/g)).toHaveLength(1);
    expect(page.body).toContain(id);
  });

  it('keeps an action that was cut off, without an outcome, and continues in pages', async () => {
    await add('anna', 'look');
    const entry = {
      operator: 'bert',
      via: 'command' as const,
      action: 'key create',
      details: '{"org":"<b>"}',
      organizationId: null,
      requestId: null,
    };
    for (let count = 0; count < 60; count += 1) await registry.storage.beginAction(entry);
    const anna = await sessionOf('anna');
    const first = await get('/actions', anna);
    expect(first.body).toContain('not ended');
    expect(first.body).toContain('&lt;b&gt;');
    const older = /href="\/operator(\/actions\?[^"]*before=[^"]*)"/.exec(first.body)![1]!;
    const second = await get(older.replaceAll('&amp;', '&'), anna);
    expect(second.body.match(/key create/g)).toHaveLength(11);
    expect(second.body).not.toContain('Older actions');
  });
});
