// What an administrator makes and takes away in the console, as forms of a browser.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { certificateInput } from '../../../tests/support/certificates.ts';
import { makeOperatorLink } from '../../domain/access/operator-link.ts';
import { startTestRegistry } from '../../../tests/support/test-registry.ts';
import type { TestRegistry } from '../../../tests/support/test-registry.ts';
import { OutcomeUnknown } from '../../storage/storage.ts';

let registry: TestRegistry;
let cookie: string;
beforeEach(async () => {
  registry = await startTestRegistry();
  const { path } = await makeOperatorLink(registry.storage, registry.clock.ms);
  const page = await registry.app.inject({ method: 'GET', url: path });
  cookie = `registry_operator=${page.cookies.findLast(({ name }) => name === 'registry_operator')!.value}`;
});
afterEach(() => registry.close());

const get = (path: string) =>
  registry.app.inject({ method: 'GET', url: `/operator${path}`, headers: { cookie } });

/** Opens the page that has the form, and sends it. */
async function send(page: string, action: string, fields: Record<string, string>) {
  const shown = await get(page);
  expect(shown.body).toContain(`action="/operator${action}"`);
  const token = /name="token"\s+value="([\w-]+)"/.exec(shown.body)![1]!;
  return registry.app.inject({
    method: 'POST',
    url: `/operator${action}`,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...fields, token }).toString(),
  });
}

const keyIn = (body: string) => /<code class="key">([^<]+)<\/code>/.exec(body)![1]!;

describe('a new gallery', () => {
  it('gets organisation, profile, key and webhook, and publishes with what was shown once', async () => {
    const made = await send('/organizations', '/organizations', { name: 'Galerie am See', slug: 'am-see' });
    expect(made.headers.location).toBe('/operator/organizations/am-see?done=organization-made');
    const page = '/organizations/am-see';
    const profile = { name: 'Galerie am See', slug: 'am-see', type: 'gallery', city: 'Zug' };
    expect((await send(page, `${page}/profiles`, profile)).statusCode).toBe(303);
    const scopes = { 'artworks:read': 'yes', 'artworks:write': 'yes' };
    const key = keyIn((await send(page, `${page}/keys`, { name: 'the shop', ...scopes })).body);
    const webhook = await send(page, `${page}/webhooks`, { url: 'https://shop.example/hook', events: 'all' });
    expect(keyIn(webhook.body)).toMatch(/^whsec_/);
    const published = await registry.client(key)('POST', '/artworks', {
      title: 'Irises',
      artist_name: 'Vincent van Gogh',
    });
    expect(published.status).toBe(201);
    expect((await get(page)).body).not.toContain(key);
    const actions = JSON.stringify(await registry.storage.listActions({ limit: 20 }));
    expect(actions).toContain('key create');
    expect(actions).not.toContain(key);
  });

  it.each([
    ['/organizations', '/organizations', { name: 'X', slug: 'Not A Slug' }, 'small letters'],
    ['/organizations', '/organizations', { name: 'X', slug: 'own' }, 'already taken'],
    ['/organizations/own', '/organizations/own/keys', { name: 'x' }, 'The scopes must be one or more'],
    [
      '/organizations/own',
      '/organizations/own/webhooks',
      { url: 'https://10.0.0.1/', events: 'all' },
      'local or reserved',
    ],
    [
      '/organizations/own',
      '/organizations/own/webhooks',
      { url: 'http://shop.example', events: 'all' },
      'https://',
    ],
    [
      '/organizations/own',
      '/organizations/own/profiles',
      { name: 'X', slug: 'x', type: 'gallery', country: 'Schweiz' },
      'The country must be two letters, such as CH.',
    ],
    [
      '/profiles/own-gallery',
      '/profiles/own-gallery',
      { name: 'X', country: 'C1' },
      'two letters, such as CH',
    ],
    [
      '/profiles/own-gallery',
      '/profiles/own-gallery',
      { name: 'Own\u202eyrellag' },
      'The name must not contain invisible characters or direction controls.',
    ],
    [
      '/profiles/own-gallery',
      '/profiles/own-gallery',
      { name: 'X', city: 'Basel\u2028' + 'and more' },
      'The city must not contain invisible characters',
    ],
  ])('%s refuses to send %s %j', async (page, action, fields, complaint) => {
    await registry.organization('own');
    const refused = await send(page, action, fields as Record<string, string>);
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain(complaint);
    expect((await registry.storage.listActions({ limit: 1 }))[0]?.outcome).toBe('refused');
  });
});

it('the country of a profile is two letters, in capitals', async () => {
  await registry.organization('own');
  await send('/profiles/own-gallery', '/profiles/own-gallery', { name: 'Own', country: ' ch ' });
  expect(await registry.storage.findProfile('own-gallery')).toMatchObject({ country: 'CH' });
});

it('of a field that is sent twice the last counts, and only forms are taken', async () => {
  const token = /name="token"\s+value="([\w-]+)"/.exec((await get('/organizations')).body)![1]!;
  const post = (payload: string, type = 'application/x-www-form-urlencoded') =>
    registry.app.inject({
      method: 'POST',
      url: '/operator/organizations',
      headers: { cookie, 'content-type': type },
      payload,
    });
  expect((await post(`name=A&name=B&slug=twice&token=${token}`)).statusCode).toBe(303);
  expect(await registry.storage.findOrganization('twice')).toMatchObject({ name: 'B' });
  expect((await post(JSON.stringify({ name: ['A'], token }), 'application/json')).statusCode).toBe(415);
});

it('an organisation is deactivated, and activated again', async () => {
  const { api } = await registry.organization('own');
  await send('/organizations/own', '/organizations/own/deactivate', {});
  expect((await api('GET', '/artworks')).status).toBe(403);
  await send('/organizations/own', '/organizations/own/activate', {});
  expect((await api('GET', '/artworks')).status).toBe(200);
});

it('the organisation with the read keys of everybody cannot be deactivated here', async () => {
  const page = '/organizations/public-readers';
  const shown = await get(page);
  expect(shown.body).not.toContain(`${page}/deactivate"`);
  const token = /name="token"\s+value="([\w-]+)"/.exec(shown.body)![1]!;
  const refused = await registry.app.inject({
    method: 'POST',
    url: `/operator${page}/deactivate`,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token }).toString(),
  });
  expect([refused.statusCode, refused.body.includes('read keys of everybody')]).toEqual([422, true]);
  expect(await registry.storage.findOrganization('public-readers')).toMatchObject({ status: 'active' });
  // Deactivated by the command, it can be activated here.
  await registry.storage.updateOrganizationStatus('public-readers', 'inactive');
  await send(page, `${page}/activate`, {});
  expect(await registry.storage.findOrganization('public-readers')).toMatchObject({ status: 'active' });
});

it('a work is found by its Art ID, withdrawn, put back and moved', async () => {
  const { api } = await registry.organization('own');
  await registry.organization('other');
  const { body } = await api('POST', '/artworks', { title: 'Irises', artist_name: 'Vincent van Gogh' });
  const id = (body.data ?? body).registry_id as string;
  const page = `/works?id=${id}`;
  expect((await get(page)).body).toContain('Irises');
  await send(page, `/works/${id}/withdraw`, {});
  expect((await registry.app.inject(`/artworks/${id}`)).statusCode).toBe(410);
  await send(page, `/works/${id}/restore`, {});
  expect((await registry.app.inject(`/artworks/${id}`)).statusCode).toBe(200);
  expect((await send(page, `/works/${id}/transfer`, { profile: 'nowhere' })).statusCode).toBe(422);
  await send(page, `/works/${id}/transfer`, { profile: 'other-gallery' });
  expect((await get(page)).body).toMatch(/Profile<\/dt>\s*<dd>other-gallery/);
  expect((await get('/works?id=AREG-999999')).statusCode).toBe(404);
});

it('public works are found by title and artist, page by page', async () => {
  const { api } = await registry.organization('own');
  for (let number = 1; number <= 52; number += 1)
    await api('POST', '/artworks', { title: `Größe ${number}`, artist_name: 'Ana Brandt' });
  await api('POST', '/artworks', { title: 'Irises', artist_name: 'Vincent van Gogh' });
  const found = async (query: string) => {
    const { body } = await get(`/works?${query}`);
    return { body, ids: [...body.matchAll(/works\?id=(AREG-\d+)">/g)].map(([, id]) => id) };
  };
  expect((await found('text=iris+gogh')).ids).toEqual(['AREG-100053']);
  const first = await found('text=grosse');
  expect(first.ids).toHaveLength(50);
  expect(first.body).toMatch(/Page 1 of\s+2\s*<a href="\/operator\/works\?text=grosse&amp;page=2">Next/);
  const second = await found('text=grosse&page=2');
  expect(second.ids).toEqual(['AREG-100002', 'AREG-100001']);
  expect(second.body).toContain('page=1">Previous');
  expect((await found('text=%3Cnobody%3E')).body).toContain('No public work has “&lt;nobody&gt;”');
});

it('a certificate is withdrawn on the page of its work, with a reason', async () => {
  const { api } = await registry.organization('own');
  const { body } = await api('POST', '/artworks', { title: 'Irises', artist_name: 'Vincent van Gogh' });
  const id = body.registry_id as string;
  expect((await get(`/works?id=${id}`)).body).toContain('None was issued.');
  const issued = await registry.storage.issueCertificate(certificateInput(id));
  if (!issued.ok) throw new Error(issued.code);
  const action = `/certificates/${issued.body.id}/withdraw`;
  expect((await send(`/works?id=${id}`, action, { reason: ' ' })).statusCode).toBe(422);
  const withdrawn = await send(`/works?id=${id}`, action, { reason: 'Wrong measures' });
  expect(withdrawn.headers.location).toBe(`/operator/works?id=${id}&done=certificate-withdrawn`);
  const after = (await get(`/works?id=${id}`)).body;
  expect(after).toContain('<span class="keep ">withdrawn</span>');
  expect(after).not.toContain(action);
  expect((await registry.storage.findCertificate(issued.body.id))?.withdrawnAt).not.toBeNull();
});

describe('a key', () => {
  const page = '/organizations/own';
  const keys = async () => {
    const organization = await registry.storage.findOrganization('own');
    return registry.storage.listApiKeys(organization!.id);
  };

  it('gets a limit and a last day when it is made, and others later', async () => {
    await registry.organization('own');
    const terms = { name: 'shop', rateLimit: '7', expires: '2026-03-31' };
    for (const [wrong, said] of [
      [{ ...terms, rateLimit: '0' }, 'The rate limit must be a whole number'],
      [{ ...terms, expires: 'soon' }, 'The last day is a date'],
      [{ ...terms, expires: '2026-02-31x' }, 'The last day is a date'],
      [{ ...terms, expires: '2026-02-30' }, 'The last day is a date'],
      [{ ...terms, expires: '9999-12-31' }, 'The last day is a date'],
    ] as const) {
      const refused = await send(page, `${page}/keys`, { ...wrong, 'artworks:read': 'yes' });
      expect([refused.statusCode, refused.body.includes(said)]).toEqual([422, true]);
    }
    const made = await send(page, `${page}/keys`, { ...terms, 'artworks:read': 'yes' });
    expect(made.statusCode).toBe(200);
    const end = Date.parse('2026-04-01T00:00:00Z') * 1000;
    const { prefix } = (await keys()).find(({ name }) => name === 'shop')!;
    const found = async () => (await keys()).find((key) => key.prefix === prefix)!;
    expect(await found()).toMatchObject({ rateLimit: 7, expiresAt: end });
    await send(page, `${page}/keys/${prefix}`, { name: 'the shop', rateLimit: '', expires: '2026-03-31' });
    expect(await found()).toMatchObject({ name: 'the shop', rateLimit: null, expiresAt: end });
    await send(page, `${page}/keys/${prefix}`, { name: '', rateLimit: '9', expires: '' });
    expect(await found()).toMatchObject({ name: null, rateLimit: 9, expiresAt: null });
    await send(page, `${page}/keys/${prefix}/revoke`, {});
    expect((await get(page)).body).not.toContain(`${page}/keys/${prefix}"`);
  });

  it('with an end to the minute keeps it while the day is not changed', async () => {
    const { id, prefix } = await registry.organization('own');
    const expiresAt = Date.parse('2026-05-05T10:30:00Z') * 1000;
    await registry.storage.updateApiKey(prefix, { expiresAt });
    expect((await get(page)).body).toContain('value="2026-05-05"');
    await send(page, `${page}/keys/${prefix}`, { name: 'named', rateLimit: '', expires: '2026-05-05' });
    expect((await registry.storage.listApiKeys(id))[0]).toMatchObject({ name: 'named', expiresAt });
  });
});

it('a webhook gets a new signing secret, shown once', async () => {
  const { id } = await registry.organization('own');
  const sealed = 'sealed before';
  const endpoint = { organizationId: id, url: 'https://shop.example/hook', events: ['*'], secret: sealed };
  const webhook = await registry.storage.insertWebhook(endpoint);
  const rotated = await send('/webhooks', `/webhooks/${webhook.id}/rotate`, {});
  expect(keyIn(rotated.body)).toMatch(/^whsec_/);
  const [stored] = await registry.storage.listSealedSecrets();
  expect(stored?.secret).not.toBe(sealed);
  expect((await get('/webhooks')).body).not.toContain(keyIn(rotated.body));
});

it('a profile gets another address, and its former one leads there', async () => {
  await registry.organization('own');
  await registry.organization('other');
  const page = '/profiles/own-gallery';
  for (const newSlug of ['other-gallery', 'Not A Slug'])
    expect((await send(page, `${page}/slug`, { newSlug })).statusCode).toBe(422);
  const moved = await send(page, `${page}/slug`, { newSlug: 'am-see' });
  expect(moved.headers.location).toBe('/operator/profiles/am-see?done=profile-moved');
  expect((await registry.app.inject('/galleries/own-gallery')).headers.location).toContain(
    '/galleries/am-see',
  );
});

describe('an artist', () => {
  const born = async (slug: string) => (await registry.app.inject(`/artists/${slug}`)).body;

  it('gets years, nationality and links, which the public page shows; a fault names the field', async () => {
    const { api } = await registry.organization('own');
    await api('POST', '/artworks', { title: 'Irises', artist_name: 'Vincent van Gogh' });
    const page = '/artists?id=vincent-van-gogh';
    const action = '/artists/vincent-van-gogh/facts';
    const wrong = await send(page, action, { born: '1890', died: '1853' });
    expect([wrong.statusCode, wrong.body.includes('must not be before the birth year')]).toEqual([422, true]);
    await send(page, action, {
      born: '1853',
      died: '1890',
      nationality: 'Dutch',
      ulan: '500115588',
      wikidata: 'Q5582',
    });
    expect(await born('vincent-van-gogh')).toContain('1853');
    const ids = ['http://vocab.getty.edu/ulan/500115588', 'http://www.wikidata.org/entity/Q5582'];
    expect((await registry.app.inject('/artists/vincent-van-gogh.json')).json()).toMatchObject({
      same_as: ids,
    });
    expect((await registry.app.inject('/artists/vincent-van-gogh.jsonld')).json()).toMatchObject({
      sameAs: ids,
    });
    const shown = (await get(page)).body;
    for (const value of ['1853', '1890', 'Dutch', '500115588', 'Q5582'])
      expect(shown).toContain(`value="${value}"`);
    await send(page, action, { born: '', nationality: 'Dutch' });
    expect((await get(page)).body).not.toContain('value="1853"');
  });

  it('is renamed, and two records of one person become one', async () => {
    const { api } = await registry.organization('own');
    const names = ['Vincent van Gogh', 'V. van Gogh'];
    for (const artist_name of names)
      await api('POST', '/artworks', { title: `By ${artist_name}`, artist_name });
    await send('/artists?id=v-van-gogh', '/artists/v-van-gogh/rename', { name: 'Vincent W. van Gogh' });
    const taken = await send('/artists?id=v-van-gogh', '/artists/v-van-gogh/rename', { name: names[0]! });
    expect([taken.statusCode, taken.body.includes('Another artist has this name')]).toEqual([422, true]);
    const merged = await send('/artists?id=v-van-gogh', '/artists/v-van-gogh/merge', {
      into: 'vincent-van-gogh',
    });
    expect(merged.headers.location).toContain('id=vincent-van-gogh&done=artist-merged');
    const { body } = await api('GET', '/artworks?artist=vincent-van-gogh');
    expect(body.pagination.total).toBe(2);
    expect((await get('/artists?id=nobody')).statusCode).toBe(404);
  });

  it('is found by a part of the name, without its accents, and by a former name', async () => {
    const { api } = await registry.organization('own');
    for (const artist_name of ['Käthe Kollwitz', 'Hans Kollwitz', 'Ana Ruiz'])
      await api('POST', '/artworks', { title: 'Blatt', artist_name });
    await api('POST', '/artworks', { title: 'Another', artist_name: 'Hans Kollwitz' });
    await send('/artists?id=ana-ruiz', '/artists/ana-ruiz/rename', { name: 'Ana Ruiz Soler' });
    const found = async (name: string) => {
      const { body } = await get(`/artists?name=${encodeURIComponent(name)}`);
      return [...body.matchAll(/artists\?id=([^"]*)">/g)].map(([, slug]) => slug);
    };
    expect(await found('kollw')).toEqual(['hans-kollwitz', 'kathe-kollwitz']);
    expect(await found('KATHE')).toEqual(['kathe-kollwitz']);
    expect(await found('ruiz')).toEqual(['ana-ruiz']);
    expect(await found('%')).toEqual([]);
    expect((await get('/artists?name=nobody')).body).toContain('No artist’s name contains “nobody”');
  });
});

it('an organisation is found by its own name, its short name, and the name of a profile', async () => {
  for (const slug of ['own', 'other', 'third']) await registry.organization(slug);
  await registry.storage.updateProfile('other-gallery', { name: 'Galerie Müßig' });
  const found = async (name: string) => {
    const { body } = await get(`/organizations?name=${encodeURIComponent(name)}`);
    return [...body.matchAll(/<a href="\/operator\/organizations\/([^"?]*)">/g)].map(([, slug]) => slug);
  };
  expect(await found('')).toEqual(['other', 'own', 'public-readers', 'third']);
  expect(await found('thi')).toEqual(['third']);
  expect(await found('galerie mussig')).toEqual(['other']);
  expect(await found('nobody')).toEqual([]);
});

it('a profile gets its website and place, and leaves the dumps', async () => {
  await registry.organization('own');
  const page = '/profiles/own-gallery';
  const wrong = await send(page, page, { name: 'Own', website: 'javascript:alert(1)' });
  expect(wrong.statusCode).toBe(422);
  await send(page, page, { name: 'Own & Sons', city: 'Zug', website: 'https://own.example/' });
  expect(await registry.storage.findProfile('own-gallery')).toMatchObject({
    name: 'Own & Sons',
    city: 'Zug',
    website: 'https://own.example/',
    inDumps: false,
  });
  expect((await registry.app.inject('/galleries/own-gallery')).body).toContain('https://own.example/');
});

it('a form that may have been done says so, and is in the list of actions without an end', async () => {
  const page = '/organizations/own';
  await registry.organization('own');
  registry.storage.insertApiKey = () => Promise.reject(new OutcomeUnknown('the database cannot be reached'));
  const lost = await send(page, `${page}/keys`, { name: 'the shop', 'artworks:read': 'yes' });
  expect(lost.statusCode).toBe(500);
  expect(lost.body).toContain('It may have been done. Look before you send the form again.');
  const [action] = await registry.storage.listActions({ limit: 1 });
  expect(action).toMatchObject({ action: 'key create', outcome: null });
});
