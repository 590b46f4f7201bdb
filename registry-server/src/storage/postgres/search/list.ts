// The public list. The total comes first, from a counter or a kept count, and tells which way to the page is shorter:
// newest first through all public works until the page is full, or all matches at once, sorted. PostgreSQL cannot know:
// its statistics do not tell where in the order the matches lie.
import type { ArtworkFilter, PublicPage } from '../../records.ts';
import { KeptTotals } from '../../shared/kept-totals.ts';
import type { ContentState } from '../../shared/kept-totals.ts';
import type { PostgresContext } from '../engine/context.ts';
import { conditionsOf } from './list-conditions.ts';
import type { Condition } from './list-conditions.ts';
import { makeKeptMatches } from './partial-match.ts';
import { OWN_COLUMNS, OWN_TABLES, pageOf, spliced } from './public-json.ts';
import type { OwnRow } from './public-json.ts';

// Gathering and sorting a work costs about twice as much as passing one in index order.
const GATHER_COST = 2;

type State = ContentState & { names_version: number; public_count: number };

const STATE = `SELECT (SELECT value FROM counters WHERE name = 'content_version') AS version,
  (SELECT value FROM counters WHERE name = 'names_version') AS names_version,
  (SELECT registry_number FROM issued) AS newest,
  coalesce((SELECT count FROM artwork_counts WHERE kind = 'all' AND value = ''), 0) AS public_count`;

/** Lists of one instance, with what it has counted and looked up before. */
export class Lists {
  readonly #totals = new KeptTotals();
  readonly #matches = makeKeptMatches();

  /** `json` is the JSON array of the works. Only inside a snapshot, so that total and page are of one moment. */
  async list(context: PostgresContext, filter: ArtworkFilter): Promise<PublicPage> {
    const [state] = await context.connection.query<State>(STATE);
    if (state === undefined) throw new Error('the state of the lists is one row');
    const names = { kept: this.#matches, version: state.names_version };
    const all = await conditionsOf(context, filter, names);
    if (all === null) return pageOf(0, []);
    // A condition that every work passes is none; testing each work for it would make the list slow.
    const conditions = all.filter(({ size }) => size === undefined || size < state.public_count);
    const total = await this.#total(context, conditions, state);
    if (filter.offset >= total || filter.limit === 0) return pageOf(total, []);
    const rows = await readPage(context, filter, conditions, total, state.public_count);
    return pageOf(
      total,
      rows.map((row) => spliced(row, context.publicUrl)),
    );
  }

  async #total({ connection }: PostgresContext, conditions: Condition[], state: State): Promise<number> {
    const [only] = conditions;
    if (only === undefined) return state.public_count;
    if (conditions.length === 1 && only.size !== undefined) return only.size;
    if (conditions.some(({ size }) => size === 0)) return 0;
    const { where, values } = whereOf(conditions);
    const question = JSON.stringify([where, values]);
    const { count, upTo } = this.#totals.known(question, state);
    if (upTo === state.newest) return count;
    const countSql = conditions.length === 1 ? only.countSql : undefined;
    const [row] = await connection.queryOnce<{ count: number }>(
      countSql ??
        `SELECT count(*) AS count FROM artworks w WHERE w.is_public AND ${where} AND w.number > $${values.length + 1}`,
      [...values, upTo],
    );
    const total = count + (row?.count ?? 0);
    this.#totals.keep(question, state, total);
    return total;
  }
}

function whereOf(conditions: Condition[]): { where: string; values: unknown[] } {
  const texts = conditions.map(({ text }, index) => text.replaceAll('?', `$${index + 1}`));
  return { where: ['true', ...texts].join(' AND '), values: conditions.map(({ value }) => value) };
}

/** The numbers of the page first, then only these works. */
function readPage(
  { connection }: PostgresContext,
  filter: ArtworkFilter,
  conditions: Condition[],
  total: number,
  publicCount: number,
): Promise<OwnRow[]> {
  const { where, values } = whereOf(conditions);
  const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const matches = `SELECT w.number, w.updated_at, w.id FROM artworks w WHERE w.is_public AND ${where}`;
  const passed = ((filter.offset + filter.limit) * publicCount) / Math.max(1, total);
  const isGathered = conditions.length > 0 && total * GATHER_COST < passed;
  const order = (table: string) =>
    filter.updatedSince === undefined ? `${table}.number DESC` : `${table}.updated_at, ${table}.id`;
  const from = isGathered ? `(SELECT * FROM matches) m` : `(${matches}) m`;
  // MATERIALIZED keeps the limit out of the plan of the matches.
  return connection.queryOnce(
    `${isGathered ? `WITH matches AS MATERIALIZED (${matches})` : ''}
     SELECT ${OWN_COLUMNS} FROM (SELECT m.number AS page_number FROM ${from} ORDER BY ${order('m')}
       LIMIT ${limit} OFFSET ${offset}) page
     JOIN ${OWN_TABLES} ON w.number = page.page_number ORDER BY ${order('w')}`,
    [...values, filter.limit, filter.offset],
  );
}
