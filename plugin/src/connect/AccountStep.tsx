// Step 2: the registry's key, sealed in this browser for the sync service; or the form that asks the registry for one.
import { Button, Notice, RadioControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { Connection } from '../screen/api.ts';
import { AccessForm } from './AccessForm.tsx';
import { AccessStanding } from './AccessStanding.tsx';
import { isDone } from './steps.ts';
import { KeyForm } from './KeyForm.tsx';
import type { StepProps } from './step-props.ts';

export function AccountStep({ overview, onChange, onContinue }: StepProps) {
  const { connection } = overview;
  const { access, account, handed } = connection;
  const isFollowed = access !== null && ['waiting', 'approved'].includes(access.state);
  const hasKey = handed?.kind === 'api_key' || access?.state === 'asked' || isDone('account', connection);
  const [way, setWay] = useState<'key' | 'access'>(hasKey ? 'key' : 'access');
  if (connection.hand_over.seal_key === null) return <NoSealKey isHosted={connection.service.is_hosted} />;
  return (
    <>
      {access !== null && account.state !== 'ok' && <AccessStanding access={access} />}
      <RefusedKey connection={connection} />
      <RadioControl
        label={__('Your account at the registry', 'artwork-registry-connector')}
        selected={way}
        options={[
          { label: __('Ask for access', 'artwork-registry-connector'), value: 'access' },
          { label: __('I have an API key', 'artwork-registry-connector'), value: 'key' },
        ]}
        onChange={(value) => setWay(value as 'key' | 'access')}
      />
      {way === 'key' && <KeyForm connection={connection} onChange={onChange} />}
      {/* A second request would only make the operator wonder. */}
      {way === 'access' && !isFollowed && <AccessForm overview={overview} onChange={onChange} />}
      {isDone('account', connection) && (
        <Button variant="tertiary" onClick={onContinue}>
          {__('Keep the current key', 'artwork-registry-connector')}
        </Button>
      )}
    </>
  );
}

function RefusedKey({ connection }: { connection: Connection }) {
  const { account_notice: notice, account } = connection;
  if (notice === null || account.state === 'no_key') return null;
  return (
    <Notice status="error" isDismissible={false}>
      {notice}
    </Notice>
  );
}

/** The sync service has not said yet what to seal to: its first message is still to come. */
function NoSealKey({ isHosted }: { isHosted: boolean }) {
  return (
    <p role="status">
      {isHosted
        ? __(
            'Waiting for the next message of the sync service, usually less than a minute. This page continues by itself.',
            'artwork-registry-connector',
          )
        : __(
            'Waiting for the sync service to say how a key can be handed over. If this stays, update it, or enter the key where it is installed: artwork-registry-daemon key set',
            'artwork-registry-connector',
          )}
    </p>
  );
}
