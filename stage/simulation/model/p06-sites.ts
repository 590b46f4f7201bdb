// P4 and P6 for what the feed tells of sites: the address to which a site moved, and nothing of a site that no public work shows.
import { hostOf, jsonOf, stringAt } from './answers.ts';
import { finding, type Check, type Context } from './context.ts';
import type { Finding, Said, ShopFacts } from './observation.ts';
import type { SiteStep } from './observers/changes-mirror.ts';
import { isPublicAt, publicityOf, type WorkStory } from './works.ts';

export const sitesAtRest: Check = (context) => {
  const { world, registry, memory, observers, ledger } = context;
  const since = memory.sitesLooked;
  memory.sitesLooked = world.now;
  const isRestored = ledger.restores.some(({ ended }) => ended >= since);
  return observers.changes.state.newSites.flatMap((step) => {
    const shop = world.shops.find(
      (one) => one.registry === registry.registry && one.installationId === step.installation,
    );
    if (shop === undefined) return [];
    // A restore tells of a site again, with the address that the backup has.
    return [...(isRestored ? [] : otherAddress(context, shop, step)), ...ofNoPublicWork(context, shop, step)];
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

/** Only where it is certain that no work of the organisation was public when the registry was told of the move, nor was it told of later. */
function ofNoPublicWork({ world, ledger }: Context, shop: ShopFacts, step: SiteStep): Finding[] {
  const move = world.history.find((said) => isMoveTo(said, ledger.registry, step));
  if (move === undefined || ledger.restores.some(({ ended }) => ended >= move.asked)) return [];
  const isOfShop = ({ organization }: { organization: string }) => organization === shop.organization;
  const stories = [...ledger.works.values()].filter((story) =>
    story.holder.changes.some(({ value }) => value === shop.organization),
  );
  const isUnseen = shop.works.some(({ artId }) => artId !== null && !ledger.works.has(artId));
  const mayBePublic = stories.some((story) => mayBePublicDuring(story, move));
  if (isUnseen || mayBePublic || ledger.unknownCreates.some(isOfShop)) return [];
  const sentence = `step ${step.seq} of /changes tells of the site of shop ${shop.shop}, of which no work was public`;
  return [finding('P4', sentence, [move.number])];
}

const MOVE = /^\/api\/v1\/integrations\/installations\/([^/]+)\/move$/;

function isMoveTo({ deed, outcome }: Said, registry: number, { installation, siteUrl }: SiteStep): boolean {
  if (deed.what !== 'call' || deed.registry !== registry || outcome.is === 'refused') return false;
  const to = stringAt(jsonOf(deed.ask.body), 'site_url') ?? '';
  return MOVE.exec(deed.ask.path)?.[1] === installation && hostOf(to) === hostOf(siteUrl);
}

function mayBePublicDuring(story: WorkStory, { asked, ended }: Said): boolean {
  const isMeanwhile = publicityOf(story).some((change) => change.ended >= asked && change.asked <= ended);
  return isMeanwhile || isPublicAt(story, asked) !== 'no';
}
