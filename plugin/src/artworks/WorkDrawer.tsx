// Everything about one work, beside the table: its state, site and registry side by side, its timeline, its numbers. Escape
// closes it and returns the focus.
import { Button, Modal } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { getContent, getWork, type PanelWork, type WorkContent } from '../work/api.ts';
import { PrintablesOf } from '../work/PrintablesOf.tsx';
import { WorkState } from '../work/WorkState.tsx';
import { getTimeline, orderWork, type Timeline } from '../screen/api.ts';
import { Comparison } from './Comparison.tsx';
import './drawer.css';
import { WorkDetails } from './WorkDetails.tsx';
import { WorkTimeline } from './WorkTimeline.tsx';

interface Props {
  id: string;
  title: string;
  /** Asks again when it grows. */
  tick: number;
  onChange: () => void;
  onClose: () => void;
}

export function WorkDrawer({ id, title, tick, onChange, onClose }: Props) {
  const [work, setWork] = useState<PanelWork | null>(null);
  const [content, setContent] = useState<WorkContent | null>(null);
  const [timeline, setTimeline] = useState<Timeline | null>(null);
  const [contentError, setContentError] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const fail = (cause: Error) => setError(cause.message);
    getWork(Number(id)).then((next) => {
      setWork(next);
      setError(null);
    }, fail);
    getTimeline(id).then(setTimeline, fail);
    getContent(Number(id)).then(setContent, (cause: Error) => setContentError(cause.message));
  }, [id, tick]);
  const ask = () => {
    orderWork(id, 'recheck').then(
      () => {
        setSaid(__('Asking the registry. Its answer appears here.', 'artwork-registry-connector'));
        onChange();
      },
      (cause: Error) => setError(cause.message),
    );
  };
  return (
    <Modal
      title={title}
      onRequestClose={onClose}
      className="areg-drawer"
      overlayClassName="areg-drawer-screen"
    >
      {error !== null && <p role="alert">{error}</p>}
      {work === null ? (
        <div className="areg-skeleton areg-skeleton-table" />
      ) : (
        <>
          <section aria-label={__('State in the registry', 'artwork-registry-connector')}>
            <WorkState work={work} />
            <div className="areg-buttons">
              {work.edit_url !== null && (
                <a className="components-button is-secondary" href={work.edit_url}>
                  {__('Open the artwork', 'artwork-registry-connector')}
                </a>
              )}
              {work.registry_id !== null && work.connected && (
                <Button variant="secondary" onClick={ask}>
                  {__('Ask the registry again', 'artwork-registry-connector')}
                </Button>
              )}
            </div>
            <p role="status">{said}</p>
          </section>
          <section aria-labelledby="areg-drawer-compare">
            <h2 id="areg-drawer-compare">{__('Site and registry', 'artwork-registry-connector')}</h2>
            {content === null && contentError !== null && (
              <p>
                {work.reason === 'deleted'
                  ? __('It is no longer on your site.', 'artwork-registry-connector')
                  : contentError}
              </p>
            )}
            {content === null && contentError === null && (
              <div className="areg-skeleton areg-skeleton-card" />
            )}
            {content !== null && <Comparison work={work} fields={content.fields} />}
          </section>
          <section aria-labelledby="areg-drawer-printables">
            <h2 id="areg-drawer-printables">{__('Label and certificates', 'artwork-registry-connector')}</h2>
            <PrintablesOf id={Number(id)} title={title} state={work.state} canOrder={work.can_order} />
          </section>
          <section aria-labelledby="areg-drawer-timeline">
            <h2 id="areg-drawer-timeline">{__('Timeline', 'artwork-registry-connector')}</h2>
            {timeline === null ? (
              <div className="areg-skeleton areg-skeleton-card" />
            ) : (
              <WorkTimeline work={work} timeline={timeline} />
            )}
          </section>
          <section aria-labelledby="areg-drawer-details">
            <h2 id="areg-drawer-details">{__('Details', 'artwork-registry-connector')}</h2>
            <WorkDetails work={work} />
          </section>
        </>
      )}
    </Modal>
  );
}
