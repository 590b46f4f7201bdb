// Puts the lines that are shown on the clipboard, as text with full times. They hold no key, secret or e-mail address.
import { Button } from '@wordpress/components';
import { useCopyToClipboard } from '@wordpress/compose';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ActivityEvent } from './api.ts';
import { sentenceOf } from './events.ts';

export function CopyEvents({ events }: { events: ActivityEvent[] }) {
  const [said, setSaid] = useState('');
  const copy = useCopyToClipboard<HTMLButtonElement>(events.map(lineOf).join('\n'), () => {
    setSaid(
      sprintf(
        /* translators: %d: number of lines. */
        _n('%d line copied.', '%d lines copied.', events.length, 'artwork-registry-connector'),
        events.length,
      ),
    );
    setTimeout(() => setSaid(''), 4000);
  });
  return (
    <span className="areg-copy">
      <span role="status">{said}</span>
      <Button
        ref={copy}
        variant="secondary"
        size="compact"
        disabled={events.length === 0}
        accessibleWhenDisabled
      >
        {__('Copy', 'artwork-registry-connector')}
        <span className="screen-reader-text"> {__('the lines shown', 'artwork-registry-connector')}</span>
      </Button>
    </span>
  );
}

function lineOf(event: ActivityEvent): string {
  return [event.created_at, sentenceOf(event), event.title, event.registry_id ?? '']
    .filter((part) => part !== '')
    .join(' ');
}
