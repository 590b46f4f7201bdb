// What operators did, newest first, in the console and on the command line.
import type { RecordedAction } from '../../storage/operator-records.ts';
import type { ConsoleContext } from './context.ts';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import { tableOf } from './layout.ts';
import { stateOf, timeOfMicros } from './words.ts';

const SECTION = '/operator/actions';
const PAGE_ROWS = 50;

type Search = { operator?: string; text?: string; before?: string };

export function addActionPages({ scope, storage, show }: ConsoleContext): void {
  scope.get<{ Querystring: Search }>('/actions', async (request, reply) => {
    const search = request.query;
    const given = (value: unknown) =>
      typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
    const found = await storage.listActions({
      operator: given(search.operator),
      text: given(search.text),
      beforeSeq: /^\d{1,15}$/.test(search.before ?? '') ? Number(search.before) : undefined,
      limit: PAGE_ROWS + 1,
    });
    const shown = found.slice(0, PAGE_ROWS);
    const last = found.length > PAGE_ROWS ? shown.at(-1) : undefined;
    const older = new URLSearchParams({
      ...(given(search.operator) && { operator: given(search.operator)! }),
      ...(given(search.text) && { text: given(search.text)! }),
      before: String(last?.seq),
    });
    return show(request, reply, {
      title: 'Actions',
      section: SECTION,
      main: html`<form class="fields" method="get" action="${SECTION}" role="search" aria-label="Actions">
          ${field('operator', 'Operator', given(search.operator))}
          ${field('text', 'Action or detail', given(search.text))}
          <button>Search</button>
        </form>
        ${tableOf(
          'What operators did, newest first; times in UTC',
          ['When', 'Operator', 'Where', 'Action', 'Details', 'Outcome'],
          shown.map(actionRow),
          'No action matches.',
        )}
        ${last !== undefined && html`<p><a href="${SECTION}?${older.toString()}">Older actions</a></p>`}`,
    });
  });
}

const field = (name: string, label: string, value: string | undefined): Html =>
  html`<div>
    <label for="${name}">${label}</label
    ><input id="${name}" name="${name}" value="${value ?? ''}" maxlength="200" autocomplete="off" />
  </div>`;

function actionRow({ begunAt, operator, via, action, details, outcome }: RecordedAction): Html {
  const told = Object.entries(JSON.parse(details) as Record<string, unknown>);
  const text = told.map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return html`<tr>
    <td>${timeOfMicros(begunAt)}</td>
    <th scope="row">${operator}</th>
    <td>${via === 'console' ? 'console' : 'command line'}</td>
    <td>${action}</td>
    <td><span class="address">${text.join(' · ')}</span></td>
    <td>${stateOf(outcome ?? 'not ended')}</td>
  </tr>`;
}
