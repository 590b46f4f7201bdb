// A shop gets another address, and continues its pairing there.
import type { Shop } from './shop.ts';
import type { World } from './world.ts';

const TRIES = 6;

export function moveElsewhere(world: World, shop: Shop): Promise<string | undefined> {
  // An owner moves a site once the service has heard of its last address: an earlier request that arrives late would name that again.
  if (shop.isMoving) return Promise.resolve('none');
  const from = shop.site.url;
  shop.open(`https://shop${shop.serial}-${world.serial()}.art`);
  world.ownerDid({ what: 'move site', shop: shop.serial, from, to: shop.site.url });
  shop.isMoving = true;
  return connectAgain(world, shop);
}

/** The pairing is continued under the new address. Where it is not known whether that was heard, the owner tries again later. */
export async function connectAgain(world: World, shop: Shop): Promise<string | undefined> {
  const { siteId, secret } = shop.site;
  for (let tries = 0; tries < TRIES && shop.isMoving; tries += 1) {
    const status = await shop.connect({ siteId, secret }).catch(() => 0);
    world.log.add(`${shop.name} connects again: ${status}`);
    if (status === 201) shop.isMoving = false;
    else await world.timeline.sleep(2000 * (tries + 1));
  }
  return shop.isMoving ? undefined : '201';
}
