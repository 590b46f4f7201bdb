// Who registers for this site: the sync service, the registry, the organisation. Connecting has a screen of its own.
import { Button, Card, CardBody, CardHeader } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { urlOf } from '../screen/addresses.ts';
import { Invitation } from '../screen/Invitation.tsx';
import { ServiceHealth } from '../screen/ServiceHealth.tsx';
import { Moment } from '../work/Moment.tsx';
import type { Connection, Overview } from '../screen/api.ts';
import { showDeliveries } from './Deliveries.tsx';
import { Disconnect } from './Disconnect.tsx';

interface Props {
  overview: Overview;
  onChange: (next: Overview) => void;
}

export function ConnectionCard({ overview, onChange }: Props) {
  const { connection } = overview;
  const [isAsking, setIsAsking] = useState(false);
  const isLeaving = connection.offboarding?.is_finished === false;
  return (
    <Card className="areg-card">
      <CardHeader>
        <h2>{__('Connection', 'artwork-registry-connector')}</h2>
        {connection.is_paired && !isLeaving && (
          <Button variant="tertiary" isDestructive onClick={() => setIsAsking(true)}>
            {__('Disconnect', 'artwork-registry-connector')}
          </Button>
        )}
      </CardHeader>
      <CardBody>
        {connection.is_paired ? <Details connection={connection} /> : <Invitation overview={overview} />}
      </CardBody>
      {isAsking && <Disconnect overview={overview} onChange={onChange} onClose={() => setIsAsking(false)} />}
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
      <ServiceHealth connection={connection} />
      <Way connection={connection} />
      <dl className="areg-facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
        {registry !== null && (
          <div>
            <dt>{__('Key or profile changed?', 'artwork-registry-connector')}</dt>
            <dd>
              <a href={urlOf('connect')}>{__('Change the connection', 'artwork-registry-connector')}</a>
            </dd>
          </div>
        )}
        {registry !== null && (
          <Updates
            hasSecret={connection.hand_over.has_webhook_secret}
            isHosted={connection.service.is_hosted}
          />
        )}
      </dl>
    </>
  );
}

/** Which way the calls take, and since when. */
function Way({ connection }: { connection: Connection }) {
  const { carrier, carrier_since: since } = connection.service;
  return (
    <>
      {carrier !== null && (
        <p>
          {carrier === 'direct'
            ? __('It reaches this site directly. Since', 'artwork-registry-connector')
            : __(
                'It cannot reach this site, so this site calls it. Since',
                'artwork-registry-connector',
              )}{' '}
          <Moment at={since} />
        </p>
      )}
    </>
  );
}

/** Whether changes made in the registry arrive at once. */
function Updates({ hasSecret, isHosted }: { hasSecret: boolean; isHosted: boolean }) {
  return (
    <div>
      <dt>{__('Updates from the registry', 'artwork-registry-connector')}</dt>
      <dd>
        {hasSecret || isHosted
          ? __('arrive immediately', 'artwork-registry-connector')
          : __('are found once a night', 'artwork-registry-connector')}{' '}
        {!hasSecret && !isHosted && (
          <Button variant="link" onClick={showDeliveries}>
            {__('Set it up', 'artwork-registry-connector')}
          </Button>
        )}
      </dd>
    </div>
  );
}
