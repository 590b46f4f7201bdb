// The summary sentence, the progress, and the two buttons for all works.
import { Button, Notice } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { getOverview, registerAll, syncNow, type Overview } from '../screen/api.ts';
import { urlOf } from '../screen/addresses.ts';
import { Progress } from '../screen/Progress.tsx';
import { RegisterConfirm } from '../screen/RegisterConfirm.tsx';

export function Summary({ overview, onChange }: { overview: Overview; onChange: (next: Overview) => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const [error, setError] = useState<string | null>(null);
  // While the owner has not said which site this is, nothing moves.
  const canMove = overview.connection.is_paired && overview.connection.doubt === null;
  const order = (answer: Promise<Overview>) => {
    setError(null);
    return answer.then(onChange).catch((cause: Error) => setError(cause.message));
  };
  const sync = () => {
    setIsSent(true);
    void order(syncNow()).finally(() => setTimeout(() => setIsSent(false), 3000));
  };
  return (
    <section aria-label={__('Overview', 'artwork-registry-connector')}>
      {/* Busy while it counts: one announcement at the end, not one for each step. */}
      <p
        className="areg-sentence"
        id="areg-sentence"
        tabIndex={-1}
        aria-live="polite"
        aria-busy={overview.progress !== null}
      >
        {sentence(overview)}
      </p>
      {error !== null && (
        <Notice status="error" onRemove={() => setError(null)}>
          {error}
        </Notice>
      )}
      {canMove && <Progress overview={overview} />}
      <div className="areg-buttons">
        {overview.unregistered > 0 && overview.connection.doubt === null && overview.no_orders === null && (
          <Button variant="primary" onClick={() => setIsAsking(true)}>
            {__('Register all artworks', 'artwork-registry-connector')}
          </Button>
        )}
        <Button variant="secondary" disabled={!canMove || isSent} accessibleWhenDisabled onClick={sync}>
          {isSent
            ? __('Update requested', 'artwork-registry-connector')
            : __('Update registry entries', 'artwork-registry-connector')}
        </Button>
        {overview.unregistered > 0 && (
          <a className="components-button is-tertiary" href={urlOf('report')}>
            {__('Review before registering', 'artwork-registry-connector')}
          </a>
        )}
      </div>
      {isAsking && (
        <RegisterConfirm
          works={overview.unregistered}
          onConfirm={() => void order(registerAll().then(getOverview))}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}

function sentence({ works, registered, waiting, attention }: Overview): string {
  if (works === 0) {
    return __(
      'You have no artworks yet. Add your first artwork, then register it here.',
      'artwork-registry-connector',
    );
  }
  const parts: string[] = [registeredWords(registered, works)];
  if (waiting > 0) {
    /* translators: %d: number of works. */
    parts.push(sprintf(_n('%d waits', '%d wait', waiting, 'artwork-registry-connector'), waiting));
  }
  if (attention > 0) {
    /* translators: %d: number of works. */
    parts.push(
      sprintf(_n('%d needs you', '%d need you', attention, 'artwork-registry-connector'), attention),
    );
  }
  return `${parts.join('; ')}.`;
}

function registeredWords(registered: number, works: number): string {
  if (registered === 1) {
    return sprintf(
      /* translators: %d: all works. */
      _n(
        '1 of %d artwork is registered',
        '1 of %d artworks is registered',
        works,
        'artwork-registry-connector',
      ),
      works,
    );
  }
  return sprintf(
    /* translators: 1: registered works, 2: all works. */
    _n(
      '%1$d of %2$d artwork is registered',
      '%1$d of %2$d artworks are registered',
      works,
      'artwork-registry-connector',
    ),
    registered,
    works,
  );
}
