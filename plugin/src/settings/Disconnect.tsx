// The question before disconnecting: what should happen to the works in the registry?
import { RadioControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { disconnect, type Offboarding, type Overview } from '../screen/api.ts';
import { Confirm } from '../screen/Confirm.tsx';
import { focusSoon, START } from '../screen/focus.ts';

interface Props {
  overview: Overview;
  onChange: (next: Overview) => void;
  onClose: () => void;
}

export function Disconnect({ overview, onChange, onClose }: Props) {
  const [works, setWorks] = useState<Offboarding['mode'] | 'leave'>('leave');
  const [error, setError] = useState<string | null>(null);
  const isAlive = overview.connection.is_alive;
  const go = () =>
    disconnect(works).then(
      (next) => {
        onChange(next);
        onClose();
        // How far it is, or the start where it was done at once.
        focusSoon('#artwork-registry-offboarding h2', START);
      },
      (cause: Error) => setError(cause.message),
    );
  return (
    <Confirm
      title={__('Disconnect the sync service?', 'artwork-registry-connector')}
      confirmLabel={
        works === 'leave'
          ? __('Disconnect', 'artwork-registry-connector')
          : __('Take the artworks out and disconnect', 'artwork-registry-connector')
      }
      isDestructive
      isWide
      staysOpen
      onConfirm={() => void go()}
      onClose={onClose}
    >
      <p>
        {sprintf(
          /* translators: %d: number of works. */
          _n(
            '%d of your artworks is registered. Changes on this site will no longer reach the registry; Art IDs stay, here and there.',
            '%d of your artworks are registered. Changes on this site will no longer reach the registry; Art IDs stay, here and there.',
            overview.registered,
            'artwork-registry-connector',
          ),
          overview.registered,
        )}
      </p>
      <RadioControl
        label={__('What should happen to them in the registry?', 'artwork-registry-connector')}
        selected={works}
        options={[
          {
            label: __('Leave them as they are', 'artwork-registry-connector'),
            description: __('Prices and availability stay as they were last.', 'artwork-registry-connector'),
            value: 'leave',
          },
          {
            label: __('Stop: show them as not for sale', 'artwork-registry-connector'),
            description: __(
              'Their pages in the registry stay. Sold artworks stay sold.',
              'artwork-registry-connector',
            ),
            value: 'stop',
          },
          {
            label: __('Hide: the registry no longer shows them', 'artwork-registry-connector'),
            description: __('Their Art IDs stay reserved for them.', 'artwork-registry-connector'),
            value: 'hide',
          },
        ]}
        onChange={(value) => setWorks(value as typeof works)}
      />
      {works !== 'leave' && (
        <p>
          {isAlive
            ? __(
                'The connection is cut when the registry has confirmed the last artwork. You see here how far it is.',
                'artwork-registry-connector',
              )
            : __(
                'The sync service isn’t responding, so this begins when it runs again.',
                'artwork-registry-connector',
              )}
        </p>
      )}
      {error !== null && <p role="alert">{error}</p>}
    </Confirm>
  );
}
