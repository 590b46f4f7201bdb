// The site is not connected: the way to connect it, or who can.
import { Button, Notice } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import { urlOf } from './addresses.ts';
import type { Overview } from './api.ts';

export function Invitation({ overview: { connection, can_manage: canManage } }: { overview: Overview }) {
  return (
    <>
      {connection.copy_of !== null && (
        <Notice status="info" isDismissible={false}>
          {sprintf(
            /* translators: %s: address of a site. */
            __(
              'You said that this site is a copy of %s, so it is not connected. Connect it only if it should register its own artworks.',
              'artwork-registry-connector',
            ),
            connection.copy_of,
          )}
        </Notice>
      )}
      <p>
        {canManage
          ? __(
              'Your gallery is not connected to the registry. Five steps lead there; you can leave and come back at any time.',
              'artwork-registry-connector',
            )
          : __(
              'Your gallery is not connected to the registry. Ask an administrator of this site to connect it.',
              'artwork-registry-connector',
            )}
      </p>
      {canManage && (
        <Button variant="secondary" href={urlOf('connect')}>
          {__('Connect', 'artwork-registry-connector')}
        </Button>
      )}
    </>
  );
}
