// The view of the list, remembered for the user by WordPress's own preferences. What is searched for and the page are of this visit only.
import type { View } from '@wordpress/dataviews';
import { useViewportMatch } from '@wordpress/compose';
import { useDispatch, useSelect } from '@wordpress/data';
import { useState } from '@wordpress/element';
import { store as preferences } from '@wordpress/preferences';
import { filtersOf, startView } from './view.ts';

const SCOPE = 'artwork-registry';
const NAME = 'artworksView';

type Kept = Pick<View, 'type' | 'perPage' | 'sort' | 'fields' | 'layout'>;

export function useView() {
  const kept = useSelect((select) => select(preferences).get(SCOPE, NAME) as Kept | undefined, []);
  const { set } = useDispatch(preferences);
  const [passing, setPassing] = useState<Pick<View, 'search' | 'page' | 'filters'>>({
    search: '',
    page: 1,
    filters: filtersOf(window.location.search),
  });
  // A table of seven columns is of no use on a telephone: there the grid comes first, and the choice is of this visit.
  const isNarrow = useViewportMatch('small', '<');
  const [narrowType, setNarrowType] = useState<View['type']>('grid');
  const remembered = { ...startView, ...kept } as View;
  const type = isNarrow ? narrowType : remembered.type;
  const view = { ...remembered, ...passing, type } as View;
  const setView = (next: View) => {
    setPassing({ search: next.search ?? '', page: next.page ?? 1, filters: next.filters ?? [] });
    if (isNarrow) setNarrowType(next.type);
    const keep = { ...keptOf(next), ...(isNarrow ? { type: remembered.type } : {}) };
    if (JSON.stringify(keep) !== JSON.stringify(keptOf(remembered))) void set(SCOPE, NAME, keep);
  };
  const isChanged =
    kept !== undefined && JSON.stringify(keptOf(remembered)) !== JSON.stringify(keptOf(startView));
  return { view, setView, reset: isChanged ? () => setView(startView) : (false as const) };
}

const keptOf = ({ type, perPage, sort, fields, layout }: View) => ({ type, perPage, sort, fields, layout });
