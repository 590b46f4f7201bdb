// The sync service as it is published, from the folder in argv, which also tells its parent what it costs.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const peakKiB = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0);
  process.send({
    cpuMs: (user + system) / 1000,
    rssMiB: process.memoryUsage.rss() / 2 ** 20,
    peakMiB: peakKiB / 1024,
  });
});
const { run } = await import(pathToFileURL(process.argv[2] ?? '').href);
await run();
