// An Art ID: opens the public page, and can be copied.
import { __, sprintf } from '@wordpress/i18n';
import { CopyButton } from './CopyButton.tsx';

export function ArtId({ id, page }: { id: string; page: string | null }) {
  return (
    <span className="areg-art-id">
      {page === null ? (
        <code>{id}</code>
      ) : (
        <a href={page} target="_blank" rel="noreferrer">
          <code>{id}</code>
        </a>
      )}
      <CopyButton
        isSmall
        text={id}
        label={__('Copy', 'artwork-registry-connector')}
        /* translators: %s: Art ID. */
        name={sprintf(__('Copy Art ID %s', 'artwork-registry-connector'), id)}
      />
    </span>
  );
}
