// One dump each night.
import { expect, test } from 'vitest';
import { Model } from './model.ts';
import { TinyWorld } from './testing/tiny-world.ts';

const OPERATOR = { role: 'operator', number: 1 } as const;

test.each([
  ['finds that none was written for a day', true, 26, false, 1],
  ['waits for the night', true, 24, false, 0],
  ['lets a registry begin its day again that was away', true, 26, true, 0],
  ['expects none where none is written', false, 26, false, 0],
])('the model of nightly dumps %s', async (_name, isWritten, hours, isAway, count) => {
  const world = new TinyWorld();
  world.play();
  if (isWritten) {
    world.registry.writeDump();
    world.note(OPERATOR, { what: 'write dump', registry: 1 });
  }
  world.wait(60);
  if (isAway) world.note({ role: 'world', number: 0 }, { what: 'start', program: 'registry', number: 1 });
  world.wait((hours - 1.5) * 60);
  const found = await new Model().atRest(world.look());
  expect(found.filter(({ sentence }) => sentence.startsWith('no dump was written'))).toHaveLength(count);
});
