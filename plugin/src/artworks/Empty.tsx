// No artwork is shown: none fits, or there is none yet.
import { __ } from '@wordpress/i18n';

export function Empty({ isSearching, hasShop }: { isSearching: boolean; hasShop: boolean }) {
  if (isSearching) return <p>{__('No artworks found.', 'artwork-registry-connector')}</p>;
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
