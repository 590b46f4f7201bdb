// The journal: the steps to send, what the registry confirmed, and the reports that WordPress still has to get. One SQLite file;
// after a crash the service continues from it. Holds no keys and no secrets.
import type Database from 'better-sqlite3';
import { endLost, together } from './together.ts';
import type { Command } from '../types/site.ts';
import { actionRows } from './action-rows.ts';
import { auditRows } from './audit-rows.ts';
import { deliveryRows } from './delivery-rows.ts';
import { syncOfLog } from './disk-sync.ts';
import { holdingRows } from './holding-rows.ts';
import { openDatabase } from './open-journal.ts';
import { restingRows } from './resting-rows.ts';
import { unfitRows } from './unfit-rows.ts';
import { shortenWaits, type Bounds } from './waits.ts';
import { workRows } from './work-rows.ts';

const KEEP_SETTLED_MS = 7 * 24 * 3600 * 1000;
/** However young: a catalogue that changes all the time must not fill the disk within its week. */
const KEEP_SETTLED_STEPS = 50_000;
/** Of each site: a busy one must take nothing from the others. */
const KEEP_SETTLED_DELIVERIES = 10_000;
/** Of each site, half of those for which it has room, so that a sweep makes some. */
const KEEP_UNHEARD = 5000;

/** The registry replays deliveries for thirty days; WordPress lists the newest 500. */
const KEEP_UNHEARD_MS = 30 * 24 * 3600 * 1000;
const OF_WORKS = ['work', 'action', 'audit_seen', 'holding'];
const OF_DELIVERIES = ['delivery', 'early_event', 'unfit_delivery'];
/** Beside those of the works. */
const META_OF_REGISTRY = [
  'rebuilt',
  'connection',
  'former_installations',
  'certificates_sent',
  'certificates_done',
  'quarantine',
  'refused_deliveries',
];

export type Journal = ReturnType<typeof createJournal>;

/** Opens the journal in `file`; several processes may have it open. */
export const openJournal = (file: string): Journal => createJournal(openDatabase(file));

/** The journal on an open database. */
export function createJournal(db: Database.Database) {
  const disk = syncOfLog(db.name);
  const refuseLost = (): void => {
    if (endLost(db)) throw new Error('the journal has lost a transaction that could not be ended');
  };
  const works = workRows(db);
  const actions = actionRows(db);
  const deliveries = deliveryRows(db);
  const auditSeen = auditRows(db);
  const holdings = holdingRows(db);
  const unfit = unfitRows(db);
  const resting = restingRows(db);
  const getMeta = db.prepare('SELECT value FROM meta WHERE key = ?');
  const setMeta = db.prepare(
    'INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  const removeMeta = db.prepare('DELETE FROM meta WHERE key = ?');
  const moveMeta = db.prepare(
    `UPDATE OR REPLACE meta SET key = ? || substr(key, ?) WHERE key LIKE ? || ' %'`,
  );
  const insertCommand = db.prepare('INSERT INTO command (site_id, name, external_id) VALUES (?, ?, ?)');
  const sitesWithCommand = db.prepare('SELECT DISTINCT site_id FROM command').pluck();
  const listCommands = db.prepare('SELECT id, name, external_id FROM command WHERE site_id = ? ORDER BY id');
  const siteIds = db
    .prepare(
      `SELECT DISTINCT substr(key, 1, 36) FROM meta WHERE key LIKE '________-____-____-____-____________ %'`,
    )
    .pluck();
  const removeCommand = db.prepare('DELETE FROM command WHERE id = ?');

  return {
    works,
    actions,
    deliveries,
    auditSeen,
    holdings,
    unfit,
    resting,
    meta: {
      find: <T>(siteId: string, name: string): T | undefined => {
        const row = getMeta.get(`${siteId} ${name}`) as { value: string } | undefined;
        return row && (JSON.parse(row.value) as T);
      },
      save: (siteId: string, name: string, value: unknown) =>
        void setMeta.run(`${siteId} ${name}`, JSON.stringify(value)),
      remove: (siteId: string, name: string) => void removeMeta.run(`${siteId} ${name}`),
    },
    commands: {
      insert: (siteId: string, name: string, externalId: string | null) =>
        void insertCommand.run(siteId, name, externalId),
      list: (siteId: string) => listCommands.all(siteId) as Command[],
      /** Once it is carried out. */
      remove: (id: number) => void removeCommand.run(id),
      /** The sites that have any. */
      sites: () => sitesWithCommand.all() as string[],
    },

    /**
     * Runs the steps as one transaction: all or nothing, and it survives the end of the process. A power cut may lose the latest
     * transactions, never one before them. Await `flushed` before telling anybody outside what was written.
     */
    transaction: <T>(steps: () => T): T => together(db, steps),

    /** Resolves when all that was written before the call would survive a power cut. */
    flushed: async (): Promise<void> => {
      refuseLost();
      await disk.flushed();
    },

    /** The same before the call returns. Blocks the main thread: for what is rare. */
    flushNow: (): void => {
      refuseLost();
      disk.flushNow();
    },

    /** Nothing waits for longer than its schedule allows (waits.ts); returns how many did. */
    shortenWaits: (bounds: Bounds) => shortenWaits(db, bounds),

    /** Of all sites that have anything here. Reads all of `meta`. */
    siteIds: () => siteIds.all() as string[],

    /** A site was paired again and has a new id: its works, and so their Art IDs, go with it. */
    moveSite(from: string, to: string): void {
      together(db, () => {
        for (const rows of [works, actions, deliveries, auditSeen, holdings, unfit, resting])
          rows.moveSite(from, to);
        moveMeta.run(to, from.length + 1, from);
      });
    },

    /**
     * Forgets the works of a site, and that it was ever audited, as if its journal were lost: it is rebuilt from the registry
     * and the shop. Stored deliveries and the installation stay.
     */
    forgetWorks(siteId: string): void {
      together(db, () => {
        for (const table of OF_WORKS) db.prepare(`DELETE FROM ${table} WHERE site_id = ?`).run(siteId);
        for (const name of [
          'audit',
          'audit_progress',
          'audit_request',
          'paired',
          'look_again',
          'mark_unheard',
          'holdings',
        ])
          removeMeta.run(`${siteId} ${name}`);
        setMeta.run(`${siteId} rebuilt`, JSON.stringify(true));
      });
    },

    /** Forgets all that came from a registry, its deliveries and installations too, beside the works: the site has another one now. */
    forgetRegistry(siteId: string): void {
      together(db, () => {
        this.forgetWorks(siteId);
        for (const table of OF_DELIVERIES) db.prepare(`DELETE FROM ${table} WHERE site_id = ?`).run(siteId);
        for (const name of META_OF_REGISTRY) removeMeta.run(`${siteId} ${name}`);
      });
    },

    /** Removes all rows of the sites that were unpaired with their owner's wish to forget them. */
    purge(): void {
      together(db, () => {
        const keys = db.prepare(`SELECT key FROM meta WHERE key LIKE '% purge'`).pluck().all() as string[];
        for (const siteId of keys.map((key) => key.slice(0, -' purge'.length))) {
          for (const table of [...OF_WORKS, ...OF_DELIVERIES, 'command', 'resting', 'work_usage'])
            db.prepare(`DELETE FROM ${table} WHERE site_id = ?`).run(siteId);
          db.prepare(`DELETE FROM meta WHERE key LIKE ? || ' %'`).run(siteId);
        }
      });
    },

    /**
     * Removes what is settled and older than seven days, or beyond the newest 50,000 steps of all sites and 10,000 deliveries of each;
     * and events that a silent WordPress has not heard of for a month, or beyond the newest 5,000 of its site. Returns how many of those.
     */
    sweep(now: number): number {
      actions.sweep(now - KEEP_SETTLED_MS, KEEP_SETTLED_STEPS);
      deliveries.sweep(now - KEEP_SETTLED_MS, KEEP_SETTLED_DELIVERIES);
      unfit.sweep(now);
      return deliveries.sweepUnheard(now - KEEP_UNHEARD_MS, KEEP_UNHEARD);
    },

    close(): void {
      db.close();
      disk.close();
    },
  };
}
