// The lines of the activity list.
import { __ } from '@wordpress/i18n';
import { Ago } from '../work/Ago.tsx';
import type { ActivityEvent } from './api.ts';
import { sentenceOf } from './events.ts';

export function EventList({ events }: { events: ActivityEvent[] }) {
  if (events.length === 0) return null;
  return (
    // Keyboards must reach what scrolls.
    <ul className="areg-events" aria-label={__('Activity', 'artwork-registry-connector')} tabIndex={0}>
      {events.map((event) => (
        <li key={event.id}>
          <span>
            {sentenceOf(event)}{' '}
            {event.edit_url !== null && event.title !== '' && (
              <bdi>
                <a href={event.edit_url}>{event.title}</a>
              </bdi>
            )}
            {event.registry_id !== null && (
              <>
                {' '}
                <code>{event.registry_id}</code>
              </>
            )}
          </span>
          <Ago at={event.created_at} />
        </li>
      ))}
    </ul>
  );
}
