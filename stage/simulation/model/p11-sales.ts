// P11 for a sale that somebody else wrote in the registry (docs/daemon.md, "artwork.sold": not put back on sale until the shop says something
// new): the service writes no other availability over it while the shop says what it had said before.
import { at, isAskOfService } from './answers.ts';
import { FULL_CHECK_MS, finding, type Check, type Context } from './context.ts';
import type { Said, ShopFacts, ShopWork, Time } from './observation.ts';
import { truthOf } from './timeline.ts';
import type { Ledger } from './works.ts';
import type { Write } from './writes.ts';

const SOLD = 'sold';
/** No sale is kept over these. */
const NO_OFFER = [SOLD, 'fully_private'];

/** What a shop says of the availability of a work. `value` null: it has left, or a restore of the shop says what it was. */
type Word = { value: string | null; at: Time; entry: number };

export const salesAtRest: Check = (context) => {
  const written = Map.groupBy(context.ledger.writes.filter(saysAvailability), targetOf);
  return context.world.shops
    .filter(({ registry }) => registry === context.registry.registry)
    .flatMap((shop) =>
      shop.works.flatMap((work) => {
        const writes = written.get(work.artId) ?? [];
        const undone = writes.find((write) => undoes(context, shop, work, { write, writes }));
        if (undone === undefined) return [];
        const sentence = `${work.artId} was sold in the registry, and the service made it ${availabilityOf(undone)}, although work ${work.work} of shop ${shop.shop} said nothing new`;
        const entries = [...wordsOf(context, shop, work), ...writes.map(firstOf)];
        return [
          finding(
            'P11',
            sentence,
            entries.map(({ entry }) => entry),
          ),
        ];
      }),
    );
};

type Among = { write: Write; writes: readonly Write[] };

function undoes(context: Context, shop: ShopFacts, work: ShopWork, { write, writes }: Among): boolean {
  if (!isByService(context, write) || write.kind !== 'update' || availabilityOf(write) === SOLD) return false;
  if (write.is !== 'done' && isOfWithdrawnWork(context, work, write)) return false;
  const sale = writes.findLast((one) => !isByService(context, one) && one.asked < write.ended);
  if (sale?.is !== 'done' || availabilityOf(sale) !== SOLD || sale.ended >= write.asked) return false;
  if (sale.organization !== shop.organization || isTakenBack(context, sale)) return false;
  const words = wordsOf(context, shop, work).filter((word) => word.at <= write.ended);
  const said = words.findLast((word) => word.at <= sale.asked)?.value;
  if (said === undefined || said === null || NO_OFFER.includes(said)) return false;
  const other = words.findLast(({ value }) => value !== said);
  if (other === undefined) return true;
  // What it says now was heard before the sale: no older word is on its way.
  return writes.some(
    (one) =>
      isByService(context, one) &&
      one.is === 'done' &&
      availabilityOf(one) === said &&
      one.asked > other.at &&
      one.ended < sale.asked,
  );
}

/** It is refused, whether or not its answer arrives. */
const isOfWithdrawnWork = ({ ledger }: Context, { artId }: ShopWork, { asked, ended }: Write): boolean => {
  const story = artId === null ? undefined : ledger.works.get(artId);
  return [asked, ended].every((time) => story !== undefined && truthOf(story.isWithdrawn.at(time)) === 'yes');
};

/** A restore brought back what was there before the sale, or what the shop had said then is being repaired. */
const isTakenBack = ({ ledger }: Context, sale: Write): boolean =>
  ledger.restores.some(
    ({ madeFrom, ended }) =>
      ended > sale.asked - FULL_CHECK_MS && (ended < sale.asked || madeFrom <= sale.ended),
  );

function wordsOf({ quiet }: Context, { shop }: ShopFacts, { work }: ShopWork): Word[] {
  return quiet.history.flatMap((said) => {
    const value = wordOf(said, shop, work);
    return value === undefined ? [] : [{ value, at: said.ended, entry: said.number }];
  });
}

/** Undefined: it says nothing of the work's availability. */
function wordOf({ deed }: Said, shop: number, work: string): string | null | undefined {
  if (!('shop' in deed) || deed.shop !== shop) return undefined;
  if (deed.what === 'restore shop') return null;
  if (!('work' in deed) || deed.work !== work) return undefined;
  switch (deed.what) {
    case 'add work':
    case 'edit':
      return deed.fields.availability ?? null;
    case 'sell':
      return SOLD;
    case 'hide':
      return 'fully_private';
    // Neither says anything new of it.
    case 'break':
    case 'order certificate':
      return undefined;
    default:
      return deed.what === 'show' ? 'for_sale' : null;
  }
}

const availabilityOf = ({ body }: Write): string => String(at(body, 'availability'));
const saysAvailability = ({ kind, is, body }: Write): boolean =>
  (kind === 'create' || kind === 'update') && is !== 'refused' && at(body, 'availability') !== undefined;

/** Of one work, by all writers. */
export const availabilityWrites = ({ writes }: Ledger, artId: string): Write[] =>
  writes.filter((write) => saysAvailability(write) && targetOf(write) === artId);

function targetOf({ target, attempts }: Write): string | null {
  const made = attempts.find(({ is }) => is === 'done')?.result;
  const id = at(made, 'registry_id') ?? at(made, 'data', 'registry_id') ?? target;
  return typeof id === 'string' ? id.toUpperCase() : null;
}

const firstOf = ({ attempts }: Write) => attempts[0]!;

function isByService({ world }: Context, write: Write): boolean {
  const { deed } = world.history[firstOf(write).entry]!;
  return deed.what === 'call' && isAskOfService(deed.ask);
}
