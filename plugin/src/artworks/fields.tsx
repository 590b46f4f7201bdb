// The columns of the list.
import type { Field } from '@wordpress/dataviews';
import { Button } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import { Ago } from '../work/Ago.tsx';
import { ArtId } from '../work/ArtId.tsx';
import { StateLabel } from '../work/StateLabel.tsx';
import { lookOf, reviewUrl } from '../work/states.ts';
import type { Work, WorkState } from '../work/work.ts';
import { aboveWords, decidedAbove } from './groups.ts';

const STATES: WorkState[] = [
  'attention',
  'held',
  'elsewhere',
  'waiting',
  'sending',
  'published',
  'published_waiting',
  'matched',
  'sold',
  'stopped',
  'hidden',
  'private',
  'moved',
  'not_shared',
];

export const titleOf = (work: Work) => work.title || __('(no title)', 'artwork-registry-connector');

/** The one link that leads to what the owner has to do. */
function WayOut({ work }: { work: Work }) {
  if (work.state === 'held') {
    return <a href={reviewUrl(work)}>{__('Review', 'artwork-registry-connector')}</a>;
  }
  if (work.state === 'attention' && work.edit_url !== null) {
    return <a href={work.edit_url}>{__('Open the artwork', 'artwork-registry-connector')}</a>;
  }
  return null;
}

/** `works`: those of the page. */
export function fieldsOf(works: Work[], onOpen: (work: Work) => void): Field<Work>[] {
  const above = decidedAbove(works);
  return [
    {
      id: 'title',
      label: __('Title', 'artwork-registry-connector'),
      enableHiding: false,
      filterBy: false,
      getValue: ({ item }) => titleOf(item),
      render: ({ item }) => (
        <Button
          variant="link"
          className="areg-title"
          data-work={item.external_id}
          aria-haspopup="dialog"
          /* translators: %s: title of a work. */
          aria-label={sprintf(__('Details of %s', 'artwork-registry-connector'), titleOf(item))}
          onClick={() => onOpen(item)}
        >
          <bdi>{titleOf(item)}</bdi>
        </Button>
      ),
    },
    {
      id: 'image',
      label: __('Image', 'artwork-registry-connector'),
      enableSorting: false,
      filterBy: false,
      render: ({ item }) =>
        item.image === null ? (
          <span className="areg-no-image dashicons dashicons-format-image" aria-hidden="true" />
        ) : (
          <img className="areg-image" src={item.image} alt="" loading="lazy" />
        ),
    },
    {
      id: 'artist',
      label: __('Artist', 'artwork-registry-connector'),
      // Where the artist comes from is the owner's mapping, so the database cannot sort by it.
      enableSorting: false,
      filterBy: false,
      // The box follows the direction of the page, and only the name in it its own.
      render: ({ item }) => (
        <span className="areg-artist">
          <bdi>{item.artist || '–'}</bdi>
        </span>
      ),
    },
    {
      id: 'state',
      label: __('State', 'artwork-registry-connector'),
      elements: STATES.map((value) => ({ value, label: lookOf(value).word })),
      filterBy: { operators: ['isAny'] },
      render: ({ item }) => {
        const isAbove = above.has(item.external_id);
        const text = isAbove ? aboveWords(item) : item.why;
        return (
          <div className="areg-cell-state">
            <StateLabel state={item.state} />
            {text !== null && <p className="areg-why">{text}</p>}
            {!isAbove && <WayOut work={item} />}
          </div>
        );
      },
    },
    {
      id: 'registry_id',
      label: __('Art ID', 'artwork-registry-connector'),
      filterBy: false,
      render: ({ item }) =>
        item.registry_id === null ? <>–</> : <ArtId id={item.registry_id} page={item.public_page} />,
    },
    {
      id: 'confirmed_at',
      label: __('Last confirmed', 'artwork-registry-connector'),
      filterBy: false,
      render: ({ item }) => <Ago at={item.confirmed_at} />,
    },
    {
      id: 'external_id',
      label: __('Number on this site', 'artwork-registry-connector'),
      filterBy: false,
      render: ({ item }) => <>{`#${item.external_id}`}</>,
    },
  ];
}
