// What the owner may do with one work: register, try again, stop updating.
import { Button } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { StopConfirm } from './StopConfirm.tsx';
import type { PanelWork } from './api.ts';
import type { Order } from './work.ts';

interface Props {
  work: PanelWork;
  /** Whether visitors of the site see the work. */
  isPublic: boolean;
  give: (order: Order) => void;
}

export function WorkOrders({ work, isPublic, give }: Props) {
  const isOut = work.reason === 'not_chosen' || work.reason === 'excluded';
  const isThere = work.registry_id !== null && work.state !== 'stopped';
  const [isAsking, setIsAsking] = useState(false);
  if (!work.can_order) {
    return (
      <p>
        {__('Anyone who may publish this post on the site may register it.', 'artwork-registry-connector')}
      </p>
    );
  }
  return (
    <div className="areg-panel-buttons">
      {isOut && (
        <Button variant="primary" onClick={() => give('register')}>
          {__('Register artwork', 'artwork-registry-connector')}
        </Button>
      )}
      {isOut && work.registry_id === null && (
        <p>
          {__(
            'An Art ID is a permanent record. It proves neither authenticity nor title.',
            'artwork-registry-connector',
          )}
        </p>
      )}
      {isOut && !isPublic && (
        <p>{__('It is added once it is public on the site.', 'artwork-registry-connector')}</p>
      )}
      {work.error?.can_retry && (
        <Button variant="secondary" onClick={() => give('retry')}>
          {__('Try again', 'artwork-registry-connector')}
        </Button>
      )}
      {work.reason !== 'excluded' && (
        <Button
          variant="secondary"
          isDestructive
          onClick={() => (isThere ? setIsAsking(true) : give('stop-updating'))}
        >
          {isThere
            ? __('Stop updating', 'artwork-registry-connector')
            : __('Do not register', 'artwork-registry-connector')}
        </Button>
      )}
      {isAsking && (
        <StopConfirm
          title={work.title}
          onConfirm={() => give('stop-updating')}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
