// P4 and P6 for what the feed tells of sites: the address to which a site moved, and nothing of a site that no public work shows.
import { stringAt } from './answers.ts';
import { finding, type Check, type Context } from './context.ts';
import type { Finding, ShopFacts } from './observation.ts';
import type { SiteStep } from './observers/changes-mirror.ts';
import { isPublicAt, publicityOf, type WorkStory } from './works.ts';

export const sitesAtRest: Check = (context) => {
  const { world, registry, memory, observers, ledger } = context;
  const since = memory.sitesLooked;
  memory.sitesLooked = world.now;
  // A restore tells of a site again, with the address that the backup has.
  if (ledger.restores.some(({ ended }) => ended >= since)) return [];
  return observers.changes.state.newSites.flatMap((step) => {
    const shop = world.shops.find(
      (one) => one.registry === registry.registry && one.installationId === step.installation,
    );
    if (shop === undefined) return [];
    return [...otherAddress(context, shop, step), ...ofNoPublicWork(context, shop, step, since)];
  });
};

function otherAddress({ quiet }: Context, shop: ShopFacts, step: SiteStep): Finding[] {
  const moves = quiet.history.flatMap(({ deed, number }) =>
    deed.what === 'move site' && deed.shop === shop.shop ? [{ number, to: deed.to }] : [],
  );
  if (moves.some(({ to }) => hostOf(to) === hostOf(step.siteUrl))) return [];
  const sentence = `step ${step.seq} of /changes says that shop ${shop.shop} moved to ${step.siteUrl}, where it never moved`;
  const entries = moves.map(({ number }) => number);
  return [finding('P6', sentence, entries)];
}

/** Only where it is certain that no work of the shop was public since the look before. */
function ofNoPublicWork(context: Context, shop: ShopFacts, step: SiteStep, since: number): Finding[] {
  const { quiet, ledger, truth } = context;
  const stories = shop.works.flatMap(({ artId }) => (artId === null ? [] : [ledger.works.get(artId)]));
  const mayBePublic =
    stories.some((story) => story === undefined || wasPublicSince(story, since)) ||
    [...truth.works.values()].some(
      (record) => stringAt(record, 'source', 'installation_id') === step.installation,
    ) ||
    quiet.history.some(({ deed }) => deed.what === 'restore shop' && deed.shop === shop.shop);
  if (mayBePublic) return [];
  const sentence = `step ${step.seq} of /changes tells of the site of shop ${shop.shop}, of which no work was public`;
  return [finding('P4', sentence)];
}

function wasPublicSince(story: WorkStory, since: number): boolean {
  return isPublicAt(story, since) !== 'no' || publicityOf(story).some(({ ended }) => ended >= since);
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
