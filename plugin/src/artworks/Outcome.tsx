// What came of the last order, with Undo where it can be taken back.
import { Notice } from '@wordpress/components';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { BulkOrder } from '../screen/api.ts';

export interface Result {
  order: BulkOrder;
  done: number;
  /** Works that the user may not publish. */
  refused: number;
  ids: string[];
  /** Of a single work. */
  title: string;
  error: string | null;
}

interface Props {
  outcome: Result | null;
  onUndo: (outcome: Result) => void;
  onRemove: () => void;
}

export function Outcome({ outcome, onUndo, onRemove }: Props) {
  if (outcome === null) return null;
  return (
    <Notice
      className="areg-outcome"
      status={outcome.error === null ? 'success' : 'error'}
      onRemove={onRemove}
      actions={
        outcome.order === 'stop-updating' && outcome.done > 0
          ? [{ label: __('Undo', 'artwork-registry-connector'), onClick: () => onUndo(outcome) }]
          : []
      }
    >
      {outcome.error ?? sentence(outcome)}
    </Notice>
  );
}

function sentence(outcome: Result): string {
  const words = [doneWords(outcome)];
  if (outcome.refused > 0) {
    words.push(
      sprintf(
        /* translators: %d: number of works. */
        _n(
          '%d artwork was left unchanged: you are not allowed to register it.',
          '%d artworks were left unchanged: you are not allowed to register them.',
          outcome.refused,
          'artwork-registry-connector',
        ),
        outcome.refused,
      ),
    );
  }
  return words.join(' ');
}

function doneWords({ order, done, title }: Result): string {
  if (order === 'stop-updating') {
    return done === 1 && title !== ''
      ? /* translators: %s: title of a work. */
        sprintf(__('"%s" is no longer updated in the registry.', 'artwork-registry-connector'), title)
      : sprintf(
          /* translators: %d: number of works. */
          _n(
            '%d artwork is no longer updated.',
            '%d artworks are no longer updated.',
            done,
            'artwork-registry-connector',
          ),
          done,
        );
  }
  if (order === 'certificate') {
    if (done === 0)
      return __(
        'No certificate was issued: it needs an artwork that this site has registered, and a registry that issues certificates.',
        'artwork-registry-connector',
      );
    return sprintf(
      /* translators: %d: number of certificates. */
      _n(
        '%d certificate is being issued. It appears with its artwork.',
        '%d certificates are being issued. Each appears with its artwork.',
        done,
        'artwork-registry-connector',
      ),
      done,
    );
  }
  if (order === 'retry') {
    return sprintf(
      /* translators: %d: number of works. */
      _n('%d artwork is tried again.', '%d artworks are tried again.', done, 'artwork-registry-connector'),
      done,
    );
  }
  return done === 1 && title !== ''
    ? /* translators: %s: title of a work. */
      sprintf(__('%s will be registered.', 'artwork-registry-connector'), title)
    : sprintf(
        /* translators: %d: number of works. */
        _n(
          '%d artwork goes to the registry.',
          '%d artworks go to the registry.',
          done,
          'artwork-registry-connector',
        ),
        done,
      );
}
