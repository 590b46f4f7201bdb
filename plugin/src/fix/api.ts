// The routes of the editable list.
import apiFetch from '@wordpress/api-fetch';
import { addQueryArgs } from '@wordpress/url';

const path = '/artwork-registry/v1/screen/fix';

export const FIELDS = ['artist_name', 'year_created', 'medium', 'size'] as const;
export type FieldName = (typeof FIELDS)[number];

export interface FixCell {
  value: string;
  /** Whether a text can be put where the field comes from. */
  can_edit: boolean;
  /** What the registry would refuse; null: nothing. */
  issue: string | null;
}

export interface FixRow {
  external_id: string;
  title: string;
  image: string | null;
  edit_url: string | null;
  fields: Record<FieldName, FixCell>;
  /** Fields that are wrong and cannot be changed in the list. */
  others: string[];
}

export interface FixPage {
  works: FixRow[];
  total: number;
  artists: string[];
}

/** `lacking`: undecided works that lack this field; `ids`: these works; neither: works that the registry refused. */
export type FixScope = { lacking: string } | { ids: string[] } | { attention: true };

export type Texts = Partial<Record<FieldName, string>>;

export interface Saved {
  works: FixRow[];
  /** Work → why it was not saved. */
  errors: Record<string, string>;
  /** Work → what was stored before, sealed by the site: sent back as `undo`. */
  former: Record<string, string>;
}

/** What is to be stored: typed texts, or what was stored before a save. */
export type Save = { id: number; fields: Texts } | { id: number; undo: string };

export const formerOf = (answer: Saved): Save[] =>
  Object.entries(answer.former).map(([id, undo]) => ({ id: Number(id), undo }));

export function getFixPage(scope: FixScope): Promise<FixPage> {
  const args =
    'lacking' in scope ? { lacking: scope.lacking } : 'ids' in scope ? { ids: scope.ids.map(Number) } : {};
  return apiFetch<FixPage>({ path: addQueryArgs(path, args) });
}

export const saveFixes = (works: Save[]) => apiFetch<Saved>({ path, method: 'POST', data: { works } });
