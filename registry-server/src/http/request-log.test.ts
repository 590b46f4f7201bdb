// The line of a request in the log: enough to find whose it was and why it failed, and never the key itself.
import { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { TestRegistry } from '../../tests/support/test-registry.ts';

type Line = { msg: string; [field: string]: unknown };
const WORK = { title: 'Irises', artist_name: 'Vincent van Gogh' };

let registry: TestRegistry;
let apiKey: string;
let logged: string[];
beforeAll(async () => {
  logged = [];
  const lines = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString());
      done();
    },
  });
  registry = await startTestRegistry({ logger: pino({ level: 'info' }, lines) });
  ({ apiKey } = await registry.organization('own'));
});
beforeEach(() => void logged.splice(0));
afterAll(() => registry.close());

async function lineOf(key: string | undefined, body: object): Promise<Line> {
  const payload = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { 'x-api-key': key }) };
  await registry.app.inject({ method: 'POST', url: '/api/v1/artworks', headers, payload });
  return logged.map((line) => JSON.parse(line) as Line).find(({ msg }) => msg === 'request')!;
}

it('names the caller by organisation and the beginning of its key, which it does not hold', async () => {
  const line = await lineOf(apiKey, WORK);
  expect(line).toMatchObject({ method: 'POST', url: '/api/v1/artworks', status: 201, organization: 'own' });
  expect(apiKey.startsWith(`areg_${String(line['key'])}`)).toBe(true);
  expect(line['ms']).toBeTypeOf('number');
  expect(line).not.toHaveProperty('error');
  expect(logged.join('')).not.toContain(apiKey);
});

it('names the code of a refusal, for a known caller and for a stranger', async () => {
  expect(await lineOf(apiKey, { artist_name: 'Ana Brandt' })).toMatchObject({
    organization: 'own',
    error: 'invalid_body',
  });
  logged.splice(0);
  const line = await lineOf('areg_nobodys', WORK);
  expect(line).toMatchObject({ status: 401, error: 'unauthorized' });
  expect(line).not.toHaveProperty('organization');
});

describe('an answer that is sent in pieces', () => {
  const PART = '/sitemap-0.xml';
  const errors = () =>
    logged.map((line) => JSON.parse(line) as Line).filter(({ level }) => Number(level) > 30);
  const address = async () => (await listening) + PART;
  let listening: Promise<string>;
  beforeAll(() => {
    listening = registry.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => vi.restoreAllMocks());

  function serveWorks(read: (from: number) => Promise<void>): void {
    vi.spyOn(registry.storage, 'listPublicRange').mockImplementation(async (from, to) => {
      await read(from);
      return Array.from({ length: to - from }, (_, index) => ({
        registryId: `AREG-${from + index}`,
        updatedAt: 0,
      }));
    });
  }

  it('is named in the log, with its error, where it fails after its first byte', async () => {
    serveWorks(async (from) => {
      if (from > 0) throw new Error('disk I/O error');
    });
    const answer = await fetch(await address());
    await expect(answer.text()).rejects.toThrow('terminated');
    expect(errors()).toMatchObject([
      { msg: 'the answer broke off', url: PART, err: { message: 'disk I/O error' } },
    ]);
  });

  it('is read no further, and complains of nothing, where its reader goes away', async () => {
    let reads = 0;
    serveWorks(async () => void (reads += 1));
    const leaving = new AbortController();
    const answer = await fetch(await address(), { signal: leaving.signal });
    await answer.body!.getReader().read();
    leaving.abort();
    await setTimeout(200);
    const read = reads;
    await setTimeout(200);
    expect([reads < 50, reads - read, errors()]).toEqual([true, 0, []]);
  });
});
