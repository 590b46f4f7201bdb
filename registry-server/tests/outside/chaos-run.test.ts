// The chaos run in its short form: a few kinds of faults, on one engine. The long one: ten minutes each, on every engine, with three
// seeds (npm run test:long).
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ENGINES, runChaos } from './chaos-run.ts';
import { longestPause, tableOf } from './chaos/report.ts';
import { compare } from './chaos/verdict.ts';

const isLong = process.env.ARTWORK_REGISTRY_LONG === '1';
const MINUTES = isLong ? 10 : 0;
const SEEDS = isLong ? [1, 2, 3] : [1];
const TRIED: readonly (typeof ENGINES)[number][] = isLong ? ENGINES : ['postgres-15'];
/** The first takes the longest to heal: the lanes of a killed instance are taken over after half a minute. */
const SHORT = [
  'kill -9 an instance',
  'freeze an instance that holds the lock',
  'end all connections (pg_terminate_backend)',
  'kill -9 the primary, promote the standby',
];

describe.each(SEEDS)('seed %i', (seed) => {
  it.each(TRIED)(
    'loses, doubles and reorders nothing while everything breaks: %s',
    { timeout: MINUTES * 60_000 + 240_000 },
    async (engine) => {
      const { figures, complaints } = await runChaos({
        engine,
        seed,
        minutes: MINUTES,
        ...(!isLong && { quietMs: [300, 1_000], first: SHORT }),
      });
      console.log(tableOf(figures));
      expect(complaints).toEqual([]);
      expect(figures.kills).toBeGreaterThan(0);
      expect(figures.writesAnswered).toBeGreaterThan(100);
    },
  );
});

it('measures the longest pause within a time, its edges included', () => {
  expect(longestPause([10, 20, 100, 110], 15, 60)).toBe(40);
  expect(longestPause([10, 20, 100, 110], 0, 110)).toBe(80);
  expect(longestPause([10, 20], 30, 90)).toBe(60);
});

it('notices a work that is gone, one that nobody was told of, and an event that did not come', async () => {
  const server = createServer((_, response) => response.end('{"data":{"title":"A, version 1"}}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const works = new Map([
    ['AREG-1', { name: 'A', version: 1 }],
    ['AREG-2', { name: 'A', version: 2 }],
  ]);
  const verdict = await compare(works, new Set(['AREG-1', 'AREG-2', 'AREG-3']), [{ countOf: () => 1 }], {
    address: `http://127.0.0.1:${port}`,
    apiKey: 'key',
    deliveredMs: 10,
  });
  server.close();
  expect(verdict).toEqual({
    lost: ['AREG-2: "A, version 1" instead of "A, version 2"'],
    doubled: ['A: AREG-1, AREG-2', 'AREG-3: nobody was told of it'],
    events: ['receiver 1: 1 of 2 events of AREG-2'],
  });
});
