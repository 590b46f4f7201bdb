// The directory of a host: which site belongs to which cell, its state, and its secrets, sealed. SQLite; the host process and all cells
// have it open. What a site's works are stands in the journal of its cell.
import Database from 'better-sqlite3';
import { hash } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { migrate, type Migrations } from '../journal/migrate.ts';
import { Site } from '../site/sites-file.ts';
import { SiteInstallation } from '../types/site-installation.ts';
import type { SealingKey } from './sealing-key.ts';

const Secrets = Site.pick({
  secret: true,
  formerSecret: true,
  apiKey: true,
  webhookSecret: true,
  formerWebhookSecret: true,
  basicAuth: true,
  firstTurn: true,
  access: true,
});
type Secrets = z.infer<typeof Secrets>;

/** A row without its secrets. */
export type SiteRow = {
  site_id: string;
  cell: number;
  site_url: string;
  host: string;
  name: string;
  platform: string;
  registry_url: string;
  plugin_version: string;
  environment: string;
  state: 'served' | 'paused';
  pairing: 'new' | 'continued' | 'begun';
  is_proven: 0 | 1;
  has_key: 0 | 1;
  access_state: string | null;
  organization: string | null;
  carrier: string | null;
  problem: string | null;
  waiting: number;
  paired_at: string;
  connected_at: string;
  last_contact_at: string | null;
  /** Since when works of the site have waited without a pause; null: none waits. */
  waiting_since: string | null;
};
/** What a cell sees of a site. */
export type Observed = Pick<
  SiteRow,
  'site_id' | 'organization' | 'carrier' | 'problem' | 'waiting' | 'last_contact_at'
> & { works: number };
/** When pairing and last contact of a site were first seen, in ms of the time in which the host ran. */
export type SiteAge = Pick<SiteRow, 'site_id' | 'paired_at'> & {
  paired_ms: number;
  contact_at: string | null;
  contact_ms: number;
};
export type NewSite = Pick<SiteRow, 'cell' | 'platform' | 'plugin_version' | 'environment' | 'pairing'>;
export type Directory = ReturnType<typeof openDirectory>;

const PUBLIC_COLUMNS =
  'site_id, cell, site_url, host, name, platform, registry_url, plugin_version, environment, state, pairing, is_proven, ' +
  'has_key, access_state, organization, carrier, problem, waiting, paired_at, connected_at, last_contact_at, ' +
  '(SELECT since FROM queue WHERE queue.site_id = site.site_id) AS waiting_since';

const MIGRATIONS: Migrations = {
  folder: join(import.meta.dirname, 'migrations'),
  newerText: (file, schema, known) =>
    `The directory ${file} was written by a newer version of the host (schema ${schema}; this one knows ${known}). ` +
    'Install the newer version again, or put back the data folder and the sealing key as they were backed up before the update.',
};

export const directoryFile = (dataDir: string): string => join(dataDir, 'directory.sqlite');

export const hostOf = (siteUrl: string): string => URL.parse(siteUrl)?.hostname.toLowerCase() ?? '';

/** Throws NewerData where a newer version has changed the tables. */
export function openDirectory(dataDir: string, sealingKey: SealingKey) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const db = new Database(directoryFile(dataDir), { timeout: 10_000 });
  chmodSync(directoryFile(dataDir), 0o600);
  db.pragma('journal_mode = WAL');
  // A pairing that was answered with 201 must survive a power cut.
  db.pragma('synchronous = FULL');
  migrate(db, MIGRATIONS);

  const find = db.prepare(`SELECT ${PUBLIC_COLUMNS} FROM site WHERE site_id = ?`);
  const findSealed = db.prepare('SELECT * FROM site WHERE site_id = ?');
  const listCell = db.prepare(`SELECT * FROM site WHERE cell = ? AND state = 'served' ORDER BY site_id`);
  const listAll = db.prepare(`SELECT ${PUBLIC_COLUMNS} FROM site ORDER BY connected_at, site_id`);
  const listSealed = db.prepare('SELECT site_id, sealed FROM site');
  const upsert = db.prepare(
    `INSERT INTO site (site_id, cell, site_url, host, name, platform, registry_url, plugin_version, environment, sealed, pairing,
                       has_key, access_state, paired_at, connected_at)
     VALUES (:site_id, :cell, :site_url, :host, :name, :platform, :registry_url, :plugin_version, :environment, :sealed, :pairing,
             :has_key, :access_state, :paired_at, :paired_at)
     ON CONFLICT (site_id) DO UPDATE SET site_url = excluded.site_url, host = excluded.host, name = excluded.name,
       platform = excluded.platform, registry_url = excluded.registry_url, plugin_version = excluded.plugin_version,
       environment = excluded.environment, sealed = excluded.sealed, pairing = excluded.pairing, has_key = excluded.has_key,
       access_state = excluded.access_state, paired_at = excluded.paired_at,
       organization = CASE WHEN site.registry_url = excluded.registry_url THEN site.organization END,
       is_proven = CASE WHEN site.site_url = excluded.site_url THEN site.is_proven ELSE 0 END`,
  );
  const update = db.prepare(
    `UPDATE site SET site_url = :site_url, host = :host, name = :name, registry_url = :registry_url, sealed = :sealed,
       has_key = :has_key, access_state = :access_state WHERE site_id = :site_id`,
  );
  const reseal = db.prepare('UPDATE site SET sealed = ? WHERE site_id = ?');
  const remove = db.prepare('DELETE FROM site WHERE site_id = ?');
  const setState = db.prepare('UPDATE site SET state = ? WHERE site_id = ?');
  const setPairing = db.prepare(`UPDATE site SET pairing = 'begun' WHERE site_id = ?`);
  const setProven = db.prepare('UPDATE site SET is_proven = 1 WHERE site_id = ? AND is_proven = 0');
  const observe = db.prepare(
    `UPDATE site SET organization = coalesce(:organization, organization), carrier = :carrier, problem = :problem,
       waiting = :waiting, last_contact_at = coalesce(:last_contact_at, last_contact_at) WHERE site_id = :site_id`,
  );
  const bump = db
    .prepare(
      'INSERT INTO revision VALUES (?, 1) ON CONFLICT (cell) DO UPDATE SET revision = revision + 1 RETURNING revision',
    )
    .pluck();
  const recordChange = db.prepare(
    `INSERT INTO change VALUES (:siteId, :cell, :revision)
     ON CONFLICT (site_id) DO UPDATE SET cell = excluded.cell, revision = excluded.revision`,
  );
  const changed = db.prepare('SELECT site_id FROM change WHERE cell = ? AND revision > ?').pluck();
  const forgetChanges = db.prepare(
    'DELETE FROM change WHERE cell = ? AND site_id NOT IN (SELECT site_id FROM site)',
  );
  const listServed = db.prepare(`SELECT site_id FROM site WHERE cell = ? AND state = 'served'`).pluck();
  const findServed = db.prepare(`SELECT * FROM site WHERE site_id = ? AND cell = ? AND state = 'served'`);
  const revision = db.prepare('SELECT revision FROM revision WHERE cell = ?').pluck();
  const saveSize = db.prepare(
    `INSERT INTO size VALUES (?, ?) ON CONFLICT (site_id) DO UPDATE SET works = excluded.works WHERE works <> excluded.works`,
  );
  const removeSize = db.prepare('DELETE FROM size WHERE site_id = ?');
  const recordQueue = db.prepare(
    // One that lies ahead was noted by a clock that was ahead, and would count as no wait for as long.
    `INSERT INTO queue VALUES (?, ?)
     ON CONFLICT (site_id) DO UPDATE SET since = excluded.since WHERE since > excluded.since`,
  );
  const removeQueue = db.prepare('DELETE FROM queue WHERE site_id = ?');
  const findInstallation = db.prepare('SELECT installation FROM site WHERE site_id = ?').pluck();
  const setInstallation = db.prepare('UPDATE site SET installation = ? WHERE site_id = ?');
  const setOrganization = db.prepare('UPDATE site SET organization = ? WHERE site_id = ?');
  const countBeside = db
    .prepare(
      `SELECT count(*) FROM site AS other JOIN site AS own ON own.site_id = :siteId
       WHERE other.registry_url = own.registry_url AND other.organization = :organization AND other.site_id <> own.site_id`,
    )
    .pluck();
  const worksBeside = db
    .prepare(
      `SELECT coalesce(sum(works), 0) FROM site AS other JOIN site AS own ON own.site_id = ?
         JOIN size ON size.site_id = other.site_id
       WHERE other.registry_url = own.registry_url AND other.organization = own.organization
         AND other.site_id <> own.site_id`,
    )
    .pluck();
  const countCells = db.prepare('SELECT cell, count(*) AS sites FROM site GROUP BY cell ORDER BY cell');
  const cellOfHost = db.prepare('SELECT cell FROM site WHERE host = ? LIMIT 1').pluck();
  const feedPosition = db.prepare('SELECT position FROM feed WHERE registry_url = ? AND cell = ?').pluck();
  const saveFeed = db.prepare(
    'INSERT INTO feed VALUES (?, ?, ?) ON CONFLICT (registry_url, cell) DO UPDATE SET position = excluded.position',
  );
  const recordServed = db
    .prepare(
      'INSERT INTO served VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET ms = ms + excluded.ms RETURNING ms',
    )
    .pluck();
  const listAges = db.prepare('SELECT * FROM age');
  const saveAge = db.prepare(
    'INSERT OR REPLACE INTO age VALUES (:site_id, :paired_at, :paired_ms, :contact_at, :contact_ms)',
  );
  const removeAge = db.prepare('DELETE FROM age WHERE site_id = ?');
  const oldestStranger = db
    .prepare(
      `SELECT site_id FROM site WHERE has_key = 0 AND state = 'served' AND access_state IS NOT 'waiting' AND paired_at < ?
       ORDER BY is_proven, paired_at LIMIT 1`,
    )
    .pluck();
  const countSites = db.prepare('SELECT count(*) FROM site').pluck();

  function siteOf(row: SiteRow & { sealed: string }): Site {
    const secrets = Secrets.parse(JSON.parse(sealingKey.open(row.sealed, row.site_id)));
    return {
      siteId: row.site_id,
      siteUrl: row.site_url,
      name: row.name,
      registryUrl: row.registry_url,
      pairedAt: row.paired_at,
      ...secrets,
    };
  }

  function columnsOf(site: Site) {
    const secrets = Secrets.parse(site);
    return {
      site_id: site.siteId,
      site_url: site.siteUrl,
      host: hostOf(site.siteUrl),
      name: site.name,
      registry_url: site.registryUrl,
      sealed: sealingKey.seal(JSON.stringify(secrets), site.siteId),
      has_key: site.apiKey === null ? 0 : 1,
      access_state: site.access?.state ?? null,
    };
  }

  const forget = (siteId: string) => {
    remove.run(siteId);
    removeSize.run(siteId);
    removeQueue.run(siteId);
    removeAge.run(siteId);
  };
  const changeIn = (cell: number, siteId: string) =>
    void recordChange.run({ cell, siteId, revision: bump.get(cell) });
  const findRow = (siteId: string) => find.get(siteId) as SiteRow | undefined;
  const findSite = (siteId: string): Site | undefined => {
    const row = findSealed.get(siteId) as (SiteRow & { sealed: string }) | undefined;
    return row && siteOf(row);
  };
  const openServed = (siteId: string, cell: number): Site | undefined => {
    const row = findServed.get(siteId, cell) as (SiteRow & { sealed: string }) | undefined;
    return row && siteOf(row);
  };
  const inCell = (siteId: string, act: () => unknown) =>
    db
      .transaction(() => {
        const cell = findRow(siteId)?.cell;
        act();
        if (cell !== undefined) changeIn(cell, siteId);
      })
      .immediate();

  return {
    findRow,
    findSite,
    list: () => listAll.all() as SiteRow[],
    count: () => countSites.get() as number,
    cells: () => countCells.all() as { cell: number; sites: number }[],
    cellOfHost: (host: string) => cellOfHost.get(host) as number | undefined,

    /**
     * Makes a place on a full host: the site goes that has had no key for longest and waits for none, unproven ones first. False where
     * every such site was paired after `before`.
     */
    dropStranger(before: string): boolean {
      const siteId = oldestStranger.get(before) as string | undefined;
      if (siteId !== undefined) inCell(siteId, () => forget(siteId));
      return siteId !== undefined;
    },
    /** Adds to the time in which the host ran; returns all of it, in ms. */
    recordServed: (ms: number) => recordServed.get(Math.round(ms)) as number,
    ages: () => new Map((listAges.all() as SiteAge[]).map((age) => [age.site_id, age])),
    saveAges: (ages: SiteAge[]) =>
      void db.transaction(() => ages.forEach((age) => saveAge.run(age))).immediate(),

    /** The last step of a registry's feed that a cell has; undefined: it never followed the feed. */
    feedPosition: (registryUrl: string, cell: number) =>
      feedPosition.get(registryUrl, cell) as number | undefined,
    saveFeedPosition: (registryUrl: string, cell: number, position: number) =>
      void saveFeed.run(registryUrl, cell, position),

    /**
     * A site connects, or continues its pairing: `make` gets what is stored of it now, which a cell may have changed since the caller read
     * it. False, and nothing, where `make` says null.
     */
    connect: (siteId: string, make: (former: Site | undefined) => Site | null, facts: NewSite): boolean =>
      db
        .transaction(() => {
          const site = make(findSite(siteId));
          if (site === null) return false;
          upsert.run({ ...columnsOf(site), ...facts, paired_at: site.pairedAt });
          changeIn(facts.cell, siteId);
          return true;
        })
        .immediate(),
    setState: (siteId: string, state: SiteRow['state']) => inCell(siteId, () => setState.run(state, siteId)),
    remove: (siteId: string) => inCell(siteId, () => forget(siteId)),

    /** Seals every row with the current key that is not; how many. */
    reseal(): number {
      return db
        .transaction(() => {
          let count = 0;
          for (const row of listSealed.all() as { site_id: string; sealed: string }[]) {
            if (sealingKey.isCurrent(row.sealed)) continue;
            reseal.run(sealingKey.seal(sealingKey.open(row.sealed, row.site_id), row.site_id), row.site_id);
            count += 1;
          }
          return count;
        })
        .immediate();
    },

    /** The sites of one cell, as its engines take them. */
    ofCell: (cell: number) => ({
      list: () => (listCell.all(cell) as (SiteRow & { sealed: string })[]).map(siteOf),
      find: (siteId: string) => (findRow(siteId)?.cell === cell ? findSite(siteId) : undefined),
      has: (siteId: string) => findRow(siteId)?.cell === cell,
      registryOf(siteId: string): string | undefined {
        const row = findRow(siteId);
        return row?.cell === cell ? row.registry_url : undefined;
      },
      update(siteId: string, change: (known: Site) => Site): void {
        inCell(siteId, () => {
          const known = findSite(siteId);
          if (known !== undefined) update.run(columnsOf(change(known)));
        });
      },
      remove: (siteId: string) => void inCell(siteId, () => forget(siteId)),
      served(siteId: string): Site | undefined {
        const site = openServed(siteId, cell);
        return site && { ...site, apiKey: site.apiKey && nameOfKey(site.apiKey) };
      },
      keyOf(site: Site): string | null {
        const key = openServed(site.siteId, cell)?.apiKey ?? null;
        return key !== null && nameOfKey(key) === site.apiKey ? key : null;
      },
      /** Asked once at the start: what went before that is of no interest any more. */
      listServed(): string[] {
        forgetChanges.run(cell);
        return listServed.all(cell) as string[];
      },
      version: () => String((revision.get(cell) as number | undefined) ?? 0),
      changedSince: (version: string) => changed.all(cell, Number(version)) as string[],
      pairingOf: (siteId: string) => findRow(siteId)?.pairing ?? 'begun',
      // A pairing that is continued keeps its id.
      formerOf: () => null,
      recordBegun: (siteId: string) => void setPairing.run(siteId),
      isProven: (siteId: string) => findRow(siteId)?.is_proven === 1,
      recordProven(siteId: string): void {
        // Read first: a write locks all cells out for a moment.
        if (findRow(siteId)?.is_proven === 0) setProven.run(siteId);
      },
      installationOf(siteId: string): SiteInstallation | null {
        const text = findInstallation.get(siteId) as string | null | undefined;
        return text == null ? null : SiteInstallation.parse(JSON.parse(text));
      },
      saveInstallation: (siteId: string, installation: SiteInstallation | null) =>
        void setInstallation.run(installation && JSON.stringify(installation), siteId),
      observe: (at: string, rows: Observed[]) =>
        db
          .transaction(() => {
            for (const { works, ...row } of rows) {
              observe.run(row);
              if (!findRow(row.site_id)) continue;
              saveSize.run(row.site_id, works);
              if (row.waiting > 0) recordQueue.run(row.site_id, at);
              else removeQueue.run(row.site_id);
            }
          })
          .immediate(),
      join: (siteId: string, organization: string, most: number): boolean =>
        db
          .transaction(() => {
            if ((countBeside.get({ siteId, organization }) as number) >= most) return false;
            setOrganization.run(organization, siteId);
            return true;
          })
          .immediate(),
      countWorksBeside: (siteId: string) => worksBeside.get(siteId) as number,
    }),
    close: () => void db.close(),
  };
}

/** What stands for a key in the memory of a cell: the key itself is opened for each call. */
const nameOfKey = (key: string): string => `key:${hash('sha256', key).slice(0, 32)}`;
export type CellSites = ReturnType<Directory['ofCell']>;
