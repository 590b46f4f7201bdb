// What the tiny registry is made of, and what its pages need of it.
import type { KeyObject } from 'node:crypto';
import type { Time } from '../observation.ts';

export type Lie =
  | 'hidden work in OAI-PMH'
  | 'hidden title on the start page'
  | 'hidden work in the sitemap'
  | 'hidden work in a dump'
  | 'hidden work by its address'
  | 'Art ID twice'
  | 'lost update'
  | 'lost work'
  | 'key carried out twice'
  | 'event out of order'
  | 'event lost'
  | 'replay shows a hidden work'
  | 'feed names a work that never was public'
  | 'event to another organisation'
  | 'page of a work does not open'
  | 'wrong count'
  | 'not found by its title'
  | 'work missing in the dump'
  | 'event with a wrong signature'
  | 'paused webhook sends'
  | 'withdrawn certificate is valid'
  | 'certificate with another title'
  | 'changes with a gap'
  | 'activity with a gap'
  | 'updated_since misses an update'
  | 'revoked key is good'
  | 'restore forgets a withdrawal'
  | 'foreign update'
  | 'refusal in words of the database'
  | 'not ready'
  | 'taken for another work'
  | 'work of a day to come'
  | 'certificate of a day to come'
  | 'times of the feed go back'
  | 'OAI-PMH leaves out the second of its bound';

export type Work = {
  registryId: string;
  uuid: string;
  organization: string;
  installation: string | null;
  fields: Record<string, unknown>;
  createdAt: number;
  updatedAt: number;
  isShown: boolean;
  isWithdrawn: boolean;
  wasPublic: boolean;
};
export type Step = { seq: number; op: 'upsert' | 'remove'; registryId: string; at: number };
export type Certificate = {
  id: string;
  registryId: string;
  copy: unknown;
  statement: string;
  isWithdrawn: boolean;
};
export type State = {
  next: number;
  seq: number;
  works: Work[];
  steps: Step[];
  keys: Record<string, { organization: string; isRevoked: boolean }>;
  replays: Record<string, { body: string; answer: Plain }>;
  certificates: Certificate[];
};
export type Plain = {
  status: number;
  json?: unknown;
  text?: string;
  bytes?: Uint8Array;
  headers?: Record<string, string>;
};

export const ORIGIN = 'https://registry.example';

export type Dump = { file: string; bytes: Uint8Array; works: number; sequence: number; at: Time };

/** What pages are made from. */
export type Shown = {
  state: State;
  lies: ReadonlySet<Lie>;
  dumps: readonly Dump[];
  now: Time;
  signingKey: KeyObject;
  record(work: Work): unknown;
  certificate(id: string): unknown;
};

export function isPublic({ isShown, isWithdrawn }: Work): boolean {
  return isShown && !isWithdrawn;
}

export function time(ms: Time): string {
  return new Date(ms).toISOString().replace('Z', '000Z');
}
