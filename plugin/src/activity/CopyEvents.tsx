// Puts the lines that are shown on the clipboard, as text with full times. They hold no key, secret or e-mail address.
import { __, _n, sprintf } from '@wordpress/i18n';
import { CopyButton } from '../work/CopyButton.tsx';
import type { ActivityEvent } from '../screen/api.ts';
import { sentenceOf } from '../screen/events.ts';

export function CopyEvents({ events }: { events: ActivityEvent[] }) {
  return (
    <CopyButton
      text={events.map(lineOf).join('\n')}
      label={__('Copy', 'artwork-registry-connector')}
      name={__('Copy the lines shown', 'artwork-registry-connector')}
      said={sprintf(
        /* translators: %d: number of lines. */
        _n('%d line copied.', '%d lines copied.', events.length, 'artwork-registry-connector'),
        events.length,
      )}
    />
  );
}

function lineOf(event: ActivityEvent): string {
  return [event.created_at, sentenceOf(event), event.title, event.registry_id ?? '']
    .filter((part) => part !== '')
    .join(' ');
}
