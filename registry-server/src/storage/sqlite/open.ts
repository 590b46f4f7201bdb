// Opens the embedded database and assembles the storage from its parts.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Clock } from '../../clock.ts';
import type { Storage } from '../storage.ts';
import { artworkStore } from './artworks.ts';
import { statementCache } from './context.ts';
import type { SqliteContext } from './context.ts';
import { curationStore } from './curation.ts';
import { deliveryStore } from './deliveries.ts';
import { installationStore } from './installations.ts';
import { keyStore } from './keys.ts';
import { migrate } from './migrate.ts';
import { organizationStore } from './organizations.ts';
import { sweep } from './sweep.ts';
import { webhookStore } from './webhooks.ts';
import { WriteQueue } from './write-queue.ts';

export type SqliteOptions = { file: string; clock: Clock; idPrefix: string; publicUrl: () => string };

// How long a statement waits for another process (the command line) that holds the write lock.
const BUSY_TIMEOUT_MS = 5000;

export function openSqliteStorage(options: SqliteOptions): Storage {
  mkdirSync(dirname(options.file), { recursive: true, mode: 0o700 });
  const db = new BetterSqlite(options.file, { timeout: BUSY_TIMEOUT_MS });
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('journal_size_limit = 67108864');
  migrate(db);

  const listeners: (() => void)[] = [];
  const writes = new WriteQueue(db, () => {
    if (!context.hasNewDeliveries) return;
    context.hasNewDeliveries = false;
    for (const listener of listeners) listener();
  });
  const { clock, idPrefix, publicUrl } = options;
  const context: SqliteContext = {
    db,
    writes,
    clock,
    idPrefix,
    publicUrl,
    hasNewDeliveries: false,
    sql: statementCache(db),
  };

  return {
    ...organizationStore(context),
    ...keyStore(context),
    ...installationStore(context),
    ...artworkStore(context),
    ...curationStore(context),
    ...webhookStore(context),
    ...deliveryStore(context, listeners),
    ping: async () => {
      context.sql('SELECT 1').get();
    },
    sweep: (olderThan) => sweep(context, olderThan),
    close: async () => {
      await writes.run(() => undefined);
      db.close();
    },
  };
}
