import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestRegistry } from '../../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../../tests/support/test-registry.ts';

let registry: TestRegistry;
let api: Api;
let id: string;
beforeAll(async () => {
  registry = await startTestRegistry();
  ({ api } = await registry.organization('galerie-forms'));
  id = await publish({ title: 'Iris', availability: 'for_sale', price: { amount: 1200, currency: 'EUR' } });
});
afterAll(() => registry.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  registry.app.inject({ method: 'GET', url, headers });

async function publish(fields: Record<string, unknown>): Promise<string> {
  const work = { artist_name: 'Ana Kovač', year_created: '1999', medium: 'Oil', height_cm: 30, width_cm: 40 };
  return (await api('POST', '/artworks', { ...work, ...fields })).body.registry_id as string;
}

describe('the address of a work', () => {
  it.each([
    ['', 'text/html', 'text/html; charset=utf-8'],
    ['', 'text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['', 'application/json', 'application/json; charset=utf-8'],
    ['', 'application/ld+json', 'application/ld+json; charset=utf-8'],
    ['', '*/*', 'text/html; charset=utf-8'],
    ['', 'image/png', 'text/html; charset=utf-8'],
    ['.json', 'text/html', 'application/json; charset=utf-8'],
    ['.jsonld', 'text/html', 'application/ld+json; charset=utf-8'],
    [
      '.jsonld?profile=linked-art',
      'text/html',
      'application/ld+json; profile="https://linked.art/ns/v1/linked-art.json"',
    ],
  ])('with "%s", for a reader that accepts %s, answers %s', async (suffix, accept, type) => {
    const answer = await get(`/artworks/${id}${suffix}`, { accept });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain(type);
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, no-cache',
      vary: 'Accept, Accept-Language, Accept-Encoding',
    });
    expect(answer.headers['last-modified']).toBeUndefined();
  });

  it('has the public object as JSON, as the API has it', async () => {
    const { body } = await api('GET', `/artworks/${id}`);
    expect((await get(`/artworks/${id}.json`)).json()).toEqual(body.data);
  });

  it('has the terms of Linked Art', async () => {
    const work = (await get(`/artworks/${id}.jsonld?profile=linked-art`)).json();
    expect(work).toMatchObject({
      type: 'HumanMadeObject',
      _label: 'Iris',
      produced_by: { timespan: { begin_of_the_begin: '1999-01-01T00:00:00Z' } },
    });
    expect(work.dimension).toHaveLength(2);
  });

  it('speaks the language of its reader', async () => {
    const german = await get(`/artworks/${id}`, { 'accept-language': 'de-CH,de;q=0.9' });
    expect(german.body).toContain('<html lang="de">');
    expect(german.body).toContain('Zu verkaufen');
    const other = await get(`/artworks/${id}`, { 'accept-language': 'ja' });
    expect(other.body).toContain('<html lang="en">');
  });

  it.each(['br', 'gzip', 'identity'])(
    'is not sent again in %s to who has it, and is after each change',
    async (encoding) => {
      const headers = { 'accept-encoding': encoding };
      const work = await publish({ title: `Kept ${encoding}`, external_id: encoding });
      const first = await get(`/artworks/${work}`, headers);
      expect(first.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
      const etag = String(first.headers.etag);
      const again = await get(`/artworks/${work}`, { ...headers, 'if-none-match': `"x", W/${etag}` });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      await api('PATCH', `/artworks/${work}`, { medium: `Chalk ${encoding}` });
      const changed = await get(`/artworks/${work}`, { ...headers, 'if-none-match': etag });
      expect(changed.statusCode).toBe(200);
    },
  );

  it('tells the encodings apart by their ETag', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(
        async (encoding) => (await get(`/artworks/${id}`, { 'accept-encoding': encoding })).headers.etag,
      ),
    );
    expect(new Set(tags).size).toBe(3);
  });

  it('says who asserts what, with a link to the shop only while the shop shows the work', async () => {
    const installation = await api('POST', '/integrations/connect', {
      platform: 'woocommerce',
      site_url: 'https://shop.example',
    });
    const integration = {
      installation_id: installation.body.installation_id,
      external_id: '7',
      source_url: 'https://shop.example/iris-ii',
    };
    const work = await publish({ title: 'Iris II', integration });
    const page = await get(`/artworks/${work}`);
    expect(page.body).toMatch(/by [^<]+, on \w+ \d+, \d{4}/);
    expect(page.body).toContain('https://shop.example/iris-ii');
    await api('PATCH', `/artworks/${work}/source`, { status: 'unpublished' });
    expect((await get(`/artworks/${work}`)).body).not.toContain('https://shop.example/iris-ii');
  });
});

describe('a work that is not public', () => {
  const SUFFIXES = ['', '.json', '.jsonld', '.jsonld?profile=linked-art'];

  it.each(SUFFIXES)('answers "%s" as if it had never been, hidden or never public', async (suffix) => {
    const hidden = await publish({ title: `Hidden ${suffix}` });
    await api('PATCH', `/artworks/${hidden}`, { availability: 'fully_private' });
    const neverPublic = await publish({ title: `Private ${suffix}`, availability: 'fully_private' });
    await registry.storage.withdrawArtwork(neverPublic);
    const answers = await Promise.all(
      [hidden, neverPublic, 'AREG-999999', 'nothing'].map((work) => get(`/artworks/${work}${suffix}`)),
    );
    const [one, ...others] = answers.map(({ statusCode, body, headers }) => {
      const { 'x-request-id': _id, ...rest } = headers;
      return { statusCode, body, rest };
    });
    expect(one?.statusCode).toBe(404);
    expect(one?.rest['cache-control']).toBe('no-store');
    for (const other of others) expect(other).toEqual(one);
  });

  it('leaves a tombstone where the operator withdrew what was public, until it is restored', async () => {
    const work = await publish({ title: 'A secret title' });
    await registry.storage.withdrawArtwork(work);
    for (const suffix of SUFFIXES) {
      const answer = await get(`/artworks/${work}${suffix}`);
      expect(answer.statusCode).toBe(410);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.body).toContain(work);
      expect(answer.body).not.toMatch(/secret title|Kovač|galerie-forms/);
    }
    await registry.storage.restoreArtwork(work);
    expect((await get(`/artworks/${work}`)).statusCode).toBe(200);
  });

  it('is gone at once for who kept it', async () => {
    const work = await publish({ title: 'Kept and hidden' });
    const { etag } = (await get(`/artworks/${work}`)).headers;
    await api('PATCH', `/artworks/${work}`, { availability: 'fully_private' });
    expect((await get(`/artworks/${work}`, { 'if-none-match': String(etag) })).statusCode).toBe(404);
    expect((await get('/search?q=Kept and hidden')).body).toContain('No public artwork matches');
  });
});
