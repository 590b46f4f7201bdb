// What happened to one work, newest first: the owner's orders, updates from the registry, the last change and the last confirmation.
import { __ } from '@wordpress/i18n';
import { Ago } from '../work/Ago.tsx';
import type { Work } from '../work/work.ts';
import type { Timeline } from '../screen/api.ts';
import { momentOf } from '../screen/events.ts';

interface Moment {
  key: string;
  at: string;
  text: string;
}

export function WorkTimeline({ work, timeline }: { work: Work; timeline: Timeline }) {
  const moments = momentsOf(work, timeline);
  if (moments.length === 0) return <p>{__('Nothing has happened yet.', 'artwork-registry-connector')}</p>;
  return (
    <ol className="areg-timeline" aria-label={__('Timeline', 'artwork-registry-connector')}>
      {moments.map(({ key, at, text }) => (
        <li key={key}>
          <span>{text}</span>
          <Ago at={at} />
        </li>
      ))}
    </ol>
  );
}

function momentsOf(work: Work, { changed_at: changedAt, events }: Timeline): Moment[] {
  const moments: { key: string; at: string | null | undefined; text: string }[] = [
    ...events.map((event) => ({ key: String(event.id), at: event.created_at, text: momentOf(event) })),
    { key: 'changed', at: changedAt, text: __('Changed on your site', 'artwork-registry-connector') },
    {
      key: 'registered',
      at: work.registry_id === null ? null : work.shows?.created_at,
      text: __('Got its Art ID', 'artwork-registry-connector'),
    },
    {
      key: 'confirmed',
      at: work.confirmed_at,
      text: __('Confirmed by the registry', 'artwork-registry-connector'),
    },
  ];
  return moments
    .filter((moment): moment is Moment => moment.at != null)
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
