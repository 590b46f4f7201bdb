// What the owner may do with one work: publish, try again, exclude.
import { Button } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
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
  return (
    <div className="areg-panel-buttons">
      {isOut && (
        <Button variant="primary" onClick={() => give('publish')}>
          {__('Publish to the registry', 'artwork-registry-connector')}
        </Button>
      )}
      {isOut && !isPublic && (
        <p>{__('It goes there once it is public on the site.', 'artwork-registry-connector')}</p>
      )}
      {work.error?.can_retry && (
        <Button variant="secondary" onClick={() => give('retry')}>
          {__('Try again', 'artwork-registry-connector')}
        </Button>
      )}
      {work.reason !== 'excluded' && (
        <Button variant="secondary" isDestructive onClick={() => give('exclude')}>
          {isThere
            ? __('Stop publishing', 'artwork-registry-connector')
            : __('Exclude from the registry', 'artwork-registry-connector')}
        </Button>
      )}
    </div>
  );
}
