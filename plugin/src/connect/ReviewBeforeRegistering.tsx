// What the owner reviews before the first registration.
import { __, _n, sprintf } from '@wordpress/i18n';
import type { Overview } from '../screen/api.ts';
import { urlOf } from '../screen/addresses.ts';

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
      <a href={urlOf('report')}>{__('Check the artworks', 'artwork-registry-connector')}</a>
    </p>
  );
}
