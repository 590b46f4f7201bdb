// What goes wrong: deaths, clocks, the network, and an operator who restores last night's backup.
import { copyFileSync, rmSync } from 'node:fs';
import { eraseOrganization } from '../../registry-server/src/domain/curation/personal-data.ts';
import { databaseFile } from '../../registry-server/src/open-storage.ts';
import {
  activateOrganization,
  getOrganization,
} from '../../registry-server/src/operator/actions/organization.ts';
import { resumeWebhook } from '../../registry-server/src/operator/actions/webhook.ts';
import { openSqliteStorage } from '../../registry-server/src/storage/sqlite/open.ts';
import { restoreDatabase } from '../../registry-server/src/storage/sqlite/restore.ts';
import { setAhead } from './clocks.ts';
import { command, isRefused, lookUp } from './commands.ts';
import { Life } from './life.ts';
import type { DeathKind } from './life.ts';
import { registryConfig, REGISTRY_URL } from './machines.ts';
import type { Machine } from './machines.ts';
import { giveNewKey } from './operations.ts';
import { operate, withStorage } from './operator.ts';
import { giveNewSecret, lookProfilesUp } from './rare-commands.ts';
import { isAnswered } from './outcome.ts';
import { askAgainForCertificates } from './publishers.ts';
import type { Backup, World, WrittenBackup } from './world.ts';

const HOUR_MS = 3600_000;
/** Acts from a restore to its repetition. */
const REPEATED_IN = 3;

/** A machine will die after some calls of its capabilities. */
export function doom(world: World): void {
  const machine = world.random.pick([
    world.registry,
    world.registry,
    world.registry,
    world.host,
    world.host,
    world.other,
  ]);
  const kind: DeathKind = world.random.next() < 0.5 ? 'kill' : 'power';
  // As often after a few as after many.
  const calls = Math.ceil(Math.exp(world.random.next() * Math.log(1500)));
  const cell = machine === world.host ? machine.life?.children.findLast(({ isDead }) => !isDead) : undefined;
  // A process may be killed alone; power goes for the whole machine.
  if (cell !== undefined && kind === 'kill' && world.random.next() < 0.5) cell.doom = { kind, calls };
  else if (machine.life && !machine.life.isDead) machine.life.doom = { kind, calls };
}

/** No machine dies any more, and one that is dead starts again. */
export async function heal(world: World): Promise<void> {
  for (const machine of world.machines())
    for (const life of [machine.life, ...(machine.life?.children ?? [])]) if (life) life.doom = undefined;
  for (let tries = 0; tries < 100; tries += 1) {
    if (world.machines().every(({ isUp }) => isUp)) return;
    await world.timeline.pass(1000);
  }
  throw new Error('a machine does not start again');
}

/** Somebody sets the clock of a machine, or NTP puts it right. */
export function setClock(world: World): void {
  const machine = world.random.pick([world.registry, world.host, world.other]);
  const aheadMs =
    machine.aheadMs !== 0
      ? 0
      : world.random.pick([-1, 1]) * world.random.pick([10_000, 600_000, 24 * HOUR_MS, 40 * 24 * HOUR_MS]);
  setAhead(world, machine, aheadMs);
}

/** Another act has begun. Where the registry is down when a restore is due, it waits. */
export async function restoreWhenDue(world: World): Promise<void> {
  if (world.backup === undefined) return;
  world.backup.restoreIn -= 1;
  if (world.backup.restoreIn <= 0) await restore(world);
}

/**
 * Now and then the disk is lost: then nothing is left to compare with. Or the machine was put back to what it was at an earlier backup, and
 * the operator restores the one that is newer.
 */
function pickReplaced(
  { random, backups }: World,
  { serial, over }: Pick<Backup, 'serial' | 'over'>,
): 'kept' | 'lost' | WrittenBackup {
  if (over !== undefined) return over;
  const older = backups.filter((one) => one.serial < serial);
  const chance = random.next();
  if (chance < 0.25) return 'lost';
  return chance < 0.45 && older.length > 0 ? random.pick(older.slice(-2)) : 'kept';
}

/** Stops the registry, puts the backup in place, starts it, and looks at what is paused. */
async function restore(world: World): Promise<void> {
  const { backup, registry } = world;
  if (backup === undefined || !registry.isUp) return;
  world.backup = undefined;
  registry.isHeld = true;
  await world.timeline.pass(1);
  const asked = world.timeline.nowMs();
  registry.life!.die('kill', 'the operator stops it');
  const life = new Life(registry, registry.folder, world.timeline);
  world.disk.add(life);
  const file = databaseFile(registryConfig(life));
  const replaced = pickReplaced(world, backup);
  if (replaced !== 'kept') for (const end of ['', '-wal']) rmSync(`${file}${end}`, { force: true });
  if (typeof replaced === 'object') copyFileSync(replaced.file, file);
  const eraseAgain = async (draft: string, slugs: string[]) => {
    const storage = openSqliteStorage({
      file: draft,
      clock: life.clock,
      readers: 0,
      mustExist: true,
      listenUrl: () => REGISTRY_URL,
    });
    for (const slug of slugs)
      await eraseOrganization(storage, await getOrganization(storage, slug), 0, () => undefined);
    await storage.close();
  };
  const report = await world.timeline.until(
    restoreDatabase(backup.file, file, { nowMs: life.nowMs(), eraseAgain }),
  );
  world.log.add(`restored ${report.works} works, next after ${report.skippedTo}, ${report.steps} steps`);
  world.pairs.restored();
  const older = typeof replaced === 'object' ? { older: replaced.entry } : replaced;
  world.told({ what: 'restore backup', registry: 1, backup: backup.entry, replaced: older }, asked, 'done');
  world.restoredMs = world.timeline.elapsedMs;
  world.knowledge.goBack(backup.commits, replaced === 'kept');
  if (replaced !== 'kept') world.mustMirrorsRestart = true;
  registry.isHeld = false;
  await world.timeline.until(registry.start());
  // The restore is before what is asked now.
  await world.timeline.pass(1);
  await world.timeline.until(world.onRestored());
  await world.timeline.until(checkDumpHold(world, replaced));
  // Now and then the operator restores the same once more before looking who is left out.
  if (replaced === 'lost' && backup.serial % 3 > 0)
    world.backup = { ...backup, restoreIn: REPEATED_IN, over: 'kept' };
  else await world.timeline.until(resumeDumps(world));
  await world.timeline.until(activateAll(world));
  await world.timeline.until(lookProfilesUp(world));
  // Now and then the operator leaves them paused, as the report says that they are.
  if (world.random.next() < 0.7) await world.timeline.until(resumeAll(world));
  await world.timeline.until(replaceLostKeys(world));
  await world.timeline.until(askAgainForCertificates(world, backup.serial));
  // The secrets are those of the backup, which the sync service may have replaced since.
  if (replaced !== 'kept')
    for (const shop of world.shops) await world.timeline.until(giveNewSecret(world, shop));
}

/** Who asked to be left out is lost with a database: dumps wait, also where another restore follows before the operator has looked. */
async function checkDumpHold(world: World, replaced: ReturnType<typeof pickReplaced>): Promise<void> {
  if (replaced === 'lost') world.dumpHold = 'sure';
  else if (replaced !== 'kept' || world.dumpHold === 'none') world.dumpHold = 'maybe';
  const isOnHold = await lookUp(world, (life) => withStorage(life, (storage) => storage.areDumpsOnHold()));
  if (world.dumpHold === 'sure' && isOnHold === false)
    world.fault(
      'P5: dumps do not wait after a restore until the operator has looked who is left out of them',
    );
}

export async function resumeDumps(world: World): Promise<void> {
  if (world.dumpHold === 'none') return;
  const resume = (life: Life) =>
    withStorage(life, (storage) => storage.updateDumpHold(false).then(() => 'resumed'));
  const resumed = await command(world, { what: 'resume dumps', registry: 1 }, resume);
  world.dumpHold = resumed === undefined ? 'maybe' : 'none';
}

/** Who was switched off when the backup was made is off again. */
async function activateAll(world: World): Promise<void> {
  const houses = world.knowledge.houses.filter(({ state }) => state === 'here');
  for (const { slug } of [world.publisher, ...world.galleries, ...houses]) {
    if (slug === world.switchedOff?.slug) continue;
    const deed = { what: 'activate organisation', registry: 1, organization: slug } as const;
    await command(world, deed, (life) => operate(life, activateOrganization, { slug }));
  }
}

/** All that the list shows. */
async function resumeAll(world: World): Promise<void> {
  const houses = world.knowledge.houses.filter(({ state }) => state === 'here');
  for (const { slug } of [...world.galleries, ...houses]) {
    const listed = await lookUp(world, (life) =>
      withStorage(life, async (storage) => storage.listWebhooks((await getOrganization(storage, slug)).id)),
    );
    if (listed === undefined || isRefused(listed)) continue;
    for (const { id } of listed) {
      const deed = { what: 'resume webhook', registry: 1, webhook: id } as const;
      await command(world, deed, (life) => operate(life, resumeWebhook, { id }));
    }
  }
}

/** Keys that were made since a backup are gone, and former ones stay revoked: owners get new ones where the lost one may be in use. */
export async function replaceLostKeys(world: World): Promise<void> {
  for (const shop of world.shops) {
    const gallery = world.galleryOf(shop);
    for (const { apiKey } of [gallery, ...shop.keys.unheard]) {
      const outcome = await world.call(shop.name, 'GET', '/api/v1/', { apiKey });
      if (!isAnswered(outcome) || outcome.status !== 401) continue;
      await giveNewKey(world, shop, gallery);
      break;
    }
  }
}

/** The machine starts again after a while, as a service manager does it; its first life after a power cut may be as short. */
export function startAgain(world: World, machine: Machine): void {
  const waitMs = 100 + world.random.below(4000);
  world.timeline.in(waitMs, () => {
    if (machine.isHeld || machine.isUp) return;
    void machine.start();
    world.told({ what: 'start', ...machine.program }, world.timeline.nowMs(), 'done');
  });
}
