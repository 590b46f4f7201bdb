// Many works leave at once, as after a failed import, so nothing is sent before the owner confirms.
import { Button, Card, CardBody, CardHeader } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { answerBulkRemoval, type Overview } from '../screen/api.ts';
import { focusSoon, START } from '../screen/focus.ts';

interface Props {
  overview: Overview;
  onChange: (next: Overview) => void;
}

export function BulkRemoval({ overview: { leaving, no_orders: noOrders }, onChange }: Props) {
  const [error, setError] = useState<string | null>(null);
  if (leaving === 0) return null;
  const answer = (choice: 'release' | 'keep') => {
    answerBulkRemoval(choice).then(
      (next) => {
        onChange(next);
        focusSoon(START);
      },
      (cause: Error) => setError(cause.message),
    );
  };
  return (
    <Card className="areg-card" id="artwork-registry-bulk-removal">
      <CardHeader>
        <h2>
          {sprintf(
            /* translators: %d: number of works. */
            _n(
              'Removal on hold: %d artwork is leaving. Did you mean this?',
              'Removal on hold: %d artworks are leaving at once. Did you mean this?',
              leaving,
              'artwork-registry-connector',
            ),
            leaving,
          )}
        </h2>
      </CardHeader>
      <CardBody>
        <p className="areg-card-intro">
          {__(
            'These artworks are no longer on your site. The registry has not been informed yet, in case a plugin, an import or a setting is the reason.',
            'artwork-registry-connector',
          )}
        </p>
        {error !== null && <p role="alert">{error}</p>}
        {noOrders !== null && <p>{noOrders}</p>}
        <div className="areg-buttons" hidden={noOrders !== null}>
          <Button variant="secondary" onClick={() => answer('keep')}>
            {__('No, keep them in the registry', 'artwork-registry-connector')}
          </Button>
          <Button variant="secondary" isDestructive onClick={() => answer('release')}>
            {__('Yes, remove them', 'artwork-registry-connector')}
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}
