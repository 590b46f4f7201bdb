// A list of works as a grid of pictures and captions, and the links to the pages before and after.
import type { Artwork } from '@artwork-registry/contract';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import { artistOf, titleOf, webImage } from '../artwork/facts.ts';
import type { Locale } from '../words.ts';

/** Divides by two, three and four columns. */
export const PAGE_SIZE = 24;

export function workGrid(works: Artwork[], locale: Locale): Html {
  return html`<ul class="grid">
    ${works.map((work) => {
      const image = webImage(work);
      return html`<li>
        <a href="${new URL(work.links.public_page).pathname}">
          ${
            image
              ? html`<img
                  src="${image}"
                  alt=""
                  loading="lazy"
                  decoding="async"
                  referrerpolicy="no-referrer"
                />`
              : html`<span class="blank"></span>`
          }
          <strong>${titleOf(work, locale)}</strong>
          <small
            >${[artistOf(work, locale), work.year_created].filter((part) => part !== null).join(', ')}</small
          >
        </a>
      </li>`;
    })}
  </ul>`;
}

export type Paging = { page: number; total: number; addressOf: (page: number) => string };

/** Links to the newer and the older works; nothing where all are on one page. */
export function pagingLinks({ page, total, addressOf }: Paging, { words, number }: Locale): Html | null {
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (pages === 1) return null;
  return html`<nav class="pages" aria-label="${words.paging.label}">
    ${page > 1 && html`<a rel="prev" href="${addressOf(page - 1)}">${words.paging.newer}</a>`}
    <span>${words.paging.page(number(page), number(pages))}</span>
    ${page < pages && html`<a rel="next" href="${addressOf(page + 1)}">${words.paging.older}</a>`}
  </nav>`;
}

/** For the head of the document: where a crawler continues. */
export function pagingHead({ page, total, addressOf }: Paging): Html {
  const hasMore = page * PAGE_SIZE < total;
  return html`${page > 1 && html`<link rel="prev" href="${addressOf(page - 1)}" />`}
  ${hasMore && html`<link rel="next" href="${addressOf(page + 1)}" />`}`;
}
