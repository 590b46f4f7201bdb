// The table of works, or what to do where there is none.
import { __ } from '@wordpress/i18n';
import type { Work } from '../work/work.ts';
import { WorkRow } from './WorkRow.tsx';

interface Props {
  /** Null while the first page loads. */
  works: Work[] | null;
  isSearching: boolean;
  isPaired: boolean;
  /** Works are products of a shop. */
  hasShop: boolean;
  onChange: () => void;
  onOpen: (work: Work) => void;
}

export function WorksTable({ works, isSearching, isPaired, hasShop, onChange, onOpen }: Props) {
  if (works === null) return <div className="areg-skeleton areg-skeleton-table" />;
  if (works.length === 0) return <Empty isSearching={isSearching} hasShop={hasShop} />;
  return (
    <table className="areg-table widefat striped">
      <caption className="screen-reader-text">
        {__('Artworks and their state in the registry', 'artwork-registry-connector')}
      </caption>
      <thead>
        <tr>
          <th scope="col">{__('Image', 'artwork-registry-connector')}</th>
          <th scope="col">{__('Title', 'artwork-registry-connector')}</th>
          <th scope="col">{__('Artist', 'artwork-registry-connector')}</th>
          <th scope="col">{__('State', 'artwork-registry-connector')}</th>
          <th scope="col">{__('Art ID', 'artwork-registry-connector')}</th>
          <th scope="col">{__('Last confirmed', 'artwork-registry-connector')}</th>
          <th scope="col">
            <span className="screen-reader-text">{__('Actions', 'artwork-registry-connector')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {works.map((work) => (
          <WorkRow
            key={work.external_id}
            work={work}
            isPaired={isPaired}
            onChange={onChange}
            onOpen={onOpen}
          />
        ))}
      </tbody>
    </table>
  );
}

function Empty({ isSearching, hasShop }: { isSearching: boolean; hasShop: boolean }) {
  if (isSearching) {
    return <p className="areg-empty">{__('No artworks found.', 'artwork-registry-connector')}</p>;
  }
  return (
    <div className="areg-empty">
      <p>
        {__('Your artworks appear here, each with its state and its Art ID.', 'artwork-registry-connector')}
      </p>
      <a
        className="components-button is-primary"
        href={`post-new.php?post_type=${hasShop ? 'product' : 'areg_artwork'}`}
      >
        {__('Add your first artwork', 'artwork-registry-connector')}
      </a>
    </div>
  );
}
