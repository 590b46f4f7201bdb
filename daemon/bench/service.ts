// The sync service as it runs, which also tells its parent what it costs: CPU so far, memory now.
import { readFileSync } from 'node:fs';
import { run } from '../src/cli/run.ts';

export type Cost = { cpuMs: number; rssMiB: number; peakMiB: number };

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const peakKiB = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0);
  const cost: Cost = {
    cpuMs: (user + system) / 1000,
    rssMiB: process.memoryUsage.rss() / 2 ** 20,
    peakMiB: peakKiB / 1024,
  };
  process.send!(cost);
});
await run();
