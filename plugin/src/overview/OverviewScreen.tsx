// Is my artwork in the registry, is it true, what must I do?
import { Notice } from '@wordpress/components';
import { __, _n, sprintf } from '@wordpress/i18n';
import { ClosedNotice } from '../screen/ClosedNotice.tsx';
import { LiveScreen } from '../screen/LiveScreen.tsx';
import { OffboardingCard } from '../screen/OffboardingCard.tsx';
import { BulkRemoval } from './BulkRemoval.tsx';
import { Duplicates } from './Duplicates.tsx';
import { LastEvents } from './LastEvents.tsx';
import { NeedsCorrection } from './NeedsCorrection.tsx';
import { Picture } from './Picture.tsx';
import { ServiceLine } from './ServiceLine.tsx';
import { Summary } from './Summary.tsx';

export function OverviewScreen() {
  return (
    <LiveScreen label={__('Loading the overview', 'artwork-registry-connector')} parts={['line', 'card']}>
      {({ overview, tick, accept, refresh }) => (
        <>
          {overview.is_closed && <ClosedNotice />}
          <Summary overview={overview} onChange={accept} />
          <OffboardingCard overview={overview} onChange={accept} />
          {overview.sourceless > 0 && (
            <Notice status="warning" isDismissible={false}>
              {sourcelessText(overview.sourceless)}
            </Notice>
          )}
          <BulkRemoval overview={overview} onChange={accept} />
          <NeedsCorrection overview={overview} onChange={refresh} />
          {/* Asked for again when their number changes, not with every look. */}
          <Duplicates
            held={overview.counts.held}
            tick={overview.counts.held}
            noOrders={overview.no_orders}
            onChange={refresh}
          />
          <ServiceLine overview={overview} />
          <Picture days={overview.days} />
          <LastEvents tick={tick} />
        </>
      )}
    </LiveScreen>
  );
}

/** A shop plugin that is off for an hour must not frighten anybody: nothing happened to the works. */
function sourcelessText(works: number): string {
  return sprintf(
    /* translators: %d: number of works. */
    _n(
      '%d artwork comes from a plugin or theme that is switched off (such as WooCommerce). The registry keeps it as it is; switch the plugin or theme on again and it continues by itself.',
      '%d artworks come from a plugin or theme that is switched off (such as WooCommerce). The registry keeps them as they are; switch the plugin or theme on again and they continue by themselves.',
      works,
      'artwork-registry-connector',
    ),
    works,
  );
}
