// The sync service in one line, or the way to connect one.
import { Card, CardBody } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import { nextStep, STEPS, titleOf } from '../connect/steps.ts';
import { urlOf } from '../screen/addresses.ts';
import type { Overview } from '../screen/api.ts';
import { Invitation } from '../screen/Invitation.tsx';
import { ServiceHealth } from '../screen/ServiceHealth.tsx';

export function ServiceLine({ overview }: { overview: Overview }) {
  const { connection, can_manage: canManage } = overview;
  return (
    <Card className="areg-card">
      <CardBody className="areg-service">
        {connection.is_paired ? (
          <ServiceHealth connection={connection} />
        ) : (
          <Invitation overview={overview} />
        )}
        {connection.is_paired && canManage && (
          <a href={urlOf('settings')}>{__('Connection settings', 'artwork-registry-connector')}</a>
        )}
        {connection.is_paired && canManage && overview.registered === 0 && <Unfinished overview={overview} />}
      </CardBody>
    </Card>
  );
}

function Unfinished({ overview: { connection } }: { overview: Overview }) {
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
      <a href={urlOf('connect')}>{__('Continue', 'artwork-registry-connector')}</a>
    </p>
  );
}
