// The public search: words and filters in a form that needs no script.
import type { Artwork } from '@artwork-registry/contract';
import { PublicAvailability } from '@artwork-registry/contract';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import type { Form } from '../answer.ts';
import { pageLayout } from '../page-layout.ts';
import type { Place } from '../page-layout.ts';
import type { Locale } from '../words.ts';
import { searchAddress } from './query.ts';
import type { Search } from './query.ts';
import { pagingHead, pagingLinks, workGrid } from './work-grid.ts';

export type Found = { total: number; works: Artwork[] };

/** `found` is null where the search was given up because it took too long. */
export function searchPage(place: Place, locale: Locale, search: Search, found: Found | null): Form {
  const { words } = locale;
  const paging = {
    page: search.page,
    total: found?.total ?? 0,
    addressOf: (page: number) => searchAddress(search, page),
  };
  return pageLayout(place, locale, {
    title: [search.q, words.search.title, place.name].filter((part) => part !== undefined).join(' – '),
    isIndexed: false,
    head: pagingHead(paging),
    main: html`<h1>${words.search.title}</h1>
      ${searchForm(search, locale)}
      ${
        found === null
          ? html`<p class="notice" role="alert">${words.search.slow}</p>`
          : html`<p role="status">${words.search.count(locale.number(found.total), found.total === 1)}</p>
              ${found.total === 0 ? html`<p>${words.search.none}</p>` : workGrid(found.works, locale)}
              ${pagingLinks(paging, locale)}`
      }`,
  });
}

/** The whole form, or the one field of the start page. */
export function searchForm(search: Search | null, { words }: Locale): Html {
  const isNarrowed = [search?.artist, search?.medium, search?.year, search?.availability].some(
    (value) => value !== undefined,
  );
  const field = (name: 'artist' | 'year' | 'medium') =>
    html`<div>
      <label for="${name}">${words.search[name]}</label>
      <input id="${name}" name="${name}" value="${search?.[name] ?? ''}" />
    </div>`;
  return html`<form class="search" action="/search" role="search">
    <div class="wide">
      <label for="q">${words.search.label}</label>
      <input id="q" name="q" type="search" value="${search?.q ?? ''}" />
    </div>
    <button>${words.search.button}</button>
    ${
      search !== null &&
      html`<details ${isNarrowed && html`open`}>
        <summary>${words.search.more}</summary>
        <div>
          ${field('artist')} ${field('year')} ${field('medium')}
          <div>
            <label for="availability">${words.search.availability}</label>
            <select id="availability" name="availability">
              <option value="">${words.search.any}</option>
              ${PublicAvailability.options.map(
                (value) =>
                  html`<option value="${value}" ${search.availability === value && html`selected`}>
                    ${words.availabilities[value]}
                  </option>`,
              )}
            </select>
          </div>
        </div>
      </details>`
    }
  </form>`;
}
