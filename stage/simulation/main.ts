// `npm run simulate`: registry, host and shops in this process, in a time of their own, as one seed decides. A program of its own, because
// it replaces what Node gives to programs before they are loaded.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeRepeatable, realNow } from './determinism.ts';
import { Timeline } from './timeline.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    operations: { type: 'string', default: '200' },
    log: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});

const seed = Number(values.seed);
const folder = mkdtempSync(join(tmpdir(), 'simulation-'));
const timeline = new Timeline();
// Drafts of files have it in their names.
Object.defineProperty(process, 'pid', { value: 4242 });
makeRepeatable(seed, { nowMs: timeline.nowMs, elapsedMs: () => timeline.elapsedMs });
const { simulate } = await import('./simulate.ts');
const began = realNow();
const result = await simulate({
  seed,
  operations: Number(values.operations),
  folder,
  timeline,
  logFile: values.log,
});
if (!values.keep) rmSync(folder, { recursive: true, force: true });
console.log(JSON.stringify({ ...result, seconds: (realNow() - began) / 1000 }, null, 1));
process.exit(result.faults.length === 0 ? 0 : 1);
