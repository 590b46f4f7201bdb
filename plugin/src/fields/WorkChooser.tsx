// Which work the preview shows: the newest one, or one that is searched for.
import { Button, SearchControl } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { findWorks, type WorkChoice } from './api.ts';

interface Props {
  chosen: WorkChoice | null;
  onChoose: (work: WorkChoice) => void;
  onNone: () => void;
  onFail: (message: string) => void;
}

const NEWEST = 3;

export function WorkChooser({ chosen, onChoose, onNone, onFail }: Props) {
  const [search, setSearch] = useState('');
  const [works, setWorks] = useState<WorkChoice[]>([]);
  // The newest stay beside the form, to see a change in more than one.
  const [newest, setNewest] = useState<WorkChoice[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(
      () => {
        findWorks(search).then(
          (found) => {
            if (!isCurrent) return;
            setWorks(search === '' ? [] : found.works);
            if (search === '') setNewest(found.works.slice(0, NEWEST));
            if (search === '' && chosen === null) {
              if (found.works[0] === undefined) onNone();
              else onChoose(found.works[0]);
            }
          },
          (cause: Error) => isCurrent && onFail(cause.message),
        );
      },
      search === '' ? 0 : 250,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [search]);
  return (
    <div className="areg-chooser">
      {newest.length > 1 && (
        <div
          className="areg-views"
          role="group"
          aria-label={__('Artworks in the preview', 'artwork-registry-connector')}
        >
          {newest.map((work) => (
            <Button
              key={work.external_id}
              variant="tertiary"
              size="compact"
              isPressed={work.external_id === chosen?.external_id}
              onClick={() => onChoose(work)}
            >
              <span className="areg-long">{work.title || `#${work.external_id}`}</span>
            </Button>
          ))}
        </div>
      )}
      <SearchControl
        __nextHasNoMarginBottom
        label={__('Preview another artwork', 'artwork-registry-connector')}
        placeholder={__('Title, artist or Art ID', 'artwork-registry-connector')}
        value={search}
        onChange={setSearch}
      />
      {search !== '' && (
        <ul aria-label={__('Artworks found', 'artwork-registry-connector')}>
          {works.map((work) => (
            <li key={work.external_id}>
              <Button
                variant="tertiary"
                onClick={() => {
                  onChoose(work);
                  setSearch('');
                }}
              >
                {[work.title || `#${work.external_id}`, work.artist]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </Button>
            </li>
          ))}
          {works.length === 0 && <li>{__('No artworks found.', 'artwork-registry-connector')}</li>}
        </ul>
      )}
    </div>
  );
}
