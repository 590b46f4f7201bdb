// Works that wait for one decision together: what is to be decided is said at the first of them.
import { __ } from '@wordpress/i18n';
import type { Work } from '../work/work.ts';

/** The works of a page whose group is decided at another work above them. */
export function decidedAbove(works: Pick<Work, 'external_id' | 'state' | 'held'>[]): Set<string> {
  const seen = new Set<string>();
  const above = new Set<string>();
  for (const { external_id: id, state, held } of works) {
    if (state !== 'held' || held === null) continue;
    // One removal is one decision; possible duplicates are one for each group.
    if (held.reason !== 'bulk_removal' && held.group === null) continue;
    const decision = `${held.reason} ${held.reason === 'bulk_removal' ? '' : held.group}`;
    if (seen.has(decision)) above.add(id);
    seen.add(decision);
  }
  return above;
}

export const aboveWords = ({ held }: Pick<Work, 'held'>): string =>
  held?.reason === 'bulk_removal'
    ? __('It leaves together with the artwork above.', 'artwork-registry-connector')
    : __('Possible duplicate, decided above.', 'artwork-registry-connector');
