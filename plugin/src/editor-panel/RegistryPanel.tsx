// How this work stands in the registry, and the orders for it.
import { Button, Notice } from '@wordpress/components';
import { useSelect } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { useCallback, useEffect, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { Ago } from '../work/Ago.tsx';
import { ArtId } from '../work/ArtId.tsx';
import { explain } from '../work/states.ts';
import { StateLabel } from '../work/StateLabel.tsx';
import type { Order } from '../work/work.ts';
import { getWork, orderWork, type PanelWork } from './api.ts';

const busyMs = 2000;
const idleMs = 15000;
const moving = ['waiting', 'sending', 'published_waiting'];

export function RegistryPanel() {
  const { id, isNew, isSaving, status } = useSelect((select) => {
    const editor = select(editorStore);
    return {
      id: editor.getCurrentPostId() as number,
      isNew: editor.isEditedPostNew(),
      isSaving: editor.isSavingPost(),
      status: editor.getCurrentPostAttribute('status') as string | undefined,
    };
  }, []);
  const [work, setWork] = useState<PanelWork | null>(null);
  const [error, setError] = useState<string | null>(null);
  const refresh = useCallback(() => {
    getWork(id).then(setWork, (cause: Error) => setError(cause.message));
  }, [id]);

  const isMoving = work !== null && moving.includes(work.state);
  useEffect(() => {
    if (isNew || isSaving) return undefined;
    refresh();
    const timer = setInterval(() => !document.hidden && refresh(), isMoving ? busyMs : idleMs);
    return () => clearInterval(timer);
  }, [isNew, isSaving, isMoving, refresh]);

  const give = (order: Order) => {
    orderWork(id, order).then(
      (next) => {
        setWork(next);
        setError(null);
      },
      (cause: Error) => setError(cause.message),
    );
  };

  if (isNew) return <p>{__('Save the work first.', 'artwork-registry-connector')}</p>;
  if (work === null) {
    return error === null ? (
      <p>{__('Loading …', 'artwork-registry-connector')}</p>
    ) : (
      <p role="alert">{error}</p>
    );
  }
  const text = explain(work);
  const isOut = work.reason === 'not_chosen' || work.reason === 'excluded';
  return (
    <div className="areg-panel">
      <StateLabel state={work.state} />
      {text !== null && work.error === null && <p>{text}</p>}
      {work.error !== null && (
        <Notice status="error" isDismissible={false}>
          {work.error.text}
        </Notice>
      )}
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
      {!work.connected && (
        <p>
          {__(
            'The sync service is not connected yet; the work waits until it is.',
            'artwork-registry-connector',
          )}
        </p>
      )}
      {error !== null && <p role="alert">{error}</p>}
      <div className="areg-panel-buttons">
        {isOut && (
          <Button variant="primary" onClick={() => give('publish')}>
            {__('Publish to the registry', 'artwork-registry-connector')}
          </Button>
        )}
        {isOut && status !== 'publish' && (
          <p>{__('It goes there once it is public on the site.', 'artwork-registry-connector')}</p>
        )}
        {work.error?.can_retry && (
          <Button variant="secondary" onClick={() => give('retry')}>
            {__('Try again', 'artwork-registry-connector')}
          </Button>
        )}
        {work.reason !== 'excluded' && (
          <Button variant="tertiary" isDestructive onClick={() => give('exclude')}>
            {__('Exclude from the registry', 'artwork-registry-connector')}
          </Button>
        )}
      </div>
    </div>
  );
}
