import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { Storage } from '../storage/storage.ts';
import { addHealthRoutes } from './health.ts';

async function readiness(storage: Partial<Storage>): Promise<[number, unknown]> {
  const app = Fastify();
  addHealthRoutes(app, storage as Storage, () => false);
  const answer = await app.inject('/readyz');
  await app.close();
  return [answer.statusCode, answer.json()];
}
const ping = () => Promise.resolve();

it('a registry whose works are refused since a promotion is ready to be read, and says why nothing is written', async () => {
  expect(await readiness({ ping, findWriteRefusal: () => Promise.resolve('run after-restore') })).toEqual([
    200,
    { status: 'ready', writes: 'refused', reason: 'run after-restore' },
  ]);
  expect(await readiness({ ping, findWriteRefusal: () => Promise.resolve(null) })).toEqual([
    200,
    { status: 'ready' },
  ]);
});
