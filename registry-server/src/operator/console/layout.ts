// The frame of the console's pages: skip link, one header with the way to every page, one main part.
import type { FastifyReply } from 'fastify';
import { pageOf, tokenField } from '#kit/console-html';
import { html, Html } from '#kit/html';
import { STYLE } from './style.ts';
import type { Who } from './operator-identity.ts';

export type Page = {
  title: string;
  main: Html;
  /** Path of the page in the navigation that this one belongs to. */
  section?: string;
  /** Session token for the sign-out button; undefined unless the visitor signed in with a password. */
  signOutToken?: string | undefined;
  /** Who is signed in. */
  who?: Who | undefined;
  /** Without navigation, for visitors who may not enter. */
  isClosed?: boolean;
  /** The registry is marked as one for tests. */
  isTest?: boolean;
  /** Status line above the page. */
  done?: string | undefined;
};

const SECTIONS = [
  ['/operator', 'Overview'],
  ['/operator/organizations', 'Organisations'],
  ['/operator/works', 'Works'],
  ['/operator/artists', 'Artists'],
  ['/operator/webhooks', 'Webhooks'],
  ['/operator/access-requests', 'Access requests'],
  ['/operator/people', 'People'],
  ['/operator/deliveries', 'Deliveries'],
  ['/operator/actions', 'Actions'],
] as const;

export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(layout(page));
}

function layout(page: Page): string {
  const links = SECTIONS.map(
    ([path, name]) =>
      html`<li>
        <a href="${path}" ${page.section === path && new Html(' aria-current="page"')}>${name}</a>
      </li>`,
  );
  const body = html`<body ${page.who?.role === 'look' && new Html(' class="looks"')}>
    <a class="skip" href="#main">Skip to the content</a>
    <header>
      <p>
        Artwork Registry
        <span class="soft">operator</span>${page.isTest && html` <span class="bad">test registry</span>`}
      </p>
      ${
        !page.isClosed &&
        html`<nav aria-label="Operator">
          <ul>
            ${links}
          </ul>
        </nav>`
      }
      ${
        page.signOutToken !== undefined &&
        html`<form method="post" action="/operator/logout">
          ${tokenField(page.signOutToken)}${
            page.who !== undefined &&
            html`<span class="soft">${page.who.name}${page.who.role === 'look' && ', looks only'}</span>`
          }
          <button>Sign out</button>
        </form>`
      }
    </header>
    <main id="main" tabindex="-1">
      ${page.done !== undefined && html`<p class="note" role="status">${page.done}</p>`}
      <h1>${page.title}</h1>
      ${page.main}
    </main>
  </body>`;
  return pageOf(`${page.title} – Artwork Registry operator`, STYLE, body);
}

export type Column = string | { name: string; isNumber: true };

/** A table with caption and headings. A wide one scrolls in its own region, which can be reached by keyboard. */
export function tableOf(caption: string, columns: Column[], rows: Html[], empty: string): Html {
  if (rows.length === 0) return html`<p class="soft">${empty}</p>`;
  const heads = columns.map((column) =>
    typeof column === 'string'
      ? html`<th scope="col">${column}</th>`
      : html`<th scope="col" class="number">${column.name}</th>`,
  );
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

export function facts(entries: [string, Html | string | number | null][]): Html {
  return html`<dl>
    ${entries.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value ?? '–'}</dd>`,
    )}
  </dl>`;
}
