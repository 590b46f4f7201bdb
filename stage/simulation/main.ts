// `npm run simulate`: registry, host and shops in this process, in a time of their own, as one seed decides. A program of its own, because
// it replaces what Node gives to programs before they are loaded. With --long or --twice it starts itself for one seed after another.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeRepeatable, realNow } from './determinism.ts';
import { runManySeeds, runSeedsTwice } from './many-seeds.ts';
import { Timeline } from './timeline.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    operations: { type: 'string', default: '200' },
    log: { type: 'string' },
    long: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '55' },
    twice: { type: 'string' },
  },
});
const [seed, operations] = [values.seed, values.operations].map(Number) as [number, number];
const wrong = Object.entries(values).find(
  ([name, value]) => name !== 'log' && typeof value === 'string' && !/^\d{1,9}$/.test(value),
);
if (wrong !== undefined) {
  console.error(`--${wrong[0]} must be a whole number, but is "${wrong[1]}"`);
  process.exit(2);
}

if (values.twice !== undefined) {
  process.exitCode = (await runSeedsTwice({ seed, operations, seeds: Number(values.twice) })) ? 0 : 1;
} else if (values.long) {
  process.exitCode = (await runManySeeds({ seed, minutes: Number(values.minutes) })) ? 0 : 1;
} else await runOneSeed();

async function runOneSeed(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'simulation-'));
  const timeline = new Timeline();
  // Drafts of files have it in their names.
  Object.defineProperty(process, 'pid', { value: 4242 });
  makeRepeatable(seed, {
    nowMs: timeline.nowMs,
    elapsedMs: () => timeline.elapsedMs,
    later: (ms, act) => timeline.in(ms, act),
  });
  const { simulate } = await import('./simulate.ts');
  const began = realNow();
  try {
    const result = await simulate({ seed, operations, folder, timeline, logFile: values.log });
    const seconds = (realNow() - began) / 1000;
    process.stdout.write(`${JSON.stringify({ ...result, seconds }, null, 1)}\n`);
    process.exitCode = result.faults.length === 0 ? 0 : 1;
  } catch (error) {
    // Errors without a handler are those of the simulated programs, and do not end this one.
    console.error(error);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // Loops of the last lives wait for a time that does not come.
  process.exit();
}
