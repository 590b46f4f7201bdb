// The clock of the registry is days ahead for a while and is put right, around a moment at which it writes down a time: what waits, what is
// kept, and who does a task. Chance seldom hits these moments.
import { setAhead } from './clocks.ts';
import { writeDump } from './dumps.ts';
import { loseDelivery, pickSubscribed } from './houses.ts';
import type { Operation } from './operation.ts';
import { sendOneAgain } from './publishers.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEKS_MS = 40 * 24 * HOUR_MS;
const DAYS_AHEAD_MS = [24 * HOUR_MS, WEEKS_MS];
/** Old rows are swept so often. */
const SWEEP_MS = 10 * MINUTE_MS;
const REPEATED = 8;

/** False where somebody has set it already. */
async function whileAhead(world: World, act: () => Promise<unknown>, far = DAYS_AHEAD_MS): Promise<boolean> {
  const { registry, random } = world;
  if (registry.aheadMs !== 0 || !registry.isUp) return false;
  setAhead(world, registry, random.pick(far));
  await act();
  setAhead(world, registry, 0);
  return true;
}

/** Programs that do not know of it repeat what they had sent. */
async function sweepAhead(world: World): Promise<string> {
  const isDone = await whileAhead(world, () => world.timeline.sleep(SWEEP_MS + MINUTE_MS));
  if (!isDone) return 'the clock is wrong already';
  for (let times = 0; times < REPEATED / 2; times += 1) await sendOneAgain(world, REPEATED);
  return 'swept';
}

/** The registry is killed while it writes a dump, and starts again with the right time. Weeks, so that no rest is as long. */
async function dieAtDump(world: World): Promise<string> {
  const { registry, random } = world;
  const die = async () => {
    const { life } = registry;
    if (life === undefined || life.isDead) return;
    life.doom = { kind: 'kill', calls: 1 + random.below(6), at: /ndjson/ };
    await writeDump(world);
    if (life.doom?.at !== undefined) life.doom = undefined;
  };
  const isDone = await whileAhead(world, die, [WEEKS_MS]);
  return isDone ? 'killed' : 'the clock is wrong already';
}

/** A delivery fails, so that it waits for its next attempt. */
async function failAhead(world: World): Promise<string> {
  const house = pickSubscribed(world);
  if (house === undefined) return 'none';
  const isDone = await whileAhead(world, async () => {
    await loseDelivery(world, house);
    await world.timeline.sleep(world.random.below(15_000));
  });
  return isDone ? 'failed' : 'the clock is wrong already';
}

export const CLOCK_TROUBLES: readonly Operation[] = [
  { name: 'sweep under a clock ahead', share: 1, run: sweepAhead },
  { name: 'death at a dump under a clock ahead', share: 2, run: dieAtDump },
  { name: 'failure under a clock ahead', share: 2, run: failAhead },
];
