// Works that the registry could not tell apart, by group, with the three choices.
import { Card, CardBody, CardHeader, Notice } from '@wordpress/components';
import { useCallback, useEffect, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import {
  chooseForDuplicates,
  getDuplicates,
  undoDuplicates,
  type DuplicateChoice,
  type DuplicateGroup,
  type DuplicatesPage,
} from '../screen/api.ts';
import { focusSoon } from '../screen/focus.ts';
import { AllDuplicates } from './AllDuplicates.tsx';
import { DuplicateRow } from './DuplicateRow.tsx';
import { useAllDuplicates } from './use-all-duplicates.ts';
import { Pages } from '../screen/Pages.tsx';

interface Props {
  /** Held works in all; the card is not there without any, except to offer Undo. */
  held: number;
  tick: number;
  /** Where the groups come from; default: the works that the sync service holds. */
  load?: (page: number) => Promise<DuplicatesPage>;
  /** The groups are those of the review before registering. */
  isInReview?: boolean;
  /** Shown instead of the choices; null: the user may choose. */
  noOrders: string | null;
  onChange: () => void;
}

interface Made {
  group: string;
  title: string;
  text: string;
  canUndo: boolean;
}

export function Duplicates({
  held,
  tick,
  load = getDuplicates,
  isInReview = false,
  noOrders,
  onChange,
}: Props) {
  const [result, setResult] = useState<DuplicatesPage | null>(null);
  const [page, setPage] = useState(1);
  const [made, setMade] = useState<Made | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isNeeded = held > 0;
  const refresh = useCallback(() => {
    if (!isNeeded) return setResult(null);
    load(page).then(setResult, (cause: Error) => setError(cause.message));
  }, [isNeeded, page, load]);
  useEffect(refresh, [refresh, tick]);

  const done = (next: Made) => {
    setMade(next);
    focusSoon('#artwork-registry-duplicates .areg-made button');
    setError(null);
    refresh();
    onChange();
  };
  const choose = (group: DuplicateGroup, choice: DuplicateChoice) => {
    chooseForDuplicates(group.group, choice).then(
      ({ works }) => {
        const text = words(group.title, choice, works);
        done({ group: group.group, title: group.title, text, canUndo: true });
      },
      (cause: Error) => setError(cause.message),
    );
  };
  const undo = ({ group, title }: Made) => {
    /* translators: %s: title. */
    const text = sprintf(__('“%s”: the choice is taken back.', 'artwork-registry-connector'), title);
    undoDuplicates(group).then(
      () => done({ group, title, text, canUndo: false }),
      (cause: Error) => setError(cause.message),
    );
  };
  const all = useAllDuplicates(isInReview, () => {
    setMade(null);
    focusSoon('#artwork-registry-duplicates .areg-made-all button');
    setPage(1);
    refresh();
    onChange();
  });
  const total = result?.total ?? 0;
  if (total === 0 && made === null && all.made === null && all.error === null) return null;
  return (
    <Card className="areg-card" id="artwork-registry-duplicates">
      <CardHeader>
        <h2>
          {total === 0
            ? __('Possible duplicates', 'artwork-registry-connector')
            : sprintf(
                /* translators: %d: number of groups of works. */
                _n(
                  'Possible duplicates: %d group',
                  'Possible duplicates: %d groups',
                  total,
                  'artwork-registry-connector',
                ),
                total,
              )}
        </h2>
      </CardHeader>
      <CardBody>
        {total > 0 && (
          <p className="areg-card-intro">
            {__(
              'These artworks have the same artist, title, year and size. The registry would take them for one artwork, so they are on hold until you say what they are.',
              'artwork-registry-connector',
            )}
          </p>
        )}
        {made !== null && (
          <Notice
            className="areg-made"
            status="success"
            onRemove={() => setMade(null)}
            actions={
              made.canUndo
                ? [{ label: __('Undo', 'artwork-registry-connector'), onClick: () => undo(made) }]
                : []
            }
          >
            {made.text}
          </Notice>
        )}
        {error !== null && <p role="alert">{error}</p>}
        {noOrders === null ? <AllDuplicates total={total} all={all} /> : <p>{noOrders}</p>}
        <ul className="areg-rows areg-duplicates">
          {result?.groups.map((group) => (
            <DuplicateRow
              key={group.group}
              group={group}
              canChoose={noOrders === null}
              onChoose={(choice) => choose(group, choice)}
            />
          ))}
        </ul>
        <Pages
          label={__('Pages of possible duplicates', 'artwork-registry-connector')}
          page={page}
          pages={result?.pages ?? 1}
          onPage={setPage}
        />
      </CardBody>
    </Card>
  );
}

function words(title: string, choice: DuplicateChoice, works: number): string {
  if (choice === 'one') {
    /* translators: 1: title, 2: number of works. */
    return sprintf(
      __(
        '“%1$s”: one artwork will be registered for the edition of %2$d; the others will not.',
        'artwork-registry-connector',
      ),
      title,
      works,
    );
  }
  if (choice === 'number') {
    /* translators: 1: title, 2: number of works. */
    return sprintf(
      __('“%1$s”: %2$d artworks will be registered, each with its number.', 'artwork-registry-connector'),
      title,
      works,
    );
  }
  /* translators: 1: title, 2: number of works. */
  return sprintf(
    __('“%1$s”: none of the %2$d artworks will be registered.', 'artwork-registry-connector'),
    title,
    works,
  );
}
