// The groups of states that belong together for an owner, with their numbers.
import { Button } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { Overview } from '../screen/api.ts';
import type { WorkState } from '../work/work.ts';
import { viewsOf } from './views.ts';

interface Props {
  overview: Overview;
  /** Those shown; none: all. */
  states: WorkState[];
  onChoose: (states: WorkState[]) => void;
}

export function StateTabs({ overview, states, onChoose }: Props) {
  const shown = [...states].sort().join();
  return (
    <div
      className="areg-views"
      role="group"
      aria-label={__('Artworks by state', 'artwork-registry-connector')}
    >
      {viewsOf(overview).map((view) => {
        const isShown = [...view.states].sort().join() === shown;
        return (
          <Button
            key={view.id}
            size="compact"
            variant="tertiary"
            isPressed={isShown}
            onClick={() => onChoose(view.states)}
          >
            {`${view.label} (${view.count})`}
          </Button>
        );
      })}
    </div>
  );
}
