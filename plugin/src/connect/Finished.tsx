// All five steps are done: the progress, and a link to the works.
import { Button, Card, CardBody } from '@wordpress/components';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { Overview } from '../screen/api.ts';
import { Progress } from '../screen/Progress.tsx';
import { overviewUrl } from '../screen/addresses.ts';

export function Finished({ overview }: { overview: Overview }) {
  return (
    <Card className="areg-card">
      <CardBody>
        <h2 id="areg-step-finished" tabIndex={-1}>
          {__('Your gallery is connected', 'artwork-registry-connector')}
        </h2>
        <p aria-live="polite">
          {sprintf(
            /* translators: 1: registered works, 2: all works. */
            _n(
              '%1$d of %2$d artwork is registered.',
              '%1$d of %2$d artworks are registered.',
              overview.works,
              'artwork-registry-connector',
            ),
            overview.registered,
            overview.works,
          )}
        </p>
        <Progress overview={overview} />
        <div className="areg-buttons">
          <Button variant="primary" href={overviewUrl}>
            {__('Go to the artworks', 'artwork-registry-connector')}
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}
