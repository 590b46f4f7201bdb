// How the registry's news come in, and the address that its operator is given. For whoever looks after the website.
import { Button, RadioControl } from '@wordpress/components';
import { useCopyToClipboard } from '@wordpress/compose';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { Connection, Settings } from './api.ts';

interface Props {
  settings: Settings;
  deliveries: Connection['deliveries'];
  onChange: (change: Partial<Settings>) => void;
}

export function Deliveries({ settings, deliveries, onChange }: Props) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = useCopyToClipboard<HTMLButtonElement>(deliveries?.url ?? '', () => setIsCopied(true));
  if (deliveries === null) return null;
  return (
    <details className="areg-details">
      <summary>{__('News from the registry', 'artwork-registry-connector')}</summary>
      <RadioControl
        label={__('They come in', 'artwork-registry-connector')}
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
          'Give this address to the registry’s operator, and the signing secret you get in return to the sync service (webhook-secret set):',
          'artwork-registry-connector',
        )}
      </p>
      <div className="areg-command">
        <code data-testid="delivery-address">{deliveries.url}</code>
        <Button ref={copy} variant="secondary" size="compact">
          {isCopied
            ? __('Copied', 'artwork-registry-connector')
            : __('Copy address', 'artwork-registry-connector')}
        </Button>
      </div>
    </details>
  );
}
