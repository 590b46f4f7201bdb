// Every artist's name on the site with its artworks, the registry's spelling beside it, and names that are probably meant for the same.
import { Button, SearchControl, SelectControl } from '@wordpress/components';
import { useCallback, useMemo, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { useReport } from '../report/use-report.ts';
import { countingWords } from '../report/words.ts';
import { urlOf } from '../screen/addresses.ts';
import { Pages } from '../screen/Pages.tsx';
import { Problem } from '../screen/Problem.tsx';
import { ProgressBar } from '../screen/ProgressBar.tsx';
import { Skeleton } from '../screen/Skeleton.tsx';
import { useSearched } from '../screen/use-searched.ts';
import { getArtists, type Artist, type Order } from './api.ts';
import { ArtistRow } from './ArtistRow.tsx';
import { RenameDialog } from './RenameDialog.tsx';

export function ArtistsScreen() {
  const { report, error: reportError, tick, refresh } = useReport();
  const [search, setSearch] = useState('');
  const [orderby, setOrder] = useState<Order>('works');
  const [page, setPage] = useState(1);
  /** Stay selected on other pages. */
  const [selected, setSelected] = useState<Artist[]>([]);
  const [renaming, setRenaming] = useState<Artist[] | null>(null);
  const isDone = report?.is_done ?? false;
  // Asked again when works were read again.
  const load = useCallback(
    () => getArtists({ search, orderby, page }),
    [search, orderby, page, isDone, tick],
  );
  const { result, error: listError } = useSearched(load, search);
  const error = reportError ?? listError;
  const known = useMemo(
    () => new Map([...selected, ...(result?.artists ?? [])].map((artist) => [artist.key, artist])),
    [selected, result],
  );
  if (report === null || result === null) {
    return error !== null ? (
      <Problem message={error} />
    ) : (
      <Skeleton label={__('Loading the artists', 'artwork-registry-connector')} parts={['line', 'table']} />
    );
  }
  const isSelected = ({ key }: Artist) => selected.some((one) => one.key === key);
  const select = (artist: Artist, isOn: boolean) =>
    setSelected((before) => [...before.filter(({ key }) => key !== artist.key), ...(isOn ? [artist] : [])]);
  const merge = (artist: Artist, other: Artist['similar'][number]) => {
    // Of a name on another page only this is known.
    const bare: Artist = { ...artist, ...other, registered: 0, there: null };
    setRenaming([artist, known.get(other.key) ?? bare]);
  };
  return (
    <div className="areg-screen">
      {error !== null && <Problem message={error} />}
      <p className="areg-card-intro">
        {__(
          'Names as your artworks have them. The registry keeps one record for an artist, so each should have one name.',
          'artwork-registry-connector',
        )}
      </p>
      {!isDone && (
        <ProgressBar
          label={__('Reading the artworks', 'artwork-registry-connector')}
          done={report.looked_at}
          total={report.total}
          text={countingWords(report)}
        >
          <span>{countingWords(report)}</span>
        </ProgressBar>
      )}
      <div className="areg-artists-tools">
        <SearchControl
          __nextHasNoMarginBottom
          label={__('Search artists', 'artwork-registry-connector')}
          placeholder={__('Search artists', 'artwork-registry-connector')}
          value={search}
          onChange={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
        <SelectControl
          __nextHasNoMarginBottom
          __next40pxDefaultSize
          label={__('Order', 'artwork-registry-connector')}
          hideLabelFromVision
          value={orderby}
          options={[
            { value: 'works', label: __('Most artworks first', 'artwork-registry-connector') },
            { value: 'name', label: __('By name', 'artwork-registry-connector') },
          ]}
          onChange={(order) => setOrder(order as Order)}
        />
        <Button
          variant="primary"
          disabled={selected.length < 2}
          accessibleWhenDisabled
          onClick={() => setRenaming(selected)}
        >
          {__('Merge selected', 'artwork-registry-connector')}
        </Button>
        <span role="status">{countWords(result.total)}</span>
      </div>
      {result.without > 0 && (
        <p>
          <a href={urlOf('report')}>{withoutWords(result.without)}</a>
        </p>
      )}
      <table className="widefat striped areg-artists">
        <thead>
          <tr>
            <td />
            <th scope="col">{__('Artist', 'artwork-registry-connector')}</th>
            <th scope="col">{__('Artworks', 'artwork-registry-connector')}</th>
            <th scope="col">{__('Registered', 'artwork-registry-connector')}</th>
            <th scope="col">{__('In the registry', 'artwork-registry-connector')}</th>
            <th scope="col">{__('Change', 'artwork-registry-connector')}</th>
          </tr>
        </thead>
        <tbody>
          {result.artists.map((artist) => (
            <ArtistRow
              key={artist.key}
              artist={artist}
              isSelected={isSelected(artist)}
              onSelect={(isOn) => select(artist, isOn)}
              onRename={() => setRenaming([artist])}
              onMerge={(key) =>
                merge(
                  artist,
                  artist.similar.find((one) => one.key === key)!,
                )
              }
            />
          ))}
        </tbody>
      </table>
      {result.artists.length === 0 && isDone && (
        <p className="areg-empty">{__('No artist was found.', 'artwork-registry-connector')}</p>
      )}
      <Pages
        label={__('Pages of artists', 'artwork-registry-connector')}
        page={page}
        pages={Math.max(1, result.pages)}
        onPage={setPage}
      />
      {renaming !== null && (
        <RenameDialog
          artists={renaming}
          onSaved={() => {
            setSelected([]);
            refresh();
          }}
          onClose={() => setRenaming(null)}
        />
      )}
    </div>
  );
}

function countWords(total: number): string {
  /* translators: %d: number of artists. */
  return sprintf(_n('%d artist', '%d artists', total, 'artwork-registry-connector'), total);
}

function withoutWords(works: number): string {
  return sprintf(
    /* translators: %d: number of works. */
    _n('%d artwork has no artist', '%d artworks have no artist', works, 'artwork-registry-connector'),
    works,
  );
}
