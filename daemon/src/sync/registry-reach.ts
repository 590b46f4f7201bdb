// Keeps a site's registry reachable: probes a refused key, makes the handshake, starts the audit. It runs beside the loop, because
// a rate limit may hold a call up for a minute, and the site must still be polled meanwhile.
import type { Logger } from 'pino';
import { backoffMs } from '../net/backoff.ts';
import type { Clock } from '#kit/clock';
import type { Account } from '../registry/account.ts';
import type { Connection, SiteFacts } from '../registry/connection.ts';
import { AccountRefused, RegistryTransient } from '../types/registry.ts';
import type { Audit } from './audit.ts';
import { lifeOf } from '../types/life.ts';

export type RegistryReach = ReturnType<typeof createRegistryReach>;
/** Of the same process. */
export type ReachMemory = { refusals: number; notBeforeMs: number };

export function createRegistryReach(deps: {
  account: Account;
  connection: Connection;
  audit: Pick<Audit, 'kick' | 'request'>;
  clock: Pick<Clock, 'elapsed'>;
  log: Logger;
  stopping: AbortSignal;
  wake: (reason: 'registry' | 'audited') => void;
  memory?: ReachMemory | undefined;
}) {
  const { account, connection, audit, clock, stopping } = deps;
  let running: Promise<void> | null = null;
  /** Handshakes in a row that the registry refused. */
  let refusals = deps.memory?.refusals ?? 0;
  let notBeforeMs = deps.memory?.notBeforeMs ?? 0;

  async function reach(isProbeDue: boolean, site: SiteFacts): Promise<void> {
    if (isProbeDue) await account.probe(stopping);
    const mayConnect = account.isOpen() || (account.state === 'no_write_target' && isProbeDue);
    if (!mayConnect || !connection.isNeeded(site)) return;
    const isOther = await connection.ensure(site, stopping);
    refusals = 0;
    // After a move the works are still at the former installation: the audit finds them there and moves their sources. Under a former name of
    // its profile a work of ours was taken for somebody else's.
    if (isOther) audit.request();
  }

  return {
    /** Starts what is due, unless something is under way already. Never throws. */
    kick(site: SiteFacts): void {
      if (running) return;
      audit.kick(stopping, () => deps.wake('audited'));
      const isProbeDue = account.isProbeDue();
      const mayConnect = account.isOpen() && clock.elapsed() >= notBeforeMs;
      if (!isProbeDue && !(mayConnect && connection.isNeeded(site))) return;
      running = reach(isProbeDue, site)
        .catch((error: unknown) => {
          if (error instanceof AccountRefused || error instanceof RegistryTransient) return;
          // The end of this call wakes the loop, which would otherwise make the next one at once.
          refusals += 1;
          notBeforeMs = clock.elapsed() + backoffMs(refusals);
          deps.log.warn({ reason: (error as Error).message }, 'the registry refused the connection');
        })
        .finally(() => {
          running = null;
          if (!stopping.aborted) deps.wake('registry');
        });
    },
    life: lifeOf({
      isQuiet: () => running === null,
      stop: async () => void (await running),
      memory: (): ReachMemory => ({ refusals, notBeforeMs }),
    }),
  };
}
