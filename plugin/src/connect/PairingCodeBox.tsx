// The code, how long it is valid, and the command that uses it.
import { useEffect, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { CopyButton } from '../work/CopyButton.tsx';
import type { PairingCode } from '../screen/api.ts';

export function PairingCodeBox({ code }: { code: PairingCode }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((Date.parse(code.expires_at) - now) / 1000));
  if (seconds === 0) {
    return <p>{__('The code has expired. Get a new one.', 'artwork-registry-connector')}</p>;
  }
  return (
    <div className="areg-pairing">
      <p className="areg-code" data-testid="pairing-code">
        <span dir="ltr">{code.code}</span>
      </p>
      <p>
        {sprintf(
          /* translators: %s: minutes and seconds, such as 9:41. */
          __('Valid for %s min. Run this where the sync service is installed:', 'artwork-registry-connector'),
          `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
        )}
      </p>
      <div className="areg-command">
        <code dir="ltr">{code.command}</code>
        <CopyButton text={code.command} label={__('Copy command', 'artwork-registry-connector')} />
      </div>
    </div>
  );
}
