// Thirty days of the registry as bars, drawn by the server: each with its numbers as a text and as a table.
import { dayOf } from '../../domain/daily-counts.ts';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import type { CountKind, DailyCount } from '../../storage/operator-records.ts';
import { tableOf } from './layout.ts';
import { count } from './words.ts';

export const CHART_DAYS = 30;
const DAY_MS = 86_400_000;
const STEP = 8;
const BAR = 6;
const HEIGHT = 48;

const KINDS: [CountKind, string][] = [
  ['writes', 'API writes'],
  ['deliveries', 'Deliveries that arrived'],
  ['failures', 'Attempts of deliveries that failed'],
  ['refusals', 'Requests refused for their rate'],
  ['errors', 'Requests that failed'],
];

/** The first of the days that the charts show. */
export function firstChartDay(nowMs: number): string {
  return dayOf(nowMs - (CHART_DAYS - 1) * DAY_MS);
}

export function charts(counts: DailyCount[], nowMs: number): Html {
  const days = Array.from({ length: CHART_DAYS }, (_, index) =>
    dayOf(nowMs - (CHART_DAYS - 1 - index) * DAY_MS),
  );
  const found = new Map(counts.map((row) => [`${row.day} ${row.kind}`, row.count]));
  const valueOf = (day: string, kind: CountKind) => found.get(`${day} ${kind}`) ?? 0;
  const rows = days.toReversed().map(
    (day) =>
      html`<tr>
        <th scope="row" class="keep">${day}</th>
        ${KINDS.map(([kind]) => html`<td class="number">${count(valueOf(day, kind))}</td>`)}
      </tr>`,
  );
  const columns = ['Day', ...KINDS.map(([, name]) => ({ name, isNumber: true }) as const)];
  return html`<h2>Last ${CHART_DAYS} days</h2>
    <ul class="cards charts">
      ${KINDS.map(
        ([kind, name]) =>
          html`<li>
            ${name}${chart(
              days.map((day) => valueOf(day, kind)),
              kind,
              days,
            )}
          </li>`,
      )}
    </ul>
    <details>
      <summary>The same as a table</summary>
      ${tableOf(`The last ${CHART_DAYS} days, newest first`, columns, rows, '')}
    </details>`;
}

function chart(values: number[], kind: CountKind, days: string[]): Html {
  const most = Math.max(...values);
  const sum = values.reduce((total, value) => total + value, 0);
  const highest = most === 0 ? 'none' : `${count(most)} at most, on ${days[values.indexOf(most)] ?? ''}`;
  const look = kind === 'writes' || kind === 'deliveries' ? 'delivered' : 'failed';
  const bars = values.map((value, index) => {
    // Even the smallest number stays visible.
    const height = value === 0 ? 0 : Math.max(2, (value / most) * HEIGHT);
    return html`<rect
      class="${look}"
      x="${index * STEP}"
      y="${(HEIGHT - height).toFixed(1)}"
      width="${BAR}"
      height="${height.toFixed(1)}"
    />`;
  });
  return html`<svg
      class="chart"
      viewBox="0 0 ${CHART_DAYS * STEP} ${HEIGHT + 1}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${count(sum)} in ${CHART_DAYS} days; ${highest}"
    >
      <rect class="base" x="0" y="${HEIGHT}" width="${CHART_DAYS * STEP}" height="1" />
      ${bars}</svg
    ><span class="soft">${count(sum)} in all, ${highest}</span>`;
}
