// The address of the CSV file with the artworks that are shown, or with those selected.
import { addQueryArgs } from '@wordpress/url';
import type { WorkState } from '../work/work.ts';

declare global {
  interface Window {
    /** With the user's nonce, from the page. */
    artworkRegistryExport?: string;
  }
}

export function exportUrl(what: { states: WorkState[]; search: string } | { ids: string[] }): string {
  const args = 'ids' in what ? { ids: what.ids.join() } : { view: what.states.join(), search: what.search };
  return addQueryArgs(window.artworkRegistryExport ?? '', args);
}
