// Whether a host is ready, in one word. One site is never the reason: a load balancer would take the host from all the others.
import type { Cells } from './cells.ts';

/** A cell reports every quarter of a minute. */
const SILENT_CELL_MS = 90_000;
/** With so many of a cell's sites stuck, it is the cell that hangs. */
const STUCK_SHARE = 0.5;

/** Null: it is ready. */
export function problemOf(cells: ReturnType<Cells['list']>): string | null {
  if (cells.some(({ isReady }) => !isReady)) return 'cell_not_running';
  if (cells.some(({ silentMs }) => silentMs > SILENT_CELL_MS)) return 'cell_silent';
  if (cells.some(({ report }) => report?.problem)) return 'cell_has_problem';
  const isStuck = cells.some(({ report }) => report && report.stuck > STUCK_SHARE * report.sites);
  return isStuck ? 'stuck' : null;
}
