// Whether the sync service runs, in one sentence, and why this site could not call it.
import { Notice } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import { Ago } from '../work/Ago.tsx';
import type { Connection } from './api.ts';

export function ServiceHealth({ connection }: { connection: Connection }) {
  const { error } = connection.service;
  return (
    <>
      <p className="areg-health">
        <span
          className={`dashicons dashicons-${connection.is_alive ? 'yes-alt' : 'warning'}`}
          aria-hidden="true"
        />
        <strong>
          {connection.is_alive
            ? __('Connected', 'artwork-registry-connector')
            : __('Silent', 'artwork-registry-connector')}
        </strong>{' '}
        {health(connection)} <Ago at={connection.seen_at} />
      </p>
      {error !== null && !connection.is_alive && (
        <Notice status="warning" isDismissible={false}>
          {error}
        </Notice>
      )}
    </>
  );
}

function health(connection: Connection): string {
  if (connection.is_alive) {
    return sprintf(
      /* translators: %s: version number. */
      __('The sync service (version %s) is running. Last heard from', 'artwork-registry-connector'),
      connection.daemon_version ?? '–',
    );
  }
  if (connection.service.is_hosted) {
    return __(
      'Changes wait here until the sync service responds again; its operator looks after it. Last heard from',
      'artwork-registry-connector',
    );
  }
  return __(
    'Changes wait here until the sync service runs again; start it where it is installed. Last heard from',
    'artwork-registry-connector',
  );
}
