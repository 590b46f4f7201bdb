// The site did not answer this screen; it goes on asking.
import { Notice } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';

export function Problem({ message }: { message: string }) {
  return (
    <Notice status="warning" isDismissible={false}>
      {sprintf(
        /* translators: %s: error message. */
        __(
          'This screen could not be refreshed (%s). It tries again by itself; if this stays, reload the page.',
          'artwork-registry-connector',
        ),
        message,
      )}
    </Notice>
  );
}
