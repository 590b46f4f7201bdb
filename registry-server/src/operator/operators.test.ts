// Operators with names and roles, and the list of what was done.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../domain/operator-password.ts';
import type { OperatorRole } from '../storage/operator-records.ts';
import { addApiKey } from '../../tests/support/publishers.ts';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { TestRegistry } from '../../tests/support/test-registry.ts';

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
      ['carla', 'webhooks pause', 'refused'],
      ['carla', 'sign in', 'done'],
      ['anna', 'webhooks pause', 'done'],
      ['anna', 'sign in', 'done'],
    ]);
    expect(actions[2]).toMatchObject({ via: 'console', details: JSON.stringify({ id }) });
    expect(JSON.stringify(actions)).not.toMatch(/token|password/);
    const page = await get('/actions?operator=anna&text=pause', anna);
    expect(page.body.match(/webhooks pause/g)).toHaveLength(1);
    expect(page.body).toContain(id);
  });

  it('keeps an action that was cut off, without an outcome, and goes on in pages', async () => {
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
