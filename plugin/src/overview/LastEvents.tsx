// The last things that happened, with a link to all of them.
import { Card, CardBody, CardHeader } from '@wordpress/components';
import { useCallback } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { urlOf } from '../screen/addresses.ts';
import { getActivity } from '../screen/api.ts';
import { EventList } from '../screen/EventList.tsx';
import { Problem } from '../screen/Problem.tsx';
import { useSearched } from '../screen/use-searched.ts';

const SHOWN = 5;

export function LastEvents({ tick }: { tick: number }) {
  // The tick asks again for the same page.
  const load = useCallback(() => getActivity('', '', 1), [tick]);
  const { result, error } = useSearched(load, '');
  return (
    <Card className="areg-card">
      <CardHeader>
        <h2>{__('Last events', 'artwork-registry-connector')}</h2>
        <a href={urlOf('activity')}>{__('All activity', 'artwork-registry-connector')}</a>
      </CardHeader>
      <CardBody>
        {error !== null && <Problem message={error} />}
        {result === null && error === null && <div className="areg-skeleton areg-skeleton-line" />}
        {result?.events.length === 0 && (
          <p role="status">{__('Nothing has happened yet.', 'artwork-registry-connector')}</p>
        )}
        <EventList events={result?.events.slice(0, SHOWN) ?? []} />
      </CardBody>
    </Card>
  );
}
