// The backups of the registry, each of which may be restored some acts later.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile } from '../../registry-server/src/open-storage.ts';
import { backupDatabase } from '../../registry-server/src/storage/sqlite/backup.ts';
import { registryConfig } from './machines.ts';
import type { World } from './world.ts';

/** In how many acts a backup is restored: mostly soon, while little but that was done since, now and then after a day, and not always. */
function restoreIn({ random }: World): number {
  const chance = random.next();
  if (chance < 0.75) return 5 + random.below(11);
  return chance < 0.9 ? 60 + random.below(40) : Infinity;
}

/** A backup that is to be restored is not replaced by a later one. */
export async function backUp(world: World): Promise<void> {
  if (isToBeRestored(world)) return;
  const folder = join(world.disk.root, 'backups');
  mkdirSync(folder, { recursive: true });
  const serial = world.serial();
  const file = join(folder, `${serial}.db`);
  const commits = world.commits;
  // Whatever was answered before is before it.
  await world.timeline.pass(1);
  const asked = world.timeline.nowMs();
  const made = await world.timeline.until(
    world.operate((life) => backupDatabase(databaseFile(registryConfig(life)), file)),
  );
  if (made === undefined) return;
  world.pairs.backedUp();
  world.told({ what: 'backup', registry: 1 }, asked, 'done');
  const entry = world.history.said.at(-1)!.number;
  world.backup = { file, serial, commits, entry, restoreIn: restoreIn(world) };
  world.backups.push({ file, serial, entry });
  world.log.add(`backup of ${made.works} works`);
}

export const isToBeRestored = ({ backup }: World): boolean => Number.isFinite(backup?.restoreIn);
