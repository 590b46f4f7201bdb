// What the storage and its threads say to each other.
import type { EventEmitter } from 'node:events';
import type { Job } from '../../shared/job.ts';
import type { Moment } from './context.ts';
import type { HeldFiles } from './held-files.ts';
import type { ErrorMessage } from './storage-error.ts';

export type ThreadData = {
  role: 'writer' | 'reader';
  file: string;
  /** The files that the process keeps open. Undefined: it keeps none, and nothing is looked at. */
  held?: HeldFiles | undefined;
  idPrefix: string;
  /** After this long a read is given up. */
  readMs: number;
};

/** A worker thread as its caller sees it; a simulation runs what is in it in its own thread. */
export type Thread = EventEmitter & {
  readonly threadId: number;
  postMessage: (message: ThreadRequest | 'close') => void;
  unref: () => void;
  terminate: () => Promise<unknown>;
};
export type StartThread = (data: ThreadData) => Thread;

/** The inside of the same: where messages come from and answers go. */
export type ThreadPort = {
  postMessage: (message: ThreadAnswer | 'ready', handedOver?: ArrayBuffer[]) => void;
  on: (event: 'message', listener: (message: ThreadRequest | 'close') => void) => unknown;
  close: () => void;
};

export type ThreadRequest = { serial: number; moment: Moment; jobs: Job[] };

export type ThreadAnswer = {
  serial: number;
  /** Of the jobs that come next; a group of writes is answered commit by commit. */
  settled: ({ ok: true; value: unknown } | { ok: false; error: ErrorMessage })[];
  isLast: boolean;
  hasNewDeliveries: boolean;
};
