// The routes of the screen "Artists".
import apiFetch from '@wordpress/api-fetch';
import { addQueryArgs } from '@wordpress/url';

const path = '/artwork-registry/v1/screen/artists';

export interface Artist {
  /** Names this very spelling. */
  key: string;
  name: string;
  works: number;
  registered: number;
  /** `several`: names more than one artist; `role`: "after …", somebody else made it. */
  kind: 'one' | 'several' | 'role';
  /** Names that the registry takes for the same, or that differ by a letter or two. */
  similar: { key: string; name: string; works: number }[];
  /** How the registry spells it; null: none of its works is registered. */
  there: { name: string; id: string | null } | null;
}

export interface ArtistsPage {
  is_done: boolean;
  artists: Artist[];
  total: number;
  pages: number;
  /** Works without an artist. */
  without: number;
}

export type Order = 'works' | 'name';

export const getArtists = (query: { search: string; orderby: Order; page: number }) =>
  apiFetch<ArtistsPage>({ path: addQueryArgs(path, query) });

/** A work whose artist cannot be changed here, only in its editor. */
export interface LeftWork {
  external_id: string;
  title: string;
  edit_url: string | null;
}

export interface WorksOf {
  /** Those whose artist can be changed here. */
  ids: string[];
  left: LeftWork[];
}

/** The works of an artist, however many: a few hundred an answer. */
export async function getWorksOf(key: string): Promise<WorksOf> {
  const works: WorksOf = { ids: [], left: [] };
  let after: number | null = 0;
  while (after !== null) {
    const page: WorksOf & { after: number | null } = await apiFetch({
      path: addQueryArgs(`${path}/${key}/works`, { after }),
    });
    works.ids.push(...page.ids);
    works.left.push(...page.left);
    ({ after } = page);
  }
  return works;
}
