// What happened lately, here and in the registry.
import { Card, CardBody, CardHeader } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { Ago } from '../work/Ago.tsx';
import { getActivity, type ActivityEvent } from './api.ts';

export function Activity({ tick }: { tick: number }) {
  const [events, setEvents] = useState<ActivityEvent[] | null>(null);
  useEffect(() => {
    getActivity().then(
      (answer) => setEvents(answer.events),
      () => undefined, // The overview shows the trouble and asks again.
    );
  }, [tick]);
  return (
    <Card className="areg-card">
      <CardHeader>
        <h2>{__('Activity', 'artwork-registry-connector')}</h2>
      </CardHeader>
      <CardBody>
        {events === null && <div className="areg-skeleton areg-skeleton-line" />}
        {events?.length === 0 && <p>{__('Nothing has happened yet.', 'artwork-registry-connector')}</p>}
        {events !== null && events.length > 0 && (
          <ul className="areg-events" aria-label={__('Activity', 'artwork-registry-connector')}>
            {events.map((event) => (
              <li key={event.id}>
                <span>
                  {words(event)}{' '}
                  {event.edit_url !== null && event.title !== '' && (
                    <a href={event.edit_url}>{event.title}</a>
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
        )}
      </CardBody>
    </Card>
  );
}

function words(event: ActivityEvent): string {
  const known: Record<string, string> = {
    'artwork.created': __('The registry now shows', 'artwork-registry-connector'),
    'artwork.updated': __('The registry entry changed:', 'artwork-registry-connector'),
    'artwork.sold': __('The registry marked as sold:', 'artwork-registry-connector'),
    'artwork.removed': __('The registry no longer shows', 'artwork-registry-connector'),
    'artwork.ownership_changed': __('Moved to another collection:', 'artwork-registry-connector'),
    'certificate.created': __('A certificate was issued for', 'artwork-registry-connector'),
    'gallery.updated': __('Your profile in the registry changed.', 'artwork-registry-connector'),
    'work.publish': __('You published', 'artwork-registry-connector'),
    'work.exclude': __('You excluded', 'artwork-registry-connector'),
    'brake.release': __('You let works leave that left at once', 'artwork-registry-connector'),
    'brake.keep': __('You kept works in the registry that left at once', 'artwork-registry-connector'),
    'variations.product': __(
      'You said that a product with variations is one work.',
      'artwork-registry-connector',
    ),
    'variations.each': __(
      'You said that each variation of a product is a work.',
      'artwork-registry-connector',
    ),
    'variations.some': __(
      'You said that each product says whether its variations are works.',
      'artwork-registry-connector',
    ),
    'variations.of_product': __('You said what is a work of', 'artwork-registry-connector'),
    'look_alikes.one': __('You chose one work for the edition:', 'artwork-registry-connector'),
    'look_alikes.number': __('You numbered each copy of', 'artwork-registry-connector'),
    'look_alikes.exclude': __('You excluded all copies of', 'artwork-registry-connector'),
    'look_alikes.undo': __('You took the choice back for', 'artwork-registry-connector'),
    'connection.farewell': __(
      'You began to take all works out of the registry.',
      'artwork-registry-connector',
    ),
    'site.same': __('You said that this is still the same site.', 'artwork-registry-connector'),
    'site.copy': __('You said that this site is a copy.', 'artwork-registry-connector'),
    'connection.removed': __('You disconnected the sync service.', 'artwork-registry-connector'),
  };
  if (event.type === 'works.publish_all') {
    /* translators: %s: number of works. */
    return sprintf(
      __('You published everything (%s works).', 'artwork-registry-connector'),
      event.detail ?? '–',
    );
  }
  if (event.type === 'works.publish') {
    /* translators: %s: number of works. */
    return sprintf(__('You published %s works.', 'artwork-registry-connector'), event.detail ?? '–');
  }
  if (event.type === 'works.exclude') {
    /* translators: %s: number of works. */
    return sprintf(__('You excluded %s works.', 'artwork-registry-connector'), event.detail ?? '–');
  }
  if (event.type === 'command.failed') {
    /* translators: %s: message. */
    return sprintf(
      __('The sync service could not do it: %s', 'artwork-registry-connector'),
      event.detail ?? '–',
    );
  }
  return known[event.type] ?? event.type;
}
