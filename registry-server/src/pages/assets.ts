// The style sheet of the public pages under an address that names its content, so that it is loaded once and kept for ever.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { PAGE_COLOURS } from '../html/colours.ts';

const STYLE = `${PAGE_COLOURS}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 Georgia, 'Times New Roman', serif; }
a { color: inherit; text-underline-offset: .15em; text-decoration-color: var(--soft); }
a:hover, a:focus-visible { text-decoration-color: currentColor; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
header, main, footer { max-width: 64rem; margin: 0 auto; padding: 1rem 1.25rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; justify-content: space-between; }
header a.home { font-weight: 700; text-decoration: none; }
main { padding-top: 1rem; padding-bottom: 3rem; }
footer { color: var(--soft); font-size: .95rem; border-top: 1px solid var(--line); }
footer nav a { margin-right: 1.25rem; }
h1 { font-size: clamp(1.6rem, 5vw, 2.5rem); font-weight: 400; line-height: 1.2; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; font-weight: 400; margin: 2.5rem 0 1rem; }
p.by { margin: 0 0 1.5rem; color: var(--soft); font-size: 1.2rem; }
p.lead { max-width: 40rem; font-size: 1.2rem; }
.work { display: grid; gap: 1.5rem 3rem; align-items: start; }
.work.pictured { grid-template-columns: minmax(0, 1.4fr) minmax(16rem, 1fr); }
.work > img { width: 100%; max-height: 82vh; object-fit: contain; object-position: left top; }
dl { display: grid; grid-template-columns: minmax(6.5rem, auto) 1fr; gap: .4rem 1.25rem; margin: 0; border-top: 1px solid var(--line); padding-top: 1rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
.id { font-variant-numeric: tabular-nums; font-weight: 700; letter-spacing: .02em; }
.forms { margin: 1.5rem 0 0; padding: 0; list-style: none; font-size: .95rem; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
.grid { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 2rem 1.5rem; }
.grid, .by { overflow-wrap: anywhere; }
.grid a { display: block; text-decoration: none; }
.grid img, .grid .blank { width: 100%; height: 13rem; object-fit: contain; object-position: left bottom; margin-bottom: .6rem; }
.grid .blank { background: var(--line); opacity: .3; display: block; }
.grid strong { font-weight: 400; } .grid a:hover strong { text-decoration: underline; }
.grid small { display: block; color: var(--soft); font-size: .95rem; }
form.search { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 0 0 1.5rem; }
form.search label { font-size: .95rem; color: var(--soft); } form.search .wide { flex: 1 1 18rem; }
details { flex-basis: 100%; } details > div { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: .75rem; }
input, select, button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 2px; padding: .45rem .6rem; width: 100%; min-height: 2.75rem; }
button { width: auto; background: var(--ink); color: var(--paper); border-color: var(--ink); cursor: pointer; padding-inline: 1.25rem; }

.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .95rem; } th, td { text-align: left; padding: .4rem 1.25rem .4rem 0; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
th { font-weight: 400; color: var(--soft); }
.pages { display: flex; gap: 1.5rem; margin-top: 2.5rem; align-items: baseline; }
.notice { border-left: 3px solid var(--ink); padding-left: 1rem; }
.test { margin: 0; padding: .5rem 1.25rem; background: var(--ink); color: var(--paper); text-align: center; font-family: system-ui, sans-serif; }
@media (max-width: 44rem) { .grid .blank { display: none; } .grid li:has(.blank) { border-top: 1px solid var(--line); padding-top: .6rem; }
  .work.pictured { grid-template-columns: minmax(0, 1fr); } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .6rem; } }
@media print {
  :root { --ink: #000; --soft: #333; --paper: #fff; --line: #999; }
  header, footer nav, .forms, form, .pages { display: none; }
  .work.pictured { grid-template-columns: 1fr 1fr; } a { text-decoration: none; } body { font-size: 11pt; }
}
`;

export const STYLE_PATH = `/assets/pages-${createHash('sha256').update(STYLE).digest('hex').slice(0, 16)}.css`;

export function addAssets(app: FastifyInstance): void {
  app.get(STYLE_PATH, (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/css; charset=utf-8')
      .send(STYLE),
  );
}
