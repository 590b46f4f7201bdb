// The client against a real registry, with what a network does to calls in between.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestRegistry } from '../../../registry-server/tests/support/test-registry.ts';
import type { TestRegistry } from '../../../registry-server/tests/support/test-registry.ts';
import { createRegistryClient, RegistryError } from './index.ts';
import type { ClientOptions } from './index.ts';

let registry: TestRegistry;
let baseUrl: string;
beforeAll(async () => {
  registry = await startTestRegistry();
  await registry.app.listen({ port: 0, host: '127.0.0.1' });
  baseUrl = `http://127.0.0.1:${(registry.app.server.address() as AddressInfo).port}/api/v1`;
});
afterAll(() => registry.close());

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const WORK = { title: 'Blue Hour', artist_name: 'Iris Quill', year_created: '2024' };
const pauses: number[] = [];
async function clientOf(slug: string, options: Partial<ClientOptions> & { rateLimit?: number } = {}) {
  const { rateLimit, ...rest } = options;
  const { apiKey } = await registry.organization(slug, rateLimit === undefined ? {} : { rateLimit });
  pauses.length = 0;
  const pause = (ms: number) => {
    pauses.push(ms);
    registry.clock.ms += Math.ceil(ms);
    return Promise.resolve();
  };
  return { apiKey, client: createRegistryClient({ baseUrl, apiKey, pause, ...rest }) };
}

it('a lost answer is asked for again and makes no second work', async () => {
  let isLost = false;
  const losing: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (isLost) return answer;
    isLost = true;
    await answer.arrayBuffer();
    throw new TypeError('socket hang up');
  };
  const { client } = await clientOf('lost', { fetch: losing });
  const published = await client.publish(WORK);
  const found = await all(client.artworks({ q: 'Blue Hour' }));
  expect(found.map(({ registry_id }) => registry_id)).toEqual([published.registry_id]);
  expect(pauses).toHaveLength(1);
});

it('over the limit, it waits as long as the registry says', async () => {
  const { client } = await clientOf('limited', { rateLimit: 3 });
  for (let call = 0; call < 5; call += 1) await client.service();
  expect(pauses).toHaveLength(1);
  expect(pauses[0]).toBeGreaterThan(1000);
  expect(pauses[0]).toBeLessThanOrEqual(60_000);
});

it('a pause longer than allowed is an error with the code of the registry', async () => {
  const { client } = await clientOf('hurried', { rateLimit: 1, maxPauseSeconds: 0 });
  await client.service();
  await expect(client.service()).rejects.toMatchObject({
    code: 'rate_limited',
    status: 429,
    retryAfterSeconds: expect.any(Number),
  });
  expect(pauses).toEqual([]);
});

it('all pages of a list come one after the other, and all changes', async () => {
  const { client } = await clientOf('many');
  for (let number = 1; number <= 7; number += 1)
    await client.publish({ ...WORK, title: `Seascape ${number}` });
  const works = await all(client.artworks({ q: 'Seascape', limit: 3 }));
  expect(new Set(works.map(({ title }) => title)).size).toBe(7);
  const changes = await all(client.changes());
  expect(changes.filter(({ op }) => op === 'upsert').length).toBeGreaterThanOrEqual(7);
});

it('a work is neither skipped nor given twice when works are published, changed and hidden between the pages', async () => {
  const { client } = await clientOf('busy');
  const publish = async (title: string) => (await client.publish({ ...WORK, title })).registry_id;
  const first: string[] = [];
  for (let number = 1; number <= 12; number += 1) first.push(await publish(`Harbour ${number}`));
  const given: string[] = [];
  const late: string[] = [];
  let hidden = 0;
  for await (const { registry_id: id } of client.artworks({ q: 'Harbour', limit: 3 })) {
    given.push(id);
    // While the last page is read there is nothing left to change.
    if (given.length % 3 !== 0 || given.length > 9) continue;
    late.push(await publish(`Harbour in rain ${given.length}`));
    const [hide, change] = first.filter((work) => given.includes(work)).slice(hidden);
    await client.update(hide!, { availability: 'fully_private' });
    hidden += 1;
    await client.update(change!, { medium: `Oil, state ${given.length}` });
    const unseen = first.find((work) => !given.includes(work));
    await client.update(unseen!, { medium: `Oil, state ${given.length}` });
  }
  expect(hidden).toBe(3);
  expect(new Set(given).size).toBe(given.length);
  expect([...given].sort()).toEqual([...first, ...late].sort());
});

it('pages of one work come to an end, and begin where the caller says', async () => {
  const { client } = await clientOf('single');
  for (const title of ['Quay 1', 'Quay 2', 'Quay 3']) await client.publish({ ...WORK, title });
  const works = await all(client.artworks({ q: 'Quay', limit: 1 }));
  expect(works.map(({ title }) => title)).toEqual(['Quay 1', 'Quay 2', 'Quay 3']);
  const later = await all(client.artworks({ q: 'Quay', limit: 1, updated_since: works[1]!.updated_at }));
  expect(later.map(({ title }) => title)).toEqual(['Quay 2', 'Quay 3']);
});

it('no error tells the key, and each says what the operator has to look for', async () => {
  const { client, apiKey } = await clientOf('discreet', { retries: 1 });
  const refused = await client.publish({ ...WORK, title: '' }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RegistryError);
  expect(refused).toMatchObject({ code: 'invalid_body', requestId: expect.any(String) });
  const nowhere = createRegistryClient({
    baseUrl: 'http://127.0.0.1:9',
    apiKey,
    retries: 1,
    pause: () => Promise.resolve(),
  });
  const unreachable = await nowhere.service().catch((error: unknown) => error);
  expect(unreachable).toMatchObject({ code: 'network', status: null });
  for (const error of [refused, unreachable]) {
    const { inspect } = await import('node:util');
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(apiKey);
  }
});

it('an attempt that takes too long is a timeout, and the caller is not kept waiting', async () => {
  const never: typeof fetch = (_input, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
    });
  const { client } = await clientOf('slow', { fetch: never, timeoutMs: 20, retries: 2 });
  await expect(client.service()).rejects.toMatchObject({ code: 'timeout', status: null });
  expect(pauses).toHaveLength(2);
});
