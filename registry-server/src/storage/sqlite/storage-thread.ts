// The inside of a storage thread: the one writer, or one of the readers. It does what messages ask and answers each.
import { parentPort, workerData } from 'node:worker_threads';
import type { PublicPage } from '../records.ts';
import { openReader, openWriter } from './engine/connection.ts';
import { makeContext } from './engine/context.ts';
import type { Moment } from './engine/context.ts';
import { performRead } from './engine/engine.ts';
import { commitGroup } from './engine/group-commit.ts';
import type { Job, Settled } from '../shared/job.ts';
import { packError } from './engine/storage-error.ts';
import type { ErrorMessage } from './engine/storage-error.ts';

export type ThreadData = {
  role: 'writer' | 'reader';
  file: string;
  idPrefix: string;
  /** After this long a read is given up. */
  readMs: number;
};
export type ThreadRequest = { serial: number; moment: Moment; jobs: Job[] };
export type ThreadAnswer = {
  serial: number;
  /** Of the jobs that come next; a group of writes is answered commit by commit. */
  settled: ({ ok: true; value: unknown } | { ok: false; error: ErrorMessage })[];
  isLast: boolean;
  hasNewDeliveries: boolean;
};

const port = parentPort;
if (port === null) throw new Error('this file runs as a thread of the storage');
const { role, file, idPrefix, readMs } = workerData as ThreadData;
const db = role === 'writer' ? openWriter(file) : openReader(file);
const context = makeContext(db, idPrefix);
port.postMessage('ready');

port.on('message', (request: ThreadRequest | 'close') => {
  if (request === 'close') {
    db.close();
    port.close();
    return;
  }
  const { serial, moment, jobs } = request;
  if (role === 'reader') {
    answer(
      serial,
      jobs.map((job) => settle(moment, job)),
      true,
    );
    return;
  }
  for (let done = 0; done < jobs.length;) {
    const settled = commitGroup(context, moment, jobs.slice(done));
    done += settled.length;
    answer(serial, settled, done >= jobs.length);
  }
});

function answer(serial: number, settled: Settled[], isLast: boolean): void {
  const message: ThreadAnswer = {
    serial,
    settled: settled.map((entry) =>
      entry.ok ? entry : { ok: false as const, error: packError(entry.error) },
    ),
    isLast,
    hasNewDeliveries: context.hasNewDeliveries,
  };
  context.hasNewDeliveries = false;
  port?.postMessage(message, settled.flatMap(transferable));
}

function settle(moment: Moment, job: Job): Settled {
  try {
    context.readUntil = performance.now() + readMs;
    return { ok: true, value: performRead(context, moment, job) };
  } catch (error) {
    return { ok: false, error };
  }
}

/** The JSON of a list is handed over, not copied. */
function transferable(entry: Settled): ArrayBuffer[] {
  if (!entry.ok || typeof entry.value !== 'object' || entry.value === null) return [];
  const { json } = entry.value as Partial<PublicPage>;
  return json instanceof Uint8Array ? [json.buffer as ArrayBuffer] : [];
}
