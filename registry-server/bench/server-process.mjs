// The server as the benchmark starts it: the `serve` of the built package, and beside it what only the process itself can
// tell. Not TypeScript: stripping types would keep 10 MiB that no installed server has.
import { subscribe } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const RESOLUTION_MS = 2;
let outgoing = 0;
subscribe('net.client.socket', () => (outgoing += 1));
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

// The bench that started it is gone.
process.once('disconnect', () => process.exit());
process.on('message', (ask) => {
  if (ask === 'watch-loop') {
    delay.enable();
    delay.reset();
  }
  const { user, system } = process.cpuUsage();
  process.send?.({
    cpuMicros: user + system,
    databaseMicros: 0,
    loopDelayP99Ms: delay.percentile(99) / 1e6 - RESOLUTION_MS,
    outgoing,
  });
});

// Its questions do not keep a server alive that was told to stop: it would be killed after nine seconds.
process.channel?.unref();
const [, , program] = process.argv;
const { runCli } = await import(pathToFileURL(program).href);
await runCli(['serve']);
