// P17: a time that a shop is told for a change of a work is one at which somebody changed that work, or what it shows of its artist or its
// profile. Not judged where a clock was wrong by which that time was given.
import { finding, type Check, type Context } from './context.ts';
import type { Finding, Said, ShopFacts, Time } from './observation.ts';
import type { WorkStory } from './works.ts';

const TOLERANCE_MS = 2000;

type Told = ShopFacts['told'][number];

export const toldTimes: Check = (context): Finding[] => {
  const { world, registry, ledger } = context;
  if (wrongClocks(context, 'registry', registry.registry).length > 0) return [];
  return world.shops
    .filter((shop) => shop.registry === registry.registry)
    .flatMap((shop) =>
      shop.told.flatMap((told) => {
        const story = told.artId === null ? undefined : ledger.works.get(told.artId);
        if (story === undefined || isExplained(context, story, told)) return [];
        const sentence = `shop ${shop.shop} was told of ${told.type} of ${told.artId} at ${new Date(told.at).toISOString()}, when no change was made`;
        return [finding('P17', sentence, story.entries)];
      }),
    );
};

function isExplained(context: Context, story: WorkStory, { at }: Told): boolean {
  const { world, quiet } = context;
  const own = story.entries.map((entry) => world.history[entry]!);
  // One that is not seen to be registered may have been changed unseen.
  if (story.exists.changes.every(({ entry }) => entry < 0)) return true;
  if (own.some((said) => isDuring(said, at))) return true;
  const others = quiet.history.filter(({ deed }) => 'registry' in deed && !('registryId' in deed));
  if (others.some((said) => isDuring(said, at))) return true;
  // A service whose clock is behind knows no better time than its own.
  return wrongClocks(context, 'host', 1).some(
    ({ from, until, ahead }) =>
      ahead < 0 && at - ahead >= from - TOLERANCE_MS && at - ahead <= until + TOLERANCE_MS,
  );
}

const isDuring = ({ asked, ended }: Said, at: Time): boolean =>
  at >= asked - TOLERANCE_MS && at <= ended + TOLERANCE_MS;

type Wrong = { from: Time; until: Time; ahead: number };

function wrongClocks({ world, quiet }: Context, program: 'registry' | 'host', number: number): Wrong[] {
  const sets = quiet.history.flatMap(({ deed, asked }) =>
    deed.what === 'clock set' && deed.program === program && deed.number === number
      ? [{ asked, ahead: deed.ahead }]
      : [],
  );
  return sets.flatMap(({ asked, ahead }, index) =>
    ahead === 0 ? [] : [{ from: asked, until: sets[index + 1]?.asked ?? world.now, ahead }],
  );
}
