// One work: its details, its state, and the next thing to do.
import { Button } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { Ago } from '../work/Ago.tsx';
import { ArtId } from '../work/ArtId.tsx';
import { explain, reviewUrl } from '../work/states.ts';
import { StateLabel } from '../work/StateLabel.tsx';
import { StopConfirm } from '../work/StopConfirm.tsx';
import type { Order, Work } from '../work/work.ts';
import { orderWork } from './api.ts';

interface Props {
  work: Work;
  isPaired: boolean;
  onChange: () => void;
  /** Shows everything about the work. */
  onOpen: (work: Work) => void;
}

export function WorkRow({ work, onChange, onOpen }: Props) {
  const [isOrdering, setIsOrdering] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  // What the registry shows of it changes for everybody.
  const isThere = work.registry_id !== null && work.state !== 'stopped';
  const title = work.title || __('(no title)', 'artwork-registry-connector');
  const text = explain(work);
  const details = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  const [said, setSaid] = useState('');
  const give = (order: Order) => {
    isPressed.current = true;
    setIsOrdering(true);
    orderWork(work.external_id, order)
      .then(
        () => {
          setError(null);
          setSaid(answerTo(order, title));
        },
        (cause: Error) => setError(cause.message),
      )
      .finally(() => {
        setIsOrdering(false);
        onChange();
      });
  };
  const orders = ordersOf(work, title);
  const names = orders.map(({ order }) => order).join();
  useEffect(() => {
    if (!isPressed.current) return;
    isPressed.current = false;
    // The button that was pressed is gone when its order is carried out.
    if (document.activeElement === document.body) details.current?.focus();
  }, [names]);
  return (
    <tr>
      <td className="areg-cell-image">
        {work.image === null ? (
          <span className="areg-no-image dashicons dashicons-format-image" aria-hidden="true" />
        ) : (
          <img src={work.image} alt="" width="48" height="48" loading="lazy" />
        )}
      </td>
      <th scope="row">
        <bdi>{work.edit_url === null ? title : <a href={work.edit_url}>{title}</a>}</bdi>
      </th>
      <td data-label={__('Artist', 'artwork-registry-connector')}>
        <bdi>{work.artist || '–'}</bdi>
      </td>
      <td data-label={__('State', 'artwork-registry-connector')}>
        <StateLabel state={work.state} />
        {text !== null && <p className="areg-why">{text}</p>}
        {error !== null && <p role="alert">{error}</p>}
        <span className="screen-reader-text" role="status">
          {said}
        </span>
      </td>
      <td data-label={__('Art ID', 'artwork-registry-connector')}>
        {work.registry_id === null ? '–' : <ArtId id={work.registry_id} page={work.public_page} />}
      </td>
      <td data-label={__('Last confirmed', 'artwork-registry-connector')}>
        <Ago at={work.confirmed_at} />
      </td>
      <td className="areg-cell-orders">
        <Button
          ref={details}
          size="compact"
          variant="secondary"
          aria-haspopup="dialog"
          /* translators: %s: title of a work. */
          aria-label={sprintf(__('Details of %s', 'artwork-registry-connector'), title)}
          onClick={() => onOpen(work)}
        >
          {__('Details', 'artwork-registry-connector')}
        </Button>
        {orders.map(({ order, label, name }) => (
          <Button
            key={order}
            size="compact"
            variant="secondary"
            disabled={isOrdering}
            accessibleWhenDisabled
            aria-label={name}
            onClick={() => (order === 'stop-updating' && isThere ? setIsAsking(true) : give(order))}
          >
            {label}
          </Button>
        ))}
        {work.state === 'held' && (
          <a className="components-button is-secondary is-compact" href={reviewUrl(work)}>
            {__('Review', 'artwork-registry-connector')}
          </a>
        )}
        {work.state === 'attention' && work.edit_url !== null && (
          <a className="components-button is-secondary is-compact" href={work.edit_url}>
            {__('Open the artwork', 'artwork-registry-connector')}
          </a>
        )}
        {isAsking && (
          <StopConfirm
            title={title}
            onConfirm={() => give('stop-updating')}
            onClose={() => setIsAsking(false)}
          />
        )}
      </td>
    </tr>
  );
}

/** Said aloud: the state itself follows when the sync service has carried it out. */
function answerTo(order: Order, title: string): string {
  if (order === 'stop-updating') {
    /* translators: %s: title of a work. */
    return sprintf(__('"%s" is no longer updated in the registry.', 'artwork-registry-connector'), title);
  }
  /* translators: %s: title of a work. */
  return sprintf(__('%s will be registered.', 'artwork-registry-connector'), title);
}

interface OrderButton {
  order: Order;
  label: string;
  /** Accessible name, with the work's title. */
  name: string;
}

function ordersOf(work: Work, title: string): OrderButton[] {
  const register = {
    order: 'register' as const,
    label: __('Register', 'artwork-registry-connector'),
    /* translators: %s: title of a work. */
    name: sprintf(__('Register %s', 'artwork-registry-connector'), title),
  };
  const stop = {
    order: 'stop-updating' as const,
    label: __('Stop updating', 'artwork-registry-connector'),
    /* translators: %s: title of a work. */
    name: sprintf(__('Stop updating %s', 'artwork-registry-connector'), title),
  };
  if (work.reason === 'not_chosen' || work.reason === 'excluded') {
    return work.edit_url === null ? [] : [register];
  }
  if (work.state === 'attention' && work.error?.can_retry) {
    const retry = {
      order: 'retry' as const,
      label: __('Try again', 'artwork-registry-connector'),
      /* translators: %s: title of a work. */
      name: sprintf(__('Try again: %s', 'artwork-registry-connector'), title),
    };
    return [retry, stop];
  }
  return work.reason === null || work.error !== null ? [stop] : [];
}
