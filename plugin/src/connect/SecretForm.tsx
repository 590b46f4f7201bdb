// The signing secret that the registry's operator gave out with a webhook, sealed in this browser for the sync service.
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { Connection, Overview } from '../screen/api.ts';
import { FormEnd } from './FormEnd.tsx';
import { SecretField } from './SecretField.tsx';
import { useHandOver } from './use-hand-over.ts';

interface Props {
  connection: Connection;
  onChange: (next: Overview) => void;
}

/** As the sync service takes it. */
const SECRET = /^[\x21-\x7e]{8,200}$/;

export function SecretForm({ connection, onChange }: Props) {
  const { hand_over: offer, handed } = connection;
  const [secret, setSecret] = useState('');
  const { error, send } = useHandOver('webhook_secret', connection, onChange);
  if (offer.seal_key === null) return null;
  const complaint = SECRET.test(secret.trim())
    ? null
    : __(
        'Enter the signing secret as the registry’s operator gave it to you; it usually begins with whsec_.',
        'artwork-registry-connector',
      );
  return (
    <form
      className="areg-form"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        send({ webhook_secret: secret.trim() }, complaint, () => setSecret(''));
      }}
    >
      <SecretField
        label={
          offer.has_webhook_secret
            ? __('New signing secret', 'artwork-registry-connector')
            : __('Signing secret', 'artwork-registry-connector')
        }
        value={secret}
        onChange={setSecret}
      />
      <FormEnd
        handed={handed}
        kind="webhook_secret"
        error={error}
        label={__('Hand over to the sync service', 'artwork-registry-connector')}
      />
    </form>
  );
}
