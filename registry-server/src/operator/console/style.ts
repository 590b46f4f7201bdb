// The console's style sheet: colours and fonts of the public pages, laid out for tables. Inline; the content security
// policy allows it by its hash, so that no other style applies.
import { createHash } from 'node:crypto';
import { PAGE_COLOURS } from '../../html/colours.ts';

export const STYLE = `${PAGE_COLOURS}
:root { --good: #1d6b3a; --bad: #a3271c; --wash: #f2f1ec; --press: #1f4e79; }
@media (prefers-color-scheme: dark) { :root { --good: #7fd09b; --bad: #ff9d8f; --wash: #232321; --press: #9cc9f0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header, main, footer { max-width: 76rem; margin: 0 auto; padding: 1rem 1.25rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: center; border-bottom: 1px solid var(--line); }
header p { margin: 0; font: 700 1.125rem Georgia, 'Times New Roman', serif; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0; padding: 0; list-style: none; }
header form { margin-left: auto; }
a { color: var(--press); }
nav a { display: inline-block; padding: .25rem 0; }
nav a[aria-current] { color: var(--ink); font-weight: 700; text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--press); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem; }
h1 { font: 700 clamp(1.5rem, 4vw, 2rem)/1.2 Georgia, 'Times New Roman', serif; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding-bottom: .5rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 600; }
td.number, th.number { text-align: right; padding-right: 1.5rem; }
td time, .keep { white-space: nowrap; overflow-wrap: normal; }
.address { overflow-wrap: anywhere; min-width: 12rem; display: inline-block; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
.key { display: block; padding: 1rem; background: var(--wash); border: 1px solid var(--line); font-size: 1.05rem; user-select: all; }
.good { color: var(--good); } .bad { color: var(--bad); font-weight: 600; } .soft { color: var(--soft); }
.note { border-left: 4px solid var(--good); background: var(--wash); padding: .75rem 1rem; margin: 0 0 1rem; }
.note.bad { border-color: var(--bad); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 1rem; padding: 0; margin: 1rem 0; list-style: none; }
.cards li { border: 1px solid var(--line); padding: .75rem 1rem; }
.cards strong { display: block; font-size: 1.75rem; line-height: 1.2; }
dl { display: grid; grid-template-columns: minmax(8rem, auto) 1fr; gap: .35rem 1.25rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; } .said { white-space: pre-line; }
/* Operators who may only look see no button that would be refused. */
.looks main form[method=post] { display: none; }
form.fields { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: end; }
form.stack { display: grid; gap: .5rem; max-width: 34rem; justify-items: start; margin: .5rem 0 1.5rem; }
label { display: block; font-weight: 600; font-size: .95rem; }
input, select, textarea, button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 3px; padding: .4rem .6rem; min-height: 2.5rem; max-width: 100%; }
.stack input, .stack select, .stack textarea { width: 100%; }
label:has(> input[type=checkbox]) { display: flex; gap: .5rem; align-items: center; font-weight: 400; }
input[type=checkbox] { width: 1.1rem; min-height: 1.1rem; margin: 0; }
.stack input[type=checkbox] { width: 1.1rem; }
fieldset { border: 1px solid var(--line); padding: .5rem .75rem; margin: 0; }
button { cursor: pointer; background: var(--wash); }
button.main { background: var(--press); color: var(--paper); border-color: var(--press); }
button.danger { color: var(--bad); border-color: var(--bad); }
.row { display: flex; flex-wrap: wrap; gap: .5rem; }
details > summary { cursor: pointer; color: var(--press); }
details ol { margin: .5rem 0; padding-left: 1.25rem; min-width: 18rem; }
svg.spark { display: block; width: 8rem; height: 2rem; }
svg.chart { display: block; width: 100%; height: 3rem; margin: .5rem 0 .25rem; }
.charts { grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); }
svg .delivered { fill: var(--good); } svg .failed { fill: var(--bad); } svg .base { fill: var(--line); }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } header form { margin-left: 0; } .fields > div { flex: 1 1 100%; } .fields input, .fields select { width: 100%; } }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** No script, no images, no other style; forms submit to this origin only; pages cannot be framed. */
export const CONSOLE_CSP = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
