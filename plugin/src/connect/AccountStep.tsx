// Step 2: the registry's key, sealed in this browser for the sync service; or the form that asks the registry for one.
import { Button, Notice, RadioControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { Ago } from '../work/Ago.tsx';
import type { Connection } from '../settings/api.ts';
import { AccessForm } from './AccessForm.tsx';
import { isDone } from './steps.ts';
import { KeyForm } from './KeyForm.tsx';
import type { StepProps } from './step-props.ts';

export function AccountStep({ overview, onChange, onContinue }: StepProps) {
  const { connection } = overview;
  const [way, setWay] = useState<'key' | 'access'>(
    connection.handed?.kind === 'access_request' && connection.handed.state !== 'done' ? 'access' : 'key',
  );
  if (connection.hand_over.seal_key === null) return <NoSealKey />;
  return (
    <>
      <Standing connection={connection} />
      <RadioControl
        label={__('Your account at the registry', 'artwork-registry-connector')}
        selected={way}
        options={[
          { label: __('I have an API key', 'artwork-registry-connector'), value: 'key' },
          { label: __('I have none: request access', 'artwork-registry-connector'), value: 'access' },
        ]}
        onChange={(value) => setWay(value as 'key' | 'access')}
      />
      {way === 'key' ? (
        <KeyForm connection={connection} onChange={onChange} />
      ) : (
        <AccessForm connection={connection} onChange={onChange} />
      )}
      {isDone('account', connection) && (
        <Button variant="tertiary" onClick={onContinue}>
          {__('Keep the current key', 'artwork-registry-connector')}
        </Button>
      )}
    </>
  );
}

function Standing({ connection }: { connection: Connection }) {
  const { access, account_notice: notice, account } = connection;
  return (
    <>
      {access !== null && account.state !== 'ok' && (
        <Notice status="info" isDismissible={false}>
          {sprintf(
            /* translators: %s: number of the request. */
            __(
              'Access was requested (number %s). The registry’s operator will review it and write to you; then enter the key here. Sent',
              'artwork-registry-connector',
            ),
            access.request_id,
          )}{' '}
          <Ago at={access.at} />
        </Notice>
      )}
      {notice !== null && account.state !== 'no_key' && (
        <Notice status="error" isDismissible={false}>
          {notice}
        </Notice>
      )}
    </>
  );
}

/** The sync service has not said yet what to seal to: it is too old, or its first message is still to come. */
function NoSealKey() {
  return (
    <p role="status">
      {__(
        'Waiting for the sync service to say how a key can be handed over. If this stays, update it, or enter the key where it is installed: artwork-registry-daemon key set',
        'artwork-registry-connector',
      )}
    </p>
  );
}
