// The layout of the public pages: one small document, light and dark, no script except JSON-LD.
import { PAGE_COLOURS } from '../html/colours.ts';
import { html, Html } from '../html/html.ts';

/** The only inline content allowed is the style sheet below; images may come from anywhere over http(s). */
export const PAGE_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE = `${PAGE_COLOURS}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 Georgia, 'Times New Roman', serif; }
main, footer { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem; }
footer { color: var(--soft); font-size: .95rem; }
h1 { font-size: clamp(1.6rem, 5vw, 2.3rem); line-height: 1.2; margin: 0 0 .25rem; overflow-wrap: anywhere; }
p.by { margin: 0 0 1.5rem; color: var(--soft); font-size: 1.15rem; }
img { max-width: 100%; max-height: 75vh; height: auto; display: block; margin: 0 0 1.5rem; background: var(--line); }
dl { display: grid; grid-template-columns: minmax(7rem, auto) 1fr; gap: .35rem 1.25rem; margin: 0; border-top: 1px solid var(--line); padding-top: 1rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
.test { margin: 0; padding: .5rem 1.25rem; background: var(--ink); color: var(--paper); text-align: center; font-family: system-ui, sans-serif; }
.id { font-variant-numeric: tabular-nums; font-weight: 700; }
`;

const TEST_REGISTRY = 'This is a test registry. Its records mean nothing.';

export type PublicPage = { title: string; head?: Html; main: Html; isTest: boolean };

export function pageLayout(page: PublicPage): string {
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title}</title>
        ${page.isTest && html`<meta name="robots" content="noindex" />`} ${page.head}
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        ${page.isTest && html`<p class="test" role="note">${TEST_REGISTRY}</p>`}
        <main>${page.main}</main>
        <footer>
          <p>Artwork Registry. An Art ID names one artwork for good, whoever owns, shows or sells it.</p>
        </footer>
      </body>
    </html> `;
  return text;
}
