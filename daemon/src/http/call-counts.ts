// What the service has done since it began, for its operator: calls to the registry and to sites by their status, and reports of
// artworks by state. Names no site.
import { Counter, type Registry } from 'prom-client';
import type { Dispatcher } from 'undici';

export type Counts = { [label: string]: number };
/** Since the process began; JSON. `none` among the statuses: no answer. */
export type CallCounts = { registry: Counts; sites: Counts; works: Counts };

export const emptyCallCounts = (): CallCounts => ({ registry: {}, sites: {}, works: {} });

export function count(counts: Counts, label: string | number): void {
  counts[label] = (counts[label] ?? 0) + 1;
}

/** The same way out; each call is counted when its answer begins or it fails. */
export function counting(agent: Dispatcher, counts: Counts): Dispatcher {
  return agent.compose(
    (dispatch) => (options, handler) =>
      dispatch(options, {
        onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
        onRequestUpgrade: (...upgrade) => handler.onRequestUpgrade?.(...upgrade),
        onResponseStart(controller, status, headers, text) {
          count(counts, status);
          handler.onResponseStart?.(controller, status, headers, text);
        },
        onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
        onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
        onResponseError(controller, error) {
          count(counts, 'none');
          handler.onResponseError?.(controller, error);
        },
      }),
  );
}

/** Shows them as counters for Prometheus; each with its own labels, such as the cell that it is of. */
export function createCallCounters(registers: Registry[], prefix: string, labels: string[] = []) {
  const counter = (name: string, help: string, own: string[]) =>
    new Counter({ name: `${prefix}${name}`, help, labelNames: [...labels, ...own], registers });
  const requests = counter(
    'requests_total',
    'Calls to the registry and to sites, by the status of the answer.',
    ['to', 'status'],
  );
  const works = counter('works_reported_total', 'Reports of artworks that a site has taken, by state.', [
    'state',
  ]);
  return {
    reset(): void {
      requests.reset();
      works.reset();
    },
    show(counts: CallCounts, own: { [label: string]: string } = {}): void {
      for (const to of ['registry', 'sites'] as const)
        for (const [status, number] of Object.entries(counts[to]))
          requests.inc({ ...own, to, status }, number);
      for (const [state, number] of Object.entries(counts.works)) works.inc({ ...own, state }, number);
    },
  };
}
