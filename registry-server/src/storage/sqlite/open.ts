// Opens the embedded database and puts the storage together: operations by name, and around them what lives in the
// memory of this process: running idempotency keys, looked-up keys, rate-limit windows.
import { extname } from 'node:path';
import type { Artwork, ArtworkUpdateResult, ArtworkWriteResult } from '@artwork-registry/contract';
import type { Database } from 'better-sqlite3';
import type { Clock } from '../../clock.ts';
import { StorageUnavailable } from '../storage.ts';
import type { ApiKeyRecord, Outcome, PublicPage, PublishMatch, Refusal } from '../records.ts';
import type { Storage } from '../storage.ts';
import { openReader, openWriter } from './engine/connection.ts';
import { makeContext } from './engine/context.ts';
import { inlineEngine, performRead } from './engine/engine.ts';
import type { EngineOptions } from './engine/engine.ts';
import { KeyCache } from '../shared/key-cache.ts';
import { ListCache } from '../shared/list-cache.ts';
import { operatorMethods } from '../shared/operator-methods.ts';
import { OPERATIONS, POINT_READS, READS, WRITES } from './operations.ts';
import { remoteOf } from '../shared/remote.ts';
import { listRateWindows, RateWindows } from './statements/rate-windows.ts';
import { RunningKeys } from '../shared/running-keys.ts';
import { prepare, refuseMissing, refuseOutdated, settingsFor } from './settings.ts';
import type { Settings, WantedSettings } from '../shared/settings.ts';
import { SWEEP_STEPS } from './statements/sweep.ts';
import { threadEngine } from './engine/thread-engine.ts';

export type SqliteOptions = {
  file: string;
  clock: Clock;
  /** What this process was told about the registry; the database has the last word. Default: nothing. */
  settings?: WantedSettings;
  /** Origin without trailing slash while none is set; asked at use: with port 0 it is known only once the server listens. */
  listenUrl: () => string;
  /** The database must be there and up to date; default: it is made and updated. */
  mustExist?: boolean;
  /** Reader threads beside the writer thread; 0 runs everything in this thread, as a command line does. */
  readers: number;
  /** After this long a reader gives up a list; the default is for a server. */
  readMs?: number;
  /** Called when a thread failed or had to be replaced. */
  onFault?: (error: unknown, what: string) => void;
};

const SAVE_WINDOWS_MS = 1000;
// A readiness check is answered with a result this recent; a write that takes longer has failed.
const PROBE_KEPT_MS = 1000;
const PROBE_MS = 5000;

/** What the threads of the storage run: the same file, built or not. */
export const THREAD_PROGRAM = new URL(`./storage-thread${extname(import.meta.filename)}`, import.meta.url);

export function openSqliteStorage(options: SqliteOptions): Storage {
  const { file, clock, readers, settings: wanted = {} } = options;
  if (options.mustExist) refuseMissing(file);
  const db = openWriter(file);
  const settings = settle(db, options, wanted);
  const { idPrefix } = settings;
  const moment = () => ({ nowMs: clock.nowMs(), publicUrl: settings.publicUrl ?? options.listenUrl() });
  const context = makeContext(db, idPrefix);
  Object.assign(context, moment());

  const listeners: (() => void)[] = [];
  const engineOptions: EngineOptions = {
    moment,
    onDeliveries: () => {
      for (const listener of listeners) listener();
    },
    onFault: options.onFault ?? (() => undefined),
  };
  const endpointListeners: ((endpointId: string) => void)[] = [];
  const tellOf = async <Value>(endpointId: string, written: Promise<Value>): Promise<Value> => {
    const value = await written;
    for (const listener of endpointListeners) listener(endpointId);
    return value;
  };
  const isThreaded = readers > 0;
  if (isThreaded) db.close();
  const points = isThreaded ? makeContext(openReader(file), idPrefix) : context;
  const engine = isThreaded
    ? threadEngine(
        { program: THREAD_PROGRAM, file, idPrefix, readers, readMs: options.readMs },
        engineOptions,
      )
    : inlineEngine(db, context, OPERATIONS, engineOptions);

  const write = remoteOf(WRITES, (job) => engine.write(job));
  const read = remoteOf(READS, (job) => engine.read(job));
  const point = remoteOf(POINT_READS, (job) =>
    isThreaded ? performRead(points, moment(), job, OPERATIONS.read) : engine.read(job),
  );

  const keys = new KeyCache();
  const forgetKeys = async <Value>(written: Promise<Value>): Promise<Value> => {
    const value = await written;
    keys.clear();
    return value;
  };
  let probe: { untilMs: number; written: Promise<void> } = { untilMs: 0, written: Promise.resolve() };
  const lists = new ListCache();
  const running = new RunningKeys();
  Object.assign(points, moment());
  const windows = new RateWindows(listRateWindows(points));
  const saveWindows = async () => {
    const changed = windows.takeChanged();
    if (changed.length > 0) await write.saveRateWindows(changed);
  };
  // A window that cannot be saved now (disk full) is saved with its next request.
  const saver = setInterval(() => void saveWindows().catch(() => undefined), SAVE_WINDOWS_MS).unref();

  return {
    settings,
    clock,
    place: file,
    ...write,
    ...read,
    ...point,
    ...operatorMethods(write, read, point),
    publishArtworks: (inputs) =>
      running.during(inputs, (input) => write.publish(input) as Promise<Outcome<ArtworkWriteResult>>),
    updateArtworks: (inputs) =>
      running.during(
        inputs,
        (input) =>
          ('change' in input ? write.patchSource(input) : write.updateArtwork(input)) as Promise<
            Outcome<ArtworkUpdateResult>
          >,
      ),
    matchArtwork: (input) => read.matchArtwork(input) as Promise<{ ok: true; match: PublishMatch } | Refusal>,
    findPublicArtwork: async (id) => {
      const json = await point.findPublicJson(id);
      return json === undefined ? undefined : (JSON.parse(json) as Artwork);
    },
    listPublicArtworks: async (filter) => {
      const { total, json } = await read.listPublicArtworks(filter);
      return { total, artworks: JSON.parse(new TextDecoder().decode(json)) as Artwork[] };
    },
    listPublicJson: async (filter, caller) => {
      const [version, key] = [await point.readListVersion(filter), JSON.stringify(filter)];
      const kept = lists.find(version, key);
      if (kept !== undefined) return kept;
      const job = { name: 'listPublicArtworks', args: [filter] };
      const page = (await engine.read(job, caller)) as PublicPage;
      lists.keep(version, key, page);
      return page;
    },
    findApiKey: async (hash): Promise<ApiKeyRecord | undefined> => {
      const kept = keys.find(hash, clock.nowMs());
      if (kept !== undefined) return kept;
      const found = await point.findUsableKey(hash);
      if (found === undefined) return undefined;
      keys.keep(hash, found.key);
      // Nobody waits for this; when it fails, the next look-up tries again.
      if (!found.isUseNoted) void write.noteKeyUse(found.key.id).catch(() => undefined);
      return found.key;
    },
    revokeApiKey: (prefix) => forgetKeys(write.revokeApiKey(prefix)),
    updateOrganizationStatus: (slug, status) => forgetKeys(write.updateOrganizationStatus(slug, status)),
    countRequest: async (keyId, limit) => windows.count(keyId, limit, clock.nowMs()),
    claimDeliveries: async (claim) =>
      claim.isDueLikely || (await read.hasDueDeliveries(claim)) ? write.claimDeliveries(claim) : [],
    onDeliveries: (listener) => {
      listeners.push(listener);
    },
    onEndpointChange: (listener) => {
      endpointListeners.push(listener);
    },
    updateWebhookSecret: (id, secret) => tellOf(id, write.updateWebhookSecret(id, secret)),
    updateWebhookStatus: (id, status) => tellOf(id, write.updateWebhookStatus(id, status)),
    ping: async () => {
      await point.readListVersion({ limit: 0, offset: 0 });
      if (performance.now() >= probe.untilMs) {
        const written = within(PROBE_MS, write.noteProbe());
        probe = { untilMs: performance.now() + PROBE_KEPT_MS, written };
        written.catch(() => undefined);
      }
      await probe.written;
    },
    sweep: async (ages) => {
      let removed = 0;
      for (let step = 0; step < SWEEP_STEPS; step += 1) {
        for (let hasMore = true; hasMore;) {
          const piece = await write.sweepPiece(step, ages);
          removed += piece.removed;
          hasMore = piece.hasMore;
        }
      }
      return removed;
    },
    close: async () => {
      clearInterval(saver);
      await saveWindows().catch(() => undefined);
      await engine.close();
      if (isThreaded) points.db.close();
    },
  };
}

/** Closes the database where it is refused. */
function settle(db: Database, { file, mustExist }: SqliteOptions, wanted: WantedSettings): Settings {
  try {
    if (!mustExist) return prepare(db, wanted);
    refuseOutdated(db, file);
    return settingsFor(db, wanted);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Rejects when it takes longer than `ms`. */
async function within(ms: number, written: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new StorageUnavailable('a write takes too long')), ms);
  try {
    await Promise.race([written, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
