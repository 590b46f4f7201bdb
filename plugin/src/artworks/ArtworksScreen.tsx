// Every artwork with its state, its Art ID and what can be done with it: as table or grid, filtered, sorted, with the columns and the page
// size that the user chose last.
import { DataViews, type View } from '@wordpress/dataviews';
import { Button } from '@wordpress/components';
import { useCallback, useMemo, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { Work } from '../work/work.ts';
import { FixModal } from '../fix/FixModal.tsx';
import { urlOf } from '../screen/addresses.ts';
import { focusSoon } from '../screen/focus.ts';
import { LiveScreen, type Live } from '../screen/LiveScreen.tsx';
import { Problem } from '../screen/Problem.tsx';
import { useSearched } from '../screen/use-searched.ts';
import { getWorks } from '../screen/api.ts';
import { useActions } from './actions.tsx';
import './artworks.css';
import { Empty } from './Empty.tsx';
import { exportUrl } from './export-url.ts';
import { fieldsOf } from './fields.tsx';
import { Outcome } from './Outcome.tsx';
import { StateTabs } from './StateTabs.tsx';
import { useView } from './use-view.ts';
import { LAYOUTS, PAGE_SIZES, queryOf, statesOf } from './view.ts';
import { WorkDrawer } from './WorkDrawer.tsx';

export function ArtworksScreen() {
  return (
    <LiveScreen label={__('Loading the artworks', 'artwork-registry-connector')} parts={['line', 'table']}>
      {(live) => <Artworks {...live} />}
    </LiveScreen>
  );
}

function Artworks({ overview, tick, refresh }: Live) {
  const { view, setView, reset } = useView();
  const [opened, setOpened] = useState<Work | null>(null);
  const [selection, setSelection] = useState<string[]>([]);
  const [fixing, setFixing] = useState<string[] | null>(null);
  const query = JSON.stringify(queryOf(view));
  // The tick asks again for the same page.
  const load = useCallback(() => getWorks(JSON.parse(query) as ReturnType<typeof queryOf>), [query, tick]);
  const { result, error } = useSearched(load, view.search ?? '');
  const fields = useMemo(() => fieldsOf(result?.works ?? [], setOpened), [result]);
  const { actions, outcome, setOutcome, undo } = useActions({
    onOpen: setOpened,
    onFix: setFixing,
    onDone: () => {
      setSelection([]);
      refresh();
    },
  });
  return (
    <>
      <Outcome outcome={outcome} onUndo={undo} onRemove={() => setOutcome(null)} />
      <StateTabs
        overview={overview}
        states={statesOf(view)}
        onChoose={(states) => setView(withStates(view, states))}
      />
      {error !== null && <Problem message={error} />}
      {result === null ? (
        error === null && <div className="areg-skeleton areg-skeleton-table" />
      ) : (
        <div className="areg-artworks">
          <DataViews
            data={result.works}
            fields={fields}
            view={view}
            onChangeView={setView}
            actions={actions}
            selection={selection}
            onChangeSelection={setSelection}
            getItemId={({ external_id: id }) => id}
            paginationInfo={{ totalItems: result.total, totalPages: result.pages }}
            defaultLayouts={LAYOUTS}
            config={{ perPageSizes: PAGE_SIZES }}
            onReset={reset}
            searchLabel={__('Search artworks', 'artwork-registry-connector')}
            empty={
              <Empty
                isSearching={(view.search ?? '') !== '' || statesOf(view).length > 0}
                hasShop={overview.has_shop}
              />
            }
            header={
              <>
                <Button variant="tertiary" size="compact" href={urlOf('artists')}>
                  {__('Artists', 'artwork-registry-connector')}
                </Button>
                <Button
                  variant="tertiary"
                  size="compact"
                  href={exportUrl({ states: statesOf(view), search: view.search ?? '' })}
                >
                  {__('Export as CSV', 'artwork-registry-connector')}
                </Button>
              </>
            }
          />
        </div>
      )}
      {fixing !== null && (
        <FixModal
          title={__('Edit artworks', 'artwork-registry-connector')}
          scope={{ ids: fixing }}
          onSaved={refresh}
          onClose={() => setFixing(null)}
        />
      )}
      {opened !== null && (
        <WorkDrawer
          id={opened.external_id}
          title={opened.title || __('(no title)', 'artwork-registry-connector')}
          tick={tick}
          onChange={refresh}
          onClose={() => {
            setOpened(null);
            // The list may have been drawn again meanwhile, and the pressed button with it.
            focusSoon(`.areg-title[data-work="${opened.external_id}"]`);
          }}
        />
      )}
    </>
  );
}

function withStates(view: View, states: Work['state'][]): View {
  const others = (view.filters ?? []).filter(({ field }) => field !== 'state');
  const filters =
    states.length === 0 ? others : [...others, { field: 'state', operator: 'isAny' as const, value: states }];
  return { ...view, page: 1, filters };
}
