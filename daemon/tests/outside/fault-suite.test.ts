// Everything between the sync service and its two sides fails by chance. After each run: every work has exactly one Art ID,
// the registry equals the shop, the journal is sound. ARTWORK_REGISTRY_LONG=1 runs many seeds; FAULT_SEED and FAULT_SEEDS name the
// first seed and how many follow.
import { expect, test } from 'vitest';
import type { Probabilities } from '../../../stage/fakes/fault-proxy.ts';
import { runFaults, type FaultRun } from '../support/fault-run.ts';

const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
const given = process.env['FAULT_SEED'];
const first = given === undefined ? 20_260_000 : Number(given);
const count = Number(process.env['FAULT_SEEDS'] ?? (given === undefined && isLong ? 20 : 1));
const seeds = Array.from({ length: count }, (_, index) => first + index);
const size = isLong ? { works: 60, rounds: 40 } : { works: 30, rounds: 12 };

const REGISTRY: { [name: string]: Probabilities } = {
  'asks to wait, with and without saying how long': { rate_limited: 0.2, rate_limited_bare: 0.2 },
  'fails with 500 and 503': { error_500: 0.15, unavailable_503: 0.1, gateway_503_after: 0.15 },
  'is not heard: lost before and after it acted': { silent_before: 0.1, silent_after: 0.15 },
  'is cut off, in the middle of answers and batches': { cut: 0.2, half_batch: 0.2 },
  'says what is not JSON, or something else': { wrong_json: 0.2, wrong_shape: 0.15, html: 0.1 },
  'refuses the key now and then': { unauthorized: 0.15 },
  'stands behind a firewall that refuses, hides and redirects': {
    html_403: 0.15,
    html_404: 0.15,
    json_403: 0.1,
    redirect: 0.1,
  },
};
const SITE: { [name: string]: Probabilities } = {
  'fails, is silent, or is cut off': {
    error_500: 0.1,
    unavailable_503: 0.1,
    silent_before: 0.05,
    silent_after: 0.05,
    cut: 0.1,
  },
  'answers unsigned, from a cache, or with a page': {
    unsigned: 0.15,
    cached: 0.15,
    html: 0.1,
    html_403: 0.05,
    redirect: 0.05,
    wrong_json: 0.1,
  },
};
const ALL: { registry: Probabilities; site: Probabilities } = {
  registry: {
    rate_limited: 0.03,
    rate_limited_bare: 0.03,
    error_500: 0.03,
    unavailable_503: 0.03,
    gateway_503_after: 0.03,
    silent_before: 0.02,
    silent_after: 0.03,
    cut: 0.04,
    half_batch: 0.05,
    wrong_json: 0.03,
    wrong_shape: 0.03,
    unauthorized: 0.02,
    html_403: 0.02,
    html_404: 0.02,
  },
  site: { error_500: 0.04, silent_after: 0.02, cut: 0.05, unsigned: 0.04, cached: 0.04, wrong_json: 0.04 },
};

async function proveSound(run: FaultRun): Promise<void> {
  const { faults, happened } = await runFaults(run);
  console.log(`seed ${run.seed}, ${JSON.stringify({ registry: run.registry, site: run.site })}: ${happened}`);
  expect(faults, `seed ${run.seed}`).toEqual([]);
}

const LIMIT_MS = 90_000;
const rows = (table: { [name: string]: Probabilities }) =>
  Object.entries(table).flatMap(([name, chances]) => seeds.map((seed) => [name, seed, chances] as const));

test.each(rows(REGISTRY))(
  'a registry that %s (seed %i) loses and doubles nothing',
  (_, seed, registry) => proveSound({ ...size, seed, registry }),
  LIMIT_MS,
);

test.each(rows(SITE))(
  'a site that %s (seed %i) loses and doubles nothing',
  (_, seed, site) => proveSound({ ...size, seed, site }),
  LIMIT_MS,
);

test.each(seeds)(
  'everything at once, registry without batch updates too (seed %i)',
  async (seed) => {
    await proveSound({ ...size, ...ALL, seed });
    await proveSound({ ...size, ...ALL, seed: seed + 1_000_000, features: [] });
  },
  2 * LIMIT_MS,
);

test.each(seeds)(
  'three sites with one key, everything at once (seed %i), lose and double nothing',
  (seed) => proveSound({ ...size, works: size.works / 3, ...ALL, seed: seed + 2_000_000, sites: 3 }),
  LIMIT_MS,
);
