// What happens to a shop beside its owner's daily work: its host restores last week's backup of it.
import type { Operation } from './operation.ts';
import { saveNewWork } from './owner-saves.ts';
import { artworkBody } from './publishers.ts';
import { HIDDEN, Shop } from './shop.ts';
import type { World } from './world.ts';

/** A backup of a shop, or the restore of one. */
async function backUpOrRestore(world: World): Promise<string> {
  const shop = world.random.pick(world.allShops);
  if (!shop.hasBackup() || shop.isMoving) return backUpShop(world, shop);
  // What it lost last may still be on its way to the registry.
  saveNewWork(world, shop);
  await shop.wake().catch(() => undefined);
  await world.timeline.sleep(world.random.below(1000));
  return restoreShop(world, shop) ? `${shop.name} is restored` : 'none';
}

/** Its state is one whole: works, what was acknowledged, and what it was told. */
export function backUpShop(world: World, shop: Shop): string {
  const waiting = shop.keys.unheard;
  const atMs = world.timeline.nowMs();
  shop.backup = { snapshot: shop.snapshot(), connected: shop.connected, atMs, waiting };
  return `${shop.name} is backed up`;
}

/** False where another restore, or another pairing, came between. */
export function restoreShop(world: World, shop: Shop): boolean {
  const { backup } = shop;
  if (backup === undefined || !shop.hasBackup()) return false;
  const { generation } = shop.site;
  shop.rollBack(backup.snapshot);
  shop.keys.handOverAgain(backup.waiting);
  shop.backup = undefined;
  // The plugin keeps the number where a restore of the database does not reach, and so notices.
  shop.site.doubt = 'restored';
  shop.site.generation = generation;
  shop.isInDoubt = true;
  shop.wasRestored = true;
  world.ownerDid({ what: 'restore shop', shop: shop.serial, to: backup.atMs });
  return true;
}

/** A new pairing settles which site it is. */
export function answerDoubtOf(shop: Shop): void {
  shop.isInDoubt = false;
  shop.wasRestored = false;
  shop.site.doubt = null;
}

/** The owner says that it is the same site. */
export function answerDoubt(world: World, shop: Shop): void {
  if (!shop.isInDoubt) return;
  answerDoubtOf(shop);
  shop.site.generation += 1;
  // The plugin takes the number of its polls over from the service, which has heard more than the backup knows: reports are put in order by it.
  const heard = shop.site.polls.map(({ seen }) => (seen as { beat?: number } | undefined)?.beat ?? 0);
  shop.site.beat = Math.max(shop.site.beat, ...heard);
  // The daily check finds what the shop has no longer.
  world.restoredMs = world.timeline.elapsedMs;
  world.log.add(`${shop.name} is the same site, its owner says`);
}

/** Somebody tries things out in a copy of the shop, which has its secret and another address, and the copy calls the service. */
async function tryOutInCopy(world: World): Promise<string> {
  const { random, timeline, network } = world;
  const shop = random.pick(world.allShops);
  const url = `https://staging-${world.serial()}.art`;
  const copy = new Shop(shop.serial, shop.registry, timeline, network, url);
  copy.rollBack(shop.snapshot());
  const serial = world.serial();
  copy.site.share(`copied-${serial}`, artworkBody(serial, { title: `Tried out in a copy ${serial}` }));
  const [first] = copy.site.works.keys();
  if (first !== undefined) copy.site.leave(first, 'gone');
  const answer = await copy.wake().catch(() => undefined);
  return `a copy of ${shop.name} wakes the service: ${answer?.status ?? 'no answer'}`;
}

/** The plugin shows the service some works once more, in turn, though nothing changed: what it says of them is compared. */
function sweep(world: World): Promise<string> {
  const { site, name } = world.random.pick(world.allShops);
  const acked = [...site.works].filter(([, { acked, revision }]) => acked >= revision).map(([id]) => id);
  const from = world.random.below(acked.length + 1);
  const turn = acked.slice(from, from + 5);
  if (!site.isRolling()) site.roll(...turn);
  return Promise.resolve(`${name} shows ${turn.length}`);
}

/** Every work of the shop is hidden, or shown again. */
async function closeOrOpen(world: World): Promise<string | undefined> {
  const shop = world.random.pick(world.allShops);
  const shared = shop.sharedWorks();
  if (shared.length === 0 || shop.isMoving || shop.isInDoubt) return 'none';
  const isClosed = shop.worksOnShow().length === 0;
  const availability = isClosed ? 'for_sale' : HIDDEN;
  for (const [id, { artwork }] of shared) {
    shop.site.share(id, { ...artwork, availability });
    world.ownerDid({ what: isClosed ? 'show' : 'hide', shop: shop.serial, work: id });
  }
  await shop.wake().catch(() => undefined);
  return `${shop.name} ${isClosed ? 'opens' : 'closes'}`;
}

/** Another plugin makes that the shop cannot build a work, or was put right. Nothing of it may leave the registry for that. */
async function breakOrMend(world: World): Promise<string> {
  const shop = world.random.pick(world.allShops);
  const { site } = shop;
  const [broken] = [...site.works].find(([, { state }]) => state === 'broken') ?? [];
  if (broken !== undefined && world.random.next() < 0.5) {
    site.share(broken, site.works.get(broken)!.artwork!);
    await shop.wake().catch(() => undefined);
    return `${shop.name} builds ${broken} again`;
  }
  const settled = shop
    .worksOnShow()
    .filter(([id, { acked, revision }]) => acked === revision && site.reports.get(id)?.state === 'published');
  if (settled.length === 0) return 'none';
  const [id, { artwork }] = world.random.pick(settled);
  site.break(id);
  site.changeSilently(id, { artwork });
  world.ownerDid({ what: 'break', shop: shop.serial, work: id });
  await shop.wake().catch(() => undefined);
  return `${shop.name} cannot build ${id}`;
}

export const OWNERS_TROUBLES: readonly Operation[] = [
  { name: 'shop restored', share: 4, run: backUpOrRestore },
  { name: 'shop copied', share: 1, run: tryOutInCopy },
  { name: 'sweep', share: 3, run: sweep },
  { name: 'break or mend', share: 3, run: breakOrMend },
  { name: 'close or open a shop', share: 2, takesAway: true, run: closeOrOpen },
];
