// Makes a large collection out of a small one: copies of the works under new numbers, straight in the database, because
// publishing a million works one by one takes a quarter of an hour. What the copies need beyond their rows (counts,
// words, Art IDs) is made the same way as by the server.
import { openWriter } from '../src/storage/sqlite/engine/connection.ts';

/** Copies works 1 … `base` of the collection until there are `total`. */
export function multiply(file: string, base: number, total: number): void {
  const db = openWriter(file);
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -262144');
  const first = db.prepare('SELECT min(number) FROM artworks').pluck().get() as number;
  const have = db.prepare('SELECT count(*) FROM artworks').pluck().get() as number;
  const columns = db
    .prepare(`SELECT name FROM pragma_table_info('artworks') WHERE name NOT IN (${KEYS})`)
    .pluck()
    .all() as string[];
  const copy = db.prepare(
    `INSERT INTO artworks (number, id, registry_id, fingerprint, inventory_ref, cover_image_url, cover_image_key, public_json, updated_at,
       ${columns.join(', ')})
     SELECT number + CAST(@by AS INTEGER), substr(id, 1, 24) || printf('%012x', number + CAST(@by AS INTEGER)), 'AREG-' || (number + CAST(@by AS INTEGER)),
       fingerprint || @by, inventory_ref || '-' || @by, cover_image_url || '?' || @by, cover_image_key || '-' || @by,
       replace(replace(public_json, registry_id, 'AREG-' || (number + CAST(@by AS INTEGER))), id,
         substr(id, 1, 24) || printf('%012x', number + CAST(@by AS INTEGER))),
       updated_at + CAST(@by AS INTEGER), ${columns.join(', ')}
     FROM artworks WHERE number BETWEEN @first AND @last`,
  );
  const words = db.prepare(
    `INSERT INTO artworks_text (rowid, words)
     SELECT w.number, lower(w.title || ' ' || a.name || ' ' || w.medium || ' c' || w.number)
     FROM artworks w JOIN artists a ON a.id = w.artist_id WHERE w.number BETWEEN @from AND @to`,
  );
  // Numbers are bound as floating-point ones, and "AREG-100001.0" is not an Art ID.
  for (let by = have; by < total; by += base) {
    const last = first + Math.min(base, total - by) - 1;
    db.transaction(() => {
      copy.run({ by, first, last });
      words.run({ from: first + by, to: last + by });
    }).immediate();
  }
  db.exec(`UPDATE counters SET value = (SELECT max(number) FROM artworks) WHERE name = 'registry_number';
    UPDATE counters SET value = (SELECT max(updated_at) FROM artworks) WHERE name = 'clock';`);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

const KEYS = `'number', 'id', 'registry_id', 'fingerprint', 'inventory_ref', 'cover_image_url', 'cover_image_key', 'public_json', 'updated_at'`;
