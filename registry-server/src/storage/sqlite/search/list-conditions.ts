// From a filter to bound conditions from a fixed set: no character of a filter ever becomes part of a statement. A list is
// driven by one access path, and the other conditions narrow what it gives (list.ts chooses).
//
//   filter                    condition on the work w       access path               ordered  total without counting
//   q                         its words                     artworks_text             yes      -
//   registry_id               registry_id = ?               unique key                yes      whether it is there
//   artist, artistId          artist_id = ? | one of        artworks_by_artist        if one   artists.artworks_count
//   gallery … , profileId     profile_id = ? | one of       artworks_by_profile       if one   profiles.artworks_count
//   medium                    medium_id one of              artworks_by_medium        if one   mediums.artworks_count
//   year, availability        column = ?                    artworks_by_year, …       yes      artwork_counts
//   installation_id           has a source of it            sources_by_installation   yes      installations.artworks_count
//   platform                  has a source of it            artworks                  no       -
//   price_min, price_max      public price in range         artworks_by_price         no       -
//   updated_since             updated_at >= ?               artworks_by_update        yes      -
//
// Ordered means newest first; with updated_since it means by update, and only that path has the order.
import { foldText, normaliseName } from '@artwork-registry/contract';
import type { ArtworkFilter } from '../../records.ts';
import type { BlockList } from '../../shared/list-blocks.ts';
import { inTime } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { findContaining } from './partial-match.ts';
import type { Counted } from './partial-match.ts';
import { matchExpression } from './text-index.ts';

export type Condition = {
  /** True of the works `w` that pass. */
  text: string;
  values: (string | number)[];
  /** All works that pass are gathered where another path drives the list. */
  isGathered?: true;
  /** What tells it from another condition of the same text, where the values may differ and still mean the same works. */
  named?: string[];
  /** Public works that pass this condition alone; undefined where no counter is kept. */
  size?: number;
  /** The list of these works, where its blocks are counted. */
  blocks?: BlockList;
  path: AccessPath;
};

export type AccessPath = {
  from: string;
  /** Replaces `text` while this path drives the list. */
  text?: string;
  /** Column of the work's number. */
  number: string;
  /** Whether it gives the works in the order of the list. */
  isOrdered: boolean;
  /** That order is by update, not by number. */
  isByUpdate?: true;
  /** What it finds may be gathered each time before the first of it is given. */
  isSlowToOpen?: true;
  /** The same without visiting the works, where there is no other condition. */
  covering?: string;
};

/** Null when nothing can match. */
export function conditionsOf(context: SqliteContext, filter: ArtworkFilter): Condition[] | null {
  const { updatedSince, artistId, profileId } = filter;
  const found: (Condition | null)[] = [];
  // With updated_since the list is ordered by update, and only that index has the order.
  const isNewestFirst = updatedSince === undefined;
  const by = (index: string, isOrdered: boolean): AccessPath => ({
    from: `artworks w INDEXED BY ${index}`,
    number: 'w.number',
    isOrdered: isOrdered && isNewestFirst,
  });
  const oneOf = (
    kind: 'artist' | 'profile' | 'medium',
    rows: Counted[],
    named?: string[],
  ): Condition | null => {
    const [first] = rows;
    if (first === undefined) return null;
    const isOne = rows.length === 1;
    const column = `w.${kind}_id`;
    return {
      text: isOne ? `${column} = ?` : `${column} IN (SELECT value FROM json_each(?))`,
      values: [isOne ? first.id : JSON.stringify(rows.map((row) => row.id))],
      size: rows.reduce((sum, row) => sum + row.artworks_count, 0),
      ...(named !== undefined && { named }),
      ...(isOne && kind === 'profile' && { blocks: { kind, value: String(first.id) } }),
      path: by(`artworks_by_${kind}`, isOne),
    };
  };
  const valueOf = (column: string, kind: 'availability' | 'year', value: string): Condition => ({
    text: `${column} = ?`,
    values: [value],
    size: countOfValue(context, kind, value),
    ...(kind === 'availability' && { blocks: { kind, value } }),
    path: by(`artworks_by_${kind}`, true),
  });

  if (filter.q !== undefined) found.push(textOf(filter.q, isNewestFirst));
  if (filter.registryId !== undefined) {
    const isThere = context.sql('SELECT 1 FROM artworks WHERE registry_id = ? AND is_public = 1');
    found.push({
      text: 'w.registry_id = ?',
      values: [filter.registryId],
      size: isThere.get(filter.registryId) === undefined ? 0 : 1,
      path: { from: 'artworks w', number: 'w.number', isOrdered: true },
    });
  }
  if (artistId !== undefined) {
    found.push(oneOf('artist', findCounted(context, 'artists', artistId)));
  }
  if (filter.artist !== undefined) {
    found.push(oneOf('artist', findArtists(context, filter.artist)));
  }
  if (profileId !== undefined) {
    found.push(oneOf('profile', findCounted(context, 'profiles', profileId)));
  }
  for (const type of ['gallery', 'museum', 'collection'] as const) {
    const id = filter[type];
    if (id !== undefined) {
      found.push(oneOf('profile', findProfiles(context, type, id)));
    }
  }
  if (filter.medium !== undefined) {
    const part = foldText(filter.medium);
    // A medium that is added has no work but newer and changed ones.
    found.push(oneOf('medium', findContaining(context, 'mediums', part), [part]));
  }
  if (filter.year !== undefined) {
    found.push(valueOf('w.year_created', 'year', filter.year));
  }
  if (filter.availability !== undefined) {
    found.push(valueOf('w.availability', 'availability', filter.availability));
  }
  if (filter.installation !== undefined) {
    found.push(installationOf(context, filter.installation, isNewestFirst));
  }
  if (filter.platform !== undefined) {
    const { platform, label, key } = filter.platform;
    const column = label === null ? 'platform' : 'platform_key';
    found.push({
      // Not IN, for which SQLite gathers all works of the platform before it passes the first.
      text: `EXISTS (SELECT 1 FROM sources s WHERE s.${column} = ? AND s.artwork_number = w.number AND s.is_public = 1)`,
      values: [label === null ? platform : key],
      path: {
        from: 'artworks w',
        text: `w.number IN (SELECT artwork_number FROM sources WHERE ${column} = ? AND is_public = 1)`,
        number: 'w.number',
        isOrdered: false,
      },
    });
  }
  if (filter.priceMin !== undefined || filter.priceMax !== undefined) {
    found.push({
      text: `w.availability IN ('for_sale', 'open_to_offers') AND w.price_amount IS NOT NULL
        AND w.price_amount >= ? AND w.price_amount <= ?`,
      values: [filter.priceMin ?? 0, filter.priceMax ?? Number.MAX_VALUE],
      path: by('artworks_by_price', false),
    });
  }
  if (updatedSince !== undefined) {
    const path: AccessPath = { ...by('artworks_by_update', false), isOrdered: true, isByUpdate: true };
    found.push({ text: 'w.updated_at >= ?', values: [updatedSince], path });
  }
  return found.includes(null) ? null : (found as Condition[]);
}

function textOf(q: string, isOrdered: boolean): Condition | null {
  const expression = matchExpression(q);
  if (expression === null) return null;
  return {
    // As a set, gathered once. Asked for each work of the other filter, the text query would run once for each of them.
    text: `+w.number IN (SELECT t.rowid FROM artworks_text t WHERE t.artworks_text MATCH ?
      AND ${inTime('t.rowid')})`,
    values: [expression],
    isGathered: true,
    path: {
      from: 'artworks_text t CROSS JOIN artworks w ON w.number = t.rowid',
      text: 't.artworks_text MATCH ?',
      number: 't.rowid',
      isOrdered,
      // A word of more letters than the prefixes that are indexed.
      isSlowToOpen: true,
      covering: 'artworks_text t',
    },
  };
}

/** An installation of somebody else finds nothing. */
function installationOf(
  context: SqliteContext,
  installation: { id: string; organizationId: string },
  isOrdered: boolean,
): Condition | null {
  const row = context
    .sql<Counted>('SELECT id, artworks_count FROM installations WHERE id = ? AND organization_id = ?')
    .get(installation.id, installation.organizationId);
  if (row === undefined) return null;
  return {
    text: '+w.number IN (SELECT artwork_number FROM sources WHERE installation_id = ? AND is_public = 1)',
    values: [row.id],
    isGathered: true,
    size: row.artworks_count,
    path: {
      from: 'sources s INDEXED BY sources_by_installation CROSS JOIN artworks w ON w.number = s.artwork_number',
      text: 's.installation_id = ? AND s.is_public = 1',
      number: 's.artwork_number',
      isOrdered,
      covering: 'sources s INDEXED BY sources_by_installation',
    },
  };
}

function countOfValue(context: SqliteContext, kind: 'availability' | 'year', value: string): number {
  const row = context
    .sql<{ count: number }>('SELECT count FROM artwork_counts WHERE kind = ? AND value = ?')
    .get(kind, value);
  return row?.count ?? 0;
}

function findCounted(context: SqliteContext, table: 'artists' | 'profiles', id: string): Counted[] {
  return context.sql<Counted>(`SELECT id, artworks_count FROM ${table} WHERE id = ?`).all(id);
}

/** A slug or uuid names one artist; anything else is a part of a name, in either order of first and last name. */
function findArtists(context: SqliteContext, artist: string): Counted[] {
  const { sql } = context;
  // A slug that only hidden works have brought is not a slug: else it would hide the partial matches.
  const named = sql<Counted>(
    'SELECT id, artworks_count FROM artists WHERE (slug = ? OR id = ?) AND artworks_count > 0',
  ).all(artist, artist.toLowerCase());
  if (named.length > 0) return named;
  const merged = context
    .pluck<string>('SELECT artist_id FROM merged_artists WHERE slug = ? OR id = ?')
    .get(artist, artist.toLowerCase());
  const target = merged === undefined ? [] : findCounted(context, 'artists', merged);
  if (target.some((row) => row.artworks_count > 0)) return target;
  const parts = [...new Set([foldText(artist), normaliseName(artist)])];
  const rows = parts.flatMap((part) => findContaining(context, 'artists', part));
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** `collection` names any profile that holds works; the other two name their own kind. */
function findProfiles(
  context: SqliteContext,
  type: 'gallery' | 'museum' | 'collection',
  id: string,
): Counted[] {
  return context
    .sql<Counted>(
      `SELECT id, artworks_count FROM profiles WHERE (slug = ? OR id = ?) AND (? = 'collection' OR type = ?)`,
    )
    .all(id, id.toLowerCase(), type, type);
}
