// Opens the embedded database and puts the storage together: operations by name, rate-limit windows in the memory of this
// process, and what every engine has around its operations (shared/store-methods.ts).
import { dirname, extname } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { Clock } from '#kit/clock';
import type { ArtworkFilter, PublicPage, ReadCaller } from '../records.ts';
import type { Storage } from '../storage.ts';
import { openReader, openWriter } from './engine/connection.ts';
import { makeContext } from './engine/context.ts';
import { inlineEngine, performRead } from './engine/engine.ts';
import type { EngineOptions } from './engine/engine.ts';
import { identify } from './engine/held-files.ts';
import { operatorMethods } from '../shared/operator-methods.ts';
import { ENGINE_OPERATIONS, POINT_READS, READS, WRITES } from './operations.ts';
import { remoteOf } from '../shared/remote.ts';
import { storeMethods } from '../shared/store-methods.ts';
import { listRateWindows, RateWindows } from './statements/rate-windows.ts';
import { prepare, refuseBesideMove, refuseMissing, refuseMoved } from './open-checks.ts';
import { refuseOutdated, identityOf } from './open-checks.ts';
import { recordHeld, refuseLostFiles } from './serve-lock.ts';
import type { RegistryIdentity, GivenIdentity } from '../shared/registry-identity.ts';
import { SWEEP_STEPS } from './statements/sweep.ts';
import { threadEngine } from './engine/thread-engine.ts';
import type { StartThread } from './engine/thread-messages.ts';

export type SqliteOptions = {
  file: string;
  clock: Clock;
  /** What this process was told about the registry; the database has the last word. Default: nothing. */
  identity?: GivenIdentity;
  /** Origin without trailing slash while none is set; asked at use: with port 0 it is known only once the server listens. */
  listenUrl: () => string;
  /** The database must be there and up to date; default: it is made and updated. */
  mustExist?: boolean;
  /** Reader threads beside the writer thread; 0 runs everything in this thread, as a command line does. */
  readers: number;
  /** What takes the place of threads, all with the time of `clock`; a simulation. Default: threads. */
  startThread?: StartThread | undefined;
  /** After this long a reader gives up a list; the default is for a server. */
  readMs?: number;
  /** Called when a thread failed or had to be replaced. */
  onFault?: (error: unknown, what: string) => void;
};

const SAVE_WINDOWS_MS = 1000;

/** What the threads of the storage run: the same file, built or not. */
export const THREAD_PROGRAM = new URL(`./storage-thread${extname(import.meta.filename)}`, import.meta.url);

export function openSqliteStorage(options: SqliteOptions): Storage {
  const { file, clock, readers, identity: given = {} } = options;
  if (options.mustExist) refuseMissing(file);
  else refuseBesideMove(file);
  refuseLostFiles(file);
  const db = openWriter(file);
  const identity = settle(db, options, given);
  const { idPrefix } = identity;
  const moment = () => ({ nowMs: clock.now(), publicUrl: identity.publicUrl ?? options.listenUrl() });
  const time = options.startThread && { elapsed: clock.elapsed, pause: (ms: number) => clock.sleep(ms) };
  const context = makeContext(db, idPrefix, time);
  Object.assign(context, moment());

  const listeners: (() => void)[] = [];
  const engineOptions: EngineOptions = {
    clock,
    moment,
    onDeliveries: () => {
      for (const listener of listeners) listener();
    },
    onFault: options.onFault ?? (() => undefined),
  };
  const isThreaded = readers > 0;
  const points = isThreaded ? makeContext(openReader(file), idPrefix, time) : context;
  Object.assign(points, moment());
  const windows = new RateWindows(listRateWindows(points));
  // The first read has opened the log, and it stays the same file while a connection is open.
  const held = identify(file);
  context.held = held;
  if (isThreaded) {
    db.close();
    recordHeld(dirname(file), held);
  }
  const engine = isThreaded
    ? threadEngine(
        {
          program: options.startThread ?? THREAD_PROGRAM,
          file,
          held,
          idPrefix,
          readers,
          readMs: options.readMs,
        },
        engineOptions,
      )
    : inlineEngine(db, context, ENGINE_OPERATIONS, engineOptions);

  const write = remoteOf(WRITES, (job) => engine.write(job));
  const read = remoteOf(READS, (job) => engine.read(job));
  const point = remoteOf(POINT_READS, (job) =>
    isThreaded ? performRead(points, moment(), job, ENGINE_OPERATIONS) : engine.read(job),
  );

  const listPage = async (filter: ArtworkFilter, caller?: ReadCaller) =>
    (await engine.read({ name: 'listPublicArtworks', args: [filter] }, caller)) as PublicPage;
  const list = async (filter: ArtworkFilter, caller?: ReadCaller) => {
    const version = await point.readListVersion(filter);
    return { version, page: await listPage(filter, caller) };
  };
  const saveWindows = async () => {
    const changed = windows.takeChanged();
    if (changed.length > 0) await write.saveRateWindows(changed);
  };
  // A window that cannot be saved now (disk full) is saved with its next request.
  const endSaving = clock.every(SAVE_WINDOWS_MS, () => void saveWindows().catch(() => undefined));

  return {
    identity,
    clock,
    place: file,
    // Its file is the only one there is, and a restore takes its place whole.
    findWriteRefusal: () => Promise.resolve(null),
    ...write,
    ...read,
    ...point,
    ...operatorMethods(write, read, point),
    ...storeMethods({ clock, write, read, point, list, listPage, sweepSteps: SWEEP_STEPS }),
    countRequest: async (keyId, limit) => windows.count(keyId, limit, clock.now()),
    onDeliveries: (listener) => {
      listeners.push(listener);
    },
    close: async () => {
      endSaving();
      await saveWindows().catch(() => undefined);
      await engine.close();
      if (isThreaded) points.db.close();
    },
  };
}

/** Closes the database where it is refused. */
function settle(db: Database, { file, mustExist }: SqliteOptions, given: GivenIdentity): RegistryIdentity {
  try {
    refuseMoved(db);
    if (!mustExist) return prepare(db, given);
    refuseOutdated(db, file);
    return identityOf(db, given);
  } catch (error) {
    db.close();
    throw error;
  }
}
