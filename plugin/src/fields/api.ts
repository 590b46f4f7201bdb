// The routes of the screen "Mapping".
import apiFetch from '@wordpress/api-fetch';
import { addQueryArgs } from '@wordpress/url';
import type { Problem, Source, Sources } from './chains.ts';

const base = '/artwork-registry/v1/screen';

export interface MappingView {
  /** Of the mapping as it is saved: a save that others have overtaken is refused. */
  hash: string;
  /** Why the stored mapping is not the one in use. */
  notice: string | null;
  sources: Source[];
}

export interface Place {
  from: 'attribute' | 'taxonomy' | 'meta';
  key: string;
  label: string;
  /** Works that fill it, of those looked at. */
  works: number;
  example: string;
}

export interface Suggestion {
  fields: string[];
  from: Place['from'];
  key: string;
  label: string;
  fits: number;
  /** Works that have nothing in this field now. */
  adds: number;
}

export interface Catalogue {
  total: number;
  looked_at: number;
  places: Place[];
  /** Field → works of those looked at that have a value, under the mapping as it is saved. */
  filled: Record<string, number>;
  suggestions: Suggestion[];
}

export interface PreviewField {
  field: string;
  label: string;
  value: string | number | { amount: number; currency: string } | null;
  /** The step of the chain that the value came from; null: none, or the field is automatic. */
  step: number | null;
  issue: string | null;
  /** Why the field is left out, although the artwork has it; null: it is not. */
  hint: string | null;
}

export interface Preview {
  external_id: string;
  title: string;
  /** Why the work is not sent now, though it can be looked at. */
  reason: string | null;
  /** The same as a sentence. */
  why: string | null;
  payload: Record<string, unknown> | null;
  fields: PreviewField[];
  error: string | null;
  problems: Problem[];
}

export interface WorkChoice {
  external_id: string;
  title: string;
  artist: string;
}

export const getMapping = () => apiFetch<MappingView>({ path: `${base}/mapping` });

export const saveMapping = (sources: Sources, hash: string) =>
  apiFetch<MappingView>({ path: `${base}/mapping`, method: 'POST', data: { sources, base: hash } });

export const getCatalogue = (source: string) =>
  apiFetch<Catalogue>({ path: `${base}/mapping/catalogue/${source}` });

export const getPreview = (id: string, sources: Sources) =>
  apiFetch<Preview>({
    path: `${base}/mapping/preview`,
    method: 'POST',
    data: { id: Number(id), sources },
  });

export const findWorks = (search: string) =>
  apiFetch<{ works: WorkChoice[] }>({ path: addQueryArgs(`${base}/works`, { search, per_page: 8 }) });
