// What Prometheus reads of a service of one or a few galleries, each value by site. Reads no table of the journal: it shows what the
// loops saved last.
import { Gauge, Registry } from 'prom-client';
import { createCallCounters, type CallCounts } from './call-counts.ts';
import type { SiteState } from './receiver-deps.ts';
import { processMetrics } from '#kit/process-metrics';

export type ServiceMetrics = ReturnType<typeof createServiceMetrics>;

export function createServiceMetrics() {
  const registry = new Registry();
  const gauge = <Label extends string>(name: string, help: string, ...labels: Label[]) =>
    new Gauge({
      name: `artwork_registry_${name}`,
      help,
      labelNames: ['site', ...labels],
      registers: [registry],
    });
  const counters = createCallCounters([registry], 'artwork_registry_');
  const works = gauge('works', 'Works by state that are not settled.', 'state');
  const isAccountOk = gauge('account_ok', '1 while the registry accepts the API key.');
  const rateLimit = gauge('rate_limit', 'Requests in a window of the rate limit.');
  const rateRemaining = gauge('rate_remaining', 'Requests left in the window of the rate limit.');
  const secondsLeft = gauge('seconds_left', 'Estimated seconds until nothing waits; 0 where nothing does.');
  const siteReachable = gauge('site_reachable', '1 while the site answers as agreed.');
  const lastAnswer = gauge('last_poll_success_timestamp_seconds', 'When the site answered a poll last.');
  const lastSign = gauge('last_round_timestamp_seconds', 'When the loop of the site ended a round last.');
  const failing = gauge('failing', '1 while the loop of the site ends in an error of the service itself.');
  const gauges = [
    lastAnswer,
    lastSign,
    failing,
    works,
    isAccountOk,
    rateLimit,
    rateRemaining,
    secondsLeft,
    siteReachable,
  ];
  const all = Registry.merge([processMetrics('artwork_registry_'), registry]);
  return {
    /** Prometheus text format. */
    read(states: SiteState[], counts: CallCounts): Promise<string> {
      for (const each of gauges) each.reset();
      counters.reset();
      counters.show(counts);
      for (const { site, status } of states) {
        if (status === null) continue;
        if (status.polled_at !== null) lastAnswer.set({ site }, Date.parse(status.polled_at) / 1000);
        lastSign.set({ site }, Date.parse(status.saved_at) / 1000);
        failing.set({ site }, status.own_error === null ? 0 : 1);
        for (const [state, value] of Object.entries(status.queue)) works.set({ site, state }, value);
        isAccountOk.set({ site }, status.account.state === 'ok' ? 1 : 0);
        secondsLeft.set({ site }, status.eta_seconds ?? 0);
        siteReachable.set({ site }, status.site_reachable ? 1 : 0);
        if (status.rate) rateLimit.set({ site }, status.rate.limit);
        if (status.rate) rateRemaining.set({ site }, status.rate.remaining);
      }
      return all.metrics();
    },
  };
}
