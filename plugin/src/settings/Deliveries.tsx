// How updates from the registry come in: the address that its operator is given, and the signing secret that comes in return. For
// the person who looks after the website.
import { RadioControl } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { SecretForm } from '../connect/SecretForm.tsx';
import { CopyButton } from '../work/CopyButton.tsx';
import type { Connection, Overview, Settings } from '../screen/api.ts';

interface Props {
  settings: Settings;
  connection: Connection;
  onChange: (change: Partial<Settings>) => void;
  onHandedOver: (next: Overview) => void;
}

const ID = 'artwork-registry-updates';

export function Deliveries({ settings, connection, onChange, onHandedOver }: Props) {
  const { deliveries, hand_over: offer } = connection;
  if (deliveries === null) return null;
  return (
    <details className="areg-details" id={ID}>
      <summary>{__('Updates from the registry', 'artwork-registry-connector')}</summary>
      <p>
        {offer.has_webhook_secret
          ? __(
              'A signing secret is set: updates arrive immediately, and only those signed with it are accepted. If the registry’s operator has issued a new one, enter it below; deliveries signed with the previous one are accepted for one more day.',
              'artwork-registry-connector',
            )
          : __(
              'No signing secret is set, so changes made in the registry are only found by the nightly comparison. With one they arrive immediately.',
              'artwork-registry-connector',
            )}
      </p>
      <RadioControl
        label={__('They arrive', 'artwork-registry-connector')}
        selected={settings.deliveries}
        options={[
          {
            label: __('wherever the registry can reach (automatic)', 'artwork-registry-connector'),
            value: 'auto',
          },
          { label: __('at the sync service', 'artwork-registry-connector'), value: 'service' },
          { label: __('at this site', 'artwork-registry-connector'), value: 'site' },
        ]}
        onChange={(value) => onChange({ deliveries: value as Settings['deliveries'] })}
      />
      <p>
        {__(
          'Give this address to the registry’s operator, and enter the signing secret you get in return here (or on the machine of the sync service: webhook-secret set):',
          'artwork-registry-connector',
        )}
      </p>
      <div className="areg-command">
        <code data-testid="delivery-address" dir="ltr">
          {deliveries.url}
        </code>
        <CopyButton text={deliveries.url} label={__('Copy address', 'artwork-registry-connector')} />
      </div>
      <SecretForm connection={connection} onChange={onHandedOver} />
    </details>
  );
}

/** Leads there from elsewhere on the screen. */
export function showDeliveries(): void {
  const box = document.getElementById(ID) as HTMLDetailsElement | null;
  if (box === null) return;
  box.open = true;
  box.querySelector('summary')?.focus();
}
