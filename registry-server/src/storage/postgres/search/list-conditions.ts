// From a filter to bound conditions from a fixed set: no character of a filter ever becomes part of a statement. Each
// condition narrows the works `w`; where a counter is kept, it knows how many pass it.
//
//   filter                    condition on the work w       total without counting
//   q                         its words                     -
//   registry_id               registry_id = ?               whether it is there
//   artist, artistId          artist_id = any of            artists.artworks_count
//   gallery … , profileId     profile_id = any of           profiles.artworks_count
//   medium                    medium_id = any of            mediums.artworks_count
//   year, availability        column = ?                    artwork_counts
//   installation_id           has a source of it            installations.artworks_count
//   platform                  has a source of it            -
//   price_min, price_max      public price in range         -
//   updated_since             updated_at >= ?               -
import { foldText, normaliseName } from '@artwork-registry/contract';
import type { ArtworkFilter } from '../../records.ts';
import type { PostgresContext } from '../engine/context.ts';
import { findContaining } from './partial-match.ts';
import type { Counted, KeptMatches, Matches } from './partial-match.ts';
import { matchExpression } from './text-index.ts';

export type Condition = {
  /** True of the works that pass; `?` stands for the value. */
  text: string;
  /** The same of works with a smaller number. PostgreSQL does not conclude that those of another table are smaller, too. */
  textBelow?: (number: string) => string;
  value: unknown;
  /** What tells it from another condition of the same text, where the value may differ and still mean the same works. */
  named?: unknown;
  /** Public works that pass this condition alone; undefined where no counter is kept. */
  size?: number;
  /** The same of the rows `w` of artworks_text, where no works have to be looked at for this condition alone. */
  alone?: string;
};

export type Names = { kept: KeptMatches; version: number };

/** Null when nothing can match. */
export async function conditionsOf(
  context: PostgresContext,
  filter: ArtworkFilter,
  names: Names,
): Promise<Condition[] | null> {
  const { connection } = context;
  const { artistId, profileId, year, availability } = filter;
  const asked: Promise<Condition | null>[] = [];
  const add = (condition: Promise<Condition | null> | Condition | null) =>
    asked.push(Promise.resolve(condition));

  if (filter.q !== undefined) add(textOf(filter.q));
  if (filter.registryId !== undefined) add(registryIdOf(context, filter.registryId));
  if (artistId !== undefined) {
    const found = connection.query<Counted>('SELECT id, artworks_count FROM artists WHERE id = $1', [
      artistId,
    ]);
    add(oneOf('w.artist_id', 'text[]', found));
  }
  if (filter.artist !== undefined)
    add(anyOf('w.artist_id', 'text[]', 'artists', findArtists(context, filter.artist, names)));
  if (profileId !== undefined) {
    const found = connection.query<Counted>('SELECT id, artworks_count FROM profiles WHERE id = $1', [
      profileId,
    ]);
    add(oneOf('w.profile_id', 'text[]', found));
  }
  for (const type of ['gallery', 'museum', 'collection'] as const) {
    const id = filter[type];
    if (id !== undefined) add(oneOf('w.profile_id', 'text[]', findProfiles(context, type, id)));
  }
  if (filter.medium !== undefined) {
    const part = foldText(filter.medium);
    const found = findContaining(context, names.kept, names.version, 'mediums', [part]);
    // A medium is never renamed, and one that is added has no work but newer and changed ones.
    add(anyOf('w.medium_id', 'bigint[]', 'mediums', found, part));
  }
  if (year !== undefined) add(valueOf(context, 'w.year_created', 'year', year));
  if (availability !== undefined) add(valueOf(context, 'w.availability', 'availability', availability));
  if (filter.installation !== undefined) add(installationOf(context, filter.installation));
  if (filter.platform !== undefined) {
    const { platform, label, key } = filter.platform;
    const column = label === null ? 's.platform' : 's.platform_key';
    add({
      ...inOther(
        's.artwork_number',
        (limit) =>
          `EXISTS (SELECT 1 FROM sources s WHERE s.artwork_number = w.number AND ${column} = ?${limit})`,
      ),
      value: label === null ? platform : key,
    });
  }
  if (filter.priceMin !== undefined || filter.priceMax !== undefined) {
    add({
      text: `w.availability IN ('for_sale', 'open_to_offers') AND w.price_amount IS NOT NULL
        AND w.price_amount BETWEEN (?::float8[])[1] AND (?::float8[])[2]`,
      value: [filter.priceMin ?? 0, filter.priceMax ?? Number.MAX_VALUE],
    });
  }
  if (filter.updatedSince !== undefined) add({ text: 'w.updated_at >= ?', value: filter.updatedSince });
  const found = await Promise.all(asked);
  return found.includes(null) ? null : (found as Condition[]);
}

/** A condition on rows of another table, which has the works' numbers in the column `number`. */
const inOther = (
  number: string,
  textWith: (limit: string) => string,
): Required<Pick<Condition, 'text' | 'textBelow'>> => ({
  text: textWith(''),
  textBelow: (below) => textWith(` AND ${number} < ${below}`),
});

function textOf(q: string): Condition | null {
  const expression = matchExpression(q);
  if (expression === null) return null;
  return {
    ...inOther(
      't.number',
      (limit) => `w.number IN (SELECT t.number FROM artworks_text t WHERE t.words @@ ?::tsquery${limit})`,
    ),
    value: expression,
    // The words are those of public works only.
    alone: 'w.words @@ ?::tsquery',
  };
}

async function registryIdOf({ connection }: PostgresContext, registryId: string): Promise<Condition> {
  const there = await connection.query('SELECT 1 FROM artworks WHERE registry_id = $1 AND is_public', [
    registryId,
  ]);
  return { text: 'w.registry_id = ?', value: registryId, size: there.length };
}

async function oneOf(
  column: string,
  type: string,
  asked: Promise<Counted[]>,
  named?: string,
): Promise<Condition | null> {
  const rows = await asked;
  const [first] = rows;
  if (first === undefined) return null;
  return {
    text: rows.length === 1 ? `${column} = ?` : `${column} = ANY(?::${type})`,
    value: rows.length === 1 ? first.id : rows.map(({ id }) => id),
    size: rows.reduce((sum, row) => sum + row.artworks_count, 0),
    ...(named !== undefined && { named }),
  };
}

/** Very many are not sent: the works are compared with their names, which mean others once one of them has changed. */
async function anyOf(
  column: string,
  type: string,
  table: 'artists' | 'mediums',
  asked: Promise<Matches>,
  named?: string,
): Promise<Condition | null> {
  const found = await asked;
  if (!found.isMany) return oneOf(column, type, Promise.resolve(found.rows), named);
  const { where, value, namesVersion, size } = found;
  const text = `${column} IN (SELECT id FROM ${table} WHERE ${where})`;
  return { text, value, named: named ?? [value, namesVersion], size };
}

async function valueOf(
  { connection }: PostgresContext,
  column: string,
  kind: 'availability' | 'year',
  value: string,
): Promise<Condition> {
  const [row] = await connection.query<{ count: number }>(
    'SELECT count FROM artwork_counts WHERE kind = $1 AND value = $2',
    [kind, value],
  );
  return { text: `${column} = ?`, value, size: row?.count ?? 0 };
}

/** An installation of somebody else finds nothing. */
async function installationOf(
  { connection }: PostgresContext,
  installation: { id: string; organizationId: string },
): Promise<Condition | null> {
  const [row] = await connection.query<Counted>(
    'SELECT id, artworks_count FROM installations WHERE id = $1 AND organization_id = $2',
    [installation.id, installation.organizationId],
  );
  if (row === undefined) return null;
  return {
    ...inOther(
      's.artwork_number',
      (limit) =>
        `w.number IN (SELECT s.artwork_number FROM sources s WHERE s.installation_id = ? AND s.is_public${limit})`,
    ),
    value: row.id,
    size: row.artworks_count,
  };
}

/** A slug or uuid names one artist; anything else is a part of a name, in either order of first and last name. */
async function findArtists(context: PostgresContext, artist: string, names: Names): Promise<Matches> {
  const { connection } = context;
  // A slug that only hidden works have brought is not a slug: else it would hide the partial matches.
  const [named, target] = await Promise.all([
    connection.query<Counted>(
      'SELECT id, artworks_count FROM artists WHERE (slug = $1 OR id = lower($1)) AND artworks_count > 0',
      [artist],
    ),
    connection.query<Counted>(
      `SELECT a.id, a.artworks_count FROM merged_artists m JOIN artists a ON a.id = m.artist_id
       WHERE (m.slug = $1 OR m.id = lower($1)) AND a.artworks_count > 0`,
      [artist],
    ),
  ]);
  if (named.length > 0) return { isMany: false, rows: named };
  if (target.length > 0) return { isMany: false, rows: target };
  const parts = [...new Set([foldText(artist), normaliseName(artist)])];
  return findContaining(context, names.kept, names.version, 'artists', parts);
}

/** `collection` names any profile that holds works; the other two name their own kind. */
function findProfiles(
  { connection }: PostgresContext,
  type: 'gallery' | 'museum' | 'collection',
  id: string,
): Promise<Counted[]> {
  return connection.query(
    `SELECT id, artworks_count FROM profiles
     WHERE (slug = $1 OR id = lower($1)) AND ($2 = 'collection' OR type = $2)`,
    [id, type],
  );
}
