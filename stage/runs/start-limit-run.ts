// `npm run limit-run`: how much of the registry's limit the sync service uses, with its figures printed. Takes about seven minutes,
// because the limit's windows are real minutes. For contributors: docs/development.md.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { fewestRequests, limitRun, type LimitRunOptions } from './limit-run.ts';
import { freePorts } from '../machine/ports.ts';

const options = new Command('npm run limit-run --')
  .option('--works <n>', 'works in batches', '18000')
  .option('--patches <n>', 'works changed one by one', '400')
  .parse()
  .opts<{ works: string; patches: string }>();

process.once('SIGINT', () => process.exit(130));

const runs: Pick<LimitRunOptions, 'works' | 'kind'>[] = [
  { works: Number(options.works), kind: 'batches' },
  { works: Number(options.patches), kind: 'patches' },
];
let isGood = true;
for (const run of runs) {
  const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-limit-'));
  const result = await limitRun({ ...run, dataDir, ports: await freePorts() });
  await rm(dataDir, { recursive: true, force: true });
  console.table({
    kind: run.kind,
    works: result.works,
    requests: `${result.requests} (at least ${fewestRequests(run)} needed)`,
    seconds: result.seconds.toFixed(1),
    'requests per window': result.perWindow.join(', '),
    'share of the limit used':
      result.usedShare === null ? 'no whole window' : `${(result.usedShare * 100).toFixed(1)} %`,
    'answers 429': result.tooMany,
  });
  isGood &&= result.tooMany === 0 && (result.usedShare ?? 1) >= 0.98;
}
process.exit(isGood ? 0 : 1);
