// Keeps the dumps of a server: one a day, soon after midnight (UTC) or after a start; the newest seven; and no work in them that
// must not be handed out. Of several instances one does it.
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#kit/clock';
import { underLease } from '../lease.ts';
import { repeat } from '../repeat.ts';
import type { Repeated } from '../repeat.ts';
import type { Storage } from '../storage/storage.ts';
import { dumpName, listManifests, tidy } from './dump-folder.ts';
import type { Manifest, OnDamaged } from './dump-folder.ts';
import { takeOut } from './take-out.ts';
import { writeDump } from './write-dump.ts';
import type { DumpPlace, OnDumpProgress } from './write-dump.ts';

export const KEPT_DUMPS = 7;
const PAUSE_MS = 60_000;
const LEASE = { name: 'dumps', ms: 120_000 };

export type KeeperDeps = {
  storage: Storage;
  clock: Clock;
  /** Called for a dump that cannot be read, and is removed. */
  onDamaged: OnDamaged;
  onProgress?: OnDumpProgress;
};

/** Somebody else is writing dumps just now. */
export class DumpsBusy extends Error {
  constructor() {
    super('another process is writing dumps just now; try again when it is done');
    this.name = 'DumpsBusy';
  }
}

/** The registry was restored, and the operator has not confirmed yet who is left out. */
export class DumpsOnHold extends Error {
  constructor() {
    super(
      'dumps are on hold since the restore: run profile update --no-dumps for each profile that asked to be left out, then dump resume',
    );
    this.name = 'DumpsOnHold';
  }
}

/**
 * What is due, once. `isForced`: writes the dump of today again. Throws DumpsBusy, and DumpsOnHold where a dump would be written; works are
 * taken out of the others all the same.
 */
export async function keepDumps(
  place: DumpPlace,
  { storage, clock, onDamaged, onProgress }: KeeperDeps,
  isForced = false,
): Promise<{ written: Manifest | null; rewritten: number }> {
  const kept = await underLease(storage, LEASE, async ({ isHeld }) => {
    const deps = {
      storage,
      clock,
      onDamaged,
      async onProgress(...progress: Parameters<OnDumpProgress>) {
        await onProgress?.(...progress);
        if (!isHeld()) throw new DumpsBusy();
      },
    };
    const rewritten = await takeOut(place.folder, deps);
    const today = dumpName(new Date(clock.now()).toISOString().slice(0, 10));
    const isDue = isForced || !listManifests(place.folder).some(({ file }) => file === today);
    if (isDue && (await storage.areDumpsOnHold())) throw new DumpsOnHold();
    const written = isDue ? await writeDump(place, deps) : null;
    tidy(place.folder, KEPT_DUMPS, today);
    return { written, rewritten };
  });
  if (kept === undefined) throw new DumpsBusy();
  return kept;
}

export function startDumpKeeper(
  place: DumpPlace,
  deps: Pick<KeeperDeps, 'storage' | 'clock'> & {
    logger: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  },
): Repeated {
  const { logger } = deps;
  let isStopping = false;
  let isHoldTold = false;

  async function look(): Promise<void> {
    try {
      const { written, rewritten } = await keepDumps(place, {
        ...deps,
        onDamaged: (dump, error) => logger.error({ dump, err: error }, 'removed a dump that cannot be read'),
        onProgress: () => {
          // What was begun is removed by the next run.
          if (isStopping) throw new Stopped();
        },
      });
      if (written) logger.info({ file: written.file, works: written.works }, 'wrote a dump');
      if (rewritten > 0) logger.info({ dumps: rewritten }, 'took works out of the dumps');
      isHoldTold = false;
    } catch (error) {
      tell(error);
    }
  }
  function tell(error: unknown): void {
    if (error instanceof DumpsBusy || error instanceof Stopped) return;
    if (!(error instanceof DumpsOnHold)) {
      logger.error({ err: error }, 'could not keep the dumps');
      return;
    }
    if (!isHoldTold) logger.warn(error.message);
    isHoldTold = true;
  }
  const repeated = repeat(deps.clock, look, PAUSE_MS);
  return {
    stop() {
      isStopping = true;
      return repeated.stop();
    },
  };
}

class Stopped extends Error {}
