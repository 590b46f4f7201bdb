// The works: views by state with counts, search, pages.
import { Button, SearchControl } from '@wordpress/components';
import { useCallback, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { Work } from '../work/work.ts';
import { getWorks, type Overview, type WorksPage } from './api.ts';
import { Pages } from './Pages.tsx';
import { useSearched } from './use-searched.ts';
import { viewsOf } from './views.ts';
import { WorkDrawer } from './WorkDrawer.tsx';
import { WorksTable } from './WorksTable.tsx';

interface Props {
  overview: Overview;
  tick: number;
  onChange: () => void;
}

export function Works({ overview, tick, onChange }: Props) {
  const [viewId, setViewId] = useState('all');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<Work | null>(null);
  const views = viewsOf(overview);
  const view = views.find(({ id }) => id === viewId) ?? views[0];
  const states = (view?.states ?? []).join();

  // The tick asks anew for the same page.
  const load = useCallback(
    () =>
      getWorks(
        states === '' ? [] : (states.split(',') as WorksPage['works'][number]['state'][]),
        search,
        page,
      ),
    [states, search, page, tick],
  );
  const result = useSearched(load, search);
  const show = (id: string) => {
    setViewId(id);
    setPage(1);
  };
  return (
    <section aria-label={__('Artworks', 'artwork-registry-connector')}>
      <h2>{__('Artworks', 'artwork-registry-connector')}</h2>
      <div className="areg-toolbar">
        <div
          className="areg-views"
          role="group"
          aria-label={__('Artworks by state', 'artwork-registry-connector')}
        >
          {views.map(({ id, label, count }) => (
            <Button
              key={id}
              size="compact"
              variant={id === view?.id ? 'primary' : 'tertiary'}
              aria-pressed={id === view?.id}
              onClick={() => show(id)}
            >
              {`${label} (${count})`}
            </Button>
          ))}
        </div>
        <SearchControl
          __nextHasNoMarginBottom
          label={__('Search artworks', 'artwork-registry-connector')}
          placeholder={__('Title, artist or Art ID', 'artwork-registry-connector')}
          value={search}
          onChange={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
      </div>
      <WorksTable
        works={result?.works ?? null}
        isSearching={search !== '' || view?.id !== 'all'}
        isPaired={overview.connection.is_paired}
        hasShop={overview.has_shop}
        onChange={onChange}
        onOpen={setOpened}
      />
      <Pages
        label={__('Pages of artworks', 'artwork-registry-connector')}
        page={page}
        pages={result?.pages ?? 1}
        onPage={setPage}
      />
      {opened !== null && (
        <WorkDrawer
          id={opened.external_id}
          title={opened.title || __('(no title)', 'artwork-registry-connector')}
          tick={tick}
          onChange={onChange}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}
