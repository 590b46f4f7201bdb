// What can be done with one artwork or with those selected. Stopping asks first where a public entry changes, and can be undone.
import type { Action } from '@wordpress/dataviews';
import { Button } from '@wordpress/components';
import { useMemo, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { v4 as newRequestId } from 'uuid';
import { orderWorks, type BulkOrder } from '../screen/api.ts';
import type { Work } from '../work/work.ts';
import { exportUrl } from './export-url.ts';
import { hasPage, PrintLabels } from './PrintLabels.tsx';
import type { Result } from './Outcome.tsx';

interface Props {
  onOpen: (work: Work) => void;
  /** Opens the editable list with these works. */
  onFix: (ids: string[]) => void;
  onDone: () => void;
}

export function useActions({ onOpen, onFix, onDone }: Props) {
  const [outcome, setOutcome] = useState<Result | null>(null);
  const give = (order: BulkOrder, works: Work[]) => {
    const ids = works.map(({ external_id: id }) => id);
    const title = works.length === 1 ? (works[0]?.title ?? '') : '';
    orderWorks(order, ids, order === 'certificate' ? newRequestId() : undefined)
      .then(
        ({ done, refused }) => setOutcome({ order, done, refused, ids, title, error: null }),
        (cause: Error) => setOutcome({ order, done: 0, refused: 0, ids, title, error: cause.message }),
      )
      .finally(onDone);
  };
  const undo = ({ ids }: Result) => {
    orderWorks('register', ids)
      .then(
        () => setOutcome(null),
        (cause: Error) =>
          setOutcome((before) => (before === null ? null : { ...before, error: cause.message })),
      )
      .finally(onDone);
  };
  const actions = useMemo(() => actionsOf(give, onOpen, onFix), []);
  return { actions, outcome, setOutcome, undo };
}

function actionsOf(
  give: (order: BulkOrder, works: Work[]) => void,
  onOpen: (work: Work) => void,
  onFix: (ids: string[]) => void,
): Action<Work>[] {
  return [
    {
      id: 'register',
      label: (works) =>
        works.length > 1
          ? __('Register artworks', 'artwork-registry-connector')
          : __('Register artwork', 'artwork-registry-connector'),
      supportsBulk: true,
      isEligible: ({ reason, edit_url: url }) =>
        url !== null && (reason === 'not_chosen' || reason === 'excluded'),
      modalHeader: __('Register these artworks?', 'artwork-registry-connector'),
      RenderModal: ({ items, closeModal }) => (
        <Question
          text={sprintf(
            /* translators: %d: number of works. */
            _n(
              '%d artwork gets an Art ID and a public page in the registry. An Art ID is a permanent record. It proves neither authenticity nor title.',
              '%d artworks each get an Art ID and a public page in the registry. An Art ID is a permanent record. It proves neither authenticity nor title.',
              items.length,
              'artwork-registry-connector',
            ),
            items.length,
          )}
          label={__('Register', 'artwork-registry-connector')}
          onConfirm={() => give('register', items)}
          onClose={() => closeModal?.()}
        />
      ),
    },
    {
      id: 'stop-updating',
      label: __('Stop updating', 'artwork-registry-connector'),
      supportsBulk: true,
      isEligible: ({ reason, error }) => reason === null || error !== null,
      modalHeader: __('Stop updating?', 'artwork-registry-connector'),
      RenderModal: ({ items, closeModal }) => (
        <Question
          text={sprintf(
            /* translators: %d: number of works. */
            _n(
              'The registry page of %d artwork changes for everybody as your settings say for an artwork that leaves, usually to “not for sale”. It keeps its Art ID, and you can register it again at any time.',
              'The registry pages of %d artworks change for everybody as your settings say for an artwork that leaves, usually to “not for sale”. They keep their Art IDs, and you can register them again at any time.',
              items.length,
              'artwork-registry-connector',
            ),
            items.length,
          )}
          label={__('Stop updating', 'artwork-registry-connector')}
          isDestructive
          onConfirm={() => give('stop-updating', items)}
          onClose={() => closeModal?.()}
        />
      ),
    },
    {
      id: 'retry',
      label: __('Try again', 'artwork-registry-connector'),
      supportsBulk: true,
      isEligible: ({ state, error }) => state === 'attention' && error?.can_retry === true,
      callback: (works) => give('retry', works),
    },
    {
      id: 'fix',
      label: __('Edit in a list', 'artwork-registry-connector'),
      supportsBulk: true,
      isEligible: ({ edit_url: url }) => url !== null,
      callback: (works) => onFix(works.map(({ external_id: id }) => id)),
    },
    {
      id: 'labels',
      label: __('Print wall labels', 'artwork-registry-connector'),
      supportsBulk: true,
      isEligible: hasPage,
      modalHeader: __('Print wall labels', 'artwork-registry-connector'),
      RenderModal: ({ items, closeModal }) => <PrintLabels works={items} onClose={() => closeModal?.()} />,
    },
    {
      id: 'certificate',
      label: (works) =>
        works.length > 1
          ? __('Issue certificates', 'artwork-registry-connector')
          : __('Issue certificate', 'artwork-registry-connector'),
      supportsBulk: true,
      isEligible: (work) => work.edit_url !== null && work.registry_id !== null,
      modalHeader: __('Issue certificates?', 'artwork-registry-connector'),
      RenderModal: ({ items, closeModal }) => (
        <Question
          text={sprintf(
            /* translators: %d: number of works. */
            _n(
              'The registry signs a certificate for %d artwork with what it holds of it now, and anybody may verify it. A certificate is permanent: it can be withdrawn, with a reason, but not deleted. For the copy number of an edition, open the artwork.',
              'The registry signs a certificate for each of %d artworks with what it holds of them now, and anybody may verify it. A certificate is permanent: it can be withdrawn, with a reason, but not deleted. For the copy number of an edition, open the artwork.',
              items.length,
              'artwork-registry-connector',
            ),
            items.length,
          )}
          label={__('Issue', 'artwork-registry-connector')}
          onConfirm={() => give('certificate', items)}
          onClose={() => closeModal?.()}
        />
      ),
    },
    {
      id: 'export',
      label: __('Export as CSV', 'artwork-registry-connector'),
      supportsBulk: true,
      callback: (works) => {
        window.location.assign(exportUrl({ ids: works.map(({ external_id: id }) => id) }));
      },
    },
    {
      id: 'open',
      label: __('Open the artwork', 'artwork-registry-connector'),
      isEligible: ({ edit_url: url }) => url !== null,
      callback: ([work]) => {
        if (work?.edit_url != null) window.location.assign(work.edit_url);
      },
    },
    {
      id: 'details',
      label: __('Details', 'artwork-registry-connector'),
      callback: ([work]) => {
        if (work !== undefined) onOpen(work);
      },
    },
  ];
}

interface QuestionProps {
  text: string;
  label: string;
  isDestructive?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

function Question({ text, label, isDestructive = false, onConfirm, onClose }: QuestionProps) {
  return (
    <>
      <p>{text}</p>
      <div className="areg-buttons">
        <Button
          variant="primary"
          isDestructive={isDestructive}
          onClick={() => {
            onConfirm();
            onClose();
          }}
        >
          {label}
        </Button>
        <Button variant="tertiary" onClick={onClose}>
          {__('Cancel', 'artwork-registry-connector')}
        </Button>
      </div>
    </>
  );
}
