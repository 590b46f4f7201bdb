// P17 and P11: what an operator withdraws shows beside the work in its shop within seconds (docs/host.md), so at rest it does.
import { FULL_CHECK_MS, finding, type Check, type Context } from './context.ts';
import type { Finding, ShopFacts, ShopWork } from './observation.ts';
import { truthOf } from './timeline.ts';
import type { WorkStory } from './works.ts';

const SOON_MS = 30 * 60_000;

export const soonSeen: Check = (context) =>
  context.world.shops
    .filter(({ registry, problem }) => registry === context.registry.registry && problem === null)
    .flatMap((shop) => shop.works.flatMap((work) => unseenWithdrawal(context, shop, work)));

function unseenWithdrawal(context: Context, shop: ShopFacts, work: ShopWork): Finding[] {
  const { world, ledger, truth } = context;
  const { artId, problem } = work;
  const story = artId === null ? undefined : ledger.works.get(artId);
  if (story === undefined || problem !== null || work.wish !== 'shared' || work.isBroken) return [];
  const holders = story.holder.at(world.now);
  const isOwn = holders.length > 0 && holders.every((holder) => holder === shop.organization);
  const isWithdrawn = truthOf(story.isWithdrawn.at(world.now)) === 'yes' && !truth.works.has(artId!);
  if (!isOwn || !isWithdrawn || !isSettled(context, shop, story)) return [];
  const sentence = `${artId} was withdrawn more than half an hour ago, and shop ${shop.shop} shows nothing of it beside work ${work.work}`;
  return [finding('P17', sentence, story.entries)];
}

/** What is shown beside a work has had the time to follow. After a restore, or where the service lost its journal, that takes a day. */
export function isSettled({ world, quiet, ledger }: Context, { shop }: ShopFacts, story: WorkStory): boolean {
  const [soon, day] = [world.now - SOON_MS, world.now - FULL_CHECK_MS];
  const registers = [story.exists, story.isShown, story.isWithdrawn, story.holder, ...story.fields.values()];
  const isOld = registers.every(({ changes }) =>
    changes.every(({ ended, entry }) => entry < 0 || ended < soon),
  );
  const isCompared = quiet.history.every(
    ({ deed, ended }) =>
      ended < day || (deed.what !== 'journals lost' && (deed.what !== 'restore shop' || deed.shop !== shop)),
  );
  return isOld && isCompared && ledger.restores.every(({ ended }) => ended < day);
}
