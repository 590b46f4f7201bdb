// What happens to the host of sync services beside deaths: the disk with its journals is lost.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { journalFile } from '../../daemon/src/journal/journal-file.ts';
import type { Operation } from './operation.ts';
import { saveSoldWork } from './sales.ts';
import type { World } from './world.ts';

/** The host stops, and starts again with its pairings and without its journals. */
export function loseJournals(world: World): Promise<string> {
  const { host, timeline } = world;
  if (!host.isUp || host.life === undefined) return Promise.resolve('down');
  host.life.die('kill', 'its journals are lost');
  const cells = join(host.folder, 'cells');
  const lost = existsSync(cells) ? readdirSync(cells) : [];
  for (const cell of lost)
    for (const end of ['', '-wal']) rmSync(journalFile(join(cells, cell)) + end, { force: true });
  world.told({ what: 'journals lost', ...host.program }, timeline.nowMs(), 'done');
  // Owners continue their work meanwhile.
  for (const shop of world.shops) saveSoldWork(world, shop);
  // The full check, and what the shops are asked for, come first.
  world.restoredMs = timeline.elapsedMs;
  return Promise.resolve(`journals of ${lost.length} cells`);
}

export const SERVICE_TROUBLES: readonly Operation[] = [
  { name: 'journals lost', share: 4, run: loseJournals },
];
