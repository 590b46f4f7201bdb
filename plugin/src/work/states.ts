// The words and symbols of a work's states. Shared by both screens.
import { __ } from '@wordpress/i18n';
import type { Work, WorkState } from './work.ts';

interface StateLook {
  word: string;
  /** A dashicon's name. */
  symbol: string;
}

export function lookOf(state: WorkState): StateLook {
  const looks: Record<WorkState, StateLook> = {
    attention: { word: __('Needs attention', 'artwork-registry-connector'), symbol: 'warning' },
    held: { word: __('On hold', 'artwork-registry-connector'), symbol: 'controls-pause' },
    waiting: { word: __('Waiting', 'artwork-registry-connector'), symbol: 'clock' },
    sending: { word: __('Sending', 'artwork-registry-connector'), symbol: 'update' },
    published: { word: __('Registered', 'artwork-registry-connector'), symbol: 'yes-alt' },
    published_waiting: {
      word: __('Registered, change waiting', 'artwork-registry-connector'),
      symbol: 'clock',
    },
    matched: { word: __('Matched', 'artwork-registry-connector'), symbol: 'admin-links' },
    elsewhere: {
      word: __('Registered by another profile', 'artwork-registry-connector'),
      symbol: 'admin-links',
    },
    stopped: { word: __('Stopped', 'artwork-registry-connector'), symbol: 'marker' },
    hidden: { word: __('Hidden', 'artwork-registry-connector'), symbol: 'hidden' },
    private: { word: __('Private', 'artwork-registry-connector'), symbol: 'lock' },
    sold: { word: __('Sold', 'artwork-registry-connector'), symbol: 'tag' },
    moved: { word: __('Moved', 'artwork-registry-connector'), symbol: 'migrate' },
    not_shared: { word: __('Not registered', 'artwork-registry-connector'), symbol: 'minus' },
  };
  return looks[state];
}

/** Where the owner says what becomes of a held work. */
export const reviewUrl = ({ held }: Work) =>
  `admin.php?page=artwork-registry#artwork-registry-${held?.reason === 'bulk_removal' ? 'bulk-removal' : 'duplicates'}`;
