// What an operator types: each command is a process of its own beside the server, and an entry of the history.
import { ActionRefused } from '../../registry-server/src/operator/actions/action.ts';
import { DatabaseRefused } from '../../registry-server/src/storage/shared/registry-identity.ts';
import type { Life } from './life.ts';
import type { OperatorDeed } from './model/observation.ts';
import type { World } from './world.ts';

type Made<Result> = Result | { refused: string } | undefined;

/** An action at the command line: a process beside the server. Refusals are answers. `deed`: what it was, for the history. */
export async function command<Result>(
  world: World,
  deed: OperatorDeed,
  act: (life: Life) => Promise<Result>,
  registry = world.registry,
): Promise<Made<Result>> {
  const asked = world.timeline.nowMs();
  const result = await runBeside(world, act, registry);
  world.told(deed, asked, result === undefined ? 'unknown' : isRefused(result) ? 'refused' : 'done');
  return result;
}

/** The same where something is made, which has no name while it is not known whether it was. `unheard`: what is said of it then. */
export async function make<Result>(
  world: World,
  act: (life: Life) => Promise<Result>,
  deed: (result: Result) => OperatorDeed,
  unheard: OperatorDeed | null = null,
  registry = world.registry,
): Promise<Made<Result>> {
  const asked = world.timeline.nowMs();
  const result = await runBeside(world, act, registry);
  if (result === undefined) world.told(unheard, asked, 'unknown');
  else if (!isRefused(result)) world.told(deed(result), asked, 'done');
  return result;
}

/** A command that changes nothing. */
export const lookUp = <Result>(world: World, act: (life: Life) => Promise<Result>): Promise<Made<Result>> =>
  runBeside(world, act);

async function runBeside<Result>(
  world: World,
  act: (life: Life) => Promise<Result>,
  registry = world.registry,
): Promise<Made<Result>> {
  const end = world.pairs.begin('second process');
  try {
    // A process takes time to begin: what it does falls among what others do, and not all on one moment.
    await world.timeline.sleep(1 + world.random.below(40));
    return await world.operate(act, registry);
  } catch (error) {
    // A command may find no database: the operator is restoring it.
    if (error instanceof ActionRefused || error instanceof DatabaseRefused) return { refused: error.code };
    throw error;
  } finally {
    end();
  }
}

export const isRefused = (result: unknown): result is { refused: string } =>
  result !== null && typeof result === 'object' && 'refused' in result;

export const wordOf = (result: unknown): string | undefined =>
  result === undefined ? undefined : isRefused(result) ? result.refused : 'done';
