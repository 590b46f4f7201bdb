// The counters of a host for Prometheus. No label names a site: with 10,000 of them each scrape would cost more than the work.
import { Gauge, Registry } from 'prom-client';
import type { Cells } from './cells.ts';
import type { Directory } from './directory.ts';

export async function hostMetrics(directory: Directory, cells: ReturnType<Cells['list']>): Promise<string> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `artwork_registry_host_${name}`, help, labelNames, registers: [registry] });
  const sites = gauge('sites', 'Sites by state and carrier.', ['state', 'carrier']);
  const keyless = gauge('sites_without_key', 'Sites that have no key yet.');
  const waiting = gauge('works_waiting', 'Works that wait to be sent.');
  const problems = gauge('sites_with_problem', 'Sites with a problem.');
  const isUp = gauge('cell_up', '1 while the cell runs.', ['cell']);
  const cellSites = gauge('cell_sites', 'Sites that the cell serves.', ['cell']);
  const restarts = gauge('cell_restarts', 'Starts of the cell after its first one.', ['cell']);
  const stuck = gauge('cell_stuck_sites', 'Sites of the cell whose loop hangs.', ['cell']);
  const lastGoodPoll = gauge('cell_last_good_poll_seconds', 'When a site of the cell answered last.', [
    'cell',
  ]);

  const latest = new Map<number, number>();
  for (const row of directory.list()) {
    sites.inc({ state: row.state, carrier: row.carrier ?? 'none' });
    if (row.has_key === 0) keyless.inc();
    if (row.problem !== null) problems.inc();
    waiting.inc(row.waiting);
    const contactMs = row.last_contact_at === null ? 0 : Date.parse(row.last_contact_at);
    latest.set(row.cell, Math.max(latest.get(row.cell) ?? 0, contactMs));
  }
  for (const [cell, atMs] of latest) lastGoodPoll.set({ cell: String(cell) }, atMs / 1000);
  for (const { number, isReady, report, restarts: times } of cells) {
    const cell = String(number);
    isUp.set({ cell }, isReady ? 1 : 0);
    restarts.set({ cell }, times);
    cellSites.set({ cell }, report?.sites ?? 0);
    stuck.set({ cell }, report?.stuck ?? 0);
  }
  return registry.metrics();
}
