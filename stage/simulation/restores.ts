// Restores of a shop at moments that chance seldom hits: its owner connects it again at once, or what it loses waits with the sync service for
// its registration.
import { answerDoubtOf, backUpShop, restoreShop } from './owners-troubles.ts';
import { connectAgain } from './moves.ts';
import type { Operation } from './operation.ts';
import { saveNewWork } from './owner-saves.ts';
import type { World } from './world.ts';

const LOOKS = 10;

/** The owner restores last week's backup, and connects the shop again instead of saying which site it is. */
async function connectAfterRestore(world: World): Promise<string | undefined> {
  const shop = world.random.pick(world.allShops);
  if (shop.isMoving || shop.isInDoubt) return 'none';
  if (!shop.hasBackup()) return backUpShop(world, shop);
  const id = saveNewWork(world, shop);
  await shop.wake().catch(() => undefined);
  for (let looks = 0; looks < LOOKS && !shop.site.reports.get(id)?.registry_id; looks += 1)
    await world.timeline.sleep(1000);
  if (shop.isMoving || !restoreShop(world, shop)) return 'none';
  shop.isMoving = true;
  const connected = await connectAgain(world, shop);
  if (connected === '201') answerDoubtOf(shop);
  // The service asks the shop for what it had before.
  world.restoredMs = world.timeline.elapsedMs;
  return `${shop.name} is restored and connected again: ${connected}`;
}

/** Restored at the moment at which the registry does not take a work, which the shop does not know any more. */
async function restoreWhileItWaits(world: World): Promise<string> {
  const shop = world.random.pick(world.allShops);
  if (shop.isMoving || shop.isInDoubt) return 'none';
  if (!shop.hasBackup()) return backUpShop(world, shop);
  const id = saveNewWork(world, shop);
  const called = world.network.first(
    ({ method, body }) => method === 'POST' && String(body).includes(`"Work ${id}"`),
    'lost',
  );
  await shop.wake().catch(() => undefined);
  await Promise.race([called, world.timeline.sleep(20_000)]);
  if (!restoreShop(world, shop)) return 'none';
  // The service hears of it before it tries again.
  await shop.wake().catch(() => undefined);
  return `${shop.name} is restored while ${id} waits`;
}

export const RESTORES: readonly Operation[] = [
  { name: 'shop restored and connected again', share: 2, run: connectAfterRestore },
  { name: 'shop restored while a work waits', share: 2, run: restoreWhileItWaits },
];
