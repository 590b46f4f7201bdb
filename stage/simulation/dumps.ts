// The operator writes a dump at the command line.
import { DumpsBusy, DumpsOnHold, keepDumps } from '../../registry-server/src/dumps/dump-keeper.ts';
import { command, wordOf } from './commands.ts';
import { withStorage } from './operator.ts';
import type { World } from './world.ts';

export async function writeDump(world: World): Promise<string | undefined> {
  const result = await command(world, { what: 'write dump', registry: 1 }, (life) =>
    withStorage(life, async (storage, config) => {
      try {
        return await keepDumps(
          config.dumps!,
          { storage, clock: life.clock, onDamaged: () => undefined },
          true,
        );
      } catch (error) {
        if (error instanceof DumpsBusy || error instanceof DumpsOnHold) return { refused: error.name };
        throw error;
      }
    }),
  );
  return wordOf(result);
}
