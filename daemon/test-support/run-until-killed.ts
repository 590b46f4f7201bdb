// A service in a process of its own that kills itself the hard way at a named point. Arguments: data folder, point,
// and at which time it comes by.
import { pino } from 'pino';
import { createApp } from '../src/app.ts';
import { systemClock } from '../src/clock.ts';
import { stageConfig } from './start-stage.ts';

const [dataDir = '', point = '', times = '1'] = process.argv.slice(2);
let left = Number(times);
const app = createApp({
  config: stageConfig(dataDir),
  clock: systemClock,
  log: pino({ level: 'silent' }),
  onFault: (reached) => {
    if (reached !== point) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
await app.start();
