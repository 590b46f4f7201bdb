// How the list of artworks is shown, and what it asks the site for.
import type { SupportedLayouts, View } from '@wordpress/dataviews';
import type { WorksQuery } from '../screen/api.ts';
import type { WorkState } from '../work/work.ts';

export const PAGE_SIZES = [10, 20, 50, 100];

export const LAYOUTS: SupportedLayouts = {
  table: { showMedia: true, layout: { density: 'compact' } },
  grid: { showMedia: true, layout: { previewSize: 180 } },
};

export const startView: View = {
  type: 'table',
  search: '',
  page: 1,
  perPage: 20,
  filters: [],
  titleField: 'title',
  mediaField: 'image',
  fields: ['artist', 'state', 'registry_id', 'confirmed_at'],
  layout: { density: 'compact' },
};

/** Field of the list → what the site sorts by. */
const ORDERS: Record<string, WorksQuery['orderby']> = {
  title: 'title',
  state: 'view',
  registry_id: 'registry_id',
  confirmed_at: 'confirmed_at',
  external_id: 'external_id',
};

/** A link may narrow the list: `&states=attention,held`. */
export function filtersOf(search: string): NonNullable<View['filters']> {
  const states = (new URLSearchParams(search).get('states') ?? '').split(',').filter((state) => state !== '');
  return states.length === 0 ? [] : [{ field: 'state', operator: 'isAny', value: states }];
}

/** The states the list is narrowed to; none: all. */
export function statesOf(view: View): WorkState[] {
  const filter = (view.filters ?? []).find(({ field }) => field === 'state');
  return Array.isArray(filter?.value) ? (filter.value as WorkState[]) : [];
}

export function queryOf(view: View): WorksQuery {
  return {
    view: statesOf(view),
    search: view.search ?? '',
    page: view.page ?? 1,
    per_page: view.perPage ?? 20,
    ...(view.sort === undefined
      ? {}
      : { orderby: ORDERS[view.sort.field] ?? 'external_id', order: view.sort.direction }),
  };
}
