// The site did not answer this screen; it continues asking.
import { Notice } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';

/** A browser's own messages, such as "Failed to fetch", have no full stop. */
const asSentence = (message: string) => (/[.!?…。]$/.test(message) ? message : `${message}.`);

export function Problem({ message }: { message: string }) {
  return (
    <Notice status="warning" isDismissible={false}>
      {sprintf(
        /* translators: %s: a sentence, the error message. */
        __(
          '%s This screen tries again by itself; if this stays, reload the page.',
          'artwork-registry-connector',
        ),
        asSentence(message),
      )}
    </Notice>
  );
}
