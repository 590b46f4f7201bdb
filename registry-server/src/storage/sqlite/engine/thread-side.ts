// The inside of a storage thread: the one writer, or one of the readers. It does what messages ask and answers each.
import { parentPort, workerData } from 'node:worker_threads';
import type { Job, Settled } from '../../shared/job.ts';
import type { PublicPage } from '../../records.ts';
import { openReader, openWriter } from './connection.ts';
import { makeContext } from './context.ts';
import type { EngineTime, Moment, SqliteContext } from './context.ts';
import { performRead } from './engine.ts';
import type { Operations } from './engine.ts';
import { commitGroup } from './group-commit.ts';
import { refuseLostFiles } from './held-files.ts';
import { packError } from './storage-error.ts';
import type { ThreadAnswer, ThreadData, ThreadPort, ThreadRequest } from './thread-messages.ts';
import { Turns } from './turns.ts';

/** Runs this thread until it is told to close. */
export function serveThread(operations: Operations): void {
  if (parentPort === null) throw new Error('this is the inside of a thread of the storage');
  serveRequests(operations, parentPort, workerData as ThreadData);
}

/** The same on any port. `time`: default that of a thread of its own. */
export function serveRequests(
  operations: Operations,
  port: ThreadPort,
  data: ThreadData,
  time?: EngineTime,
): void {
  // A thread that is started again opens the files by their names: other ones would be another registry.
  if (data.held !== undefined) refuseLostFiles(data.file, data.held);
  const db = data.role === 'writer' ? openWriter(data.file, { mustExist: true }) : openReader(data.file);
  const context = makeContext(db, data.idPrefix, time);
  context.held = data.held;
  const turns = new Turns();
  port.postMessage('ready');
  port.on('message', (request: ThreadRequest | 'close') => {
    void turns.run(async () => {
      if (request === 'close') {
        db.close();
        port.close();
      } else if (data.role === 'reader') await read(port, context, request, operations, data.readMs);
      else await write(port, context, request, operations);
    });
  });
}

async function read(
  port: ThreadPort,
  context: SqliteContext,
  { serial, moment, jobs }: ThreadRequest,
  operations: Operations,
  readMs: number,
): Promise<void> {
  const settled: Settled[] = [];
  for (const job of jobs) {
    context.readUntil = context.elapsed() + readMs;
    settled.push(await settle(context, moment, job, operations));
  }
  answer(port, context, serial, settled, true);
}

async function settle(
  context: SqliteContext,
  moment: Moment,
  job: Job,
  operations: Operations,
): Promise<Settled> {
  try {
    return { ok: true, value: await performRead(context, moment, job, operations) };
  } catch (error) {
    return { ok: false, error };
  }
}

async function write(
  port: ThreadPort,
  context: SqliteContext,
  { serial, moment, jobs }: ThreadRequest,
  operations: Operations,
): Promise<void> {
  for (let done = 0; done < jobs.length;) {
    const settled = await commitGroup(context, moment, jobs.slice(done), operations.write);
    done += settled.length;
    answer(port, context, serial, settled, done >= jobs.length);
  }
}

function answer(
  port: ThreadPort,
  context: SqliteContext,
  serial: number,
  settled: Settled[],
  isLast: boolean,
): void {
  const message: ThreadAnswer = {
    serial,
    settled: settled.map((entry) =>
      entry.ok ? entry : { ok: false as const, error: packError(entry.error) },
    ),
    isLast,
    hasNewDeliveries: context.hasNewDeliveries,
  };
  context.hasNewDeliveries = false;
  port.postMessage(message, settled.flatMap(transferable));
}

/** The JSON of a list is handed over, not copied. */
function transferable(entry: Settled): ArrayBuffer[] {
  if (!entry.ok || typeof entry.value !== 'object' || entry.value === null) return [];
  const { json } = entry.value as Partial<PublicPage>;
  return json instanceof Uint8Array ? [json.buffer as ArrayBuffer] : [];
}
