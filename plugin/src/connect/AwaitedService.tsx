// The owner has agreed; the sync service has not called yet. Continues by itself, also after the page was left.
import { Button, Notice, Spinner } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import { cancelConnecting, type Connection, type Overview } from '../screen/api.ts';

/** Well after the site itself has begun to call. */
const LATE_MS = 60_000;

interface Props {
  connection: Connection;
  onChange: (next: Overview) => void;
}

export function AwaitedService({ connection, onChange }: Props) {
  const { service, registries } = connection;
  const isLate = service.since !== null && Date.now() - Date.parse(service.since) > LATE_MS;
  return (
    <>
      <p role="status">
        <Spinner />{' '}
        {sprintf(
          /* translators: %s: name of a registry. */
          __(
            'Connecting to %s. This takes a few seconds, up to half a minute where the sync service cannot reach your site and your site calls it instead.',
            'artwork-registry-connector',
          ),
          registries.agreed?.offer.name ?? '',
        )}
      </p>
      {service.error !== null && (
        <Notice status="warning" isDismissible={false}>
          {service.error}
        </Notice>
      )}
      {isLate && service.error === null && (
        <p>
          {__(
            'This takes longer than usual. You can leave this page; it continues by itself while somebody has wp-admin open.',
            'artwork-registry-connector',
          )}
        </p>
      )}
      <Button variant="tertiary" onClick={() => void cancelConnecting().then(onChange)}>
        {__('Cancel', 'artwork-registry-connector')}
      </Button>
    </>
  );
}
