// The views of the table: groups of states that belong together for an owner.
import { __ } from '@wordpress/i18n';
import type { WorkState } from '../work/work.ts';
import type { Overview } from '../screen/api.ts';

export interface View {
  id: string;
  label: string;
  states: WorkState[];
  count: number;
}

/** "All" first; a view without works is left out. A work may stand in two: sold works are registered, too. */
export function viewsOf(overview: Overview): View[] {
  const views: Omit<View, 'count'>[] = [
    {
      id: 'attention',
      label: __('Needs you', 'artwork-registry-connector'),
      states: ['attention', 'elsewhere', 'held'],
    },
    {
      id: 'waiting',
      label: __('Waiting', 'artwork-registry-connector'),
      states: ['waiting', 'sending', 'published_waiting'],
    },
    {
      id: 'published',
      label: __('Registered', 'artwork-registry-connector'),
      // As the sentence above the table counts: sold works and those with a change on its way are in the registry, too.
      states: ['published', 'published_waiting', 'matched', 'sold'],
    },
    { id: 'sold', label: __('Sold', 'artwork-registry-connector'), states: ['sold'] },
    {
      id: 'stopped',
      label: __('Stopped', 'artwork-registry-connector'),
      states: ['stopped', 'hidden', 'private', 'moved'],
    },
    { id: 'not_shared', label: __('Not registered', 'artwork-registry-connector'), states: ['not_shared'] },
  ];
  const counted = views.map((view) => ({
    ...view,
    count: view.states.reduce((sum, state) => sum + (overview.counts[state] ?? 0), 0),
  }));
  return [
    { id: 'all', label: __('All', 'artwork-registry-connector'), states: [], count: overview.works },
    ...counted.filter((view) => view.count > 0),
  ];
}
