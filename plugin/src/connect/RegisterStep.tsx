// Step 5: the owner reviews the artworks and registers them. Nothing has left the site before.
import { Button } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { markSetup, registerAll } from '../screen/api.ts';
import { ClosedNotice } from '../screen/ClosedNotice.tsx';
import { RegisterConfirm } from '../screen/RegisterConfirm.tsx';
import { ReviewBeforeRegistering } from './ReviewBeforeRegistering.tsx';
import type { StepProps } from './step-props.ts';

export function RegisterStep({ overview, onChange, onContinue }: StepProps) {
  const [error, setError] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const finish = async (isRegistering: boolean) => {
    try {
      if (isRegistering) await registerAll();
      onChange(await markSetup('finished'));
      onContinue();
    } catch (cause) {
      setError((cause as Error).message);
    }
  };
  const works = overview.unregistered;
  return (
    <>
      {overview.is_closed && <ClosedNotice />}
      <ReviewBeforeRegistering overview={overview} />
      <p>
        {__(
          'Each registered artwork gets an Art ID and a public page in the registry. An Art ID is a permanent record. It proves neither authenticity nor title.',
          'artwork-registry-connector',
        )}
      </p>
      {error !== null && <p role="alert">{error}</p>}
      <div className="areg-buttons">
        {works > 0 && (
          <Button variant="primary" onClick={() => setIsAsking(true)}>
            {sprintf(
              /* translators: %d: number of works. */
              _n('Register %d artwork', 'Register %d artworks', works, 'artwork-registry-connector'),
              works,
            )}
          </Button>
        )}
        <Button variant={works > 0 ? 'tertiary' : 'primary'} onClick={() => void finish(false)}>
          {works > 0
            ? __('Not now: I register artworks one by one', 'artwork-registry-connector')
            : __('Finish', 'artwork-registry-connector')}
        </Button>
      </div>
      {isAsking && (
        <RegisterConfirm
          works={works}
          onConfirm={() => void finish(true)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
