// P6 for dumps (docs/operator.md: one file each night): a registry that had a day of its own has written one within it.
import { finding, type Check } from './context.ts';
import type { Said } from './observation.ts';

/** Soon after midnight, and a look at whether it is due comes each minute. */
const NIGHTLY_MS = 25 * 3_600_000;
const CLOCKS_APART_MS = 60_000;

export const nightlyDumpAtRest: Check = ({ quiet, registry, observers }) => {
  const { now, history } = quiet;
  const isOn = history.some(
    ({ deed, outcome }) =>
      deed.what === 'write dump' && deed.registry === registry.registry && outcome.is === 'done',
  );
  const since = Math.max(
    -Infinity,
    ...history.filter(isDisturbance(registry.registry)).map(({ ended }) => ended),
  );
  if (!isOn || now - since < NIGHTLY_MS) return [];
  const isFresh = ({ createdAt }: { createdAt: string }) => {
    const at = Date.parse(createdAt);
    return at > now - NIGHTLY_MS && at <= now + CLOCKS_APART_MS;
  };
  const dumps = Object.values(observers.dumps.state.dumps);
  if (dumps.some(isFresh)) return [];
  const times = dumps.map(({ createdAt }) => createdAt).join(', ');
  return [
    finding(
      'P6',
      `no dump was written for a day, and nothing was wrong (the dumps are of ${times || 'no time'})`,
    ),
  ];
};

/** It was away, had its clock set, or holds dumps back until the operator has looked. */
const isDisturbance =
  (registry: number) =>
  ({ deed }: Said): boolean => {
    if (deed.what === 'restore backup' || deed.what === 'resume dumps') return deed.registry === registry;
    const isOfProgram = deed.what === 'death' || deed.what === 'start' || deed.what === 'clock set';
    return isOfProgram && deed.program === 'registry' && deed.number === registry;
  };
