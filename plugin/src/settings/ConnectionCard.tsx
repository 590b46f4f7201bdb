// Who publishes for this site: the sync service, the registry, the organisation.
import { Button, Card, CardBody, CardHeader } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { Ago } from '../work/Ago.tsx';
import { disconnect, newPairingCode, type Connection, type Overview, type PairingCode } from './api.ts';
import { Confirm } from './Confirm.tsx';
import { PairingCodeBox } from './PairingCodeBox.tsx';

interface Props {
  connection: Connection;
  onPairing: (isPairing: boolean) => void;
  onChange: (next: Overview) => void;
}

export function ConnectionCard({ connection, onPairing, onChange }: Props) {
  const [code, setCode] = useState<PairingCode | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isPaired = connection.is_paired;
  useEffect(() => {
    if (isPaired) setCode(null);
  }, [isPaired]);
  useEffect(() => onPairing(code !== null), [code, onPairing]);
  const getCode = () => {
    newPairingCode().then(setCode, (cause: Error) => setError(cause.message));
  };
  return (
    <Card className="areg-card">
      <CardHeader>
        <h2>{__('Connection', 'artwork-registry-connector')}</h2>
        {isPaired && (
          <Button variant="tertiary" isDestructive onClick={() => setIsAsking(true)}>
            {__('Disconnect', 'artwork-registry-connector')}
          </Button>
        )}
      </CardHeader>
      <CardBody>
        {isPaired ? (
          <Details connection={connection} />
        ) : (
          <>
            <p>
              {connection.is_pending
                ? __(
                    'The sync service has taken the code. Waiting for its first message …',
                    'artwork-registry-connector',
                  )
                : __(
                    'Works reach the registry through the sync service, a program that runs on your server or elsewhere. Get a pairing code and give it to the sync service.',
                    'artwork-registry-connector',
                  )}
            </p>
            {error !== null && <p role="alert">{error}</p>}
            <Button variant="primary" onClick={getCode}>
              {code === null
                ? __('Get a pairing code', 'artwork-registry-connector')
                : __('Get a new pairing code', 'artwork-registry-connector')}
            </Button>
            {code !== null && <PairingCodeBox code={code} />}
          </>
        )}
      </CardBody>
      {isAsking && (
        <Confirm
          title={__('Disconnect the sync service?', 'artwork-registry-connector')}
          text={__(
            'Changes on this site will no longer reach the registry. Published works stay in the registry as they are, and their Art IDs stay here.',
            'artwork-registry-connector',
          )}
          confirmLabel={__('Disconnect', 'artwork-registry-connector')}
          isDestructive
          onConfirm={() => void disconnect().then(onChange)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Card>
  );
}

function Details({ connection }: { connection: Connection }) {
  const { registry } = connection;
  const rows: [string, string][] = [];
  if (registry !== null) {
    rows.push([__('Registry', 'artwork-registry-connector'), registry.name || registry.url]);
    if (registry.organization !== null) {
      rows.push([__('Organisation', 'artwork-registry-connector'), registry.organization.name]);
    }
    const profiles = (registry.profiles ?? []).map((profile) => profile.name).join(', ');
    if (profiles !== '') rows.push([__('Profile', 'artwork-registry-connector'), profiles]);
    if (registry.key_prefix) {
      rows.push([__('Key', 'artwork-registry-connector'), `${registry.key_prefix}…`]);
    }
  }
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
      <dl className="areg-facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
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
  return __(
    'Changes wait here until the sync service runs again; start it where it is installed. Last heard from',
    'artwork-registry-connector',
  );
}
