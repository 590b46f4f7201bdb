// A task that one of several processes does at a time: it holds a lease in the database, which is renewed for as long as it runs.
import { randomUUID } from 'node:crypto';
import type { Storage } from './storage/storage.ts';

/** Within one lease it is renewed so many times, so that one failure loses nothing. */
const RENEWALS = 4;

export type HeldLease = {
  /** False once another one has the lease, because this one could not renew it in time. For before a step that must not happen twice. */
  renew: () => Promise<boolean>;
  /** What the last renewal said, while its time lasts; for steps too small to ask the database each time. */
  isHeld: () => boolean;
};

/** The result of `work`, or undefined where another process, or another call of this one, is at it. */
export async function underLease<Result>(
  storage: Pick<Storage, 'takeLease' | 'endLease' | 'clock'>,
  { name, ms }: { name: string; ms: number },
  work: (lease: HeldLease) => Promise<Result>,
): Promise<Result | undefined> {
  const { clock } = storage;
  const owner = randomUUID();
  let hasIt = true;
  let takenAtMs = clock.elapsed();
  // Also where no renewal came through in time, and another process may have it by now.
  const isHeld = () => hasIt && clock.elapsed() - takenAtMs < ms;
  const renew = async () => {
    const beganAtMs = clock.elapsed();
    if (hasIt) hasIt = await storage.takeLease({ name, owner, ms });
    takenAtMs = beganAtMs;
    return hasIt;
  };
  if (!(await renew())) return undefined;
  // One that fails is tried again before the lease ends; `work` hears of it by its own.
  const endRenewing = clock.every(ms / RENEWALS, () => void renew().catch(() => undefined));
  try {
    return await work({ renew, isHeld });
  } finally {
    endRenewing();
    // Where this fails, the lease ends by its time, and what was done is done.
    await storage.endLease({ name, owner }).catch(() => undefined);
  }
}
