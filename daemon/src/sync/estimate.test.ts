// The estimated time left, followed by carrying the work out on a clock of its own, four requests at a time as the sender does:
// true within a tenth at the beginning and all along the way.
import { ServiceDescriptor } from '@artwork-registry/contract';
import { describe, expect, test } from 'vitest';
import { testClock } from '../../../packages/kit/tests/test-clock.ts';
import { Account } from '../registry/account.ts';
import { createConnection } from '../registry/connection.ts';
import { openJournal, type Journal } from '../journal/journal.ts';
import type { RegistryClient } from '../registry/registry-client.ts';
import { statusOf } from './status.ts';
import type { ActionBody, ActionKind } from '../types/work.ts';

const LIMIT = 120;
const WINDOW_MS = 60_000;
const AT_ONCE = 4;
const SITE = 's';
const never = new AbortController().signal;
const BODIES: { [kind in ActionKind]: ActionBody } = {
  publish: { kind: 'publish', content: { external_id: '1' } },
  update: { kind: 'update', changes: { medium: 'Oil' } },
  source: { kind: 'source', status: 'removed' },
  compare: { kind: 'compare' },
};

type Situation = {
  steps: { [kind in ActionKind]?: number };
  features?: string[];
  /** Requests of another client on the same key in each window. */
  others?: number;
  /** How long the registry takes for an answer. */
  callMs?: number;
};

/** A registry with the real limit, answering on the virtual clock. */
function simulate({ features = [], others = 0, callMs = 40 }: Situation) {
  const clock = testClock();
  let windowStart = 0;
  let used = 0;
  let refused = 0;
  const descriptor = ServiceDescriptor.parse({
    object: 'service',
    name: 'Registry',
    api_version: 'v1',
    organization: { slug: 'ours', name: 'Ours', status: 'active' },
    key: { prefix: 'areg_abc', name: null, scopes: [], created_at: '', expires_at: null },
    scopes: ['artworks:read', 'artworks:write'],
    rate_limit: { limit: LIMIT, window_seconds: WINDOW_MS / 1000 },
    features,
    endpoints: [],
    documentation_url: '',
    time: '',
  });
  const client: RegistryClient = {
    async send() {
      await clock.sleep(callMs);
      if (clock.now() >= windowStart + WINDOW_MS) {
        windowStart = Math.floor(clock.now() / 1000) * 1000;
        used = others;
      }
      const isFull = used >= LIMIT;
      if (isFull) refused += 1;
      else used += 1;
      const secondsLeft = Math.ceil((windowStart + WINDOW_MS - clock.now()) / 1000);
      const headers = {
        'x-ratelimit-limit': String(LIMIT),
        'x-ratelimit-remaining': String(LIMIT - used),
        'x-ratelimit-reset': String((windowStart + WINDOW_MS) / 1000),
        date: new Date(clock.now()).toUTCString(),
        ...(isFull ? { 'retry-after': String(secondsLeft) } : {}),
      };
      return { status: isFull ? 429 : 200, headers, body: isFull ? {} : descriptor };
    },
  };
  const account = new Account({ registryUrl: 'https://registry.example', client, clock, probeMs: 1000 });
  const journal = openJournal(':memory:');
  return { account, journal, clock, refused: () => refused };
}

function addSteps(journal: Journal, siteId: string, steps: Situation['steps']): void {
  for (const kind of Object.keys(steps) as ActionKind[]) {
    for (let id = 1; id <= steps[kind]!; id += 1) {
      const registryId = kind === 'publish' ? null : 'AREG-1';
      const externalId = `${kind} ${id}`;
      const body = BODIES[kind];
      journal.actions.insert({ siteId, externalId, registryId, body, target: '', priority: 20 });
    }
  }
}

type Simulation = ReturnType<typeof simulate>;

const etaOf = ({ account, journal, clock }: Simulation, siteId = SITE) =>
  statusOf({
    siteId,
    access: null,
    account,
    connection: createConnection({ journal, siteId, account, record: { find: () => null, save: () => {} } }),
    journal,
    nowMs: clock.now(),
    safeMode: null,
  }).eta_seconds;

/** Sends everything, four at a time, and notes what the estimate says after each answer. */
async function carryOut(simulation: Simulation, features: string[]) {
  const { account, journal, clock } = simulation;
  const said: { at: number; eta: number | null }[] = [];
  const say = () => said.push({ at: clock.now(), eta: etaOf(simulation) });
  const taken = new Set<number>();
  const sizeOf = (kind: ActionKind) =>
    kind === 'publish' || (kind !== 'compare' && features.includes('batch_update')) ? 50 : 1;
  function take() {
    for (const kind of ['source', 'update', 'compare', 'publish'] as const) {
      const ready = journal.actions.listReady(SITE, kind, clock.now(), 300);
      const batch = ready.filter((action) => !taken.has(action.id)).slice(0, sizeOf(kind));
      if (batch.length > 0) return batch;
    }
    return [];
  }
  async function work(): Promise<void> {
    for (let batch = take(); batch.length > 0; batch = take()) {
      for (const { id } of batch) taken.add(id);
      await send(account);
      for (const { id } of batch) journal.actions.end(id, 'done', clock.now());
      say();
    }
  }
  say();
  await clock.run(Promise.all(Array.from({ length: AT_ONCE }, work)));
  return said.map(({ at, eta }) => ({ eta, actual: (clock.now() - at) / 1000 }));
}

/** One request as the sender makes it: a 429 is waited out and tried again. */
async function send(account: Account): Promise<void> {
  for (;;) {
    try {
      await account.send({ method: 'GET', path: '/' }, never);
      return;
    } catch (error) {
      if ((error as Error).name !== 'Error') throw error;
    }
  }
}

describe('the estimate', () => {
  test.each<[string, Situation]>([
    ['a few changes that fit the window', { steps: { update: 50 } }],
    ['a few changes that a slow registry takes long for', { steps: { update: 100 }, callMs: 1500 }],
    ['changes for three windows', { steps: { update: 300 } }],
    ['changes for ten windows', { steps: { update: 1200 } }],
    ['changes beside another client on the key, once that was seen', { steps: { update: 600 }, others: 60 }],
    ['18,000 first publications', { steps: { publish: 18_000 } }],
    ['everything at once', { steps: { publish: 5000, update: 400, source: 90, compare: 150 } }],
    [
      'everything at once, where changes travel in batches',
      { steps: { publish: 9000, update: 9000, compare: 150 }, features: ['batch_update'] },
    ],
  ])('of %s comes true, from the beginning to the end', async (_, situation) => {
    const { others = 0, features = [] } = situation;
    const simulation = simulate(situation);
    const { account, journal, clock, refused } = simulation;
    // What came before: the pace is known, and another client by what it leaves of a window.
    await clock.run(account.probe(never));
    const before = async () => {
      for (let sent = 0; sent < (others > 0 ? LIMIT - others : 4); sent += AT_ONCE)
        await Promise.all(Array.from({ length: AT_ONCE }, () => send(account)));
    };
    await clock.run(before());
    addSteps(journal, SITE, situation.steps);
    const said = await carryOut(simulation, features);
    // The last seconds are counted in whole ones.
    const wrong = said.filter(({ eta, actual }) => Math.abs((eta ?? 0) - actual) > actual * 0.1 + 2);
    expect(wrong).toEqual([]);
    expect(said.length).toBeGreaterThan(40);
    expect(refused()).toBeLessThanOrEqual(others > 0 ? 12 : 0);
    journal.close();
  });

  test('counts what other sites of the same key still need', async () => {
    const simulation = simulate({ steps: {} });
    await simulation.clock.run(simulation.account.probe(never));
    addSteps(simulation.journal, 'one', { update: 240 });
    addSteps(simulation.journal, 'two', { update: 240 });
    const alone = etaOf(simulation, 'one')!;
    etaOf(simulation, 'two');
    expect(etaOf(simulation, 'one')).toBeGreaterThan(alone * 1.7);
    simulation.journal.close();
  });
});
