// Address and key. The key leaves this form only inside a box that the sync service alone can open.
import { TextControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { handOver, type Connection, type Overview } from '../settings/api.ts';
import { FormEnd } from './FormEnd.tsx';
import { RegistryAddress } from './RegistryAddress.tsx';
import { seal } from './seal.ts';

interface Props {
  connection: Connection;
  onChange: (next: Overview) => void;
}

export function KeyForm({ connection, onChange }: Props) {
  const { hand_over: offer, handed, site_id: siteId } = connection;
  const [address, setAddress] = useState(offer.registry_url ?? '');
  const [key, setKey] = useState('');
  const [error, setError] = useState<string | null>(null);
  const send = () => {
    if (address.trim() === '' || key.trim() === '') {
      setError(__('Enter the address of the registry and the key.', 'artwork-registry-connector'));
      return;
    }
    setError(null);
    const order = {
      kind: 'api_key',
      site_id: siteId,
      registry_url: address.trim(),
      api_key: key.trim(),
    };
    handOver('api_key', seal(JSON.stringify(order), offer.seal_key ?? '')).then(
      (next) => {
        setKey('');
        onChange(next);
      },
      (cause: Error) => setError(cause.message),
    );
  };
  return (
    <form
      className="areg-form"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <RegistryAddress value={address} onChange={setAddress} />
      <TextControl
        label={__('API key', 'artwork-registry-connector')}
        help={__(
          'Encrypted in your browser for the sync service. WordPress neither reads nor keeps it.',
          'artwork-registry-connector',
        )}
        type="password"
        autoComplete="off"
        value={key}
        onChange={setKey}
        __nextHasNoMarginBottom
        __next40pxDefaultSize
      />
      <FormEnd
        handed={handed}
        kind="api_key"
        error={error}
        label={__('Hand over to the sync service', 'artwork-registry-connector')}
      />
    </form>
  );
}
