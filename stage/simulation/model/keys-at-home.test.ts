// A key is shown to the registry that made it, and to no other.
import { expect, test } from 'vitest';
import { Model } from './model.ts';
import { TinyWorld } from './testing/tiny-world.ts';

test.each([
  ['finds that a registry is shown a key of another one', 2, 1],
  ['lets a registry be shown a key that it made', 1, 0],
])('the model %s', async (_name, registry, count) => {
  const world = new TinyWorld();
  const model = new Model();
  world.play();
  const [key, organization] = ['areg_made', 'own'];
  const created = { what: 'create key', registry, organization, scopes: ['artworks:read'], key } as const;
  world.note({ role: 'operator', number: 1 }, created);
  world.registry.state.keys[key] = { organization, isRevoked: false };
  world.wait(60);
  expect(await model.atRest(world.look())).toEqual([]);
  const headers = { authorization: `Bearer ${key}` };
  const ask = { origin: 'https://registry.example', method: 'GET', path: '/api/v1/', headers };
  const answer = { isLost: true, at: 0 } as const;
  world.note(
    { role: 'host', number: 0 },
    { what: 'call', registry: 1, organization, ask, answer },
    { is: 'unknown' },
  );
  world.wait(60);
  const found = (await model.atRest(world.look())).map(({ promise, sentence }) => `${promise}: ${sentence}`);
  expect(found).toEqual(
    Array.from({ length: count }, () => 'P14: GET /api/v1/ showed registry 1 a key that registry 2 made'),
  );
});
