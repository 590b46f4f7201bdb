// Which engine the configuration names, opened.
import { join } from 'node:path';
import { noticing, systemClock } from '#kit/clock';
import type { Clock } from '#kit/clock';
import { publicUrlOf } from './config.ts';
import type { Config } from './config.ts';
import { openSqliteStorage } from './storage/sqlite/open.ts';
import type { StartThread } from './storage/sqlite/engine/thread-messages.ts';
import type { Storage } from './storage/storage.ts';

export function databaseFile(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'registry.db');
}

export type StorageUse = {
  /** Default: as the configuration says. */
  listenUrl?: () => string;
  /** Only the server and `migrate` may make or update a database. */
  mustExist?: boolean;
  /** The server: with reader threads on SQLite, announced to the other instances on PostgreSQL. */
  isServer?: boolean;
  /** Default: the system's, or on PostgreSQL the time of the database. */
  clock?: Clock;
  /** What takes the place of the threads of a server on SQLite. Default: threads. */
  startThread?: StartThread | undefined;
  onFault?: (error: unknown, what: string) => void;
  /** Told while a migration waits for others, in a sentence. */
  onWait?: (what: string) => void;
};

// One may be busy with a long count while the other answers the short lists.
const READER_THREADS = 2;

/** Opens the storage as the configuration says. */
export async function openStorage(config: Config, use: StorageUse = {}): Promise<Storage> {
  const { isServer = false, mustExist = true, listenUrl = () => publicUrlOf(config) } = use;
  const { clock, onFault, onWait } = use;
  const identity = { idPrefix: config.idPrefix, publicUrl: config.publicUrl };
  const options = { identity, listenUrl, mustExist, ...(onFault && { onFault }) };
  if (config.databaseUrl !== undefined) {
    // Loaded only where it is used: it costs every other command a tenth of its start.
    const { openPostgresStorage } = await import('./storage/postgres/open.ts');
    const { databaseUrl: url } = config;
    return openPostgresStorage({ ...options, url, isInstance: isServer, onWait, ...(clock && { clock }) });
  }
  return openSqliteStorage({
    ...options,
    file: databaseFile(config),
    clock: noticing(clock ?? systemClock),
    startThread: use.startThread,
    readers: isServer ? READER_THREADS : 0,
  });
}
