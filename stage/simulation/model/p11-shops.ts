// P11, P14 and P15: each work of a shop has exactly one Art ID, the registry shows what the shop shows, under the shop's own installation and
// address, and a work leaves the registry only for a reason that its owner can see.
import { at, canonical, stringAt } from './answers.ts';
import { FULL_CHECK_MS, finding, type Check, type Context } from './context.ts';
import type { Finding, Said, ShopFacts, ShopWork } from './observation.ts';
import { truthOf } from './timeline.ts';
import { FIELD_NAMES, plainValue, shownFields } from './works.ts';

const PRICED = ['for_sale', 'open_to_offers'];

export const shopsAtRest: Check = (context) => {
  const shops = context.world.shops.filter(({ registry }) => registry === context.registry.registry);
  // The daily full check finds what a restore took back.
  const restored = Math.max(-Infinity, ...context.ledger.restores.map(({ ended }) => ended));
  if (context.world.now < restored + FULL_CHECK_MS) return [];
  const found = [...oneArtIdEach(shops), ...doubles(context, shops), ...leftovers(context, shops)];
  for (const shop of shops)
    for (const work of shop.works)
      found.push(...keptArtId(context, shop, work), ...judgeWork(context, shop, work));
  for (const id of context.truth.works.keys()) context.memory.wasPublic[id] = true;
  return found;
};

function judgeWork(context: Context, shop: ShopFacts, work: ShopWork): Finding[] {
  if (work.isBroken) return leftForNoReason(context, shop, work);
  // What waits for its owner, who sees why, is not settled.
  if (shop.problem !== null || work.problem !== null) return [];
  const record = work.artId === null ? undefined : context.truth.works.get(work.artId);
  const entries = () => entriesOf(context, shop, work);
  const name = `work ${work.work} of shop ${shop.shop}`;
  if (work.wish === 'shared') return judgeShared(context, shop, work, record);
  if (work.wish === 'hidden' && record !== undefined)
    return [finding('P11', `${name} is hidden in its shop, and the registry shows ${work.artId}`, entries())];
  const mayStay = work.wish === 'stopped' || shop.onLeave !== 'fully_private';
  const isOnSale = PRICED.includes(String(at(record, 'availability')));
  const isLeft = work.wish === 'stopped' || (work.wish === 'deleted' && shop.onLeave !== 'nothing');
  if (isLeft && record !== undefined && (isOnSale || !mayStay))
    return [
      finding(
        'P11',
        `${name} is ${work.wish}, and the registry shows ${work.artId} as ${String(at(record, 'availability'))}`,
        entries(),
      ),
    ];
  return [];
}

/** A failed read is never a reason to leave: what was published of the shop when it broke still is. A restore may have taken it back. */
function leftForNoReason(context: Context, shop: ShopFacts, work: ShopWork): Finding[] {
  const { ledger, truth, quiet } = context;
  const record = work.artId === null ? undefined : truth.works.get(work.artId);
  const installation = stringAt(record, 'source', 'installation_id');
  const isOfShop = installation !== null && installation === shop.installationId;
  const own = deedsOf(context, shop, work);
  const broke = own.findLast(({ deed }) => deed.what === 'break');
  if (broke === undefined) return [];
  const since = broke.asked - FULL_CHECK_MS;
  const before = own.findLast(({ deed, asked }) => deed.what !== 'break' && asked <= broke.asked);
  const wasTakenAway = before?.deed.what === 'stop updating' || before?.deed.what === 'delete';
  const isShopRestored = quiet.history.some(
    ({ deed, ended }) => deed.what === 'restore shop' && deed.shop === shop.shop && ended > since,
  );
  // A shop that was restored meanwhile has a work again that its owner took away.
  const isTakenBack = (wasTakenAway && isShopRestored) || ledger.restores.some(({ ended }) => ended > since);
  const status = stringAt(record, 'source', 'status');
  if (!isOfShop || isTakenBack || status === 'active') return [];
  const sentence = `shop ${shop.shop} cannot build work ${work.work}, and the registry shows ${work.artId} as ${status} there`;
  return [finding('P15', sentence, entriesOf(context, shop, work))];
}

function judgeShared(context: Context, shop: ShopFacts, work: ShopWork, record: unknown): Finding[] {
  const name = `work ${work.work} of shop ${shop.shop}`;
  const entries = () => entriesOf(context, shop, work);
  if (work.artId === null)
    return [finding('P11', `${name} is to be registered, and has neither an Art ID nor a reason`, entries())];
  const story = context.ledger.works.get(work.artId);
  const isTakenByOperator = story !== undefined && truthOf(story.isWithdrawn.at(context.world.now)) !== 'no';
  const holders = story?.holder.at(context.world.now) ?? [];
  const isMoved = holders.some((holder) => holder !== null && holder !== shop.organization);
  if (isTakenByOperator || isMoved) return [];
  if (record === undefined) {
    const wasThere = context.memory.wasPublic[work.artId] === true;
    const promise = wasThere ? 'P15' : 'P11';
    const sentence = `${name} is to be shown, and the registry does not show ${work.artId}; its owner sees no reason`;
    return [finding(promise, sentence, entries())];
  }
  return [
    ...differences(work, record).map((difference) =>
      finding('P11', `${name} (${work.artId}): ${difference}`, entries()),
    ),
    ...wrongPlace(shop, work, record).map((sentence) => finding('P14', `${name}: ${sentence}`, entries())),
  ];
}

function differences(work: ShopWork, record: unknown): string[] {
  const shown = shownFields(record);
  return FIELD_NAMES.flatMap((name) => {
    if (!(name in work.fields) || name === 'artist_name') return [];
    const value = plainValue(work.fields[name]);
    const isPriced = PRICED.includes(String(shown.availability));
    const expected = name === 'price' && !isPriced ? null : value;
    if (canonical(shown[name]) === canonical(expected)) return [];
    return [`${name} is ${canonical(expected)} in the shop and ${canonical(shown[name])} in the registry`];
  });
}

/** The source of a work that its shop shares is its shop: installation, number there, and address. */
function wrongPlace(shop: ShopFacts, work: ShopWork, record: unknown): string[] {
  const source = at(record, 'source');
  if (source === null || shop.installationId === null) return [];
  const installation = stringAt(source, 'installation_id');
  if (installation !== shop.installationId)
    return [`${work.artId} names the installation ${String(installation)} and not ${shop.installationId}`];
  const faults: string[] = [];
  const externalId = stringAt(source, 'external_id');
  if (externalId !== work.work)
    faults.push(`${work.artId} names the number ${String(externalId)} of the shop`);
  const site = stringAt(source, 'site_url') ?? '';
  if (!URL.canParse(site) || new URL(site).host !== new URL(shop.origin).host)
    faults.push(`${work.artId} names the address ${site}, and the shop lives at ${shop.origin}`);
  return faults;
}

/** Two works of shops never show one Art ID, unless their owner is told why. */
function oneArtIdEach(shops: readonly ShopFacts[]): Finding[] {
  const owners = new Map<string, string>();
  return shops.flatMap((shop) =>
    shop.works.flatMap((work) => {
      if (work.artId === null || work.wish !== 'shared' || work.problem !== null) return [];
      const own = `work ${work.work} of shop ${shop.shop}`;
      const former = owners.get(work.artId);
      owners.set(work.artId, own);
      if (former === undefined) return [];
      return [finding('P11', `${former} and ${own} both have ${work.artId}`)];
    }),
  );
}

/** Two public works of the registry never come from one work of a shop. */
function doubles({ truth, ledger }: Context, shops: readonly ShopFacts[]): Finding[] {
  const installations = new Set(shops.map(({ installationId }) => installationId));
  const owners = new Map<string, string>();
  return [...truth.works].flatMap(([id, record]) => {
    const installation = stringAt(record, 'source', 'installation_id');
    const externalId = stringAt(record, 'source', 'external_id');
    const isActive = stringAt(record, 'source', 'status') === 'active';
    if (!isActive || externalId === null || !installations.has(installation)) return [];
    const name = `${String(installation)} ${externalId}`;
    const former = owners.get(name);
    owners.set(name, id);
    if (former === undefined) return [];
    const entries = [former, id].flatMap((one) => ledger.works.get(one)?.entries ?? []);
    const sentence = `${former} and ${id} are both work ${externalId} of the installation ${String(installation)}`;
    return [finding('P11', sentence, entries)];
  });
}

/** What the registry shows as an active work of a shop is one that the shop knows. */
function leftovers({ truth, ledger }: Context, shops: readonly ShopFacts[]): Finding[] {
  return [...truth.works].flatMap(([id, record]) => {
    const installation = stringAt(record, 'source', 'installation_id');
    const shop = shops.find(
      ({ installationId }) => installationId !== null && installationId === installation,
    );
    const isActive = stringAt(record, 'source', 'status') === 'active';
    if (shop === undefined || shop.problem !== null || !isActive) return [];
    const externalId = stringAt(record, 'source', 'external_id');
    const work = shop.works.find((one) => one.work === externalId);
    if (work !== undefined && (work.artId === id || work.problem !== null || work.wish === 'deleted'))
      return [];
    const sentence = `the registry shows ${id} as work ${String(externalId)} of shop ${shop.shop}, which shows ${work?.artId ?? 'no Art ID'} there`;
    return [finding('P11', sentence, ledger.works.get(id)?.entries ?? [])];
  });
}

/** An Art ID stays with its work, unless a restore of the registry or of the shop took it back, or its owner deleted the work. */
function keptArtId(context: Context, shop: ShopFacts, work: ShopWork): Finding[] {
  const { memory, quiet, ledger } = context;
  const name = `${shop.shop} ${work.work}`;
  const former = memory.artIds[name];
  if (work.artId === null) {
    if (former === undefined || isTakenBack(context, shop, former.at)) return [];
    if (isGoneThere(context, shop, work) || isForgotten(context, work, former.artId)) return [];
    return [
      finding('P1', `work ${work.work} of shop ${shop.shop} had ${former.artId} and has no Art ID now`),
    ];
  }
  memory.artIds[name] = { artId: work.artId, at: quiet.now };
  if (former === undefined || former.artId === work.artId || isTakenBack(context, shop, former.at)) return [];
  if (isRegisteredAgain(context, former)) return [];
  const entries = [former.artId, work.artId].flatMap((id) => ledger.works.get(id)?.entries ?? []);
  const sentence = `work ${work.work} of shop ${shop.shop} had ${former.artId} and has ${work.artId} now`;
  return [finding('P1', sentence, entries)];
}

/** Its owner deleted it last, or a restore went back to before the shop had it. The shop need not know its Art ID any longer. */
function isGoneThere(context: Context, shop: ShopFacts, work: ShopWork): boolean {
  const deeds = deedsOf(context, shop, work);
  if (deeds.at(-1)?.deed.what === 'delete') return true;
  return context.quiet.history.some(
    ({ deed, asked }) =>
      deed.what === 'restore shop' &&
      deed.shop === shop.shop &&
      deeds.length > 0 &&
      deeds.every((one) => one.asked >= deed.to && one.ended <= asked),
  );
}

type Former = { artId: string; at: number };

const isJournalLost = ({ quiet }: Context, since: number): boolean =>
  quiet.history.some(({ deed, ended }) => deed.what === 'journals lost' && ended >= since);

/**
 * The registry lists no work that is not public: a service that lost its journal, however long ago, learns the Art ID when the shop shares
 * the work again.
 */
const isForgotten = (context: Context, { wish }: ShopWork, artId: string): boolean =>
  isJournalLost(context, -Infinity) && wish === 'none' && !context.truth.works.has(artId);

/** What a restore of the registry lost is registered again by a service that lost its journal, too. */
function isRegisteredAgain(context: Context, { artId, at: since }: Former): boolean {
  const exists = context.ledger.works.get(artId)?.exists.at(context.world.now) ?? [];
  return isJournalLost(context, since) && truthOf(exists) !== 'yes';
}

function isTakenBack({ quiet, ledger }: Context, shop: ShopFacts, since: number): boolean {
  const isShopRestored = quiet.history.some(
    ({ deed, ended }) => deed.what === 'restore shop' && deed.shop === shop.shop && ended >= since,
  );
  return isShopRestored || ledger.restores.some(({ ended }) => ended >= since);
}

/** What was done with it in its shop. */
function deedsOf({ quiet }: Context, shop: ShopFacts, work: ShopWork): readonly Said[] {
  return quiet.history.filter(
    ({ deed }) => 'work' in deed && deed.shop === shop.shop && deed.work === work.work,
  );
}

function entriesOf(context: Context, shop: ShopFacts, work: ShopWork): number[] {
  const story = work.artId === null ? undefined : context.ledger.works.get(work.artId);
  return [...deedsOf(context, shop, work).map(({ number }) => number), ...(story?.entries ?? [])];
}
