// Address and key. The key leaves this form only in a box that only the sync service can open.
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { Connection, Overview } from '../screen/api.ts';
import { FormEnd } from './FormEnd.tsx';
import { RegistryAddress } from './RegistryAddress.tsx';
import { SecretField } from './SecretField.tsx';
import { useHandOver } from './use-hand-over.ts';

interface Props {
  connection: Connection;
  onChange: (next: Overview) => void;
}

export function KeyForm({ connection, onChange }: Props) {
  const { hand_over: offer, handed, registries } = connection;
  const agreed = registries.agreed?.offer.api ?? null;
  const [address, setAddress] = useState(agreed ?? offer.registry_url ?? '');
  const [key, setKey] = useState('');
  const { error, send } = useHandOver('api_key', connection, onChange);
  const complaint =
    address.trim() === '' || key.trim() === ''
      ? __('Enter the address of the registry and the key.', 'artwork-registry-connector')
      : null;
  return (
    <form
      className="areg-form"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        send({ registry_url: address.trim(), api_key: key.trim() }, complaint, () => setKey(''));
      }}
    >
      {agreed === null && <RegistryAddress value={address} onChange={setAddress} />}
      <SecretField label={__('API key', 'artwork-registry-connector')} value={key} onChange={setKey} />
      <FormEnd
        handed={handed}
        kind="api_key"
        error={error}
        label={__('Hand over to the sync service', 'artwork-registry-connector')}
      />
    </form>
  );
}
