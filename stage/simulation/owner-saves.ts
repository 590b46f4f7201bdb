// What an owner saves at a shop, which the history notes.
import { artworkBody } from './publishers.ts';
import type { Shop } from './shop.ts';
import type { World } from './world.ts';

export function saveWork(world: World, shop: Shop, id: string, fields: Record<string, unknown>): void {
  shop.site.share(id, fields);
  world.ownerDid({ what: 'edit', shop: shop.serial, work: id, fields });
}

/** Of a number that the shop has not used; answers its id. Its title is "Work" and that. */
export function saveNewWork(world: World, shop: Shop): string {
  const id = String(shop.serial * 1000 + 100 + world.serial());
  saveWork(world, shop, id, { ...artworkBody(Number(id)), title: `Work ${id}` });
  return id;
}
