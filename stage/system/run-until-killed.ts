// The service as its command line runs it (settings from the environment), in a process that kills itself the hard way at a
// named point. Arguments: the point, and at which time it comes by. "sending" lies between two points: while the registry works.
import { run } from '../../daemon/src/cli/run.ts';

const REQUEST_TAKES_MS = 15;

const [point = '', times = '1'] = process.argv.slice(2);
let left = Number(times);
const kill = () => void process.kill(process.pid, 'SIGKILL');

await run({
  onFault: (reached) => {
    if (reached !== (point === 'sending' ? 'before-send' : point)) return;
    left -= 1;
    if (left > 0) return;
    if (point === 'sending') setTimeout(kill, REQUEST_TAKES_MS);
    else kill();
  },
});
