// Lists that are narrowed by one name or value at most: most of what websites ask for. One statement answers total and page,
// so both are of one moment without a transaction. It passes few works, near the beginning of a list or where its blocks are
// counted, so it is quick enough for the connection of the point reads. Everything else is left to list.ts, which finds the same.
import { LIMITS } from '@artwork-registry/contract';
import type { ArtworkFilter } from '../../records.ts';
import type { VersionedPage } from '../../shared/list-cache.ts';
import { BLOCK_SIZE, blockAt } from '../../shared/list-blocks.ts';
import type { BlockList } from '../../shared/list-blocks.ts';
import type { PostgresContext } from '../engine/context.ts';
import { versionOf, versionText } from './list-version.ts';
import type { VersionForm } from './list-version.ts';
import { OWN_COLUMNS, OWN_TABLES, pageOfFound } from './public-json.ts';
import type { FoundRow } from './public-json.ts';

// The statements name the most that they pass, because they are planned once: of a limit that is not known, PostgreSQL expects a
// tenth of the table and would join it whole.
const MAX_PASSED = BLOCK_SIZE + LIMITS.pageMax;
// A page that ends before is found quicker from the newest work than by adding blocks up.
const NEAR_END = 500;

const profilesOf = (type: string) =>
  `SELECT id, artworks_count AS total FROM profiles WHERE (slug = $3 OR id = lower($3)) AND ${type}`;
const countsOf = (kind: string) =>
  `SELECT value AS id, count AS total FROM artwork_counts WHERE kind = '${kind}' AND value = $3`;

/** For each filter, what it names with the public works it has, the works that belong to it, and which blocks count them. */
const STATEMENTS = {
  all: statement('value', countsOf('all'), 'true', 'all'),
  artist: statement(
    'artist',
    `SELECT id, artworks_count AS total FROM artists WHERE (slug = $3 OR id = lower($3)) AND artworks_count > 0`,
    'w.artist_id = found.id',
  ),
  artistId: statement(
    'artistId',
    'SELECT id, artworks_count AS total FROM artists WHERE id = $3',
    'w.artist_id = found.id',
  ),
  gallery: statement('profile', profilesOf(`type = 'gallery'`), 'w.profile_id = found.id', 'profile'),
  museum: statement('profile', profilesOf(`type = 'museum'`), 'w.profile_id = found.id', 'profile'),
  collection: statement('profile', profilesOf('true'), 'w.profile_id = found.id', 'profile'),
  profileId: statement(
    'profileId',
    'SELECT id, artworks_count AS total FROM profiles WHERE id = $3',
    'w.profile_id = found.id',
    'profile',
  ),
  year: statement('value', countsOf('year'), 'w.year_created = found.id'),
  availability: statement('value', countsOf('availability'), 'w.availability = found.id', 'availability'),
};

type Statement = {
  near: string;
  /** Undefined where no blocks are counted. */
  far: string | undefined;
};

function statement(
  version: VersionForm,
  named: string,
  belongs: string,
  blocks?: BlockList['kind'],
): Statement {
  const page = (begin: string, start: string, passed: number, offset: string) =>
    `WITH found AS MATERIALIZED (${named})
    SELECT found.id AS found_id, ${versionText(version, 4)} AS version, found.total, work.* FROM found ${begin}
    LEFT JOIN LATERAL (SELECT ${OWN_COLUMNS}, w.number
      FROM (SELECT * FROM (SELECT w.number AS page_number FROM artworks w WHERE w.is_public AND ${belongs} ${start}
          ORDER BY w.number DESC LIMIT ${passed}) beginning
        ORDER BY page_number DESC LIMIT $1 OFFSET ${offset}) page
      JOIN ${OWN_TABLES} ON w.number = page.page_number) work ON true
    ORDER BY work.number DESC`;
  const near = page('', '', NEAR_END, '$2');
  if (blocks === undefined) return { near, far: undefined };
  const far = page(
    `LEFT JOIN LATERAL (${blockAt(`'${blocks}'`, 'found.id', '$2')}) start ON true`,
    `AND w.number < (start.block + 1) * ${BLOCK_SIZE}`,
    MAX_PASSED,
    '$2 - start.newer',
  );
  return { near, far };
}

/** What a filter asks for, but for the place of the page. */
export const narrowingOf = (filter: ArtworkFilter): [name: string, value: unknown][] =>
  Object.entries(filter).filter(
    ([name, value]) => value !== undefined && name !== 'limit' && name !== 'offset',
  );

/** Which statement answers the filter, with its value; undefined where it takes more than one. */
export function shortListOf(filter: ArtworkFilter): { statement: string; value: string } | undefined {
  if (filter.limit > LIMITS.pageMax) return undefined;
  const [only, ...others] = narrowingOf(filter);
  const [kind, value] = only ?? ['all'];
  if (others.length > 0 || !isKind(kind)) return undefined;
  const { near, far } = STATEMENTS[kind];
  const text = filter.offset + filter.limit <= NEAR_END ? near : far;
  if (text === undefined) return undefined;
  if (only === undefined) return { statement: text, value: '' };
  return typeof value === 'string' ? { statement: text, value } : undefined;
}

const isKind = (name: string): name is keyof typeof STATEMENTS => Object.hasOwn(STATEMENTS, name);

/** Undefined where the value names nothing, or not one thing alone: an artist's may still be a part of names. */
export async function listShort(
  { connection, publicUrl }: PostgresContext,
  filter: ArtworkFilter,
): Promise<VersionedPage | undefined> {
  const short = shortListOf(filter);
  if (short === undefined) return undefined;
  const values = [filter.limit, filter.offset, short.value, ...versionOf(filter).values];
  const rows = await connection.query<FoundRow & { found_id: string }>(short.statement, values);
  const [first] = rows;
  if (first === undefined || rows.some((row) => row.found_id !== first.found_id)) return undefined;
  return pageOfFound(rows, publicUrl);
}
