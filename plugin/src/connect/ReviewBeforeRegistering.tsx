// What the owner reviews before the first registration.
import { __, _n, sprintf } from '@wordpress/i18n';
import type { Overview } from '../settings/api.ts';
import { reportUrl } from './steps.ts';

export function ReviewBeforeRegistering({ overview }: { overview: Overview }) {
  return (
    <p>
      {sprintf(
        /* translators: %d: number of works. */
        _n(
          '%d artwork on your site is public and not in the registry yet.',
          '%d artworks on your site are public and not in the registry yet.',
          overview.unregistered,
          'artwork-registry-connector',
        ),
        overview.unregistered,
      )}{' '}
      <a href={reportUrl}>{__('Check the artworks', 'artwork-registry-connector')}</a>
    </p>
  );
}
