// The thread that prints, one job at a time. Its fonts are read with its first file and kept (document.ts).
import { parentPort } from 'node:worker_threads';
import { print } from './print-job.ts';
import type { PrintJob } from './print-job.ts';

/** `failed`: the stack of what the job threw; the thread continues with the next. */
export type PrintAnswer = { pdf: Uint8Array<ArrayBuffer> } | { failed: string };

parentPort?.on('message', (job: PrintJob) => {
  print(job).then(
    (pdf) => {
      // A copy of its own memory: that of a Buffer may be part of a pool, which cannot be transferred.
      const own = new Uint8Array(pdf);
      parentPort?.postMessage({ pdf: own } satisfies PrintAnswer, [own.buffer]);
    },
    (error: unknown) =>
      parentPort?.postMessage({ failed: error instanceof Error ? String(error.stack) : String(error) }),
  );
});
