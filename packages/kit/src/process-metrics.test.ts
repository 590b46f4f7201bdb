import { expect, test } from 'vitest';
import { processMetrics } from './process-metrics.ts';

test('the metrics of the process are collected once for each prefix', async () => {
  const found = processMetrics('one_');
  expect(processMetrics('one_')).toBe(found);
  expect(processMetrics('two_')).not.toBe(found);
  expect(await found.metrics()).toContain('\none_nodejs_eventloop_lag_p99_seconds ');
});
