// Who registers for this site: the sync service, the registry, the organisation. Connecting has a screen of its own.
import { Button, Card, CardBody, CardHeader, Notice } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { connectUrl, nextStep, STEPS, titleOf } from '../connect/steps.ts';
import { Ago } from '../work/Ago.tsx';
import { Moment } from '../work/Moment.tsx';
import type { Connection, Overview } from './api.ts';
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
        {connection.is_paired ? <Details connection={connection} /> : <Invitation connection={connection} />}
        {connection.is_paired && overview.registered === 0 && <Unfinished connection={connection} />}
      </CardBody>
      {isAsking && <Disconnect overview={overview} onChange={onChange} onClose={() => setIsAsking(false)} />}
    </Card>
  );
}

function Invitation({ connection }: { connection: Connection }) {
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
        {__(
          'Your gallery is not connected to the registry. Five steps lead there; you can leave and come back at any time.',
          'artwork-registry-connector',
        )}
      </p>
      <Button variant="primary" href={connectUrl}>
        {__('Connect', 'artwork-registry-connector')}
      </Button>
    </>
  );
}

function Unfinished({ connection }: { connection: Connection }) {
  const next = nextStep(connection);
  if (next === null || connection.doubt !== null) return null;
  return (
    <p>
      {sprintf(
        /* translators: 1: number of the step, 2: number of steps, 3: its title. */
        __('Connecting: step %1$d of %2$d is next, “%3$s”.', 'artwork-registry-connector'),
        STEPS.indexOf(next) + 1,
        STEPS.length,
        titleOf(next),
      )}{' '}
      <a href={connectUrl}>{__('Continue', 'artwork-registry-connector')}</a>
    </p>
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
          <Updates
            hasSecret={connection.hand_over.has_webhook_secret}
            isHosted={connection.service.is_hosted}
          />
        )}
      </dl>
    </>
  );
}

/** Which way the calls take, and since when; and why this site could not call. */
function Way({ connection }: { connection: Connection }) {
  const { carrier, carrier_since: since, error } = connection.service;
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
      {error !== null && !connection.is_alive && (
        <Notice status="warning" isDismissible={false}>
          {error}
        </Notice>
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
      'Changes wait here until the sync service is heard again; its operator looks after it. Last heard from',
      'artwork-registry-connector',
    );
  }
  return __(
    'Changes wait here until the sync service runs again; start it where it is installed. Last heard from',
    'artwork-registry-connector',
  );
}
