// A printing thread that does with each job what its labels ask for: nothing for ever, an end of the thread, or too much memory.
import { parentPort } from 'node:worker_threads';
import type { PrintJob } from '../../src/pages/print/print-job.ts';
import type { PrintAnswer } from '../../src/pages/print/print-thread.ts';

parentPort?.on('message', (job: PrintJob) => {
  const wish = job.kind === 'labels' ? job.labels[0]?.title : undefined;
  if (wish === 'hang') for (;;);
  if (wish === 'crash') throw new Error('this thread fails');
  if (wish === 'exit') process.exit(7);
  if (wish === 'fill the memory')
    for (const kept: unknown[] = []; ;) kept.push(Array.from({ length: 1000 }, String));
  const answer: PrintAnswer =
    wish === 'a fault of the job' ? { failed: wish } : { pdf: new TextEncoder().encode(String(wish)) };
  parentPort?.postMessage(answer);
});
