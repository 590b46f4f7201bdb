// Artworks that the registry or the check of this site refused: fixed in one list, or looked at one by one.
import { Button, Card, CardBody, CardHeader } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { FixModal } from '../fix/FixModal.tsx';
import { urlOf } from '../screen/addresses.ts';
import type { Overview } from '../screen/api.ts';

export function NeedsCorrection({ overview, onChange }: { overview: Overview; onChange: () => void }) {
  const [fixing, setFixing] = useState<string | null>(null);
  const { attention, elsewhere } = overview.counts;
  const title = sprintf(
    /* translators: %d: number of works. */
    _n(
      '%d artwork needs a correction',
      '%d artworks need a correction',
      attention,
      'artwork-registry-connector',
    ),
    attention,
  );
  return (
    <>
      {attention > 0 && (
        <Card className="areg-card" id="artwork-registry-corrections">
          <CardHeader>
            <h2>{title}</h2>
          </CardHeader>
          <CardBody>
            <p className="areg-card-intro">
              {_n(
                'The registry cannot take it as it is, usually because the artist is missing. No other artwork waits for it.',
                'The registry cannot take them as they are, usually because the artist is missing. No other artwork waits for them.',
                attention,
                'artwork-registry-connector',
              )}
            </p>
            <div className="areg-buttons">
              <Button variant="secondary" aria-haspopup="dialog" onClick={() => setFixing(title)}>
                {_n('Fix it here', 'Fix them here', attention, 'artwork-registry-connector')}
              </Button>
              <a className="components-button is-tertiary" href={`${urlOf('artworks')}&states=attention`}>
                {_n(
                  'Show it with the reason',
                  'Show them with the reason',
                  attention,
                  'artwork-registry-connector',
                )}
              </a>
            </div>
          </CardBody>
        </Card>
      )}
      {elsewhere > 0 && (
        <Card className="areg-card">
          <CardHeader>
            <h2>
              {sprintf(
                /* translators: %d: number of works. */
                _n(
                  '%d artwork is registered by another profile',
                  '%d artworks are registered by another profile',
                  elsewhere,
                  'artwork-registry-connector',
                ),
                elsewhere,
              )}
            </h2>
            <a href={`${urlOf('artworks')}&states=elsewhere`}>
              {__('Show what you can do', 'artwork-registry-connector')}
            </a>
          </CardHeader>
        </Card>
      )}
      {fixing !== null && (
        <FixModal
          title={fixing}
          scope={{ attention: true }}
          onSaved={onChange}
          onClose={() => setFixing(null)}
        />
      )}
    </>
  );
}
