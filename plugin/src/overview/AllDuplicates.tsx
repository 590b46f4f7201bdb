// One choice for all groups of possible duplicates: the buttons, the question with the number of groups, progress, and Undo.
import { Button, Notice } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { DuplicateChoice } from '../screen/api.ts';
import { Confirm } from '../screen/Confirm.tsx';
import { ProgressBar } from '../screen/ProgressBar.tsx';
import type { AllMade, useAllDuplicates } from './use-all-duplicates.ts';

interface Props {
  /** Groups that wait. */
  total: number;
  all: ReturnType<typeof useAllDuplicates>;
}

export function AllDuplicates({ total, all }: Props) {
  const [asked, setAsked] = useState<DuplicateChoice | null>(null);
  const { made, progress, error } = all;
  return (
    <>
      {made !== null && progress === null && (
        <Notice
          className="areg-made-all"
          status="success"
          onRemove={all.forget}
          actions={
            made.isUndone
              ? []
              : [{ label: __('Undo', 'artwork-registry-connector'), onClick: () => void all.undo(made) }]
          }
        >
          {madeWords(made)}
        </Notice>
      )}
      {error !== null && <p role="alert">{error}</p>}
      {progress !== null && (
        <ProgressBar
          label={__('Possible duplicates', 'artwork-registry-connector')}
          done={progress.done}
          total={progress.total}
        >
          <span>
            {sprintf(
              /* translators: 1: groups done, 2: groups in all. */
              __('%1$d of %2$d groups', 'artwork-registry-connector'),
              progress.done,
              progress.total,
            )}
          </span>
        </ProgressBar>
      )}
      {total > 1 && progress === null && (
        <div
          className="areg-buttons areg-all-duplicates"
          role="group"
          aria-label={__('For all groups at once', 'artwork-registry-connector')}
        >
          {choicesFor(total).map(({ choice, label }) => (
            <Button key={choice} variant="secondary" onClick={() => setAsked(choice)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {asked !== null && (
        <Confirm
          title={__('The same choice for all groups?', 'artwork-registry-connector')}
          confirmLabel={choicesFor(total).find(({ choice }) => choice === asked)?.label ?? ''}
          onConfirm={() => void all.choose(asked, total)}
          onClose={() => setAsked(null)}
        >
          <p>{questionFor(asked, total)}</p>
        </Confirm>
      )}
    </>
  );
}

const choicesFor = (total: number): { choice: DuplicateChoice; label: string }[] => [
  {
    choice: 'number',
    /* translators: %d: number of groups, two or more. */
    label: sprintf(__('Number each artwork in all %d groups', 'artwork-registry-connector'), total),
  },
  {
    choice: 'one',
    /* translators: %d: number of groups, two or more. */
    label: sprintf(__('One artwork for each of %d editions', 'artwork-registry-connector'), total),
  },
  {
    choice: 'none',
    /* translators: %d: number of groups, two or more. */
    label: sprintf(__('Register none in all %d groups', 'artwork-registry-connector'), total),
  },
];

function questionFor(choice: DuplicateChoice, total: number): string {
  if (choice === 'number') {
    return sprintf(
      /* translators: %d: number of groups, two or more. */
      __(
        'In all %d groups each artwork gets a number in the registry, such as 1/3; your titles stay. You can undo this for every artwork until it has its Art ID, which is permanent.',
        'artwork-registry-connector',
      ),
      total,
    );
  }
  if (choice === 'one') {
    return sprintf(
      /* translators: %d: number of groups, two or more. */
      __(
        'In each of the %d groups one artwork, the oldest or the one already registered, stands for the edition; the others are not registered. You can undo this for every artwork until it has its Art ID, which is permanent.',
        'artwork-registry-connector',
      ),
      total,
    );
  }
  return sprintf(
    /* translators: %d: number of groups, two or more. */
    __('No artwork of these %d groups is registered. You can undo this.', 'artwork-registry-connector'),
    total,
  );
}

function madeWords({ groups, works, isUndone }: AllMade): string {
  return isUndone
    ? sprintf(
        /* translators: %d: number of works. */
        _n(
          'The choice is taken back for %d artwork.',
          'The choice is taken back for %d artworks.',
          works,
          'artwork-registry-connector',
        ),
        works,
      )
    : sprintf(
        /* translators: 1: number of works, 2: number of groups. */
        __('Your choice is made for %1$d artworks in %2$d groups.', 'artwork-registry-connector'),
        works,
        groups.length,
      );
}
