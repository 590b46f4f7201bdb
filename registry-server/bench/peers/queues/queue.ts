// What a sender of webhooks that stands on a job queue must be able to do, so that all of them are measured alike.
import type { PeerName } from '../options.ts';

export type QueueName = Exclude<PeerName, 'directus'>;

export type Job = { id: string; url: string; endpoint: number; body: string };

export type Queue = {
  /** Wait until they are stored. */
  add(jobs: Job[]): Promise<void>;
  /** Nothing is sent before `open` and after `pause`. */
  open(): Promise<void>;
  pause(): Promise<void>;
  /** Throws away what waits. */
  clear(): Promise<void>;
};

export type QueueSettings = {
  name: QueueName;
  /** The folder whose node_modules have it. */
  installed: string;
  /** Of its PostgreSQL, or the port of its Redis. */
  database: string;
  /** Of the receivers' certificate. */
  caFile: string;
  /** True: each endpoint has a queue, a lane or a group of its own, so that one that hangs delays itself only. */
  hasLanes: boolean;
};

/** `attempt` counts from 1. Throws where the receiver did not answer with 2xx. */
export type Deliver = (job: Job, attempt: number) => Promise<void>;

/** At a time, over all endpoints. */
export const CONCURRENCY = 64;
export const MOST_ATTEMPTS = 6;
