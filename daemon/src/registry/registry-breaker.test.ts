// A registry that is down for many keys at once.
import { expect, test } from 'vitest';
import { testClock } from '../../../packages/kit/tests/test-clock.ts';
import { createRegistryBreaker } from './registry-breaker.ts';
import { NoAnswer } from './registry-client.ts';

function breaker() {
  const clock = testClock();
  const one = createRegistryBreaker(clock, 5, () => 0.5);
  let status: number | null = null;
  let sent = 0;
  const client = one.guard({
    async send() {
      sent += 1;
      if (status === null) throw new NoAnswer('down', true);
      return { status, headers: {}, body: null };
    },
  });
  const call = () =>
    client.send({ method: 'GET', path: '/' }).then(
      ({ status: code }) => code,
      () => null,
    );
  return { clock, one, call, answer: (next: number | null) => (status = next), sent: () => sent };
}

test.each([[null], [500]])(
  'after five failures in a row (%s) one call at a time goes out, later and later',
  async (status) => {
    const { clock, one, call, answer, sent } = breaker();
    answer(status);
    for (let calls = 0; calls < 9; calls += 1) await call();
    expect([one.isOpen(), sent()]).toEqual([true, 5]);
    await clock.tick(1000);
    await Promise.all([call(), call(), call()]);
    expect(sent()).toBe(6);
    await clock.tick(1000);
    await call();
    expect(sent()).toBe(6);
    await clock.tick(1000);
    answer(200);
    expect(await call()).toBe(200);
    expect([one.isOpen(), await call()]).toEqual([false, 200]);
  },
);

test('a refusal is an answer', async () => {
  const { one, call, answer } = breaker();
  answer(401);
  for (let calls = 0; calls < 9; calls += 1) await call();
  expect(one.isOpen()).toBe(false);
});
