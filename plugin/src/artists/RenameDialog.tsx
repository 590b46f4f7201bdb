// Asks for the name that one or more artists are to have, and gives it to them.
import { Button, Modal, TextControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { ProgressBar } from '../screen/ProgressBar.tsx';
import type { Artist, LeftWork } from './api.ts';
import { changedBy, namesOf, offeredName } from './naming.ts';
import { useRename, type Rename } from './use-rename.ts';
import { useWorksOf } from './use-works-of.ts';

interface Props {
  artists: Artist[];
  onSaved: () => void;
  onClose: () => void;
}

export function RenameDialog({ artists, onSaved, onClose }: Props) {
  const [name, setName] = useState(() => offeredName(artists));
  const work = useRename(onSaved);
  const { works, error } = useWorksOf(artists);
  const changed = changedBy(artists, name).flatMap(({ key }) => works?.get(key) ?? []);
  const ids = changed.flatMap((one) => one.ids);
  const left = changed.flatMap((one) => one.left);
  const isBusy = work.progress !== null;
  return (
    <Modal
      title={titleOf(artists)}
      onRequestClose={() => !isBusy && onClose()}
      shouldCloseOnClickOutside={false}
    >
      {work.outcome === null && (
        <>
          <TextControl
            __nextHasNoMarginBottom
            __next40pxDefaultSize
            label={__('Name from now on', 'artwork-registry-connector')}
            value={name}
            onChange={setName}
            list="areg-artist-names"
            disabled={isBusy}
            maxLength={200}
          />
          <datalist id="areg-artist-names">
            {namesOf(artists).map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
          <ul className="areg-names">
            {artists.map((artist) => (
              <li key={artist.key}>
                <bdi>{artist.name}</bdi> ({artist.works})
              </li>
            ))}
          </ul>
          {artists.some(({ kind }) => kind === 'role') && (
            <p>
              {__(
                '“After Rembrandt” is not Rembrandt: the registry keeps the two apart. Merge them only if that was a mistake.',
                'artwork-registry-connector',
              )}
            </p>
          )}
          {artists.some(({ kind }) => kind === 'several') && (
            <p>
              {artists.length === 1
                ? __(
                    'This name is of several artists. The registry takes it as a whole.',
                    'artwork-registry-connector',
                  )
                : __(
                    'One of these names several artists. The registry takes such a name as a whole.',
                    'artwork-registry-connector',
                  )}
            </p>
          )}
          <p>
            {__(
              'Each artwork is saved on your site as its own editor does. Registered artworks are updated in the registry.',
              'artwork-registry-connector',
            )}
          </p>
        </>
      )}
      <Course work={work} />
      {error !== null && <p role="alert">{error}</p>}
      {work.progress === null && left.length > 0 && <Left works={left} />}
      <div className="areg-buttons">
        {work.outcome === null && (
          <Button
            variant="primary"
            disabled={ids.length === 0 || isBusy}
            accessibleWhenDisabled
            onClick={() => work.rename(ids, name)}
          >
            {works === null
              ? __('Reading the artworks', 'artwork-registry-connector')
              : sprintf(
                  /* translators: %d: number of works. */
                  _n('Change %d artwork', 'Change %d artworks', ids.length, 'artwork-registry-connector'),
                  ids.length,
                )}
          </Button>
        )}
        {work.undo !== null && !isBusy && (
          <Button variant="secondary" onClick={work.undo}>
            {__('Undo', 'artwork-registry-connector')}
          </Button>
        )}
        <Button variant="tertiary" disabled={isBusy} accessibleWhenDisabled onClick={onClose}>
          {work.outcome === null
            ? __('Cancel', 'artwork-registry-connector')
            : __('Close', 'artwork-registry-connector')}
        </Button>
      </div>
    </Modal>
  );
}

/** Progress, then what came of it. */
function Course({ work: { progress, outcome, error } }: { work: Rename }) {
  return (
    <div role="status">
      {progress !== null && (
        <ProgressBar
          label={__('Changing the artist', 'artwork-registry-connector')}
          done={progress.done}
          total={Math.max(1, progress.total)}
          text={progressWords(progress)}
        >
          <span>{progressWords(progress)}</span>
        </ProgressBar>
      )}
      {outcome !== null && progress === null && <p>{outcomeWords(outcome)}</p>}
      {outcome !== null && outcome.failed > 0 && (
        <p>
          {sprintf(
            /* translators: 1: number of works, 2: reason. */
            _n(
              '%1$d artwork was not saved: %2$s',
              '%1$d artworks were not saved: %2$s',
              outcome.failed,
              'artwork-registry-connector',
            ),
            outcome.failed,
            outcome.reason ?? '',
          )}
        </p>
      )}
      {error !== null && <p role="alert">{error}</p>}
    </div>
  );
}

/** As many links as a dialog takes. */
const MOST_LINKS = 50;

/** The works that keep their artist, said before anything is changed. */
function Left({ works }: { works: LeftWork[] }) {
  const more = works.length - MOST_LINKS;
  return (
    <>
      <p>
        {sprintf(
          /* translators: %d: number of works. */
          _n(
            '%d artwork keeps its artist: it lists several artists one by one, or the name comes from a place that cannot be changed here. Open it to change it.',
            '%d artworks keep their artist: they list several artists one by one, or the name comes from a place that cannot be changed here. Open them to change them.',
            works.length,
            'artwork-registry-connector',
          ),
          works.length,
        )}
      </p>
      <ul className="areg-names">
        {works.slice(0, MOST_LINKS).map(({ external_id: id, title, edit_url: url }) => (
          <li key={id}>
            {url === null ? <bdi>{title || `#${id}`}</bdi> : <a href={url}>{title || `#${id}`}</a>}
          </li>
        ))}
        {more > 0 && (
          <li>
            {sprintf(
              /* translators: %d: number of works. */
              _n('and %d more', 'and %d more', more, 'artwork-registry-connector'),
              more,
            )}
          </li>
        )}
      </ul>
    </>
  );
}

function titleOf(artists: Artist[]): string {
  if (artists.length === 1) return __('Rename this artist', 'artwork-registry-connector');
  /* translators: %d: number of names. */
  return sprintf(
    _n('Merge %d artist', 'Merge %d artists', artists.length, 'artwork-registry-connector'),
    artists.length,
  );
}

const progressWords = ({ done, total }: { done: number; total: number }): string =>
  /* translators: 1: works saved, 2: works in all. */
  sprintf(__('%1$d of %2$d artworks', 'artwork-registry-connector'), done, total);

function outcomeWords({ saved, isUndo }: NonNullable<Rename['outcome']>): string {
  return isUndo
    ? sprintf(
        /* translators: %d: number of works. */
        _n(
          '%d artwork has its former artist again.',
          '%d artworks have their former artist again.',
          saved,
          'artwork-registry-connector',
        ),
        saved,
      )
    : sprintf(
        /* translators: %d: number of works. */
        _n('%d artwork is changed.', '%d artworks are changed.', saved, 'artwork-registry-connector'),
        saved,
      );
}
