// Certificates over the API, their pages, and the check of one by somebody who has nothing but the file and the key.
import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../tests/support/test-registry.ts';

let registry: TestRegistry;
let api: Api;
let other: Api;
beforeAll(async () => {
  registry = await startTestRegistry();
  ({ api } = await registry.organization('galerie-papier'));
  ({ api: other } = await registry.organization('galerie-other'));
});
afterAll(() => registry.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  registry.app.inject({ method: 'GET', url, headers });
const work = async (more: object = {}): Promise<string> =>
  (
    await api('POST', '/artworks', {
      title: `Blatt ${Math.random()}`,
      artist_name: 'Käthe Kollwitz',
      year_created: '1931',
      ...more,
    })
  ).body.registry_id;

describe('a certificate', () => {
  it('is dated today, and so is a work, after a clock that was ahead has been put right', async () => {
    const now = registry.clock.ms;
    registry.clock.ms = now + 40 * 86_400_000;
    await work();
    registry.clock.ms = now + 1000;
    const id = await work();
    const { body } = await api('POST', `/artworks/${id}/certificates`, {});
    expect(Date.parse(body.issued_at)).toBe(now + 1000);
    const withdrawn = await api('POST', `/certificates/${body.id}/withdraw`, { reason: 'Issued by mistake' });
    expect(Date.parse(withdrawn.body.withdrawn_at)).toBe(now + 1000);
    const { data } = (await api('GET', `/artworks/${id}`)).body;
    expect(Date.parse(data.created_at)).toBe(now + 1000);
    // What readers continue by still rises.
    expect(Date.parse(data.updated_at)).toBeGreaterThan(now + 39 * 86_400_000);
  });

  it('is checked offline with the published key, and fails when a byte is changed', async () => {
    const id = await work();
    const issued = await api('POST', `/artworks/${id}/certificates`, { edition_number: 3, edition_size: 50 });
    expect(issued).toMatchObject({ status: 201, body: { status: 'valid', registry_id: id } });
    const path = new URL(issued.body.links.public_page).pathname;
    const file = (await get(`${path}.json`)).json();
    const { keys } = (await get('/.well-known/artwork-registry-keys.json')).json();
    expect(keys).toMatchObject([
      { created_at: expect.stringMatching(/Z$/), retired_at: null, revoked_at: null },
    ]);

    // What a reader needs, and no more.
    const key = createPublicKey({
      key: keys.find((one: { kid: string }) => one.kid === file.kid),
      format: 'jwk',
    });
    const isGood = (text: string) =>
      verify(null, Buffer.from(text), key, Buffer.from(file.signature, 'base64url'));

    expect(isGood(file.statement)).toBe(true);
    expect(isGood(file.statement.replace('"number":3', '"number":4'))).toBe(false);
    expect(JSON.parse(file.statement)).toMatchObject({
      id: issued.body.id,
      kid: file.kid,
      registry: { url: 'https://registry.test' },
      issuer: { name: 'galerie-papier gallery' },
      artwork: { registry_id: id, artist: { name: 'Käthe Kollwitz' }, year_created: '1931' },
      edition: { number: 3, size: 50 },
    });
  });

  it('is issued for an empty body, and not for one that is null', async () => {
    const id = await work();
    expect((await api('POST', `/artworks/${id}/certificates`, {})).status).toBe(201);
    const refused = await api('POST', `/artworks/${id}/certificates`, null as unknown as object);
    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'invalid_body' } } });
  });

  it('stays as it was when the work changes, and keeps its id when it is asked for twice', async () => {
    const id = await work();
    const issue = (body: object = {}) =>
      api('POST', `/artworks/${id}/certificates`, body, { 'idempotency-key': `c-${id}` });
    const first = await issue();
    await api('PATCH', `/artworks/${id}`, { title: 'Another title' });
    const again = await issue();
    expect(again.headers['idempotent-replay']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(again.body.statement).not.toContain('Another title');
    expect((await issue({ note: 'different' })).body.error.code).toBe('idempotency_key_reused');
  });

  it('of a hidden work shows its status, issuer and date, and nothing else', async () => {
    const id = await work({ title: 'A secret', availability: 'fully_private' });
    const { body } = await api('POST', `/artworks/${id}/certificates`, {});
    expect(body.statement).toContain('A secret');
    expect((await other('GET', `/certificates/${body.id}`)).body).toMatchObject({
      status: 'valid',
      issuer: 'galerie-papier gallery',
      registry_id: null,
      statement: null,
      signature: null,
      kid: null,
    });
    expect((await api('GET', `/certificates/${body.id}`)).body.statement).toContain('A secret');
    const page = await get(`/certificates/${body.id}`);
    expect([page.statusCode, page.body.includes('not public'), page.body.includes('secret')]).toEqual([
      200,
      true,
      false,
    ]);
    expect((await get(`/certificates/${body.id}.json`)).body).not.toMatch(/secret|AREG-/);
    expect((await get(`/certificates/${body.id}.pdf`)).statusCode).toBe(404);
  });

  it('is withdrawn by its issuer only, for good, and says so everywhere', async () => {
    const id = await work();
    const { body } = await api('POST', `/artworks/${id}/certificates`, {});
    const withdraw = (who: Api) => who('POST', `/certificates/${body.id}/withdraw`, { reason: 'No sale.' });
    expect((await withdraw(other)).body.error.code).toBe('not_permitted');
    expect(await withdraw(api)).toMatchObject({ status: 200, body: { status: 'withdrawn' } });
    const page = await get(`/certificates/${body.id}`, { 'accept-language': 'de' });
    expect(page.body).toContain('Zurückgezogen');
    expect(page.body).not.toContain('No sale.');
    expect((await get(`/certificates/${body.id}.json`)).json().status).toBe('withdrawn');
  });

  it('has a page that is not indexed, with what it certifies, and two papers', async () => {
    const id = await work();
    const { body } = await api('POST', `/artworks/${id}/certificates`, { note: 'Printed by <the artist>' });
    const page = await get(`/certificates/${body.id}`);
    expect(page.headers['x-robots-tag']).toBe('noindex');
    for (const text of ['Certificate of registration', 'Valid', id, 'Printed by &lt;the artist&gt;'])
      expect(page.body).toContain(text);
    for (const size of ['a4', 'letter']) {
      const pdf = await get(`/certificates/${body.id}.pdf?size=${size}`);
      expect(pdf.headers['content-type']).toBe('application/pdf');
      expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  it.each([
    [{ edition_number: 4, edition_size: 3 }, 'edition_number'],
    [{ edition_size: 3 }, 'edition_number'],
    [{ edition_number: 0 }, 'edition_number'],
    [{ buyer: 'Somebody' }, 'buyer'],
  ])('refuses %j', async (body, path) => {
    const refused = await api('POST', `/artworks/${await work()}/certificates`, body);
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid_body', issues: [{ path }] } },
    });
  });

  it('of nobody is not found, whatever its id looks like', async () => {
    const unknown = '0'.repeat(32);
    expect((await api('GET', `/certificates/${unknown}`)).body.error.code).toBe('certificate_not_found');
    for (const id of [unknown, `${unknown}.json`, `${unknown}.pdf`, 'x', '..%2f', "'"])
      expect((await get(`/certificates/${id}`)).statusCode).toBe(404);
    expect((await api('POST', '/artworks/AREG-999999/certificates', {})).body.error.code).toBe(
      'artwork_not_found',
    );
    const theirs = (await other('POST', '/artworks', { title: 'Theirs', artist_name: 'A' })).body.registry_id;
    expect((await api('POST', `/artworks/${theirs}/certificates`, {})).body.error.code).toBe('not_permitted');
  });
});
