// Which site is this? A copy, a site that moved and a restored backup look alike from inside; only the owner knows.
import { Button, Card, CardBody, CardHeader } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { answerSite, type Connection, type Overview } from './api.ts';
import { focusSoon, START } from './focus.ts';

interface Props {
  overview: Overview;
  onChange: (next: Overview) => void;
}

export function SiteQuestion({ overview: { connection, can_manage: canManage }, onChange }: Props) {
  const [error, setError] = useState<string | null>(null);
  const { doubt } = connection;
  if (doubt === null) return null;
  const answer = (choice: 'same' | 'copy') => {
    answerSite(choice).then(
      (next) => {
        onChange(next);
        focusSoon(START);
      },
      (cause: Error) => setError(cause.message),
    );
  };
  const isRestored = doubt.reason === 'restored';
  return (
    <Card className="areg-card areg-question" id="artwork-registry-site">
      <CardHeader>
        <h2>
          {isRestored
            ? __('Was this site put back to an earlier state?', 'artwork-registry-connector')
            : __('Is this a copy of your site?', 'artwork-registry-connector')}
        </h2>
      </CardHeader>
      <CardBody>
        <p>{whatHappened(doubt)}</p>
        <p>
          {__(
            'Until you say which it is, nothing is read from this site and nothing is sent to the registry. Your registered artworks stay as they are.',
            'artwork-registry-connector',
          )}
        </p>
        {error !== null && <p role="alert">{error}</p>}
        {!canManage && <p>{__('An administrator of this site can answer.', 'artwork-registry-connector')}</p>}
        <dl className="areg-answers" hidden={!canManage}>
          <div>
            <dt>
              <Button variant="primary" onClick={() => answer('same')}>
                {isRestored
                  ? __('Yes, continue with this state', 'artwork-registry-connector')
                  : __('No, my site moved here', 'artwork-registry-connector')}
              </Button>
            </dt>
            <dd>
              {__(
                'Everything is compared again; the registry then follows this site.',
                'artwork-registry-connector',
              )}
            </dd>
          </div>
          <div>
            <dt>
              <Button variant="secondary" onClick={() => answer('copy')}>
                {isRestored
                  ? __('No, this is a copy for trying things out', 'artwork-registry-connector')
                  : __('Yes, this is a copy', 'artwork-registry-connector')}
              </Button>
            </dt>
            <dd>
              {__(
                'This copy is disconnected and sends nothing. The original continues as before.',
                'artwork-registry-connector',
              )}
            </dd>
          </div>
        </dl>
      </CardBody>
    </Card>
  );
}

function whatHappened({ reason, was, now }: NonNullable<Connection['doubt']>): string {
  if (reason === 'restored') {
    return __(
      'The sync service has seen newer data of this site than there is now, as after a backup was restored.',
      'artwork-registry-connector',
    );
  }
  if (reason === 'address') {
    /* translators: 1: former address, 2: present address. */
    return sprintf(
      __('The sync service was connected to %1$s, but this site is %2$s.', 'artwork-registry-connector'),
      was,
      now,
    );
  }
  return __(
    'The address is the same, but the database is another one than when the sync service was connected.',
    'artwork-registry-connector',
  );
}
