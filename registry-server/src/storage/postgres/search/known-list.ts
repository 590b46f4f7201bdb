// Lists by words alone, or by a part of a medium alone, whose total was counted before: one statement answers the page as long
// as nothing has changed since, and no row otherwise. So total and page are of one moment without a transaction.
import { LIMITS } from '@artwork-registry/contract';
import type { ArtworkFilter } from '../../records.ts';
import type { VersionedPage } from '../../shared/list-cache.ts';
import type { ListsState } from '../../shared/kept-counts.ts';
import type { PostgresContext } from '../engine/context.ts';
import { versionOf, versionText } from './list-version.ts';
import { inSet } from './medium-sets.ts';
import type { MediumSet } from './medium-sets.ts';
import { OWN_COLUMNS, OWN_TABLES, pageOf, spliced } from './public-json.ts';
import type { OwnRow } from './public-json.ts';
import { narrowingOf } from './short-list.ts';

/** When a list was counted; all that its works show is as it was while none of these has moved. */
export type State = ListsState & { names_version: number; public_count: number };

export type Known = {
  state: State;
  total: number;
  asked: { /** A tsquery. */ words: string } | { mediums: MediumSet };
};

// Gathering and sorting a work costs about twice as much as passing one in index order.
const GATHER_COST = 2;
// The statements name the most that they pass and answer: of a limit that is not known, PostgreSQL expects a tenth of the table,
// and would join it whole. A page that is further away, or not full then, is left to list.ts.
const MAX_PASSED = 20_000;
const pageIn = (matches: string) =>
  `SELECT * FROM (SELECT number AS page_number FROM (${matches}) matches ORDER BY number DESC LIMIT $4 OFFSET $5) asked
     LIMIT ${LIMITS.pageMax}`;
const newestOf = (columns: string, works: string, passes: string) =>
  `SELECT number FROM (SELECT ${columns} FROM ${works} ORDER BY number DESC LIMIT ${MAX_PASSED}) newest WHERE ${passes}`;
// OFFSET 0 keeps the limit of the page out of the plan of the matches.
const gatheredOf = (works: string) => `SELECT w.number FROM ${works} OFFSET 0`;

const STATEMENTS = {
  passWords: statement(newestOf('number, words', 'artworks_text', 'words @@ $6::tsquery')),
  gatherWords: statement(gatheredOf('artworks_text w WHERE w.words @@ $6::tsquery')),
  passMediums: statement(
    newestOf('number, medium_id', 'artworks w WHERE w.is_public', inSet('medium_id', '$6')),
  ),
  gatherMediums: statement(
    gatheredOf(`artworks w WHERE w.is_public
      AND w.medium_id = ANY(ARRAY(SELECT id FROM mediums WHERE ${inSet('id', '$6')}))`),
  ),
};

function statement(matches: string): string {
  return `WITH unchanged AS MATERIALIZED (SELECT FROM issued WHERE registry_number = $1
      AND (SELECT value FROM counters WHERE name = 'content_version') = $2
      AND (SELECT value FROM counters WHERE name = 'names_version') = $3)
    SELECT ${versionText('value', 7)} AS version, work.* FROM unchanged
    LEFT JOIN LATERAL (SELECT ${OWN_COLUMNS}, w.number FROM (${pageIn(matches)}) page
      JOIN ${OWN_TABLES} ON w.number = page.page_number) work ON true
    ORDER BY work.number DESC`;
}

/** The quicker way to so many works of a list of `total`: to gather all of it, or to pass works newest first. */
export function wayTo(wanted: number, total: number, state: State): { isGathered: boolean; cost: number } {
  const passed = (wanted * state.public_count) / Math.max(1, total);
  const gathered = total * GATHER_COST;
  return { isGathered: gathered < passed, cost: Math.min(gathered, passed) };
}

/** The filter that a list is narrowed by, where it is by one of these two alone. */
export function aloneIn(filter: ArtworkFilter): 'q' | 'medium' | undefined {
  const [only, ...others] = narrowingOf(filter);
  if (others.length > 0 || (only?.[0] !== 'q' && only?.[0] !== 'medium')) return undefined;
  return only[0];
}

/** Undefined where something has changed since the list was counted. */
export async function listKnown(
  { connection, publicUrl }: PostgresContext,
  filter: ArtworkFilter,
  { state, total, asked }: Known,
): Promise<VersionedPage | undefined> {
  const { limit, offset } = filter;
  if (limit > LIMITS.pageMax) return undefined;
  const { isGathered, cost } = wayTo(offset + limit, total, state);
  if (offset < total && cost > MAX_PASSED) return undefined;
  const [text, value] =
    'words' in asked
      ? [isGathered ? STATEMENTS.gatherWords : STATEMENTS.passWords, asked.words]
      : [isGathered ? STATEMENTS.gatherMediums : STATEMENTS.passMediums, asked.mediums];
  const values = [state.newest, state.version, state.names_version, limit, offset, value];
  const rows = await connection.query<OwnRow & { version: string; number: number | null }>(text, [
    ...values,
    ...versionOf(filter).values,
  ]);
  const [first] = rows;
  if (first === undefined) return undefined;
  const works = rows.filter(({ number }) => number !== null);
  if (works.length < Math.min(limit, total - offset)) return undefined;
  const json = works.map((row) => spliced(row, publicUrl));
  return { version: first.version, page: pageOf(total, json) };
}
