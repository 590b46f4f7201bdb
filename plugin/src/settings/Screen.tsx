// The one screen: is my work in the registry, is it true, what must I do?
import { Notice } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { Activity } from './Activity.tsx';
import { ConnectionCard } from './ConnectionCard.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { Summary } from './Summary.tsx';
import { useOverview } from './use-overview.ts';
import { Works } from './Works.tsx';

export function Screen() {
  const [isPairing, setIsPairing] = useState(false);
  const { overview, error, tick, accept, refresh } = useOverview(isPairing);
  if (overview === null) {
    return error === null ? <Skeleton /> : <Trouble message={error} />;
  }
  const { connection } = overview;
  return (
    <div className="areg-screen">
      {error !== null && <Trouble message={error} />}
      {connection.account_notice !== null && (
        <Notice status="error" isDismissible={false}>
          {connection.account_notice}
        </Notice>
      )}
      <Summary overview={overview} onChange={accept} />
      <ConnectionCard connection={connection} onPairing={setIsPairing} onChange={accept} />
      <Works overview={overview} tick={tick} onChange={refresh} />
      <div className="areg-columns">
        <SettingsCard settings={overview.settings} onChange={accept} />
        <Activity tick={tick} />
      </div>
    </div>
  );
}

function Trouble({ message }: { message: string }) {
  return (
    <Notice status="warning" isDismissible={false}>
      {sprintf(
        /* translators: %s: error message. */
        __(
          'This screen could not be refreshed (%s). It tries again by itself; if this stays, reload the page.',
          'artwork-registry-connector',
        ),
        message,
      )}
    </Notice>
  );
}

function Skeleton() {
  return (
    <div
      className="areg-screen"
      role="status"
      aria-label={__('Loading the works', 'artwork-registry-connector')}
    >
      <div className="areg-skeleton areg-skeleton-line" />
      <div className="areg-skeleton areg-skeleton-card" />
      <div className="areg-skeleton areg-skeleton-table" />
    </div>
  );
}
