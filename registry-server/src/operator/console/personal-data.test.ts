// What an administrator gives out and erases in the console, as forms of a browser.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeOperatorLink } from '../../domain/access/operator-link.ts';
import { hashPassword } from '#kit/password';
import { addAccessRequest } from '../../../tests/support/publishers.ts';
import { startTestRegistry } from '../../../tests/support/test-registry.ts';
import type { TestRegistry } from '../../../tests/support/test-registry.ts';

let registry: TestRegistry;
let cookie: string;
beforeEach(async () => {
  registry = await startTestRegistry();
  const { path } = await makeOperatorLink(registry.storage, registry.clock.ms);
  cookie = cookieOf(await registry.app.inject({ method: 'GET', url: path }));
});
afterEach(() => registry.close());

type Page = Awaited<ReturnType<typeof get>>;
const cookieOf = ({ cookies }: Pick<Page, 'cookies'>) =>
  `registry_operator=${cookies.findLast(({ name }) => name === 'registry_operator')!.value}`;
const get = (path: string) =>
  registry.app.inject({ method: 'GET', url: `/operator${path}`, headers: { cookie } });
const tokenIn = ({ body }: Pick<Page, 'body'>) => /name="token"\s+value="([\w-]+)"/.exec(body)![1]!;
const post = (action: string, fields: Record<string, string>) =>
  registry.app.inject({
    method: 'POST',
    url: `/operator${action}`,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
/** Opens the page that has the form, and sends it. */
async function send(page: string, action: string, fields: Record<string, string>) {
  const shown = await get(page);
  expect(shown.body).toContain(`action="/operator${action}"`);
  return post(action, { ...fields, token: tokenIn(shown) });
}
const linesOf = ({ body }: Pick<Page, 'body'>) =>
  body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const lastAction = async () => (await registry.storage.listActions({ limit: 1 }))[0];

it('an organisation is given out as a file, and erased only once its short name was typed', async () => {
  const { api } = await registry.organization('own');
  const { body } = await api('POST', '/artworks', { title: 'Irises', artist_name: 'Vincent van Gogh' });
  const id = (body.data ?? body).registry_id as string;
  const page = '/organizations/own';

  const file = await send(page, `${page}/export`, {});
  expect(file.statusCode).toBe(200);
  expect(file.headers).toMatchObject({
    'content-disposition': 'attachment; filename="own.ndjson"',
    'cache-control': 'no-store',
  });
  expect(linesOf(file)).toContainEqual(expect.objectContaining({ object: 'artwork', title: 'Irises' }));
  expect(linesOf(file)[0]).toMatchObject({ object: 'organization', slug: 'own' });
  expect(await lastAction()).toMatchObject({ action: 'org export', outcome: 'done' });

  for (const confirm of ['', 'other']) {
    const refused = await send(page, `${page}/erase`, { confirm });
    expect([refused.statusCode, refused.body.includes('type its short name, own')]).toEqual([422, true]);
  }
  expect((await registry.app.inject(`/artworks/${id}`)).statusCode).toBe(200);
  expect(await lastAction()).toMatchObject({ action: 'org erase', outcome: 'refused' });

  const erased = await send(page, `${page}/erase`, { confirm: ' own ' });
  expect(erased.headers.location).toMatch(
    /^\/operator\/organizations\/erased-\w+\?done=organization-erased$/,
  );
  const after = await get(erased.headers.location!.replace('/operator', ''));
  expect(after.body).toContain('Its Art IDs stay, withdrawn.');
  expect((await registry.app.inject(`/artworks/${id}`)).statusCode).toBe(410);
  expect((await api('GET', '/artworks')).status).toBeGreaterThanOrEqual(401);
  expect((await get(page)).statusCode).toBe(404);
  expect(await lastAction()).toMatchObject({
    action: 'org erase',
    outcome: 'done',
    details: expect.not.stringMatching(/"own"/) as string,
  });
});

it('a person is given out and erased by the address, which no list of actions keeps', async () => {
  await addAccessRequest(registry.storage, { name: 'Ana Brandt', email: 'Ana@gallery.example' });
  const file = await send('/people', '/people/export', { email: 'ana@gallery.example ' });
  expect(file.headers['content-disposition']).toBe('attachment; filename="person.ndjson"');
  expect(linesOf(file)).toMatchObject([{ object: 'access_request', name: 'Ana Brandt' }]);
  for (const confirm of ['', 'somebody@else.example']) {
    const refused = await send('/people', '/people/erase', { email: 'ana@gallery.example', confirm });
    expect([refused.statusCode, refused.body.includes('type the same address twice')]).toEqual([422, true]);
  }
  const both = { email: 'ana@gallery.example', confirm: 'ana@gallery.example' };
  const erased = await send('/people', '/people/erase', both);
  expect(erased.headers.location).toBe('/operator/people?done=person-erased');
  expect(await registry.storage.listAccessRequests('queued')).toEqual([]);
  for (const action of ['export', 'erase']) {
    const nothing = await send('/people', `/people/${action}`, both);
    expect([nothing.statusCode, nothing.body.includes('Nothing is held')]).toEqual([422, true]);
  }
  const actions = JSON.stringify(await registry.storage.listActions({ limit: 50 }));
  expect(actions).toContain('person erase');
  expect(actions.toLowerCase()).not.toContain('ana@');
});

it('the read keys of everybody stay', async () => {
  await addAccessRequest(registry.storage, {
    name: 'A reader',
    email: 'reader@example.org',
    accessType: 'read',
  });
  const page = '/organizations/public-readers';
  const shown = await get(page);
  expect(shown.body).not.toContain('/erase"');
  const refused = await post(`${page}/erase`, { confirm: 'public-readers', token: tokenIn(shown) });
  expect([refused.statusCode, refused.body.includes('stays')]).toEqual([422, true]);
});

it('somebody who operates may neither give out nor erase', async () => {
  await registry.organization('own');
  const password = 'a long enough password';
  await registry.storage.insertOperator({
    name: 'olga',
    role: 'operate',
    passwordHash: await hashPassword(password),
  });
  cookie = '';
  const form = await get('/login');
  cookie = cookieOf(form);
  cookie = cookieOf(await post('/login', { name: 'olga', password, token: tokenIn(form) }));
  for (const [page, action] of [
    ['/organizations/own', '/organizations/own/export'],
    ['/organizations/own', '/organizations/own/erase'],
    ['/people', '/people/export'],
    ['/people', '/people/erase'],
  ] as const) {
    const shown = await get(page);
    expect(shown.body).not.toContain(`action="/operator${action}"`);
    const fields = { confirm: 'own', email: 'ana@gallery.example', token: tokenIn(shown) };
    const refused = await post(action, fields);
    expect([action, refused.statusCode, refused.body.includes('Your role does not allow this')]).toEqual([
      action,
      403,
      true,
    ]);
  }
  expect(await registry.storage.findOrganization('own')).toMatchObject({ status: 'active' });
});
