import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestRegistry } from '../testing/test-registry.ts';
import type { TestRegistry } from '../testing/test-registry.ts';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(() => registry.close());
const get = (url: string) => registry.app.inject({ method: 'GET', url });

describe('the public page of a work', () => {
  it('shows the facts, escaped, with safe JSON-LD and a strict policy', async () => {
    const { api } = await registry.organization('own');
    const title = `</script><img src=x onerror=alert(1)> & "quotes"`;
    const { body } = await api('POST', '/artworks', {
      title,
      artist_name: `O'Hara <b>`,
      availability: 'for_sale',
      price: { amount: 10, currency: 'EUR' },
      height_cm: 5,
      inventory_ref: 'SECRET-REF',
      cover_image_url: 'https://x.example/a.jpg?"><script>alert(1)</script>',
    });
    const page = await get(`/artworks/${body.registry_id}`);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).not.toMatch(/<img src=x|<script>alert|SECRET-REF|<b>/);
    expect(page.body).toContain('&lt;/script&gt;');
    expect(page.body.match(/<\/script>/g)).toHaveLength(1);
    const data = JSON.parse(
      /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page.body)?.[1] ?? '',
    );
    expect(data).toMatchObject({
      '@type': 'VisualArtwork',
      name: title,
      identifier: { value: body.registry_id },
      offers: { price: 10 },
    });
    await api('PATCH', `/artworks/${body.registry_id}`, { availability: 'fully_private' });
    const gone = await get(`/artworks/${body.registry_id}`);
    expect([gone.statusCode, gone.body.includes('<h1>')]).toEqual([404, true]);
    expect(gone.body).not.toContain('Hara');
  });
});

it('health and readiness answer without a key', async () => {
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await get('/readyz')).json()).toEqual({ status: 'ready' });
});
