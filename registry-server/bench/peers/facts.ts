// What the works of a world are like: from this come the questions that all sides are asked.
import { onSqlite } from '../place.ts';
import type { World } from '../world.ts';

export type Facts = {
  /** How many works there are, and the number of the first. */
  works: number;
  first: number;
  /** Most works first. `serial` is the artist's key at Directus. */
  artists: { slug: string; name: string; serial: number; works: number }[];
  years: { year: string; works: number }[];
  availabilities: { availability: string; works: number }[];
  /** Words of titles and of mediums, and how many works have them. */
  titleWords: { word: string; works: number }[];
  mediumWords: { word: string; works: number }[];
};

/** Of a world on the embedded database. */
export function readFacts({ place }: World): Facts {
  const db = onSqlite(place);
  const all = <Row>(sql: string) => db.prepare(sql).all() as Row[];
  const facts = {
    ...(db.prepare('SELECT count(*) AS works, min(number) AS first FROM artworks').get() as Pick<
      Facts,
      'works' | 'first'
    >),
    artists: all<Facts['artists'][number]>(
      `SELECT a.slug, a.name, a.serial, count(*) AS works FROM artworks w
       JOIN (SELECT id, slug, name, row_number() OVER (ORDER BY created_at, id) AS serial FROM artists) a ON a.id = w.artist_id
       GROUP BY a.id ORDER BY works DESC`,
    ),
    years: all<Facts['years'][number]>(
      `SELECT year_created AS year, count(*) AS works FROM artworks WHERE year_created IS NOT NULL
       GROUP BY year_created ORDER BY works DESC`,
    ),
    availabilities: all<Facts['availabilities'][number]>(
      'SELECT availability, count(*) AS works FROM artworks GROUP BY availability ORDER BY works DESC',
    ),
    titleWords: wordsOf(db.prepare('SELECT title FROM artworks').pluck().all() as string[]),
    mediumWords: wordsOf(
      db.prepare('SELECT medium FROM artworks WHERE medium IS NOT NULL').pluck().all() as string[],
    ),
  };
  db.close();
  return facts;
}

function wordsOf(texts: readonly string[]): { word: string; works: number }[] {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set(text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? []))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, works]) => ({ word, works })).sort((a, b) => b.works - a.works);
}
