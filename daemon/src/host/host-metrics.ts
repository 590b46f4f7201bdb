// The counters of a host for Prometheus. No label names a site: with 10,000 of them each scrape would cost more than the work.
import { Gauge, Registry } from 'prom-client';
import { createCallCounters } from '../http/call-counts.ts';
import type { Cells } from './cells.ts';
import type { Directory } from './directory.ts';

export async function hostMetrics(
  directory: Directory,
  cells: ReturnType<Cells['list']>,
  nowMs: number,
): Promise<string> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `artwork_registry_host_${name}`, help, labelNames, registers: [registry] });
  const sites = gauge('sites', 'Sites by state and carrier.', ['state', 'carrier']);
  const keyless = gauge('sites_without_key', 'Sites that have no key yet.');
  const waiting = gauge('works_waiting', 'Works that wait to be sent, of sites that are not paused.');
  const queueAge = gauge(
    'queue_age_seconds',
    'How long the site that has waited longest has had works waiting.',
  );
  const problems = gauge('sites_with_problem', 'Sites with a problem.');
  const isUp = gauge('cell_up', '1 while the cell runs.', ['cell']);
  const cellSites = gauge('cell_sites', 'Sites that the cell serves.', ['cell']);
  const restarts = gauge('cell_restarts', 'Starts of the cell after its first one.', ['cell']);
  const stuck = gauge('cell_stuck_sites', 'Sites of the cell whose loop hangs.', ['cell']);
  const lastGoodPoll = gauge(
    'cell_last_good_poll_seconds',
    'When a site of the cell that is not paused answered last; left out while none has.',
    ['cell'],
  );

  const lastCheck = gauge(
    'cell_last_full_check_seconds',
    'When the full check of a site of the cell ended last.',
    ['cell'],
  );
  const journalSize = gauge('cell_journal_bytes', 'Size of the journal of the cell.', ['cell']);
  const counters = createCallCounters([registry], 'artwork_registry_host_', ['cell']);

  let longestMs = 0;
  const latest = new Map<number, number>();
  for (const row of directory.list()) {
    sites.inc({ state: row.state, carrier: row.carrier ?? 'none' });
    if (row.has_key === 0) keyless.inc();
    if (row.problem !== null) problems.inc();
    // A paused site waits, and is not asked, because its operator says so.
    if (row.state !== 'served') continue;
    waiting.inc(row.waiting);
    if (row.waiting_since !== null) longestMs = Math.max(longestMs, nowMs - Date.parse(row.waiting_since));
    // One of a time to come would hide a cell that hears nothing, for as long as the clock had been ahead.
    if (row.last_contact_at !== null && Date.parse(row.last_contact_at) <= nowMs)
      latest.set(row.cell, Math.max(latest.get(row.cell) ?? 0, Date.parse(row.last_contact_at)));
  }
  queueAge.set(longestMs / 1000);
  for (const [cell, atMs] of latest) lastGoodPoll.set({ cell: String(cell) }, atMs / 1000);
  for (const { number, isReady, report, restarts: times } of cells) {
    const cell = String(number);
    isUp.set({ cell }, isReady ? 1 : 0);
    restarts.set({ cell }, times);
    cellSites.set({ cell }, report?.sites ?? 0);
    stuck.set({ cell }, report?.stuck ?? 0);
    if (report === null) continue;
    counters.show(report.counts, { cell });
    journalSize.set({ cell }, report.journalBytes);
    if (report.lastCheckAt !== null) lastCheck.set({ cell }, Date.parse(report.lastCheckAt) / 1000);
  }
  return registry.metrics();
}
