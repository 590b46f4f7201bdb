// A publication whose answer was lost: what no answer told is not judged.
import { expect, test } from 'vitest';
import { Model } from './model.ts';
import type { Finding } from './observation.ts';
import { TinyWorld } from './testing/tiny-world.ts';

const FULL_CHECK_MINUTES = 30 * 60;
const WORK = 'AREG-100001';

/** A work is published without an answer, and changed with one. */
function unseenWork(): TinyWorld {
  const world = new TinyWorld();
  world.makeKeys();
  world.makeWebhook();
  const body = JSON.stringify({ title: 'Irises in a Vase', artist_name: 'Anna Boch', medium: 'Oil' });
  world.ask('own', { method: 'POST', path: '/api/v1/artworks', body }, 'key-1', true);
  return world;
}

async function look(world: TinyWorld): Promise<readonly Finding[]> {
  world.wait(FULL_CHECK_MINUTES);
  return new Model().atRest(world.look());
}

test('a restore may bring its fields back, which are not known', async () => {
  const world = unseenWork();
  const backup = world.registry.backup();
  const made = world.note({ role: 'operator', number: 1 }, { what: 'backup', registry: 1 });
  world.change(WORK, { medium: 'Tempera' });
  world.registry.restore(backup, true);
  const deed = { what: 'restore backup', registry: 1, backup: made.number, replaced: 'kept' } as const;
  world.note({ role: 'operator', number: 1 }, deed);
  expect((await look(world)).filter(({ promise }) => promise === 'P2')).toEqual([]);
});

test('its first holder, who hears of it, is not known after a transfer', async () => {
  const world = unseenWork();
  const to = { toProfile: 'other', toOrganization: 'other' };
  world.note({ role: 'operator', number: 1 }, { what: 'transfer', registry: 1, registryId: WORK, ...to });
  expect((await look(world)).filter(({ promise }) => promise === 'P9')).toEqual([]);
});
