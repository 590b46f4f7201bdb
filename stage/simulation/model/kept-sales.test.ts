// A sale that somebody wrote in the registry ends with what the shop says next, from one rest to the next.
import { expect, test } from 'vitest';
import { Model } from './model.ts';
import type { Deed, ShopWork } from './observation.ts';
import { TinyWorld } from './testing/tiny-world.ts';

const SOLD_ID = 'AREG-100001';
const DAY_MINUTES = 27 * 60;

/** The shop says one thing at a rest at which the registry shows its work as sold, and another one at the next. */
type Story = {
  first: Partial<ShopWork['fields']>;
  problem?: string;
  meanwhile?: (world: TinyWorld) => void;
  next: string;
};

async function foundIn({ first, problem, meanwhile, next }: Story): Promise<string[]> {
  const world = new TinyWorld();
  const model = new Model();
  world.play();
  world.change(SOLD_ID, { availability: 'sold' });
  const say = (fields: Partial<ShopWork['fields']>, reason: string | null) => {
    const [work, ...others] = world.shopWorks;
    world.shopWorks = [{ ...work!, fields: { ...work!.fields, ...fields }, problem: reason }, ...others];
  };
  say(first, problem ?? null);
  world.wait(DAY_MINUTES);
  await model.atRest(world.look());
  meanwhile?.(world);
  say({ availability: next }, next === 'sold' ? null : 'sold');
  world.wait(DAY_MINUTES);
  const found = await model.atRest(world.look());
  return found.map(({ sentence }) => sentence).filter((sentence) => sentence.includes('as sold'));
}

const OWNER = { role: 'owner', number: 1 } as const;
const deed = (one: Deed) => (world: TinyWorld) => void world.note(OWNER, one);

test.each<[string, Story, string]>([
  [
    'offers again what it had sold as well',
    { first: { availability: 'sold' }, next: 'for_sale' },
    'for_sale since it said sold',
  ],
  [
    'says something new of a sale that it was told of',
    { first: { availability: 'for_sale' }, problem: 'sold', next: 'not_for_sale' },
    'not_for_sale since it said for_sale',
  ],
])('the model finds a sale that is kept although its shop %s', async (_name, story, words) => {
  expect(await foundIn(story)).toEqual([
    `work 1 of shop 1 says ${words}, and the registry shows ${SOLD_ID} as sold`,
  ]);
});

test.each<[string, Story]>([
  ['says the same', { first: { availability: 'for_sale' }, problem: 'sold', next: 'for_sale' }],
  [
    'had not been told of',
    { first: { availability: 'for_sale' }, problem: 'not read yet', next: 'not_for_sale' },
  ],
  ['sold as well', { first: { availability: 'for_sale' }, problem: 'sold', next: 'sold' }],
  [
    'offers again before somebody sells it once more',
    {
      first: { availability: 'sold' },
      next: 'for_sale',
      meanwhile: (world) => void world.change(SOLD_ID, { availability: 'sold' }),
    },
  ],
  [
    'was restored meanwhile',
    {
      first: { availability: 'sold' },
      next: 'for_sale',
      meanwhile: deed({ what: 'restore shop', shop: 1, to: 0 }),
    },
  ],
  [
    'took the work away meanwhile',
    {
      first: { availability: 'sold' },
      next: 'for_sale',
      meanwhile: deed({ what: 'delete', shop: 1, work: '1' }),
    },
  ],
])('the model lets a sale be kept that its shop %s', async (_name, story) => {
  expect(await foundIn(story)).toEqual([]);
});
