// Shown only while work continues: progress, remaining time, and what it waits for.
import { useRef } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { Connection, Overview } from './api.ts';
import { etaWords, readingWords } from './eta.ts';
import { ProgressBar } from './ProgressBar.tsx';

export function Progress({ overview }: { overview: Overview }) {
  const { progress, connection } = overview;
  const stillMs = useStillMs(progress?.done ?? 0);
  if (progress === null) return null;
  const words = [
    waitWords(connection),
    readingWords(overview.job),
    etaWords(connection.eta_seconds, stillMs),
  ].filter((word) => word !== null);
  return (
    <ProgressBar
      label={__('Registering artworks', 'artwork-registry-connector')}
      done={progress.done}
      total={progress.total}
      text={sprintf(
        /* translators: 1: works done, 2: works in all. */
        __('%1$d of %2$d artworks', 'artwork-registry-connector'),
        progress.done,
        progress.total,
      )}
    >
      <span>{words.join(' · ')}</span>
    </ProgressBar>
  );
}

/** For how long the number of works that are done has not grown, as of this drawing; null: it never has. */
function useStillMs(done: number): number | null {
  const seen = useRef<{ done: number; movedAtMs: number | null }>({ done, movedAtMs: null });
  if (done !== seen.current.done) seen.current = { done, movedAtMs: Date.now() };
  const { movedAtMs } = seen.current;
  return movedAtMs === null ? null : Date.now() - movedAtMs;
}

/** A passing problem is not an alarm: it stands beside the progress. */
function waitWords({ wait, is_alive: isAlive }: Connection): string | null {
  if (!isAlive) {
    return __(
      'The sync service isn’t responding; it continues when it is back.',
      'artwork-registry-connector',
    );
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
