// Polls of two services in turn, and of one alone whatever happens to its answers.
import { expect, test } from 'vitest';
import { createPollWatch, type PollVerdict } from './poll-watch.ts';

/** A site, and services that poll it in this order; what the watched one concludes each time. */
function run(
  polls: ('ours' | 'theirs' | 'lost')[],
  everyMs = 2000,
  watch = createPollWatch(),
): PollVerdict[] {
  let [pollCount, sent, nowMs] = [100, 0, 0];
  const verdicts: PollVerdict[] = [];
  for (const poll of polls) {
    pollCount += 1;
    nowMs += everyMs;
    if (poll !== 'theirs') sent += 1;
    if (poll !== 'ours') continue;
    verdicts.push(watch.hear({ pollCount, known: 100, sent, isForeign: false, nowMs }));
    sent = 0;
  }
  return verdicts;
}
const times = <T>(count: number, ...items: T[]): T[] => Array.from({ length: count }, () => items).flat();

test('a service alone is alone, however many of its answers are lost', () => {
  const verdicts = run([
    ...times(3, 'ours' as const),
    ...times(40, 'lost' as const),
    ...times(50, 'ours' as const),
  ]);
  expect(new Set(verdicts)).toEqual(new Set(['alone']));
});

test('two services that poll in turn are noticed within three rounds, however much slower the other one is', () => {
  expect(run(times(4, 'ours' as const, 'theirs' as const)).at(-1)).toBe('shared');
  const slow = [...times(15, 'ours' as const), 'theirs' as const];
  expect(run([...times(2, ...slow), 'ours']).at(-1)).toBe('alone');
  expect(run([...times(3, ...slow), 'ours']).at(-1)).toBe('shared');
});

test('one odd poll is no other service', () => {
  expect(run(['ours', 'theirs', ...times(200, 'ours' as const)]).at(-1)).toBe('alone');
});

test('when the other one has been silent for five minutes the journal is behind, once', () => {
  const verdicts = run([...times(4, 'ours' as const, 'theirs' as const), ...times(200, 'ours' as const)]);
  expect(verdicts.filter((verdict) => verdict === 'behind')).toHaveLength(1);
  expect(verdicts.at(-1)).toBe('alone');
  // 150 polls of two seconds are five minutes.
  expect(verdicts.indexOf('behind')).toBeGreaterThan(150);
});

test.each([
  ['the site counts on from there', 101, 100, 'alone'],
  ['a few answers were lost with the last process', 106, 100, 'alone'],
  ['the journal is an earlier one', 140, 100, 'behind'],
  ['the journal knows nothing yet', 140, 0, 'alone'],
  ['the site was restored', 20, 100, 'alone'],
])('at the first poll of a process, where %s: %i after %i is %s', (_, pollCount, known, verdict) => {
  expect(createPollWatch().hear({ pollCount, known, sent: 1, isForeign: false, nowMs: 0 })).toBe(verdict);
});
