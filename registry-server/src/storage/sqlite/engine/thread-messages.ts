// What the storage and its threads say to each other.
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

export type ThreadRequest = { serial: number; moment: Moment; jobs: Job[] };

export type ThreadAnswer = {
  serial: number;
  /** Of the jobs that come next; a group of writes is answered commit by commit. */
  settled: ({ ok: true; value: unknown } | { ok: false; error: ErrorMessage })[];
  isLast: boolean;
  hasNewDeliveries: boolean;
};
