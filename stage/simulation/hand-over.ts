// An owner hands a secret over to the sync service, sealed, and waits for what comes of it.
import type { Shop } from './shop.ts';
import type { World } from './world.ts';

/** False where the service has not taken it within a minute. */
export async function orderAndWait(
  world: World,
  shop: Shop,
  order: { kind: string } & { [field: string]: unknown },
): Promise<boolean> {
  let id: string | undefined;
  for (let tries = 0; tries < 30; tries += 1) {
    id ??= shop.order(order);
    await shop.wake().catch(() => undefined);
    await world.timeline.sleep(2000);
    const outcome = id === undefined ? undefined : shop.outcomeOf(id);
    if (outcome !== undefined) return outcome.ok;
  }
  return false;
}
