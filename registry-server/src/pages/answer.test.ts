import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sendForm } from './answer.ts';

const LARGE = JSON.stringify({ titles: Array.from({ length: 5000 }, (_, index) => `Öl ${index}`) });

let app: FastifyInstance;
beforeEach(() => {
  app = fastify();
  app.get('/', (request, reply) => sendForm(request, reply, { type: 'application/json', body: LARGE }));
});
afterEach(() => app.close());
const get = (encoding: string, more: Record<string, string> = {}) =>
  app.inject({ url: '/', headers: { 'accept-encoding': encoding, ...more } });

it('a very long Accept-Encoding is read as a short one', async () => {
  const long = `gzip;q=0.5, br, ${'x'.repeat(5000)};q=0.1`;
  expect((await get(long)).headers['content-encoding']).toBe('br');
  expect((await get(long)).headers['content-encoding']).toBe('br');
});

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)(
  'a large answer arrives whole in %s, and 304 where the reader has it',
  async (encoding, decode) => {
    const answer = await get(encoding);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(decode(answer.rawPayload).toString()).toBe(LARGE);
    const again = await get(encoding, { 'if-none-match': String(answer.headers.etag) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  },
);
