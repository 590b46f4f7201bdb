// The outcome of the last hand-over; announced when it changes.
import { __ } from '@wordpress/i18n';
import type { Connection } from '../screen/api.ts';

interface Props {
  handed: Connection['handed'];
  kind: NonNullable<Connection['handed']>['kind'];
}

export function Handed({ handed, kind }: Props) {
  const mine = handed?.kind === kind ? handed : null;
  return (
    <div aria-live="polite">
      {mine !== null && (
        <p className={`areg-handed is-${mine.state}`}>
          <span className={`dashicons dashicons-${symbol[mine.state]}`} aria-hidden="true" />
          {mine.state === 'failed' && <strong>{__('Not done.', 'artwork-registry-connector')} </strong>}
          {mine.text}
        </p>
      )}
    </div>
  );
}

const symbol = { waiting: 'clock', done: 'yes-alt', failed: 'warning' };
