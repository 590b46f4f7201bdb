// Lists that are narrowed by one name or value at most, near their beginning: most of what websites ask for. One statement
// answers total and page, so both are of one moment without a transaction. It is quick enough for the connection of the
// point reads. Everything else is left to list.ts, which finds the same.
import type { ArtworkFilter, PublicPage } from '../../records.ts';
import type { PostgresContext } from '../engine/context.ts';
import { OWN_COLUMNS, OWN_TABLES, pageOf, spliced } from './public-json.ts';
import type { OwnRow } from './public-json.ts';

// Beyond, a page costs more than point reads should wait for. The statements name it, because they are planned once: of a
// limit that is not known, PostgreSQL expects a tenth of the table and would join it whole.
const MAX_END = 500;

const profilesOf = (type: string) =>
  `SELECT id, artworks_count AS total FROM profiles WHERE (slug = $3 OR id = lower($3)) AND ${type}`;
const countsOf = (kind: string) =>
  `SELECT value AS id, count AS total FROM artwork_counts WHERE kind = '${kind}' AND value = $3`;

/** For each filter, what it names with the public works it has, and the works that belong to it. */
const STATEMENTS = {
  all: statement(
    `SELECT '' AS id, count AS total FROM artwork_counts WHERE kind = 'all' AND value = ''`,
    'true',
  ),
  artist: statement(
    `SELECT id, artworks_count AS total FROM artists WHERE (slug = $3 OR id = lower($3)) AND artworks_count > 0`,
    'w.artist_id = found.id',
  ),
  artistId: statement(
    'SELECT id, artworks_count AS total FROM artists WHERE id = $3',
    'w.artist_id = found.id',
  ),
  gallery: statement(profilesOf(`type = 'gallery'`), 'w.profile_id = found.id'),
  museum: statement(profilesOf(`type = 'museum'`), 'w.profile_id = found.id'),
  collection: statement(profilesOf('true'), 'w.profile_id = found.id'),
  profileId: statement(
    'SELECT id, artworks_count AS total FROM profiles WHERE id = $3',
    'w.profile_id = found.id',
  ),
  year: statement(countsOf('year'), 'w.year_created = found.id'),
  availability: statement(countsOf('availability'), 'w.availability = found.id'),
};

function statement(named: string, belongs: string): string {
  return `WITH found AS MATERIALIZED (${named})
    SELECT found.id AS found_id, found.total, work.* FROM found
    LEFT JOIN LATERAL (SELECT ${OWN_COLUMNS}, w.number
      FROM (SELECT * FROM (SELECT w.number AS page_number FROM artworks w WHERE w.is_public AND ${belongs}
          ORDER BY w.number DESC LIMIT ${MAX_END}) beginning
        ORDER BY page_number DESC LIMIT $1 OFFSET $2) page
      JOIN ${OWN_TABLES} ON w.number = page.page_number) work ON true
    ORDER BY work.number DESC`;
}

/** Which statement answers the filter, with its value; undefined where it takes more than one. */
export function shortListOf(
  filter: ArtworkFilter,
): { kind: keyof typeof STATEMENTS; value?: string } | undefined {
  const { limit, offset, ...narrowing } = filter;
  if (offset + limit > MAX_END) return undefined;
  const given = Object.entries(narrowing).filter(([, value]) => value !== undefined);
  const [only] = given;
  if (only === undefined) return { kind: 'all' };
  const [kind, value] = only;
  if (given.length > 1 || typeof value !== 'string' || !isKind(kind)) return undefined;
  return { kind, value };
}

const isKind = (name: string): name is keyof typeof STATEMENTS => Object.hasOwn(STATEMENTS, name);

/** Undefined where the value names nothing, or not one thing alone: an artist's may still be a part of names. */
export async function listShort(
  { connection, publicUrl }: PostgresContext,
  filter: ArtworkFilter,
): Promise<PublicPage | undefined> {
  const short = shortListOf(filter);
  if (short === undefined) return undefined;
  const values = [filter.limit, filter.offset, ...(short.value === undefined ? [] : [short.value])];
  const rows = await connection.query<OwnRow & { found_id: string; total: number; number: number | null }>(
    STATEMENTS[short.kind],
    values,
  );
  const [first] = rows;
  if (first === undefined || rows.some((row) => row.found_id !== first.found_id)) return undefined;
  const works = rows.filter(({ number }) => number !== null);
  return pageOf(
    first.total,
    works.map((row) => spliced(row, publicUrl)),
  );
}
