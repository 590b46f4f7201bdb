// P17: a time that a shop is told for a change of a work is one at which somebody changed that work, or what it shows of its artist or its
// profile. A time that a wrong clock may have given is not judged.
import { finding, type Check, type Context } from './context.ts';
import type { Finding, Said, ShopFacts, Time } from './observation.ts';
import type { WorkStory } from './works.ts';

const TOLERANCE_MS = 2000;
/** Under a clock that is behind, times rise by a microsecond from the last one that was given. */
const SILENT_MS = 24 * 3_600_000;

type Told = ShopFacts['told'][number];

export const toldTimes: Check = (context): Finding[] => {
  const { world, registry, ledger } = context;
  const wrong = wrongClocks(context, 'registry', registry.registry);
  // The service tells the registry's time by its own clock, which may have been set since it last heard the registry's.
  const shifts = [0, ...wrongClocks(context, 'host', 1).map(({ ahead }) => ahead)];
  return world.shops
    .filter((shop) => shop.registry === registry.registry)
    .flatMap((shop) =>
      shop.told.flatMap((told) => {
        const story = told.artId === null ? undefined : ledger.works.get(told.artId);
        const isOfWrongClock = wrong.some((span) =>
          shifts.some((shift) => mayHaveGiven(span, told.at - shift)),
        );
        if (story === undefined || isOfWrongClock || isExplained(context, story, told)) return [];
        const sentence = `shop ${shop.shop} was told of ${told.type} of ${told.artId} at ${new Date(told.at).toISOString()}, when no change was made`;
        return [finding('P17', sentence, story.entries)];
      }),
    );
};

function isExplained(context: Context, story: WorkStory, { at }: Told): boolean {
  const { world, quiet, ledger } = context;
  // Of its certificates and sources, too.
  const writes = ledger.writes.filter(({ target }) => target?.toUpperCase() === story.registryId);
  const entries = writes.flatMap(({ attempts }) => attempts.map(({ entry }) => entry));
  const own = [...story.entries, ...entries].map((entry) => world.history[entry]!);
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

/**
 * As its clock said, or a microsecond after the last time that was given. What is told from a clock that was ahead, or until its times have
 * passed, says when it was heard.
 */
const mayHaveGiven = ({ from, until, ahead }: Wrong, at: Time): boolean => {
  const isWithin = (begin: Time, end: Time) => at >= begin - TOLERANCE_MS && at <= end + TOLERANCE_MS;
  if (ahead > 0) return isWithin(from, until + ahead);
  return isWithin(from + ahead, until + ahead) || isWithin(from - SILENT_MS, until);
};

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
