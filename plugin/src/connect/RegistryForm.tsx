// Where the registry is. Only this address is asked, and only when the owner continues.
import { Button } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { lookAtRegistry, type Connection, type Overview } from '../screen/api.ts';
import { RegistryAddress } from './RegistryAddress.tsx';

interface Props {
  connection: Connection;
  onLooked: (next: Overview) => void;
}

export function RegistryForm({ connection, onLooked }: Props) {
  const { suggested, offer, agreed } = connection.registries;
  const [address, setAddress] = useState(offer?.address ?? agreed?.offer.address ?? suggested);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const look = () => {
    if (address.trim() === '') {
      setError(__('Enter the address of the registry.', 'artwork-registry-connector'));
      return;
    }
    setError(null);
    setIsBusy(true);
    lookAtRegistry(address.trim()).then(onLooked, (cause: Error) => {
      setError(cause.message);
      setIsBusy(false);
    });
  };
  return (
    <form
      className="areg-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        look();
      }}
    >
      <p>
        {__(
          'A registry gives each of your artworks a permanent Art ID. Its sync service keeps the entries up to date; you install nothing. First see whom you connect to: nothing about your gallery is sent yet.',
          'artwork-registry-connector',
        )}
      </p>
      <RegistryAddress value={address} onChange={setAddress} />
      {error !== null && (
        <p role="alert" className="areg-handed is-failed">
          {error}
        </p>
      )}
      <Button variant="primary" type="submit" isBusy={isBusy} disabled={isBusy} accessibleWhenDisabled>
        {__('Continue', 'artwork-registry-connector')}
      </Button>
    </form>
  );
}
