// What happened lately, here and in the registry: filtered, searched, and copied for support.
import { Card, CardBody, CardHeader, SearchControl, SelectControl } from '@wordpress/components';
import { useCallback, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { getActivity, type ActivityKind } from '../screen/api.ts';
import { CopyEvents } from './CopyEvents.tsx';
import { EventList } from '../screen/EventList.tsx';
import { Pages } from '../screen/Pages.tsx';
import { Problem } from '../screen/Problem.tsx';
import { useSearched } from '../screen/use-searched.ts';

export function Activity({ tick }: { tick: number }) {
  const [kind, setKind] = useState<ActivityKind>('');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  // The tick asks again for the same page.
  const load = useCallback(() => getActivity(kind, search, page), [kind, search, page, tick]);
  const { result, error } = useSearched(load, search);
  const isNarrowed = kind !== '' || search !== '';
  return (
    <Card className="areg-card areg-activity">
      <CardHeader>
        <h2>{__('Activity', 'artwork-registry-connector')}</h2>
        <CopyEvents events={result?.events ?? []} />
      </CardHeader>
      <CardBody>
        <div className="areg-toolbar">
          <SelectControl
            __next40pxDefaultSize
            __nextHasNoMarginBottom
            label={__('Show', 'artwork-registry-connector')}
            value={kind}
            options={[
              { value: '', label: __('Everything', 'artwork-registry-connector') },
              { value: 'registry', label: __('Updates from the registry', 'artwork-registry-connector') },
              { value: 'owner', label: __('What was done here', 'artwork-registry-connector') },
              { value: 'problem', label: __('Problems', 'artwork-registry-connector') },
            ]}
            onChange={(next) => {
              setKind(next);
              setPage(1);
            }}
          />
          <SearchControl
            __nextHasNoMarginBottom
            label={__('Search the activity', 'artwork-registry-connector')}
            placeholder={__('Title or Art ID', 'artwork-registry-connector')}
            value={search}
            onChange={(text) => {
              setSearch(text);
              setPage(1);
            }}
          />
        </div>
        {error !== null && <Problem message={error} />}
        {result === null && error === null && <div className="areg-skeleton areg-skeleton-line" />}
        {result?.events.length === 0 && (
          <p role="status">
            {isNarrowed
              ? __('Nothing fits.', 'artwork-registry-connector')
              : __('Nothing has happened yet.', 'artwork-registry-connector')}
          </p>
        )}
        <EventList events={result?.events ?? []} />
        <Pages
          label={__('Pages of the activity', 'artwork-registry-connector')}
          page={page}
          pages={result?.pages ?? 1}
          onPage={setPage}
        />
      </CardBody>
    </Card>
  );
}
