// Each site that is not in production makes the host ask its registry, before anybody has proved anything.
import { MockAgent } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClock, type TestClock } from '../../../packages/kit/tests/test-clock.ts';
import { createTestRegistries } from './registry-facts.ts';

const ORIGIN = 'https://registry.example';
let agent: MockAgent;
let clock: TestClock;
let isTest: (registryUrl: string) => Promise<boolean>;
let calls: number;

beforeEach(() => {
  agent = new MockAgent();
  agent.disableNetConnect();
  clock = testClock();
  calls = 0;
  isTest = createTestRegistries({ agent, clock });
});
afterEach(() => agent.close());

function answers(status: number, body: object): void {
  agent
    .get(ORIGIN)
    .intercept({ path: '/.well-known/artwork-registry' })
    .reply(status, () => {
      calls += 1;
      return body;
    })
    .times(1);
}
const ask = () => isTest(`${ORIGIN}/api/v1`);

test('a registry that fails is asked once in half a minute, however many sites come', async () => {
  answers(503, {});
  for (let index = 0; index < 20; index += 1) expect(await ask()).toBe(false);
  expect(calls).toBe(1);
  answers(200, { object: 'registry', test: true });
  await clock.tick(31_000);
  expect(await ask()).toBe(true);
  expect(calls).toBe(2);
});

test('sites that come at once cause one question', async () => {
  answers(200, { object: 'registry', test: true });
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([true, true, true]);
  expect(calls).toBe(1);
});

test('a registry that failed meanwhile is what it was before', async () => {
  answers(200, { object: 'registry', test: true });
  expect(await ask()).toBe(true);
  answers(502, {});
  await clock.tick(301_000);
  expect(await ask()).toBe(true);
});
