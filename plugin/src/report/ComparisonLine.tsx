// How far the comparison with the registry is, and the offer to look a sample up one by one.
import { Button } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { lookUpSample, type Comparison } from './api.ts';

interface Props {
  comparison: Comparison;
  onAsked: () => void;
}

export function ComparisonLine({ comparison, onAsked }: Props) {
  const [error, setError] = useState<string | null>(null);
  const { state, sample } = comparison;
  if (state === 'off') return null;
  const ask = () => {
    setError(null);
    lookUpSample().then(
      () => onAsked(),
      (cause: Error) => setError(cause.message),
    );
  };
  return (
    <div className="areg-comparison">
      <p role="status">
        {state === 'under_way'
          ? __('Comparing with what the registry has of your gallery …', 'artwork-registry-connector')
          : __('Compared with what the registry has of your gallery.', 'artwork-registry-connector')}{' '}
        {sample !== null && sample.asked > 0 && sampleWords(sample)}
      </p>
      {state === 'done' && sample !== null && sample.left > 0 && sample.done === sample.asked && (
        <p>
          {__(
            'Only the registry can say whether somebody else has registered one of the others. It is asked artwork by artwork, so look up a sample; the rest shows when you register.',
            'artwork-registry-connector',
          )}{' '}
          <Button variant="secondary" size="compact" onClick={ask}>
            {__('Look up a sample', 'artwork-registry-connector')}
          </Button>
        </p>
      )}
      {error !== null && <p role="alert">{error}</p>}
    </div>
  );
}

function sampleWords({ asked, done }: { asked: number; done: number }): string {
  if (done < asked) {
    /* translators: 1: works that were looked up, 2: works in the sample. */
    return sprintf(__('Looking up a sample: %1$d of %2$d.', 'artwork-registry-connector'), done, asked);
  }
  return sprintf(
    /* translators: %d: number of works. */
    _n(
      'A sample of %d artwork was looked up.',
      'A sample of %d artworks was looked up.',
      asked,
      'artwork-registry-connector',
    ),
    asked,
  );
}
