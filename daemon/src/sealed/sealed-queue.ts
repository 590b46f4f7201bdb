// Carries out each sealed order of WordPress once, one after the other beside the loop, and keeps the outcome until WordPress has heard
// of it.
import type { Logger } from 'pino';
import type { Journal } from '../journal/journal.ts';
import type { SealedOrder } from '../types/site.ts';
import type { Posting, SealedOutcome } from './open-sealed.ts';
import { lifeOf } from '../types/life.ts';

type Done = SealedOutcome & { id: string };
/** The order that was posted and has no outcome yet. */
type Posted = { id: string; formerRequest: string | null };
export type SealedOrders = ReturnType<typeof createSealedOrders>;

export function createSealedOrders(deps: {
  journal: Journal;
  siteId: string;
  open: (box: string, posting: Posting) => Promise<SealedOutcome>;
  log: Logger;
  onDone: (isOk: boolean) => void;
}) {
  const { journal, siteId } = deps;
  const underWay = new Set<string>();
  /** Of orders whose outcome could not be written down: what was done must not be done again. */
  const unstored = new Map<string, SealedOutcome>();
  let last: Promise<void> = Promise.resolve();
  let isStopping = false;
  // In the journal, because a new key starts the engine again: WordPress must hear of it all the same.
  const outcomes = (): Done[] => journal.meta.find<Done[]>(siteId, 'sealed_done') ?? [];

  function postingOf(id: string): Posting {
    const posted = journal.meta.find<Posted>(siteId, 'sealed_posted');
    return {
      posted: posted?.id === id ? posted : undefined,
      async note(formerRequest) {
        journal.meta.save(siteId, 'sealed_posted', { id, formerRequest } satisfies Posted);
        await journal.flushed();
      },
    };
  }

  function storeOutcomes(): void {
    if (unstored.size === 0) return;
    const stored = [...unstored].map(([id, outcome]) => ({ id, ...outcome }));
    journal.transaction(() => {
      journal.meta.save(siteId, 'sealed_done', [...outcomes(), ...stored]);
      const posted = journal.meta.find<Posted>(siteId, 'sealed_posted');
      if (posted !== undefined && unstored.has(posted.id)) journal.meta.remove(siteId, 'sealed_posted');
    });
    unstored.clear();
    for (const { ok, code, message } of stored) {
      if (ok) deps.log.info({ code }, 'took over what wp-admin sealed');
      else deps.log.warn({ code, reason: message }, 'what wp-admin sealed was not taken over');
      deps.onDone(ok);
    }
  }

  async function carryOut({ id, box }: SealedOrder): Promise<void> {
    // The site hands it over again.
    if (isStopping) return;
    try {
      const isDone = unstored.has(id);
      // Before anything else is begun, which could take the place of its note.
      storeOutcomes();
      if (isDone) return;
      const outcome = await deps.open(box, postingOf(id)).catch((error: unknown) => {
        deps.log.error({ err: error }, 'what wp-admin handed over could not be carried out');
        return { ok: false, code: 'failed', message: null, fields: [] };
      });
      unstored.set(id, outcome);
      storeOutcomes();
    } finally {
      underWay.delete(id);
    }
  }

  function queue(work: () => Promise<void>): void {
    last = last
      .then(work)
      // As on a full disk. Unhandled, it would end the process with all its sites. The site hands the order over again.
      .catch((error: unknown) =>
        deps.log.error({ err: error }, 'the outcome of what wp-admin sealed could not be stored'),
      );
  }

  return {
    outcomes,
    /** Opens those that are new, beside the loop. */
    open(orders: SealedOrder[]): void {
      const known = new Set(outcomes().map((outcome) => outcome.id));
      if (orders.length === 0 && unstored.size > 0) queue(async () => storeOutcomes());
      for (const order of orders) {
        if (known.has(order.id) || underWay.has(order.id)) continue;
        underWay.add(order.id);
        queue(() => carryOut(order));
      }
    },
    /** WordPress has heard of these. */
    forget(told: Done[]): void {
      if (told.length === 0) return;
      const ids = new Set(told.map((outcome) => outcome.id));
      journal.meta.save(
        siteId,
        'sealed_done',
        outcomes().filter((outcome) => !ids.has(outcome.id)),
      );
    },
    life: lifeOf({
      isQuiet: () => underWay.size === 0 && unstored.size === 0,
      async stop(): Promise<void> {
        isStopping = true;
        queue(async () => storeOutcomes());
        await last;
      },
    }),
  };
}
