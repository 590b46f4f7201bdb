// The state of one work in the registry: state, sentence, Art ID, time of confirmation.
import { Notice } from '@wordpress/components';
import type { ReactNode } from 'react';
import { __ } from '@wordpress/i18n';
import { Ago } from './Ago.tsx';
import type { PanelWork } from './api.ts';
import { ArtId } from './ArtId.tsx';
import { reviewUrl } from './states.ts';
import { StateLabel } from './StateLabel.tsx';

interface Props {
  work: PanelWork;
  /** Links that lead to the fields to fix, below its sentence. */
  fix?: ReactNode;
}

/** States in which nothing happens without the sync service. */
const idle = ['waiting', 'sending', 'published_waiting', 'not_shared'];

export function WorkState({ work, fix = null }: Props) {
  return (
    <>
      <div className="areg-panel-state" aria-live="polite">
        <StateLabel state={work.state} />
      </div>
      {work.why !== null && work.error === null && <p>{work.why}</p>}
      {work.state === 'held' && work.can_manage && (
        <p>
          <a href={reviewUrl(work)}>{__('Review', 'artwork-registry-connector')}</a>
        </p>
      )}
      {work.error !== null && (
        <Notice status="error" isDismissible={false}>
          {work.error.text}
        </Notice>
      )}
      {work.error !== null && fix}
      {work.registry_id !== null && (
        <p>
          {__('Art ID', 'artwork-registry-connector')} <ArtId id={work.registry_id} page={work.public_page} />
        </p>
      )}
      {work.public_page !== null && (
        <p>
          <a href={work.public_page} target="_blank" rel="noreferrer">
            {__('View the registry page', 'artwork-registry-connector')}
          </a>
        </p>
      )}
      {work.confirmed_at !== null && (
        <p>
          {__('Last confirmed', 'artwork-registry-connector')} <Ago at={work.confirmed_at} />
        </p>
      )}
      {!work.connected && idle.includes(work.state) && (
        <p>
          {__(
            'The sync service is not connected yet; the artwork waits until it is.',
            'artwork-registry-connector',
          )}
        </p>
      )}
    </>
  );
}
