// An owner seals something for the sync service, and waits for what comes of it.
import type { Shop } from './shop.ts';
import type { World } from './world.ts';

type Order = { kind: string } & { [field: string]: unknown };

/** Undefined where the service has not taken it after so many tries, two seconds each. */
export async function outcomeOfOrder(world: World, shop: Shop, order: Order, most: number) {
  let id: string | undefined;
  for (let tries = 0; tries < most; tries += 1) {
    id ??= shop.order(order);
    await shop.wake().catch(() => undefined);
    await world.timeline.sleep(2000);
    const outcome = id === undefined ? undefined : shop.outcomeOf(id);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

/** False where the service has not taken it within a minute. */
export async function orderAndWait(world: World, shop: Shop, order: Order): Promise<boolean> {
  return (await outcomeOfOrder(world, shop, order, 30))?.ok ?? false;
}
