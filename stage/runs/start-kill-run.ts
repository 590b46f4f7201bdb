// `npm run kill-run`: the kill run on real works, with its figures printed. For contributors: docs/development.md.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { killRun } from './kill-run.ts';
import { freePorts } from '../machine/ports.ts';
import { inventWorks, readRealWorks, realDataFile } from './real-data.ts';

const options = new Command('npm run kill-run --')
  .option('--count <n>', 'how many works', '5000')
  .option('--kills <n>', 'kills at a moment of chance, beside the named points', '12')
  .option('--outage <seconds>', 'how long WordPress answers 500', '60')
  .option('--seed <n>', 'for the same moments again', String(Date.now() % 100_000))
  .option('--keep', 'leave the data folder for a look')
  .parse()
  .opts<{ count: string; kills: string; outage: string; seed: string; keep?: boolean }>();

process.once('SIGINT', () => process.exit(130));

const count = Number(options.count);
const isReal = existsSync(realDataFile);
console.log(isReal ? `works from ${realDataFile}` : 'invented works: the file of real ones is not here');
const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-kills-'));
const { faults, figures } = await killRun({
  dataDir,
  ports: await freePorts(),
  works: isReal ? await readRealWorks(realDataFile, count) : inventWorks(count),
  randomKills: Number(options.kills),
  outageMs: Number(options.outage) * 1000,
  seed: Number(options.seed),
  say: console.log,
});
console.table(figures);
for (const fault of faults.slice(0, 20)) console.log(`FAULT  ${fault}`);
console.log(faults.length === 0 ? 'passed' : `${faults.length} faults; the data is in ${dataDir}`);
if (faults.length === 0 && !options.keep) await rm(dataDir, { recursive: true, force: true });
process.exit(faults.length === 0 ? 0 : 1);
