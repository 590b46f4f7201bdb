// The signing secret that the registry's operator gave out with a webhook, sealed in this browser for the sync service.
import { TextControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { handOver, type Connection, type Overview } from '../settings/api.ts';
import { FormEnd } from './FormEnd.tsx';
import { seal } from './seal.ts';

interface Props {
  connection: Connection;
  onChange: (next: Overview) => void;
}

/** As the sync service takes it. */
const SECRET = /^[\x21-\x7e]{8,200}$/;

export function SecretForm({ connection, onChange }: Props) {
  const { hand_over: offer, handed, site_id: siteId } = connection;
  const [secret, setSecret] = useState('');
  const [error, setError] = useState<string | null>(null);
  if (offer.seal_key === null) return null;
  const sealKey = offer.seal_key;
  const send = () => {
    if (!SECRET.test(secret.trim())) {
      setError(
        __(
          'Enter the signing secret as the registry’s operator gave it to you; it usually begins with whsec_.',
          'artwork-registry-connector',
        ),
      );
      return;
    }
    setError(null);
    const order = { kind: 'webhook_secret', site_id: siteId, webhook_secret: secret.trim() };
    handOver('webhook_secret', seal(JSON.stringify(order), sealKey)).then(
      (next) => {
        setSecret('');
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
      <TextControl
        label={
          offer.has_webhook_secret
            ? __('New signing secret', 'artwork-registry-connector')
            : __('Signing secret', 'artwork-registry-connector')
        }
        help={__(
          'Encrypted in your browser for the sync service. WordPress neither reads nor keeps it.',
          'artwork-registry-connector',
        )}
        type="password"
        autoComplete="off"
        value={secret}
        onChange={setSecret}
        __nextHasNoMarginBottom
        __next40pxDefaultSize
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
