// Sends a site's open steps through the queue of its account. A task claims a request of the budget first and picks the most urgent
// batch only then, so that a sold work overtakes ten thousand first publications.
//
// A step: pending -> sent (key and lease on the disk) -> settled: done, or failed and shown to the owner.
//         sent -> pending: the answer says "later", nothing came of the batch, or its lease ended with the process.
import type { Logger } from 'pino';
import type { Account, SendCall } from '../registry/account.ts';
import { BATCH_SIZE } from './apply/batch-size.ts';
import { compareWork } from './apply/compare.ts';
import { publishWorks } from './apply/publish.ts';
import { updateWork, updateWorks } from './apply/update.ts';
import { backoffMs } from '../net/backoff.ts';
import type { Bookkeeping } from './bookkeeping/bookkeeping.ts';
import { TOO_MANY_WORKS } from './bookkeeping/work-limits.ts';
import { isoTime, type Clock } from '#kit/clock';
import type { Connection } from '../registry/connection.ts';
import type { Journal } from '../journal/journal.ts';
import { SEND_LEASE_MS } from '../journal/waits.ts';
import { AccountRefused, InstallationUnknown, RegistryTransient } from '../types/registry.ts';
import type { ApplyContext } from '../types/registry.ts';
import {
  PRIORITY,
  type Action,
  type ActionKind,
  type Outcome,
  type Work,
  type WorkError,
} from '../types/work.ts';
import { lifeOf } from '../types/life.ts';

const TASKS_PER_SITE = 4;
/** Most urgent first: what left or was sold, what is to be looked at, what is new. */
const CLASSES = [['source', 'update'], ['compare'], ['publish']] as const;
const FAIR_TURN = 5;
const FRONT = 100;

/** Failures of a step alone, while others succeed, until its owner is told: about eight minutes. */
const MOST_SUSPICION = 8;

export type FaultPoint =
  | 'pulled'
  | 'committed'
  | 'acked'
  | 'before-send'
  | 'after-send'
  | 'settled'
  | 'before-report'
  | 'reported'
  | 'listed'
  | 'compared';

export type SenderDeps = {
  siteId: string;
  account: Account;
  connection: Connection;
  journal: Journal;
  bookkeeping: Bookkeeping;
  clock: Clock;
  log: Logger;
  /** False where nothing may go out for this site at all. */
  maySend: () => boolean;
  /** False while works of the shop are still unread: among them may be duplicates of what would be sent. */
  mayPublish: () => boolean;
  /** How many more works may be registered; those beyond are shown to the owner. */
  room: () => number;
  /** Called after each batch. */
  onSettled: () => void;
  onFault: (point: FaultPoint) => void;
};

export type Sender = ReturnType<typeof createSender>;

export function createSender(deps: SenderDeps) {
  const { account, journal, bookkeeping, siteId } = deps;
  let tasks = 0;
  let turn = 0;
  let queued = 0;
  const stopping = new AbortController();
  let idle = Promise.withResolvers<void>();
  idle.resolve();

  /** Starts as many tasks as are needed. Safe to call at any time. */
  function kick(): void {
    while (
      deps.maySend() &&
      !stopping.signal.aborted &&
      tasks < TASKS_PER_SITE &&
      account.isOpen() &&
      deps.connection.find()
    ) {
      const priority = nextPriority();
      if (priority === null) return;
      if (tasks === 0) idle = Promise.withResolvers();
      tasks += 1;
      void runTask(inTurn(priority));
    }
  }

  /** Never throws: a failure that is awaited by no one would end the process. What failed is tried again with the next round. */
  async function runTask(priority: number): Promise<void> {
    try {
      const didSend = await account.queue.add(sendNext, { priority }).finally(endTask);
      if (didSend !== true) return;
      deps.onSettled();
      kick();
    } catch (error) {
      deps.log.error({ err: error }, 'a batch failed unexpectedly');
    }
  }

  /** Sites that share an account share its queue: each fifth task of a site goes first, whatever it sends. */
  function inTurn(priority: number): number {
    queued += 1;
    return queued % FAIR_TURN === 0 ? FRONT : priority;
  }

  /** Priority of what would be sent next; null: nothing. */
  function nextPriority(): number | null {
    const now = deps.clock.now();
    const ready = (kind: ActionKind) => journal.actions.hasReady(siteId, kind, now);
    const kind = classesInTurn().flat().find(ready);
    return kind === undefined ? null : PRIORITY[kind];
  }

  /** Each fifth batch begins with the least urgent kind: else a shop that changes all the time would never register new works. */
  function classesInTurn(): (readonly ActionKind[])[] {
    const classes = CLASSES.filter((kinds) => kinds[0] !== 'publish' || deps.mayPublish());
    return turn % FAIR_TURN === FAIR_TURN - 1 ? classes.reverse() : classes;
  }

  function endTask(): void {
    tasks -= 1;
    if (tasks === 0) idle.resolve();
  }

  async function sendNext(): Promise<boolean> {
    if (stopping.signal.aborted || !account.isOpen()) return false;
    return account.withClaim(stopping.signal, sendBatch);
  }

  async function sendBatch(send: SendCall): Promise<boolean> {
    const connection = deps.connection.find();
    const maySend = deps.maySend() && !stopping.signal.aborted && account.isOpen();
    const batch = maySend && connection ? pickBatch(BATCH_SIZE) : [];
    const beyond = batch[0]?.kind === 'publish' ? batch.splice(Math.max(0, deps.room())) : [];
    if (beyond.length > 0) refuse(beyond);
    turn += 1;
    if (batch.length === 0 || !connection) return beyond.length > 0;
    const nowIso = isoTime(deps.clock.now());
    const forgetInstallation = () => deps.connection.forget();
    const { installationId } = connection;
    const context = { ...deps.connection.holdings(connection), send, nowIso, forgetInstallation };
    // All that is read of the journal is read before: a batch that is marked and not sent waits until its lease ends.
    const works = worksOf(batch);
    // What could not be written down is not sent: with a full disk works wait, and none is sent twice.
    bookkeeping.markSent(batch, installationId, SEND_LEASE_MS);
    try {
      await journal.flushed();
    } catch (error) {
      bookkeeping.postpone(batch, { delayMs: 0, isSuspect: false, wasNotSent: true });
      throw error;
    }
    deps.onFault('before-send');
    await deliver(batch, works, context);
    return true;
  }

  const worksOf = (batch: Action[]) => batch.map((action) => journal.works.find(siteId, action.externalId)!);

  function refuse(batch: Action[]): void {
    bookkeeping.settle(
      batch,
      batch.map(() => ({ result: 'refused', error: TOO_MANY_WORKS })),
      worksOf(batch),
    );
  }

  async function deliver(batch: Action[], works: Work[], context: ApplyContext): Promise<void> {
    try {
      const outcomes = await apply(context, batch, works);
      deps.onFault('after-send');
      bookkeeping.settle(batch, outcomes, works);
      deps.onFault('settled');
    } catch (error) {
      if (error instanceof RegistryTransient && isHopeless(batch, error)) {
        bookkeeping.settle(batch, [{ result: 'refused', error: hopelessError(error) }], works);
      } else if (error instanceof RegistryTransient) {
        const delayMs = error.isSuspect ? backoffMs(batch[0]!.attempts) : 0;
        bookkeeping.postpone(batch, { delayMs, isSuspect: error.isSuspect, wasNotSent: !error.wasSent });
      } else if (error instanceof AccountRefused || error instanceof InstallationUnknown) {
        if (error instanceof InstallationUnknown) deps.connection.forget();
        bookkeeping.postpone(batch, { delayMs: 0, isSuspect: false, wasNotSent: true });
        deps.log.warn({ reason: error.message }, 'sending stopped');
      } else {
        bookkeeping.postpone(batch, {
          delayMs: backoffMs(batch[0]!.attempts + 5),
          isSuspect: true,
          wasNotSent: false,
        });
        throw error;
      }
    }
  }

  async function apply(context: ApplyContext, batch: Action[], works: Work[]): Promise<Outcome[]> {
    const [first] = batch;
    if (first?.kind === 'publish') return publishWorks(context, batch, works);
    if (first?.kind === 'compare') return [await compareWork(context, first, works[0]!)];
    if (hasBatchUpdate()) return updateWorks(context, batch, works);
    return [await updateWork(context, first!, works[0]!)];
  }

  /**
   * The most urgent steps that may share one request. Steps of a batch that was refused without a reason are retried in smaller
   * batches (50, 12, 3, 1) until the one that causes it is found.
   */
  function pickBatch(limit: number): Action[] {
    const now = deps.clock.now();
    for (const kinds of classesInTurn()) {
      const ready = kinds.flatMap((kind) => journal.actions.listReady(siteId, kind, now, limit));
      const [first] = ready;
      if (!first) continue;
      const isSingle = kinds[0] === 'compare' || (kinds[0] === 'source' && !hasBatchUpdate());
      const size = isSingle ? 1 : Math.max(1, Math.floor(BATCH_SIZE / 4 ** first.suspicion));
      return ready.filter((action) => action.suspicion === first.suspicion).slice(0, Math.min(size, limit));
    }
    return [];
  }

  function hasBatchUpdate(): boolean {
    return account.descriptor?.features.includes('batch_update') ?? false;
  }

  return {
    kick,
    life: lifeOf({
      isQuiet: () => tasks === 0,
      async stop(): Promise<void> {
        stopping.abort();
        await idle.promise;
      },
    }),
  };
}

/** A single step that fails again and again, while the registry answers others: its owner must hear of it. */
const isHopeless = (batch: Action[], error: RegistryTransient): boolean =>
  error.isSuspect && batch.length === 1 && batch[0]!.suspicion >= MOST_SUSPICION;

const hopelessError = ({ message }: RegistryTransient): WorkError => ({
  code: 'registry_failed',
  message: `The registry accepts other artworks, but fails whenever it gets this one. ${message}`,
  issues: [],
  hint: 'Try again later. If the problem remains, tell the operator of the registry the title of the artwork.',
});
