// Shown only while something moves: how far, how long still, and what it waits for.
import { __, sprintf } from '@wordpress/i18n';
import type { Connection, Overview } from './api.ts';
import { ProgressBar } from './ProgressBar.tsx';

export function Progress({ overview }: { overview: Overview }) {
  const { progress, connection } = overview;
  if (progress === null) return null;
  const words = [waitWords(connection), etaWords(connection)].filter((word) => word !== null);
  return (
    <ProgressBar
      label={__('Publishing to the registry', 'artwork-registry-connector')}
      done={progress.done}
      total={progress.total}
      text={sprintf(
        /* translators: 1: works done, 2: works in all. */
        __('%1$d of %2$d works', 'artwork-registry-connector'),
        progress.done,
        progress.total,
      )}
    >
      <span>{words.join(' · ')}</span>
    </ProgressBar>
  );
}

function etaWords({ eta_seconds: seconds }: Connection): string | null {
  if (seconds === null || seconds <= 0) return null;
  if (seconds < 60) return __('in less than a minute', 'artwork-registry-connector');
  const minutes = Math.round(seconds / 60);
  /* translators: %d: minutes. */
  return sprintf(__('in about %d min', 'artwork-registry-connector'), minutes);
}

/** Transient trouble is no alarm: it stands beside the progress. */
function waitWords({ wait, is_alive: isAlive }: Connection): string | null {
  if (!isAlive) {
    return __('The sync service is silent; it continues when it is back.', 'artwork-registry-connector');
  }
  if (wait === null || wait.reason === 'account') return null;
  const seconds = wait.until === null ? 0 : Math.ceil((Date.parse(wait.until) - Date.now()) / 1000);
  if (wait.reason === 'rate_limit' && seconds > 0) {
    /* translators: %d: seconds. */
    return sprintf(__('The registry asks us to wait %d s', 'artwork-registry-connector'), seconds);
  }
  if (wait.reason === 'registry_down') {
    return __(
      'The registry does not answer; the sync service tries again by itself',
      'artwork-registry-connector',
    );
  }
  return null;
}
