// The public list: filters become bound conditions from a fixed set, ids are paged first, rows are read after.
import type { Artwork } from '@artwork-registry/contract';
import { foldText, normaliseName } from '@artwork-registry/contract';
import type { ArtworkFilter } from '../records.ts';
import { getRow, project } from './artwork-rows.ts';
import type { SqliteContext } from './context.ts';
import { matchExpression } from './text-index.ts';

type Condition = { text: string; values: (string | number)[] };

export function listPublicArtworks(
  context: SqliteContext,
  filter: ArtworkFilter,
): { total: number; artworks: Artwork[] } {
  const conditions = conditionsOf(filter);
  if (conditions === null) return { total: 0, artworks: [] };
  const where = ['w.is_public = 1', ...conditions.map((condition) => condition.text)].join(' AND ');
  const values = conditions.flatMap((condition) => condition.values);
  const order = filter.updatedSince === undefined ? 'w.number DESC' : 'w.updated_at, w.id';
  const total = context
    .sql<{ total: number }>(`SELECT count(*) AS total FROM artworks w WHERE ${where}`)
    .get(...values);
  const numbers = context
    .sql<{ number: number }>(
      `SELECT w.number FROM artworks w WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
    )
    .all(...values, filter.limit, filter.offset);
  return {
    total: total?.total ?? 0,
    artworks: numbers.map(({ number }) => project(context, getRow(context, number))),
  };
}

/** Null when nothing can match. */
function conditionsOf(filter: ArtworkFilter): Condition[] | null {
  const conditions: Condition[] = [];
  const add = (text: string, ...values: (string | number)[]) => conditions.push({ text, values });
  if (filter.q !== undefined) {
    const expression = matchExpression(filter.q);
    if (expression === null) return null;
    add('w.number IN (SELECT rowid FROM artworks_text WHERE artworks_text MATCH ?)', expression);
  }
  if (filter.artist !== undefined) {
    const [folded, natural] = [foldText(filter.artist), normaliseName(filter.artist)].map(containing);
    add(
      `w.artist_id IN (SELECT id FROM artists WHERE slug = ? OR id = ? OR name_key LIKE ? ESCAPE '\\'
         OR name_key LIKE ? ESCAPE '\\')`,
      filter.artist,
      filter.artist.toLowerCase(),
      folded ?? '',
      natural ?? '',
    );
  }
  if (filter.gallery !== undefined) addProfile(`type = 'gallery' AND`, filter.gallery);
  if (filter.museum !== undefined) addProfile(`type = 'museum' AND`, filter.museum);
  if (filter.collection !== undefined) addProfile('', filter.collection);
  if (filter.medium !== undefined)
    add(`w.medium_key LIKE ? ESCAPE '\\'`, containing(foldText(filter.medium)));
  if (filter.year !== undefined) add('w.year_created = ?', filter.year);
  if (filter.availability !== undefined) add('w.availability = ?', filter.availability);
  if (filter.registryId !== undefined) add('w.registry_id = ?', filter.registryId);
  if (filter.installation !== undefined) {
    add(
      `w.number IN (SELECT s.artwork_number FROM sources s JOIN installations i ON i.id = s.installation_id
         WHERE i.id = ? AND i.organization_id = ?)`,
      filter.installation.id,
      filter.installation.organizationId,
    );
  }
  if (filter.platform !== undefined) {
    const platform = filter.platform.toLowerCase();
    add(
      'w.number IN (SELECT artwork_number FROM sources WHERE platform = ? OR lower(platform_label) = ?)',
      platform,
      platform,
    );
  }
  if (filter.priceMin !== undefined) add('w.price_amount >= ?', filter.priceMin);
  if (filter.priceMax !== undefined) add('w.price_amount <= ?', filter.priceMax);
  if (filter.priceMin !== undefined || filter.priceMax !== undefined) {
    add(`w.availability IN ('for_sale', 'open_to_offers')`);
  }
  if (filter.updatedSince !== undefined) add('w.updated_at >= ?', filter.updatedSince);
  if (filter.artistId !== undefined) add('w.artist_id = ?', filter.artistId);
  if (filter.profileId !== undefined) add('w.profile_id = ?', filter.profileId);
  return conditions;

  function addProfile(type: string, id: string): void {
    add(`w.profile_id IN (SELECT id FROM profiles WHERE ${type} (slug = ? OR id = ?))`, id, id.toLowerCase());
  }
}

/** A LIKE pattern that finds the text anywhere, its own wildcards taken literally. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
