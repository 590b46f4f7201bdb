// What every screen shows above its own content: that it loads, that the site does not answer, which site this is, the problem with
// the account.
import { Notice } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { urlOf } from './addresses.ts';
import type { Connection, Overview } from './api.ts';
import { Problem } from './Problem.tsx';
import { SiteQuestion } from './SiteQuestion.tsx';
import { Skeleton } from './Skeleton.tsx';
import { useDial } from './use-dial.ts';
import { useOverview, type LiveOverview } from './use-overview.ts';

export type Live = Omit<LiveOverview, 'overview' | 'error'> & { overview: Overview };

interface Props {
  /** What loads, for those who do not see it. */
  label: string;
  parts: ('line' | 'card' | 'table')[];
  children: (live: Live) => ReactNode;
}

export function LiveScreen({ label, parts, children }: Props) {
  const { overview, error, ...live } = useOverview(false);
  useDial(overview?.connection);
  if (overview === null) {
    return error === null ? <Skeleton label={label} parts={parts} /> : <Problem message={error} />;
  }
  const { connection } = overview;
  return (
    <div className="areg-screen">
      {error !== null && <Problem message={error} />}
      <SiteQuestion overview={overview} onChange={live.accept} />
      {connection.account_notice !== null && connection.doubt === null && (
        <Notice status="error" isDismissible={false} actions={wayOut(overview, connection)}>
          {connection.account_notice}
        </Notice>
      )}
      {children({ overview, ...live })}
    </div>
  );
}

/** A new key is entered where the first one was. */
function wayOut({ can_manage: canManage }: Overview, { account }: Connection) {
  return canManage && ['no_key', 'unauthorized', 'forbidden'].includes(account.state)
    ? [{ label: __('Enter a key', 'artwork-registry-connector'), url: urlOf('connect') }]
    : [];
}
