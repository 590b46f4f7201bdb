// The console's pages about sites: the list with its search, one site, and the question before an action. They show what the
// directory shows to `host site`: neither a key nor a secret.
import type { Directory, SiteRow } from '../directory.ts';
import { contactOf, hasWords, queueOf, stateOf } from '../site-words.ts';
import { html, type Html } from '#kit/html';
import { tokenField } from '#kit/console-html';

const ON_A_PAGE = 100;

export const ACTIONS = {
  pause: {
    button: 'Pause',
    question: 'Nothing is read or sent for this site until you resume it. Its key stays.',
    isOffered: (row: SiteRow) => row.state === 'served',
    act: (directory: Directory, siteId: string) => directory.setState(siteId, 'paused'),
  },
  resume: {
    button: 'Resume',
    question: 'This site is served again.',
    isOffered: (row: SiteRow) => row.state === 'paused',
    act: (directory: Directory, siteId: string) => directory.setState(siteId, 'served'),
  },
  remove: {
    button: 'Remove',
    question:
      'This destroys the key and the journal of this site on this host. Its entries in the registry stay. The site is told when it ' +
      'calls next; its owner may connect again.',
    isOffered: () => true,
    act: (directory: Directory, siteId: string) => directory.remove(siteId),
  },
} as const;
export type ActionName = keyof typeof ACTIONS;

export function sitesPage(directory: Directory, search: string, page: number, nowMs: number): Html {
  const found = directory.list().filter((row) => hasWords(row, search));
  const rows = found.slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE);
  const to = (number: number) => `/?q=${encodeURIComponent(search)}&page=${number}`;
  return html`
    <form class="row" method="get" action="/" role="search">
      <div>
        <label for="q">Name, address, organisation or id</label>
        <input id="q" name="q" type="search" value="${search}" maxlength="200" />
      </div>
      <button>Search</button>
    </form>
    ${rows.length === 0 ? html`<p class="soft">No site was found.</p>` : tableOf(rows, found.length, nowMs)}
    <p class="row">
      ${page > 1 ? html`<a href="${to(page - 1)}">Previous page</a>` : ''}
      ${found.length > page * ON_A_PAGE ? html`<a href="${to(page + 1)}">Next page</a>` : ''}
    </p>
  `;
}

function tableOf(rows: SiteRow[], count: number, nowMs: number): Html {
  const line = (row: SiteRow) =>
    html`<tr>
      <th scope="row">
        <a href="/sites/${row.site_id}">${row.name}</a><br /><span class="soft">${row.site_url}</span>
      </th>
      <td class="keep">${stateWords(row)}</td>
      <td>${row.carrier ?? '–'}${row.is_proven === 1 ? '' : ', unproven'}</td>
      <td class="number">${queueOf(row, nowMs)}</td>
      <td class="keep">${contactOf(row, nowMs)}</td>
      <td class="said">${row.problem ?? ''}</td>
    </tr>`;
  return html`<div class="scroll" role="region" aria-label="Sites" tabindex="0">
    <table>
      <caption>
        ${count === 1 ? '1 site' : `${count} sites`}
      </caption>
      <thead>
        <tr>
          <th scope="col">Site</th>
          <th scope="col">State</th>
          <th scope="col">Carrier</th>
          <th scope="col">Artworks waiting</th>
          <th scope="col">Last contact</th>
          <th scope="col">Problem</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(line)}
      </tbody>
    </table>
  </div>`;
}

export function sitePage(row: SiteRow, nowMs: number): Html {
  const facts: [string, Html | string | number | null][] = [
    ['State', stateWords(row)],
    ['Problem', row.problem],
    [
      'Address',
      html`${row.site_url}${row.is_proven === 1 ? '' : ' (unproven: this host never reached it there)'}`,
    ],
    ['Id', row.site_id],
    ['Organisation', row.organization],
    ['Registry', row.registry_url],
    ['Carrier', row.carrier],
    ['Artworks waiting', queueOf(row, nowMs)],
    ['Last contact', contactOf(row, nowMs)],
    ['Connected', row.connected_at.slice(0, 10)],
    ['Platform', `${row.platform}, plugin ${row.plugin_version}, ${row.environment}`],
    ['Cell', row.cell],
  ];
  const actions = Object.entries(ACTIONS).filter(([, { isOffered }]) => isOffered(row));
  return html`<dl>
      ${facts.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value ?? '–'}</dd>`,
      )}
    </dl>
    <p class="row">
      ${actions.map(
        ([name, { button }]) =>
          html`<a class="button ${name === 'remove' ? 'danger' : ''}" href="/sites/${row.site_id}/${name}"
            >${button} …</a
          >`,
      )}
    </p>`;
}

export function questionPage(row: SiteRow, name: ActionName, token: string): Html {
  const { button, question } = ACTIONS[name];
  return html`<p>${row.name}, ${row.site_url}</p>
    <p class="note ${name === 'remove' ? 'bad' : ''}">${question}</p>
    <form class="row" method="post" action="/sites/${row.site_id}/${name}">
      ${tokenField(token)}
      <button class="${name === 'remove' ? 'danger' : ''}">${button}</button>
      <a class="button" href="/sites/${row.site_id}">Cancel</a>
    </form>`;
}

function stateWords(row: SiteRow): Html {
  const state = stateOf(row);
  const colour = { working: 'good', 'has a problem': 'bad' }[state] ?? '';
  return html`<span class="${colour}">${state}</span>`;
}
