// How far the request for access is. While it waits, nothing has to be done: the key is fetched as soon as the operator approved.
import { Notice } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import type { Connection } from '../screen/api.ts';
import { Ago } from '../work/Ago.tsx';

type Access = NonNullable<Connection['access']>;

export function AccessStanding({ access }: { access: Access }) {
  return (
    <Notice status={status[access.state]} isDismissible={false}>
      <span role="status">{words(access)}</span> <Ago at={access.at} />
    </Notice>
  );
}

const status = {
  asked: 'info',
  waiting: 'info',
  approved: 'success',
  rejected: 'warning',
  expired: 'warning',
} as const;

function words({ state, request_id: number }: Access): string {
  switch (state) {
    case 'waiting':
      /* translators: %s: number of the request. */
      return sprintf(
        __(
          'Access was requested (number %s). When the registry’s operator has approved it, this continues by itself. You can leave this page and come back. Sent',
          'artwork-registry-connector',
        ),
        number,
      );
    case 'approved':
      /* translators: %s: number of the request. */
      return sprintf(
        __(
          'Access was approved (number %s). The sync service is fetching the key. Approved',
          'artwork-registry-connector',
        ),
        number,
      );
    case 'rejected':
      /* translators: %s: number of the request. */
      return sprintf(
        __(
          'The registry’s operator did not approve the request (number %s). Look for an e-mail that says why. You can correct your details and ask once more, or enter a key. Decided',
          'artwork-registry-connector',
        ),
        number,
      );
    case 'expired':
      /* translators: %s: number of the request. */
      return sprintf(
        __(
          'The key for the request (number %s) was not fetched in time. Ask for access once more, or enter a key. Expired',
          'artwork-registry-connector',
        ),
        number,
      );
    default:
      /* translators: %s: number of the request. */
      return sprintf(
        __(
          'Access was requested (number %s). The registry’s operator will review it and write to you; then enter the key here. Sent',
          'artwork-registry-connector',
        ),
        number,
      );
  }
}
