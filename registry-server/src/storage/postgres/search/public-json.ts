// The public JSON of works as text: what a work owns is stored with it; what artist, profile and installation say now is
// read with it and spliced in.
import type { PublicForm } from '../../public-form.ts';
import type { PublicPage } from '../../records.ts';
import type { VersionedPage } from '../../shared/list-cache.ts';
import type { PostgresContext } from '../engine/context.ts';
import { keyOf } from '../statements/artwork-rows.ts';

/** The columns of a work `w` that `spliced` takes, and the tables that they come from. */
export const OWN_COLUMNS = `w.public_json, w.registry_id, i.site_url, a.id AS artist_id, a.name AS artist_name,
  a.slug AS artist_slug, p.slug AS profile_slug, p.name AS profile_name, p.type AS profile_type, p.city AS profile_city,
  CASE WHEN p.show_country THEN p.country END AS profile_country`;
export const OWN_TABLES = `artworks w JOIN artists a ON a.id = w.artist_id JOIN profiles p ON p.id = w.profile_id
  LEFT JOIN installations i ON i.id = w.source_installation_id`;

export type OwnRow = {
  public_json: string;
  registry_id: string;
  site_url: string | null;
  artist_id: string;
  artist_name: string;
  artist_slug: string;
  profile_slug: string;
  profile_name: string;
  profile_type: string;
  profile_city: string | null;
  profile_country: string | null;
};

/** By registry_id or uuid; undefined unless public. */
export async function findPublicJson(context: PostgresContext, id: string): Promise<string | undefined> {
  const { column, value } = keyOf(id);
  const [row] = await context.connection.query<OwnRow>(
    `SELECT ${OWN_COLUMNS} FROM ${OWN_TABLES} WHERE w.${column} = $1 AND w.is_public`,
    [value],
  );
  return row && spliced(row, context.publicUrl);
}

/** The same for a public address, which shows a tombstone of a work that the operator withdrew while it was public. */
export async function findPublicForm(context: PostgresContext, id: string): Promise<PublicForm | undefined> {
  const { column, value } = keyOf(id);
  const [row] = await context.connection.query<
    OwnRow & {
      is_public: boolean;
      created_at: number;
      withdrawn_at: number;
      is_transferred: boolean;
      in_dumps: boolean;
    }
  >(
    `SELECT ${OWN_COLUMNS}, w.is_public, w.created_at, w.withdrawn_at, w.is_transferred, p.in_dumps FROM ${OWN_TABLES}
     WHERE w.${column} = $1 AND (w.is_public OR (w.withdrawn_at IS NOT NULL AND w.availability <> 'fully_private'
       AND EXISTS (SELECT 1 FROM changes c WHERE c.subject = w.registry_id AND c.op = 'remove')))`,
    [value],
  );
  if (row === undefined) return undefined;
  if (row.is_public) {
    const { is_transferred: isTransferred, in_dumps: isInDumps } = row;
    return { json: spliced(row, context.publicUrl), isTransferred, isInDumps };
  }
  const { registry_id: registryId, created_at: registeredAt, withdrawn_at: withdrawnAt } = row;
  return { withdrawn: { registryId, registeredAt, withdrawnAt } };
}

export function spliced(row: OwnRow, publicUrl: string): string {
  const site = row.site_url === null ? '' : `${JSON.stringify(row.site_url)}}`;
  const artist = JSON.stringify({ id: row.artist_id, name: row.artist_name, slug: row.artist_slug });
  const country = row.profile_country;
  const location = country === null ? 'null' : JSON.stringify({ country });
  const collection = JSON.stringify({
    slug: row.profile_slug,
    name: row.profile_name,
    type: row.profile_type,
    city: row.profile_city,
    country,
  });
  const links = JSON.stringify({
    self: `/api/v1/artworks/${row.registry_id}`,
    public_page: `${publicUrl}/artworks/${row.registry_id}`,
  });
  return (
    `${row.public_json}${site},"artist":${artist},"location":${location},"current_collection":${collection},` +
    `"links":${links}}`
  );
}

/** The works of a page beside the total and version of its list; one row without a work where the page has none. */
export type FoundRow = OwnRow & { version: string; total: number; number: number | null };

export function pageOfFound(rows: FoundRow[], publicUrl: string): VersionedPage {
  const works = rows.filter(({ number }) => number !== null);
  const json = works.map((row) => spliced(row, publicUrl));
  return { version: rows[0]?.version ?? '', page: pageOf(rows[0]?.total ?? 0, json) };
}

/** `works` are JSON texts. */
export function pageOf(total: number, works: string[]): PublicPage {
  return { total, count: works.length, json: new TextEncoder().encode(`[${works.join(',')}]`) };
}
