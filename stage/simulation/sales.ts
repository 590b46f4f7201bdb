// Somebody notes a sale in the registry with the key of a gallery, of which its shop knows nothing: of a work that the shop shows, or of one
// that only the registry lists yet. The owner saves the work once more, and says nothing new of its availability.
import { aimed } from './newcomers.ts';
import type { Operation } from './operation.ts';
import { isAnswered, isOfRegistry } from './outcome.ts';
import { saveNewWork, saveWork } from './owner-saves.ts';
import { change } from './publishers.ts';
import type { Shop } from './shop.ts';
import type { Gallery, World } from './world.ts';

const SALE = { availability: 'sold' };
const PUBLICATIONS = '/api/v1/integrations/sync';
const LOOKS = 8;

async function sellInRegistry(world: World): Promise<string | undefined> {
  const { random, knowledge } = world;
  if (random.next() < 0.15) return change(world, knowledge.pick(random), SALE);
  const shop = random.pick(world.shops);
  const ids = shop.sharedWorks().flatMap(([id]) => shop.site.reports.get(id)?.registry_id ?? []);
  const sold = ids.length === 0 ? 'none' : await sell(world, shop, random.pick(ids));
  if (random.next() < 0.5) {
    await world.timeline.sleep(random.below(3000));
    saveSoldWork(world, shop);
    await shop.wake().catch(() => undefined);
  }
  return sold;
}

function sell(world: World, shop: Shop, id: string): Promise<string | undefined> {
  const work = world.knowledge.ofShop(id, world.galleryOf(shop));
  return change(world, work.isBusy ? undefined : work, SALE);
}

/** A work that its shop has just shared, before the shop has heard of its Art ID. */
async function sellUnheard(world: World): Promise<string | undefined> {
  const { random, timeline, network } = world;
  const shop = random.pick(world.shops);
  const title = `Work ${saveNewWork(world, shop)}`;
  network.aim = aimed(
    world,
    ({ method, path, body }) => method === 'POST' && path === PUBLICATIONS && String(body).includes(title),
  );
  await shop.wake().catch(() => undefined);
  for (let looks = 0; looks < LOOKS; looks += 1) {
    await timeline.sleep(50 + random.below(500));
    const id = await listed(world, world.galleryOf(shop), title);
    if (id !== undefined) return sell(world, shop, id);
  }
  return 'not listed';
}

type List = { data: { registry_id: string; title: string }[] };

async function listed(world: World, { slug, profile, apiKey }: Gallery, title: string) {
  const path = `/api/v1/artworks?limit=5&collection=${profile}`;
  const outcome = await world.call(slug, 'GET', path, { apiKey });
  if (!isAnswered(outcome) || !isOfRegistry(outcome) || outcome.status !== 200) return undefined;
  return (outcome.json as Partial<List>).data?.find((work) => work.title === title)?.registry_id;
}

/** Another price for a work of which the shop says what it said before somebody sold it. */
export function saveSoldWork(world: World, shop: Shop): void {
  const sold = shop
    .worksOnShow()
    .filter(([id, { artwork }]) => isSold(shop, id) && artwork?.['availability'] !== 'sold');
  if (sold.length === 0) return;
  const [id, { artwork }] = world.random.pick(sold);
  const fields = { ...artwork, price: { amount: 200 + world.random.below(50), currency: 'EUR' } };
  saveWork(world, shop, id, fields);
}

/** The owner hears of a sale in the registry, and says what is so: it is sold, or no longer offered, or is to be had again after all. */
async function answerSale(world: World): Promise<string> {
  const { random } = world;
  const shop = random.pick(world.shops);
  const isSoldThere = (artwork: { [field: string]: unknown } | null) => artwork?.['availability'] === 'sold';
  const heard = shop.worksOnShow().filter(([id, { artwork }]) => isSold(shop, id) || isSoldThere(artwork));
  if (heard.length === 0 || shop.isInDoubt || shop.isMoving) return 'none';
  const [id, { artwork }] = random.pick(heard);
  const availability = isSoldThere(artwork) ? 'for_sale' : random.pick(['sold', 'sold', 'not_for_sale']);
  const fields = { ...artwork, availability };
  saveWork(world, shop, id, fields);
  await shop.wake().catch(() => undefined);
  return `${shop.name} says ${availability} of ${id}`;
}

const isSold = ({ site }: Shop, id: string): boolean => site.reports.get(id)?.state === 'sold';

export const SALES: readonly Operation[] = [
  { name: 'sell in the registry', share: 5, run: sellInRegistry },
  { name: 'sell a new work', share: 3, run: sellUnheard },
  { name: 'answer a sale', share: 3, run: answerSale },
];
