// The one screen: is my work in the registry, is it true, what must I do?
import { Notice } from '@wordpress/components';
import { __, _n, sprintf } from '@wordpress/i18n';
import { connectUrl } from '../connect/steps.ts';
import { Activity } from './Activity.tsx';
import type { Connection } from './api.ts';
import { BulkRemoval } from './BulkRemoval.tsx';
import { ClosedNotice } from './ClosedNotice.tsx';
import { ConnectionCard } from './ConnectionCard.tsx';
import { OffboardingCard } from './OffboardingCard.tsx';
import { Duplicates } from './Duplicates.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { SiteQuestion } from './SiteQuestion.tsx';
import { Skeleton } from './Skeleton.tsx';
import { Summary } from './Summary.tsx';
import { Problem } from './Problem.tsx';
import { useDial } from './use-dial.ts';
import { useOverview } from './use-overview.ts';
import { Works } from './Works.tsx';

export function Screen() {
  const { overview, error, tick, accept, refresh } = useOverview(false);
  useDial(overview?.connection);
  if (overview === null) {
    return error === null ? (
      <Skeleton
        label={__('Loading the artworks', 'artwork-registry-connector')}
        parts={['line', 'card', 'table']}
      />
    ) : (
      <Problem message={error} />
    );
  }
  const { connection } = overview;
  return (
    <div className="areg-screen">
      {error !== null && <Problem message={error} />}
      <SiteQuestion connection={connection} onChange={accept} />
      {connection.account_notice !== null && connection.doubt === null && (
        <Notice status="error" isDismissible={false} actions={wayOut(connection)}>
          {connection.account_notice}
        </Notice>
      )}
      {overview.is_closed && <ClosedNotice />}
      <Summary overview={overview} onChange={accept} />
      <OffboardingCard offboarding={connection.offboarding} isAlive={connection.is_alive} onChange={accept} />
      <ConnectionCard overview={overview} onChange={accept} />
      {overview.sourceless > 0 && (
        <Notice status="warning" isDismissible={false}>
          {sourcelessText(overview.sourceless)}
        </Notice>
      )}
      <BulkRemoval leaving={overview.leaving} onChange={accept} />
      <Duplicates held={overview.counts.held} tick={tick} onChange={refresh} />
      <Works overview={overview} tick={tick} onChange={refresh} />
      <div className="areg-columns">
        <SettingsCard overview={overview} onChange={accept} />
        <Activity tick={tick} />
      </div>
    </div>
  );
}

/** A new key is entered where the first one was. */
function wayOut({ account }: Connection) {
  return ['no_key', 'unauthorized', 'forbidden'].includes(account.state)
    ? [{ label: __('Enter a key', 'artwork-registry-connector'), url: connectUrl }]
    : [];
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
