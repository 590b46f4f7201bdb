// A search for words and nothing else: one statement gathers what it finds, and answers total and page of one moment. Where very
// much is found, list.ts is quicker: it keeps the total.
import type { ArtworkFilter } from '../../records.ts';
import type { VersionedPage } from '../../shared/list-cache.ts';
import type { PostgresContext } from '../engine/context.ts';
import { versionOf, versionText } from './list-version.ts';
import { OWN_COLUMNS, OWN_TABLES, pageOfFound } from './public-json.ts';
import type { FoundRow } from './public-json.ts';
import { narrowingOf } from './short-list.ts';
import { matchExpression } from './text-index.ts';

const SEARCH = `WITH found AS MATERIALIZED (SELECT number FROM artworks_text WHERE words @@ $1::tsquery)
  SELECT ${versionText('value', 4)} AS version, counted.total, work.* FROM (SELECT count(*) AS total FROM found) counted
  LEFT JOIN (SELECT ${OWN_COLUMNS}, w.number
    FROM (SELECT number AS page_number FROM found ORDER BY number DESC LIMIT $2 OFFSET $3) page
    JOIN ${OWN_TABLES} ON w.number = page.page_number) work ON true
  ORDER BY work.number DESC`;

/** The question of a filter by words alone, as a tsquery; undefined: the filter is another one, or has no word. */
export function wordsAlone(filter: ArtworkFilter): string | undefined {
  if (filter.q === undefined || narrowingOf(filter).length > 1) return undefined;
  return matchExpression(filter.q) ?? undefined;
}

export async function search(
  { connection, publicUrl }: PostgresContext,
  words: string,
  filter: ArtworkFilter,
): Promise<VersionedPage> {
  const values = [words, filter.limit, filter.offset, ...versionOf(filter).values];
  return pageOfFound(await connection.query<FoundRow>(SEARCH, values), publicUrl);
}
