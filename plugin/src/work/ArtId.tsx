// An Art ID: opens the public page, and can be copied.
import { Button } from '@wordpress/components';
import { useCopyToClipboard } from '@wordpress/compose';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';

export function ArtId({ id, page }: { id: string; page: string | null }) {
  const [isCopied, setIsCopied] = useState(false);
  const ref = useCopyToClipboard<HTMLButtonElement>(id, () => {
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2000);
  });
  return (
    <span className="areg-art-id">
      {page === null ? (
        <code>{id}</code>
      ) : (
        <a href={page} target="_blank" rel="noreferrer">
          <code>{id}</code>
        </a>
      )}
      <Button
        ref={ref}
        size="small"
        variant="tertiary"
        /* translators: %s: Art ID. */
        aria-label={sprintf(__('Copy Art ID %s', 'artwork-registry-connector'), id)}
      >
        {isCopied ? __('Copied', 'artwork-registry-connector') : __('Copy', 'artwork-registry-connector')}
      </Button>
    </span>
  );
}
