// What falls among the times of a wrong clock: the service notes something while its clock is ahead, which is put right a moment later.
import { setAhead } from './clocks.ts';
import { isAskOfService } from './model/answers.ts';
import type { Deed } from './model/observation.ts';
import type { Operation } from './operation.ts';
import { saveNewWork, saveWork } from './owner-saves.ts';
import { artworkBody, withdrawWork } from './publishers.ts';
import type { Shop } from './shop.ts';
import type { World } from './world.ts';

const DAY_MS = 24 * 3600_000;
const LOOKS = 20;
const ON_ITS_WAY = ['queued', 'sending'];
const PATIENCE_MS = 30_000;
/** Of the seconds that are promised, where some calls are lost and late. */
const SOON_MS = 5 * 60_000;

type Settled = { id: string; artId: string };

/** A call for a work fails while the clock of the service is ahead. */
async function failAhead(world: World): Promise<string> {
  const { host, random, timeline } = world;
  const shop = random.pick(world.allShops);
  const work = await settledWork(world, shop);
  if (work === undefined) return 'none';
  setAhead(world, host, random.pick([1, 40]) * DAY_MS);
  await editAndWait(world, shop, work.id, 'lost');
  await timeline.sleep(random.below(1000));
  if (host.aheadMs > 0) setAhead(world, host, 0);
  const isSent = () => {
    const { revision = 0, state = '' } = shop.site.reports.get(work.id) ?? {};
    return revision >= shop.site.works.get(work.id)!.revision && !ON_ITS_WAY.includes(state);
  };
  await expectSoon(world, { shop, ...work }, isSent, 'P11', 'waits for its registration or change');
  return `a change of ${work.id} failed`;
}

/** The service hears the time of the registry while its own clock is ahead. Once that is right, an operator withdraws a work, or puts it back. */
async function withdrawAfterwards(world: World): Promise<string | undefined> {
  const { host, random, timeline } = world;
  const shop = random.pick(world.shops);
  const work = await settledWork(world, shop);
  if (work === undefined) return 'none';
  // By less than makes the daily check due, which asks for everything.
  setAhead(world, host, random.pick([600_000, 3600_000]));
  await editAndWait(world, shop, work.id, 'well');
  await timeline.sleep(2000);
  if (host.aheadMs > 0) setAhead(world, host, 0);
  const known = world.knowledge.ofShop(work.artId, world.galleryOf(shop));
  const word = known.isBusy ? 'busy' : await withdrawWork(world, known);
  const isWithdrawn = known.expected.isWithdrawn === true;
  const isSeen = () => isWithdrawn === (shop.site.reports.get(work.id)?.state === 'private');
  const sentence = isWithdrawn ? 'shows nothing of its withdrawal' : 'is shown as withdrawn';
  if (word === 'done') await expectSoon(world, { shop, ...work }, isSeen, 'P17', sentence);
  return word;
}

/** Not judged where anything else happens to the work, to its shop, or to the programs meanwhile. */
async function expectSoon(
  world: World,
  { shop, id, artId }: Settled & { shop: Shop },
  isSo: () => boolean,
  promise: 'P11' | 'P17',
  sentence: string,
): Promise<void> {
  const { timeline, history } = world;
  const state = () => {
    const deaths = world.machines().map((machine) => machine.deaths);
    return JSON.stringify([deaths, shop.connected, shop.site.works.get(id)?.revision]);
  };
  const [before, entries] = [state(), history.said.length];
  for (const untilMs = timeline.elapsedMs + SOON_MS; timeline.elapsedMs < untilMs; await timeline.sleep(5000))
    if (isSo() || !isServed(world, shop) || state() !== before) return;
  if (!history.said.slice(entries).some(({ deed }) => isOtherCause(deed, artId)))
    world.fault(`${promise}: ${artId} ${sentence} at ${shop.name} for five minutes, and nothing hinders it`);
}

/** What somebody else does to the work, or a call of the service for it that gets no answer. Who reads it changes nothing. */
function isOtherCause(deed: Deed, artId: string): boolean {
  if (deed.what !== 'call') return 'registryId' in deed && deed.registryId === artId;
  const { method, path, body } = deed.ask;
  if (!`${path} ${String(body)}`.includes(artId)) return false;
  return isAskOfService(deed.ask) ? deed.answer.isLost || deed.answer.status >= 500 : method !== 'GET';
}

function isServed(world: World, { site, isInDoubt, isMoving }: Shop): boolean {
  const status = site.polls.at(-1)?.['status'] as { account?: { state: string } } | undefined;
  const areClocksRight = world.machines().every(({ aheadMs }) => aheadMs === 0);
  return areClocksRight && !isInDoubt && !isMoving && !site.isHidden && status?.account?.state === 'ok';
}

/** A work on show of which the shop has heard that it is registered: one that is there, or a new one. */
async function settledWork(world: World, shop: Shop): Promise<Settled | undefined> {
  const settled = () =>
    shop.worksOnShow().flatMap(([id]): Settled[] => {
      const { registry_id: artId, state, error } = shop.site.reports.get(id) ?? {};
      return artId && state === 'published' && !error ? [{ id, artId }] : [];
    });
  if (settled().length === 0) {
    saveNewWork(world, shop);
    await shop.wake().catch(() => undefined);
  }
  for (let looks = 0; looks < LOOKS && settled().length === 0; looks += 1) await world.timeline.sleep(1000);
  return settled().length === 0 ? undefined : world.random.pick(settled());
}

/** The owner changes the work, and the first call for it goes so. */
async function editAndWait(world: World, shop: Shop, id: string, fate: 'lost' | 'well'): Promise<void> {
  const { network, random, timeline } = world;
  const medium = `Oil on board ${world.serial()}`;
  const price = { amount: 200 + random.below(50), currency: 'EUR' };
  const fields = { ...artworkBody(Number(id), { price, medium }), title: `Work ${id}` };
  const called = network.first(
    ({ method, body }) => method === 'POST' && String(body).includes(medium),
    fate,
  );
  saveWork(world, shop, id, fields);
  await shop.wake().catch(() => undefined);
  await Promise.race([called, timeline.sleep(PATIENCE_MS)]);
}

export const WRONG_TIMES: readonly Operation[] = [
  { name: 'fail while the service is ahead', share: 2, run: failAhead },
  { name: 'withdraw after the service was ahead', share: 2, run: withdrawAfterwards },
];
