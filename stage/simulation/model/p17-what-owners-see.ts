// P17 and P11 for what the owner of a shop sees: the reason beside a work is so, a certificate that was ordered is issued or refused, and a shop
// is served as long as its key is good.
import { at } from './answers.ts';
import { finding, type Check, type Context } from './context.ts';
import type { Finding, ShopFacts, ShopWork } from './observation.ts';
import { keyRegisters } from './keys.ts';
import { isSettled } from './p17-soon-seen.ts';
import { truthOf } from './timeline.ts';
import { isPublicAt } from './works.ts';

const SOLD = 'sold';
const GONE = ['private', 'moved', 'elsewhere'];

export const ownersViewAtRest: Check = (context) =>
  context.world.shops
    .filter(({ registry }) => registry === context.registry.registry)
    .flatMap((shop) =>
      shop.problem === null
        ? [
            ...shop.works.flatMap((work) => falseReason(context, shop, work)),
            ...forgottenOrders(context, shop),
          ]
        : unserved(context, shop),
    );

/** Its owner has answered all that was asked, and handed over each key that was made. */
function unserved({ world, quiet, registry }: Context, shop: ShopFacts): Finding[] {
  const keys = keyRegisters(quiet, registry.registry).filter(
    ({ organization, isGood }) =>
      organization === shop.organization && truthOf(isGood.at(world.now)) === 'yes',
  );
  if (keys.length === 0) return [];
  const sentence = `shop ${shop.shop} has a good key, and is not served: ${String(shop.problem)}`;
  return [
    finding(
      'P17',
      sentence,
      keys.flatMap(({ entries }) => entries),
    ),
  ];
}

function falseReason(context: Context, shop: ShopFacts, { work, artId, problem }: ShopWork): Finding[] {
  if (artId === null || problem === null) return [];
  const story = context.ledger.works.get(artId);
  if (story === undefined || !isSettled(context, shop, story)) return [];
  const record = context.truth.works.get(artId);
  const availability = at(record, 'availability');
  const holders = story.holder.at(context.world.now);
  const isOwn = holders.length > 0 && holders.every((holder) => holder === shop.organization);
  const isPublic = isPublicAt(story, context.world.now) === 'yes' && record !== undefined;
  const isFalse =
    (problem === SOLD && isPublic && availability !== SOLD) || (GONE.includes(problem) && isPublic && isOwn);
  if (!isFalse) return [];
  const sentence = `shop ${shop.shop} shows "${problem}" beside work ${work}, and ${artId} is its own and public, ${String(availability)}`;
  return [finding('P17', sentence, story.entries)];
}

function forgottenOrders({ quiet }: Context, shop: ShopFacts): Finding[] {
  return shop.orders.flatMap(({ order, work }) => {
    const ordered = shop.works.find((one) => one.work === work);
    // Of one that is not registered none can be issued.
    if (ordered === undefined || ordered.artId === null || ordered.problem !== null) return [];
    const entries = quiet.history.flatMap(({ deed, number }) =>
      deed.what === 'order certificate' && deed.order === order ? [number] : [],
    );
    const sentence = `${order} of shop ${shop.shop} for ${ordered.artId} is neither carried out nor refused`;
    return [finding('P11', sentence, entries)];
  });
}
