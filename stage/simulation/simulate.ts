// One run of the simulation: people act, things go wrong, and after each day all is looked at.
import sodium from 'libsodium-wrappers';
import { checkWorld } from './checks.ts';
import { setAhead } from './clocks.ts';
import { Model } from './model/model.ts';
import type { Finding } from './model/observation.ts';
import { backUp, isToBeRestored } from './backups.ts';
import { doom, heal, replaceLostKeys, restoreWhenDue, resumeDumps, setClock, startAgain } from './disturb.ts';
import { Dead } from './life.ts';
import { connectAgain } from './moves.ts';
import { OPERATIONS } from './operations.ts';
import { answerDoubt } from './owners-troubles.ts';
import type { Operation } from './operation.ts';
import { handSecretOver, lookProfilesUp, switchOn } from './rare-commands.ts';
import type { Timeline } from './timeline.ts';
import { World } from './world.ts';

export type Run = {
  seed: number;
  operations: number;
  folder: string;
  timeline: Timeline;
  logFile: string | undefined;
};

/** Between two looks at everything. */
const OPERATIONS_A_DAY = 150;
const deckOf = (operations: readonly Operation[]): readonly Operation[] =>
  operations.flatMap((operation) => Array.from({ length: operation.share }, () => operation));
const DECK = deckOf(OPERATIONS);
/** What a restore must not bring back, or must bring back with all that hangs on it. */
const TAKING_AWAY = deckOf(OPERATIONS.filter(({ takesAway }) => takesAway));

export async function simulate(run: Run) {
  // What it loads, it loads in real time.
  await sodium.ready;
  const world = new World(run);
  for (const event of ['unhandledRejection', 'uncaughtException'] as const)
    process.on(event, (error: unknown) => {
      // A real process would have ended by it.
      if (!(error instanceof Dead))
        world.fault(`an error without a handler: ${(error as Error).stack ?? String(error)}`);
    });
  await world.open();
  const { timeline } = world;
  const model = new Model();
  for (const machine of world.machines())
    machine.onDeath = (kind) => {
      world.pairs.at(kind);
      const deed = { what: 'death', ...machine.program, how: kind } as const;
      world.told(deed, timeline.nowMs(), 'done');
      startAgain(world, machine);
    };
  world.onRestored = async () => tell(world, await model.afterRestore(world.history.observed(), 1));
  let done = 0;
  while (done < run.operations && world.faults.length === 0) {
    for (let today = 0; today < OPERATIONS_A_DAY && done + today < run.operations;) today += await act(world);
    done += OPERATIONS_A_DAY;
    await endOfDay(world, model);
  }
  return {
    seed: run.seed,
    hash: world.log.digest(),
    lines: world.log.lines,
    operations: Object.fromEntries(world.counts),
    deaths: world.machines().reduce((sum, machine) => sum + machine.deaths, 0),
    calls: world.network.calls,
    fates: Object.fromEntries(world.network.fates),
    statements: world.disk.statements,
    virtual_hours: Math.round(world.timeline.elapsedMs / 36_000) / 100,
    met: Object.fromEntries(world.pairs.met),
    never: world.pairs.never(),
    faults: world.faults,
  };
}

/** What the model needs before it looks; after a restore the daily check of the shops comes first. */
const REST_MS = 35 * 60_000;
const REST_AFTER_RESTORE_MS = 26 * 3600_000;

/** Most of the time nothing is due but looks at what has not changed: that time is skipped while no call is under way. */
async function rest(world: World): Promise<void> {
  const { timeline } = world;
  const untilMs = Math.max(timeline.elapsedMs + REST_MS, world.restoredMs + REST_AFTER_RESTORE_MS);
  while (timeline.elapsedMs < untilMs) {
    await timeline.pass(2500);
    if (world.network.open === 0)
      timeline.skip(Math.min((untilMs - timeline.elapsedMs) / 6 + 20_000, 3600_000));
  }
}

/** One to three people act at once, and something may go wrong meanwhile. Returns how many acted. */
async function act(world: World): Promise<number> {
  const { random, timeline } = world;
  const chance = random.next();
  if (chance < 0.3) doom(world);
  else if (chance < 0.4) setClock(world);
  else if (chance < 0.43) await backUp(world);
  await restoreWhenDue(world);
  if (world.switchedOff !== undefined && (world.switchedOff.acts -= 1) <= 0)
    await timeline.until(switchOn(world));
  if (random.next() < 0.3) world.rough();
  const operations = Array.from({ length: 1 + random.below(3) }, () =>
    random.pick(isToBeRestored(world) && random.next() < 0.5 ? TAKING_AWAY : DECK),
  );
  await timeline.until(Promise.all(operations.map((operation) => perform(world, operation))));
  world.calm();
  if (random.next() < 0.2) await timeline.pass(random.below(10_000));
  if (random.next() < 0.03) {
    // What is due at once is sent before, as in every hour that is not skipped.
    await timeline.pass(2500);
    if (world.network.open === 0) timeline.skip(random.pick([60_000, 3600_000, 6 * 3600_000]));
  }
  world.pairs.forget(timeline.elapsedMs);
  return operations.length;
}

async function perform(world: World, { name, paired, run }: Operation): Promise<void> {
  const began = world.timeline.elapsedMs;
  world.log.add(`${name} begins`);
  const outcome = await run(world);
  world.commits += 1;
  world.counts.set(name, (world.counts.get(name) ?? 0) + 1);
  if (paired !== undefined) world.pairs.count(paired, began);
  world.log.add(`${name}: ${outcome ?? 'not known'}`);
}

async function endOfDay(world: World, model: Model): Promise<void> {
  await heal(world);
  await world.timeline.until(switchOn(world));
  for (const machine of world.machines()) if (machine.aheadMs !== 0) setAhead(world, machine, 0);
  world.calm();
  world.network.aim = undefined;
  const { timeline } = world;
  const newcomers = world.knowledge.newcomers.map(({ shop }) => shop);
  for (const shop of [...world.allShops, ...newcomers])
    for (let tries = 0; shop.isMoving && tries < 3; tries += 1) {
      await timeline.until(connectAgain(world, shop));
      if (shop.isMoving) timeline.skip(3600_000);
    }
  for (const shop of world.allShops) answerDoubt(world, shop);
  await timeline.until(lookProfilesUp(world));
  await timeline.until(resumeDumps(world));
  await timeline.until(replaceLostKeys(world));
  for (const shop of world.shops) await timeline.until(handSecretOver(world, shop));
  await rest(world);
  await world.timeline.until(checkWorld(world));
  tell(world, await world.timeline.until(model.atRest(world.history.observed())));
}

function tell(world: World, found: readonly Finding[]): void {
  for (const { promise, sentence, entries } of found) {
    world.fault(`${promise}: ${sentence} (${entries.join(', ')})`);
    for (const entry of entries.slice(0, 30)) world.log.add(world.history.describe(entry));
  }
}
