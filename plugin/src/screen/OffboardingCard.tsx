// The progress of works leaving the registry before the connection is cut, and its end.
import { Button, Card, CardBody, CardHeader } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { disconnect, keepConnected, type Offboarding, type Overview } from './api.ts';
import { focusSoon, START } from './focus.ts';
import { ProgressBar } from './ProgressBar.tsx';

interface Props {
  overview: Overview;
  onChange: (next: Overview) => void;
}

export function OffboardingCard({ overview: { connection, can_manage: canManage }, onChange }: Props) {
  const { offboarding, is_alive: isAlive } = connection;
  const [error, setError] = useState<string | null>(null);
  if (offboarding === null) return null;
  const act = (order: () => Promise<Overview>) =>
    void order().then(
      (next) => {
        onChange(next);
        focusSoon(START);
      },
      (cause: Error) => setError(cause.message),
    );
  const { done, total, is_finished: isFinished } = offboarding;
  return (
    <Card className="areg-card" id="artwork-registry-offboarding">
      <CardHeader>
        <h2 tabIndex={-1}>
          {isFinished
            ? __('Disconnected', 'artwork-registry-connector')
            : __('Disconnecting', 'artwork-registry-connector')}
        </h2>
      </CardHeader>
      <CardBody>
        <p aria-live="polite">{sentence(offboarding)}</p>
        {!isFinished && (
          <>
            <ProgressBar
              label={__('Artworks that have left', 'artwork-registry-connector')}
              done={done}
              total={total}
            />
            {!isAlive && (
              <p>
                {__(
                  'The sync service isn’t responding. Start it where it is installed, or disconnect without waiting: the artworks that are left then stay as they are.',
                  'artwork-registry-connector',
                )}
              </p>
            )}
            {error !== null && <p role="alert">{error}</p>}
            <div className="areg-buttons" hidden={!canManage}>
              <Button variant="secondary" onClick={() => act(keepConnected)}>
                {__('Stop this and stay connected', 'artwork-registry-connector')}
              </Button>
              <Button variant="tertiary" isDestructive onClick={() => act(() => disconnect('leave'))}>
                {__('Disconnect without waiting', 'artwork-registry-connector')}
              </Button>
            </div>
          </>
        )}
      </CardBody>
    </Card>
  );
}

function sentence({ mode, done, total, stuck, is_finished: isFinished }: Offboarding): string {
  const left =
    mode === 'hide'
      ? /* translators: 1: works done, 2: all works. */
        _n(
          '%1$d of %2$d artwork is no longer shown by the registry.',
          '%1$d of %2$d artworks are no longer shown by the registry.',
          total,
          'artwork-registry-connector',
        )
      : /* translators: 1: works done, 2: all works. */
        _n(
          '%1$d of %2$d artwork is no longer for sale in the registry.',
          '%1$d of %2$d artworks are no longer for sale in the registry.',
          total,
          'artwork-registry-connector',
        );
  const words: string[] = [sprintf(left, done, total)];
  if (stuck > 0) {
    words.push(
      sprintf(
        /* translators: %d: number of works. */
        _n(
          'The registry refused to change %d: ask its operator.',
          'The registry refused to change %d: ask its operator.',
          stuck,
          'artwork-registry-connector',
        ),
        stuck,
      ),
    );
  }
  if (isFinished) words.push(__('The sync service is disconnected.', 'artwork-registry-connector'));
  return words.join(' ');
}
