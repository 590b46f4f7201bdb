// The routes of "What counts as an artwork", for the settings and for the screen "Connect".
import apiFetch from '@wordpress/api-fetch';

const path = '/artwork-registry/v1/screen/sources';

export interface Category {
  id: number;
  name: string;
  parent: number;
  depth: number;
  works: number;
}

export interface Taxonomy {
  name: string;
  label: string;
  /** Each followed by those below it. */
  terms: Category[];
}

export interface SourceChoice {
  is_chosen: boolean;
  /** Taxonomy → categories, of which a work needs one; null: all works. */
  categories: Record<string, number[]> | null;
}

export interface Kind extends SourceChoice {
  id: string;
  name: string;
  works: number;
  /** False: the plugin or theme that makes it is switched off. */
  is_there: boolean;
  taxonomies: Taxonomy[];
}

export interface SourcesView {
  /** Of the choice as it is saved: a save that others have overtaken is refused. */
  hash: string;
  /** Why it must be chosen again: what is stored cannot be read. */
  notice: string | null;
  kinds: Kind[];
}

export type SourceChoices = Record<string, SourceChoice>;

export interface Consequences {
  /** Registered works that would leave the registry. */
  leaving: number;
  /** Works that would go there by themselves. */
  coming: number;
}

export const getSources = () => apiFetch<SourcesView>({ path });

export const lookAtSources = (sources: SourceChoices) =>
  apiFetch<Consequences>({ path: `${path}/look`, method: 'POST', data: { sources } });

export const saveSources = (sources: SourceChoices, base: string, leaving: number) =>
  apiFetch<SourcesView>({ path, method: 'POST', data: { sources, base, leaving } });
