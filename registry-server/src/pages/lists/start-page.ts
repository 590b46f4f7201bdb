// The start page: what this registry is, a search box, how many works there are, and the newest.
import { html } from '#kit/html';
import type { Form } from '../answer.ts';
import { pageLayout } from '../page-layout.ts';
import type { Place } from '../page-layout.ts';
import type { Locale } from '../words.ts';
import { searchForm } from './search-page.ts';
import type { Found } from './search-page.ts';
import { workGrid } from './work-grid.ts';

export const NEWEST = 12;

export function startPage(place: Place, locale: Locale, { total, works }: Found): Form {
  const { words } = locale;
  return pageLayout(place, locale, {
    title: place.name,
    head: html`<meta name="description" content="${words.start.lead}" />`,
    main: html`<h1>${place.name}</h1>
      <p class="lead">${words.start.lead}</p>
      ${searchForm(null, locale)}
      <p>${words.search.count(locale.number(total), total === 1)}</p>
      <h2>${words.start.newest}</h2>
      ${works.length === 0 ? html`<p>${words.start.empty}</p>` : workGrid(works, locale)}`,
  });
}
