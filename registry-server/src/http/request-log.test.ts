// The line of a request in the log: enough to find whose it was and why it failed, and never the key itself.
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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
