// Rows of the table `holding`: what the registry lists in the gallery's own profiles.
import type Database from 'better-sqlite3';
import type { Shows } from '../types/work.ts';

export type Holding = {
  registryId: string;
  look: string | null;
  nameLook: string | null;
  externalId: string | null;
  shows: Shows;
  page: string;
};
/** The ways in which a work of the shop is recognised. */
export type HoldingKey = 'external_id' | 'look' | 'name_look';
export type HoldingRows = ReturnType<typeof holdingRows>;

type Row = {
  registry_id: string;
  look: string | null;
  name_look: string | null;
  external_id: string | null;
  shows: string;
  page: string;
};

export function holdingRows(db: Database.Database) {
  const save = db.prepare('INSERT OR REPLACE INTO holding VALUES (?, ?, ?, ?, ?, ?, ?)');
  const clear = db.prepare('DELETE FROM holding WHERE site_id = ?');
  const count = db.prepare('SELECT count(*) FROM holding WHERE site_id = ?').pluck();
  const move = db.prepare('UPDATE OR REPLACE holding SET site_id = ? WHERE site_id = ?');
  const by = (column: HoldingKey) =>
    db.prepare(`SELECT * FROM holding WHERE site_id = ? AND ${column} = ? ORDER BY registry_id LIMIT 20`);
  const listBy = { external_id: by('external_id'), look: by('look'), name_look: by('name_look') };

  return {
    save: (siteId: string, holding: Holding) =>
      void save.run(
        siteId,
        holding.registryId,
        holding.look,
        holding.nameLook,
        holding.externalId,
        JSON.stringify(holding.shows),
        holding.page,
      ),
    /** Up to 20. */
    list: (siteId: string, key: HoldingKey, value: string): Holding[] =>
      (listBy[key].all(siteId, value) as Row[]).map((row) => ({
        registryId: row.registry_id,
        look: row.look,
        nameLook: row.name_look,
        externalId: row.external_id,
        shows: JSON.parse(row.shows) as Shows,
        page: row.page,
      })),
    count: (siteId: string) => count.get(siteId) as number,
    clear: (siteId: string) => void clear.run(siteId),
    moveSite: (from: string, to: string) => void move.run(to, from),
  };
}
