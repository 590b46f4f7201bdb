// Where each field of the registry comes from, with one real work beside it, live.
import { Button, Notice } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { Skeleton } from '../screen/Skeleton.tsx';
import { getCatalogue, type Catalogue, type Suggestion } from './api.ts';
import { chainsOf, isSize, isStandard, standardChain, withChain, withPlace, type Source } from './chains.ts';
import { FieldRow } from './FieldRow.tsx';
import { focusField, focusSave } from './focus.ts';
import { PreviewCard } from './PreviewCard.tsx';
import { areSizesTogether, filledOf, rowOf, rowsOf, SIZE } from './rows.ts';
import { Suggestions } from './Suggestions.tsx';
import { useMapping, type MappingForm } from './use-mapping.ts';

export function FieldsScreen() {
  const form = useMapping();
  const [chosen, setChosen] = useState<string | null>(null);
  const { view } = form;
  if (view === null) {
    return form.error === null ? (
      <Skeleton label={__('Loading the mapping', 'artwork-registry-connector')} parts={['line', 'table']} />
    ) : (
      <Notice status="error" isDismissible={false}>
        {form.error}
      </Notice>
    );
  }
  // A shop's products come last in the list of sources and first to mind.
  const source = view.sources.find(({ id }) => id === chosen) ?? view.sources.at(-1);
  return (
    <div className="areg-screen areg-mapping">
      <p className="areg-card-intro">
        {__(
          'Each row is a field of the registry and where it comes from. “Automatic” fits most sites; change a row where your artworks keep it elsewhere. The first place that is filled in counts.',
          'artwork-registry-connector',
        )}
      </p>
      {view.notice !== null && (
        <Notice status="warning" isDismissible={false}>
          {view.notice}
        </Notice>
      )}
      {view.sources.length > 1 && (
        <div className="areg-views" role="group" aria-label={__('Post type', 'artwork-registry-connector')}>
          {view.sources.map(({ id, name }) => (
            <Button
              key={id}
              size="compact"
              variant={id === source?.id ? 'secondary' : 'tertiary'}
              aria-pressed={id === source?.id}
              onClick={() => setChosen(id)}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
      {source !== undefined && <Fields key={source.id} source={source} form={form} />}
      <SaveBar form={form} />
    </div>
  );
}

function Fields({ source, form }: { source: Source; form: MappingForm }) {
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  const [unread, setUnread] = useState<string | null>(null);
  const [opened, setOpened] = useState<string[]>([]);
  const [isSplit, setIsSplit] = useState(false);
  const hash = form.view?.hash;
  useEffect(() => {
    // The form works without: names can be typed.
    getCatalogue(source.id).then(
      (read) => {
        setCatalogue(read);
        setUnread(null);
      },
      (cause: Error) => setUnread(cause.message),
    );
  }, [source.id, hash]);
  const chains = form.draft[source.id] ?? {};
  const saved = chainsOf(form.view?.sources ?? [])[source.id] ?? {};
  const rows = rowsOf(source.fields, isSplit || !areSizesTogether(source.fields, chains));
  const take = (suggestions: Suggestion[]) =>
    form.change(
      suggestions.reduce(
        (draft, { fields, from, key }) =>
          fields.reduce((next, field) => withPlace(next, source.id, field, from, key), draft),
        form.draft,
      ),
    );
  return (
    <>
      {unread !== null && (
        <Notice status="warning" isDismissible={false}>
          {unread}
        </Notice>
      )}
      {catalogue !== null && (
        <Suggestions
          catalogue={catalogue}
          fields={source.fields}
          chains={chains}
          isFirstLook={Object.values(saved).every(isStandard)}
          onTakeAll={(suggestions) => {
            take(suggestions);
            focusSave();
          }}
          onTake={(suggestion) => {
            take([suggestion]);
            // The button goes with its line: the owner is taken to where the place stands now.
            const first = suggestion.fields[0] ?? '';
            const row = rowOf(rowsOf(source.fields, suggestion.fields.length === 1 && isSize(first)), first);
            if (row === undefined) return;
            setOpened([...opened, row.id]);
            focusField(row.id, chains[first]?.steps.length ?? 1);
          }}
        />
      )}
      <div className="areg-mapping-columns">
        <div>
          {rows.map((row) => {
            const [first = row.id] = row.fields;
            const chain = chains[first] ?? standardChain;
            const problems = form.problems.filter(
              (problem) => problem.source === source.id && row.fields.includes(problem.field),
            );
            const isSaved = JSON.stringify(chain) === JSON.stringify(saved[first]);
            return (
              <FieldRow
                key={row.id}
                source={source}
                row={row}
                chain={chain}
                places={catalogue?.places ?? []}
                problems={problems}
                fit={
                  catalogue === null || catalogue.looked_at === 0 || !isSaved
                    ? null
                    : { filled: filledOf(row, catalogue.filled), lookedAt: catalogue.looked_at }
                }
                isOpen={opened.includes(row.id) || problems.length > 0}
                onToggle={() =>
                  setOpened(
                    opened.includes(row.id) ? opened.filter((id) => id !== row.id) : [...opened, row.id],
                  )
                }
                onSplit={row.id === SIZE ? () => setIsSplit(true) : null}
                onChange={(next) =>
                  form.change(
                    row.fields.reduce((draft, field) => withChain(draft, source.id, field, next), form.draft),
                  )
                }
              />
            );
          })}
        </div>
        <PreviewCard draft={form.draft} />
      </div>
    </>
  );
}

function SaveBar({ form }: { form: MappingForm }) {
  const isAutomatic = Object.values(form.draft).every((fields) => Object.values(fields).every(isStandard));
  return (
    <div className="areg-save-bar">
      <div className="areg-buttons">
        <Button
          variant="primary"
          disabled={!form.isChanged || form.isSaving}
          accessibleWhenDisabled
          id="areg-save-fields"
          onClick={form.save}
        >
          {__('Save the mapping', 'artwork-registry-connector')}
        </Button>
        <Button variant="secondary" disabled={!form.isChanged} accessibleWhenDisabled onClick={form.undo}>
          {__('Undo my changes', 'artwork-registry-connector')}
        </Button>
        <Button variant="tertiary" disabled={isAutomatic} accessibleWhenDisabled onClick={form.reset}>
          {__('Make everything automatic', 'artwork-registry-connector')}
        </Button>
      </div>
      <p role="status">{status(form)}</p>
      {form.error !== null && (
        <p className="areg-problem" role="alert">
          {form.error}
        </p>
      )}
    </div>
  );
}

function status({ isSaved, isChanged, problems }: MappingForm): string {
  if (problems.length > 0) {
    return sprintf(
      /* translators: %d: number of places. */
      _n(
        '%d place needs a correction.',
        '%d places need a correction.',
        problems.length,
        'artwork-registry-connector',
      ),
      problems.length,
    );
  }
  if (isChanged) return __('Not saved yet.', 'artwork-registry-connector');
  return isSaved
    ? __(
        'Saved. Registered artworks that look different now are updated automatically.',
        'artwork-registry-connector',
      )
    : '';
}
