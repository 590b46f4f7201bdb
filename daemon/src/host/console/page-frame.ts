// The frame of each page of the console, and its style.
import { createHash } from 'node:crypto';
import { pageOf, tokenField } from '#kit/console-html';
import { html } from '#kit/html';
import type { Html } from '#kit/html';

const STYLE = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1b1a; --soft: #5f5e59; --line: #d9d8d1; --wash: #f2f1ec; --good: #1d6b3a; --bad: #a3271c; --press: #1f4e79; }
@media (prefers-color-scheme: dark) { :root { --paper: #171716; --ink: #ecebe6; --soft: #a9a8a1; --line: #3a3a37; --wash: #232321; --good: #7fd09b; --bad: #ff9d8f; --press: #9cc9f0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header, main { max-width: 76rem; margin: 0 auto; padding: 1rem 1.25rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: center; border-bottom: 1px solid var(--line); }
header p { margin: 0; font: 700 1.125rem Georgia, serif; } header form { margin-left: auto; }
a { color: var(--press); } :focus-visible { outline: 3px solid var(--press); outline-offset: 2px; }
h1 { font: 700 clamp(1.5rem, 4vw, 2rem)/1.2 Georgia, serif; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding-bottom: .5rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); white-space: nowrap; } tbody th { font-weight: 600; min-width: 12rem; overflow-wrap: anywhere; }
td.number { text-align: right; } td.keep { white-space: nowrap; } td.said { min-width: 14rem; }
dl { display: grid; grid-template-columns: minmax(8rem, auto) 1fr; gap: .35rem 1.25rem; } dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.good { color: var(--good); } .bad { color: var(--bad); font-weight: 600; } .soft { color: var(--soft); font-weight: 400; }
.note { border-left: 4px solid var(--good); background: var(--wash); padding: .75rem 1rem; } .note.bad { border-color: var(--bad); }
form.row, .row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; }
label { display: block; font-weight: 600; font-size: .95rem; }
input, button, a.button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 3px; padding: .4rem .6rem; min-height: 2.5rem; max-width: 100%; }
button, a.button { cursor: pointer; background: var(--wash); text-decoration: none; display: inline-block; }
.danger { color: var(--bad); border-color: var(--bad); }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } header form { margin-left: 0; } }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** No script, no images, no other style; forms submit to this origin only; pages cannot be framed. */
export const CONSOLE_CSP = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

export type Page = {
  title: string;
  main: Html;
  /** For the button that signs out; undefined: nobody is signed in. */ token?: string;
};

export function framed({ title, main, token }: Page): string {
  const signOut =
    token === undefined
      ? html``
      : html`<form method="post" action="/logout">${tokenField(token)}<button>Sign out</button></form>`;
  const body = html`<body>
    <header>
      <p><a href="/">Sync service</a> <span class="soft">sites</span></p>
      ${signOut}
    </header>
    <main>
      <h1>${title}</h1>
      ${main}
    </main>
  </body>`;
  return pageOf(`${title} – sync service`, STYLE, body);
}
