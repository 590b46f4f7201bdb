// `npm run fault-run -w daemon -- [--tenants 200] [--minutes 3] [--seed N]`: the fault run of a host, with its figures printed.
import { Command } from 'commander';
import { killAll } from '../../registry-server/bench/processes.ts';
import { hostFaultRun } from '../tests/support/host-fault-run.ts';
import { LONG } from '../tests/support/host-fault-sizes.ts';

const values = new Command('npm run fault-run -w daemon --')
  .description(
    'A host among tenants that lie and a registry that fails: kills it, heals it, and says what was lost, doubled or mixed up.',
  )
  .option('--tenants <n>', 'galleries', String(LONG.tenants))
  .option('--minutes <n>', 'how long faults continue', String(LONG.faultyMs / 60_000))
  .option('--seed <n>', 'repeats a run', String(Date.now() % 100_000))
  .parse()
  .opts<{ tenants: string; minutes: string; seed: string }>();
process.once('exit', killAll);
const faultyMs = Number(values.minutes) * 60_000;
const { faults, figures } = await hostFaultRun({
  ...LONG,
  tenants: Number(values.tenants),
  faultyMs,
  kills: Math.max(1, Math.round(faultyMs / 30_000)),
  seed: Number(values.seed),
  say: console.log,
});
console.table(figures);
for (const fault of faults.slice(0, 20)) console.log(`FAULT  ${fault}`);
console.log(faults.length === 0 ? 'passed' : `${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
