// The start page: what this registry is, a search box, how many works there are, and the newest.
import { html } from '#kit/html';
import type { Form } from '../answer.ts';
import { pageLayout } from '../page-layout.ts';
import type { Place } from '../page-layout.ts';
import type { Speech } from '../words.ts';
import { searchForm } from './search-page.ts';
import type { Found } from './search-page.ts';
import { workGrid } from './work-grid.ts';

export const NEWEST = 12;

export function startPage(place: Place, speech: Speech, { total, works }: Found): Form {
  const { words } = speech;
  return pageLayout(place, speech, {
    title: place.name,
    head: html`<meta name="description" content="${words.start.lead}" />`,
    main: html`<h1>${place.name}</h1>
      <p class="lead">${words.start.lead}</p>
      ${searchForm(null, speech)}
      <p>${words.search.count(speech.number(total), total === 1)}</p>
      <h2>${words.start.newest}</h2>
      ${works.length === 0 ? html`<p>${words.start.empty}</p>` : workGrid(works, speech)}`,
  });
}
