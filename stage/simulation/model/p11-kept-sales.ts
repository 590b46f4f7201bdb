// P11 for the end of a sale that somebody wrote in the registry (docs/daemon.md, "artwork.sold": not put back on sale until the shop says
// something new): what the shop says new of its availability is followed. Judged from one rest to the next, as what was heard in between has
// no certain order: at the first the service knew of the sale, at the second the shop says something else.
import { at, stringAt } from './answers.ts';
import { FULL_CHECK_MS, finding, type Check, type Context, type SeenSale } from './context.ts';
import type { Finding, ShopFacts, ShopWork } from './observation.ts';
import { availabilityWrites } from './p11-sales.ts';

const SOLD = 'sold';

export const keptSalesAtRest: Check = (context) => {
  const { world, memory, registry } = context;
  const shops = world.shops.filter((shop) => shop.registry === registry.registry);
  const found = shops.flatMap((shop) => shop.works.flatMap((work) => keptTooLong(context, shop, work)));
  for (const shop of shops)
    for (const work of shop.works) {
      const name = nameOf(shop, work);
      const seen = seenSale(context, shop, work);
      if (seen === null) delete memory.sales[name];
      else memory.sales[name] = seen;
    }
  return found;
};

const nameOf = ({ shop }: ShopFacts, { work }: ShopWork): string => `${shop} ${work}`;

/** Null where the service may not know of the sale, or there is none. */
function seenSale({ world, truth }: Context, shop: ShopFacts, work: ShopWork): SeenSale | null {
  const { artId, wish, isBroken, problem, fields } = work;
  if (artId === null || wish !== 'shared' || isBroken || shop.problem !== null) return null;
  const said = fields.availability;
  const isKnown = problem === SOLD || (problem === null && said === SOLD);
  const record = truth.works.get(artId);
  const isOfShop = stringAt(record, 'source', 'installation_id') === shop.installationId;
  if (!isKnown || said === undefined || !isOfShop || at(record, 'availability') !== SOLD) return null;
  return { artId, said, at: world.now };
}

function keptTooLong(context: Context, shop: ShopFacts, work: ShopWork): Finding[] {
  const former = context.memory.sales[nameOf(shop, work)];
  const now = seenSale(context, shop, work);
  if (former === undefined || now === null || now.said === SOLD || now.said === former.said) return [];
  if (former.artId !== now.artId || isUnsettled(context, shop, work, former)) return [];
  const sentence = `work ${work.work} of shop ${shop.shop} says ${now.said} since it said ${former.said}, and the registry shows ${now.artId} as sold`;
  return [finding('P11', sentence, context.ledger.works.get(now.artId)?.entries ?? [])];
}

/** Sold once more since, or restored, or taken away meanwhile: then the sale may be newer than what the shop says. */
function isUnsettled(
  { ledger, quiet }: Context,
  shop: ShopFacts,
  { work }: ShopWork,
  { artId, at: since }: SeenSale,
): boolean {
  const checked = since - FULL_CHECK_MS;
  const isSoldAgain = availabilityWrites(ledger, artId).some(
    ({ asked, ended, body }) => Math.max(asked, ended) > since && String(at(body, 'availability')) === SOLD,
  );
  const isRestored = ledger.restores.some(({ ended }) => ended > checked);
  const isTroubled = quiet.history.some(({ deed, ended }) => {
    if (ended <= since && deed.what !== 'restore shop') return false;
    if (deed.what === 'journals lost') return true;
    if (!('shop' in deed) || deed.shop !== shop.shop) return false;
    if (deed.what === 'restore shop') return ended > checked;
    const isAway = deed.what === 'stop updating' || deed.what === 'delete';
    return isAway && deed.work === work;
  });
  return isSoldAgain || isRestored || isTroubled;
}
