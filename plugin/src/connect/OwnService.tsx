// A sync service of the gallery's own: a code valid for ten minutes, the command that uses it, and the service as soon as it is connected.
import { Button } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { newPairingCode, type PairingCode } from '../screen/api.ts';
import { PairingCodeBox } from './PairingCodeBox.tsx';
import type { StepProps } from './step-props.ts';

/** The site keeps only a hash of the code; a reload within its ten minutes shows it all the same. */
const KEPT = 'artwork-registry-pairing-code';

/** With the pairing there was when it was made, which tells the one that it leads to. */
type KeptCode = PairingCode & { former: string | null };

export function OwnService({ overview, onContinue }: StepProps) {
  const { connection } = overview;
  const [code, setCode] = useState<KeptCode | null>(() => keptCode(connection.site_id));
  const [error, setError] = useState<string | null>(null);
  const getCode = () => {
    setError(null);
    newPairingCode().then(
      (next) => {
        const kept = { ...next, former: connection.site_id };
        sessionStorage.setItem(KEPT, JSON.stringify(kept));
        setCode(kept);
      },
      (cause: Error) => setError(cause.message),
    );
  };
  const isTaken = code !== null && connection.is_paired && connection.site_id !== code.former;
  useEffect(() => {
    if (!isTaken) return;
    // Also where another sync service was connected before: this step is done.
    sessionStorage.removeItem(KEPT);
    setCode(null);
    onContinue();
  }, [isTaken, onContinue]);
  return (
    <>
      <p>
        {__(
          'Run the sync service yourself: a small program on your host, in the gallery or at your agency. Get a code here, and run the command where that program is installed.',
          'artwork-registry-connector',
        )}
      </p>
      {error !== null && <p role="alert">{error}</p>}
      <Button variant="secondary" onClick={getCode}>
        {code === null
          ? __('Get a pairing code', 'artwork-registry-connector')
          : __('Get a new pairing code', 'artwork-registry-connector')}
      </Button>
      {code !== null && <PairingCodeBox code={code} />}
      <p role="status">{waiting(code, connection)}</p>
      <details>
        <summary>{__('There is no sync service yet', 'artwork-registry-connector')}</summary>
        <p>
          {__(
            'Whoever maintains your website installs it once (it needs Node.js 22.19 or newer):',
            'artwork-registry-connector',
          )}
        </p>
        <pre className="areg-commands">
          {'npm install --global @artwork-registry/daemon\nsudo artwork-registry-daemon install'}
        </pre>
      </details>
    </>
  );
}

function waiting(code: PairingCode | null, connection: StepProps['overview']['connection']): string {
  if (connection.is_pending) {
    return __(
      'The sync service has taken the code. Waiting for its first message …',
      'artwork-registry-connector',
    );
  }
  if (code === null || Date.parse(code.expires_at) < Date.now()) return '';
  if (!connection.has_code) {
    return __(
      'This code is no longer valid: it was used, or entered wrongly five times. Get a new one.',
      'artwork-registry-connector',
    );
  }
  return __(
    'Waiting for the sync service. This page updates when it connects.',
    'artwork-registry-connector',
  );
}

/** A code that has led to a pairing already is over. */
function keptCode(siteId: string | null): KeptCode | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as KeptCode | null;
    return kept?.former === siteId && Date.parse(kept.expires_at) > Date.now() ? kept : null;
  } catch {
    return null;
  }
}
