// Which lines of a program's log are faults.
import { expect, test } from 'vitest';
import { KILLED, programLog } from './program-log.ts';

test('an error is a fault, unless the simulation killed the process', () => {
  const [lines, errors]: [string[], string[]] = [[], []];
  const life = { isDead: false };
  const log = programLog(life, 'host', {
    log: { add: (text) => void lines.push(text) },
    onError: (said) => void errors.push(said),
  });
  log.warn('safe mode');
  log.error({ reason: KILLED }, 'a cell ended');
  log.error({ err: new Error('disk full') }, 'a round failed');
  life.isDead = true;
  log.error('the rest of a dead life');
  expect(lines).toEqual([
    'host says 40 safe mode',
    'host says 50 a cell ended',
    'host says 50 a round failed: disk full',
  ]);
  expect(errors).toEqual(['host says 50 a round failed: disk full']);
});
