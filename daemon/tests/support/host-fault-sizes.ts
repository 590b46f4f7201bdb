// The two sizes in which the fault run of a host is part of the tests.
import type { HostFaultRun } from './host-fault-run.ts';

type Size = Omit<HostFaultRun, 'seed' | 'say'>;

export const SHORT: Size = {
  tenants: 20,
  cells: 2,
  quietMs: 3000,
  faultyMs: 9000,
  healMs: 60_000,
  kills: 1,
  registry: {
    error_500: 0.05,
    unavailable_503: 0.05,
    gateway_503_after: 0.05,
    rate_limited: 0.03,
    cut: 0.05,
  },
};

export const LONG: Size = {
  ...SHORT,
  tenants: 200,
  cells: 4,
  quietMs: 30_000,
  faultyMs: 180_000,
  healMs: 300_000,
  kills: 6,
  registry: {
    ...SHORT.registry,
    rate_limited_bare: 0.02,
    silent_after: 0.002,
    half_batch: 0.03,
    wrong_json: 0.02,
    html: 0.01,
  },
};
