// The layout of the public pages: small documents, light and dark, no script except JSON-LD.
import type { Html } from '#kit/html';
import { html } from '#kit/html';
import { STYLE_PATH } from './assets.ts';
import type { Form } from './answer.ts';
import type { Locale } from './words.ts';

/** Nothing inline; images may come from anywhere over http(s), as works name them. */
export const PAGE_CSP =
  "default-src 'none'; style-src 'self'; img-src 'self' http: https:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export type Place = {
  /** Of the registry, as its operator calls it. */
  name: string;
  isTest: boolean;
  /** Where its operator is reached; undefined: not said. */
  email: string | undefined;
};
export type PublicPage = { title: string; head?: Html; main: Html; isIndexed?: boolean };

/** Makes a whole document of a page. */
export function pageLayout({ name, isTest }: Place, { language, words }: Locale, page: PublicPage): Form {
  const isIndexed = page.isIndexed !== false && !isTest;
  const { text } = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title}</title>
        ${!isIndexed && html`<meta name="robots" content="noindex" />`} ${page.head}
        <link rel="stylesheet" href="${STYLE_PATH}" />
      </head>
      <body>
        ${isTest && html`<p class="test" role="note">${words.testRegistry}</p>`}
        <header>
          <a class="home" href="/">${name}</a>
          <nav aria-label="${words.search.title}"><a href="/search">${words.search.title}</a></nav>
        </header>
        <main>${page.main}</main>
        <footer>
          <p>${words.footer}</p>
          <nav aria-label="${words.start.forDevelopers}">
            <a href="/docs">${words.start.api}</a> <a href="/llms.txt">${words.start.guide}</a>
          </nav>
        </footer>
      </body>
    </html> `;
  return { type: 'text/html; charset=utf-8', body: text };
}

/** For whatever is not there: one page for works that never were, that are hidden, and for every other address. */
export function missingPage(place: Place, locale: Locale): Form {
  const { missing } = locale.words;
  return pageLayout(place, locale, {
    title: missing.title,
    isIndexed: false,
    main: html`<h1>${missing.heading}</h1>
      <p>${missing.text}</p>`,
  });
}
