// A sale that somebody else wrote in the registry is kept until the shop says something new of the work's availability.
import { expect, test } from 'vitest';
import { Model } from './model.ts';
import type { Fields, ShopDeed } from './observation.ts';
import { TinyWorld } from './testing/tiny-world.ts';
import { ORIGIN } from './testing/tiny-work.ts';

const SOLD_ID = 'AREG-100001';
const WORK = { shop: 1, work: '1' } as const;
const PRICE = { amount: 900, currency: 'CHF' };
const FOR_SALE: Fields = { availability: 'for_sale', price: PRICE };

/** What happens around a sale, and after all of it the service writes "for sale". */
type Around = { before?: (world: TinyWorld) => void; after?: (world: TinyWorld) => void };

const own = (world: TinyWorld, deed: ShopDeed): unknown => world.note({ role: 'owner', number: 1 }, deed);
const sell = (world: TinyWorld): unknown => world.change(SOLD_ID, { availability: 'sold' });

function serviceWrites(world: TinyWorld, fields: Fields, isLost = false): void {
  const headers = { authorization: 'Bearer areg_own', 'user-agent': 'artwork-registry-daemon/1' };
  const path = `/api/v1/artworks/${SOLD_ID}`;
  const ask = { origin: ORIGIN, method: 'PATCH', path, headers, body: JSON.stringify(fields) };
  const arrived = world.registry.answer(ask);
  const answer = isLost ? ({ isLost: true, at: 0 } as const) : arrived;
  const deed = { what: 'call', registry: 1, organization: 'own', ask, answer } as const;
  world.note({ role: 'host', number: 0 }, deed, { is: isLost ? 'unknown' : 'done' });
}

async function undoneIn(play: (world: TinyWorld) => void): Promise<string[]> {
  const world = new TinyWorld();
  own(world, { what: 'edit', ...WORK, fields: FOR_SALE });
  world.play();
  play(world);
  world.wait(27 * 60);
  const found = await new Model().atRest(world.look());
  return found.map(({ sentence }) => sentence).filter((sentence) => sentence.includes('said nothing new'));
}

const undoes =
  ({ before, after }: Around) =>
  (world: TinyWorld) => {
    before?.(world);
    sell(world);
    after?.(world);
    serviceWrites(world, FOR_SALE);
  };

const sellAndShow = (world: TinyWorld): void => {
  own(world, { what: 'sell', ...WORK });
  own(world, { what: 'show', ...WORK });
};

test.each<[string, Around]>([
  ['while nothing happened in the shop', {}],
  [
    'after its owner changed the price',
    {
      after: (world) =>
        own(world, { what: 'edit', ...WORK, fields: { ...FOR_SALE, price: { ...PRICE, amount: 950 } } }),
    },
  ],
  ['that its shop could not build meanwhile', { after: (world) => own(world, { what: 'break', ...WORK }) }],
  [
    'whose older words were heard before the sale',
    {
      before: (world) => {
        sellAndShow(world);
        serviceWrites(world, FOR_SALE);
      },
    },
  ],
])('the model finds that the service offers a sold work again %s', async (_name, around) => {
  expect(await undoneIn(undoes(around))).toEqual([
    `${SOLD_ID} was sold in the registry, and the service made it for_sale, although work 1 of shop 1 said nothing new`,
  ]);
});

test('the model finds a sale that was undone by a write without an answer', async () => {
  const found = await undoneIn((world) => {
    sell(world);
    serviceWrites(world, FOR_SALE, true);
  });
  expect(found).toHaveLength(1);
});

test('the model lets the service ask in vain for a change of a sold work that was withdrawn', async () => {
  const found = await undoneIn((world) => {
    sell(world);
    world.withdraw(SOLD_ID);
    world.wait(1);
    serviceWrites(world, FOR_SALE, true);
  });
  expect(found).toEqual([]);
});

test.each<[string, Around]>([
  ['that its shop sold and offers again', { after: sellAndShow }],
  ['whose older words may not have been heard before the sale', { before: sellAndShow }],
  [
    'that its owner had stopped and shares again',
    {
      after: (world) => {
        own(world, { what: 'stop updating', ...WORK });
        own(world, { what: 'edit', ...WORK, fields: FOR_SALE });
      },
    },
  ],
  [
    'whose shop was restored',
    { after: (world) => own(world, { what: 'restore shop', shop: 1, to: world.look().now }) },
  ],
  ['that somebody else offered again', { after: (world) => void world.change(SOLD_ID, FOR_SALE) }],
])('the model lets the service offer a sold work %s', async (_name, around) => {
  expect(await undoneIn(undoes(around))).toEqual([]);
});

test('the model lets the service write other fields of a sold work', async () => {
  const found = await undoneIn((world) => {
    sell(world);
    serviceWrites(world, { medium: 'Tempera' });
  });
  expect(found).toEqual([]);
});

test.each([
  ['lets the service offer a work again whose sale a restore took back', 'before', 0],
  ['finds that a sale was undone which a restore brought back', 'after', 1],
])('the model %s', async (_name, made, count) => {
  const found = await undoneIn((world) => {
    if (made === 'after') sell(world);
    const backup = world.registry.backup();
    const operator = { role: 'operator', number: 1 } as const;
    const { number } = world.note(operator, { what: 'backup', registry: 1 });
    if (made === 'before') sell(world);
    world.registry.restore(backup, true);
    world.note(operator, { what: 'restore backup', registry: 1, backup: number, replaced: 'kept' });
    serviceWrites(world, FOR_SALE);
  });
  expect(found).toHaveLength(count);
});
