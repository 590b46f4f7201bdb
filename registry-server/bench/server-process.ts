// The server as the benchmark starts it: the real `serve`, and beside it what only the process itself can tell.
import { subscribe } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { anonymousMiB } from './anonymous-memory.ts';
import { runCli } from '../src/cli/program.ts';

export type Vitals = {
  cpuMicros: number;
  /** The part of it that a database server of its own has used. */
  databaseMicros: number;
  loopDelayP99Ms: number;
  anonymousMiB: number;
  /** Connections to others that it has opened. */
  outgoing: number;
};

const RESOLUTION_MS = 2;
let outgoing = 0;
subscribe('net.client.socket', () => (outgoing += 1));
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

// The bench that started it is gone.
process.once('disconnect', () => process.exit());
process.on('message', (ask: 'vitals' | 'watch-loop') => {
  if (ask === 'watch-loop') {
    delay.enable();
    delay.reset();
  }
  const { user, system } = process.cpuUsage();
  const vitals: Vitals = {
    cpuMicros: user + system,
    databaseMicros: 0,
    loopDelayP99Ms: delay.percentile(99) / 1e6 - RESOLUTION_MS,
    anonymousMiB: anonymousMiB(),
    outgoing,
  };
  process.send?.(vitals);
});

await runCli(['serve']);
