// The delivery worker: one loop that claims what is due and sends it, lanes independent of each other. Woken by a
// commit, by a finished attempt, or by the clock (rows of other processes, retries that come due). Its states:
//
//   new -> running              start()
//   new | running -> stopping   stop(): nothing more is claimed, what is prefetched is released
//   stopping -> aborting        the grace period is over: attempts under way are aborted and do not count
//   stopping | aborting -> stopped   every attempt is recorded
//
// An attempt is claimed, sent, judged and recorded; lanes.ts has the states of a delivery before that.
import assert from 'node:assert/strict';
import { LIMITS, retryAfterSeconds } from '@artwork-registry/contract';
import type { Clock } from '#kit/clock';
import type { AttemptResult, ClaimedDelivery, EndedAttempt } from '../storage/records.ts';
import { DELIVERY_LEASE_MS } from '../storage/shared/waits.ts';
import type { DeliveryStore } from '../storage/storage.ts';
import { FIRST_WIDTH, Lanes } from './lanes.ts';
import { cooldownsMs, retryDelayMs } from './retry-schedule.ts';
import type { SendResult } from './attempt.ts';
import type { Sender } from './sender.ts';
import { SignerCache } from './signer-cache.ts';

export type WorkerDeps = {
  storage: DeliveryStore;
  clock: Clock;
  sender: Pick<Sender, 'send' | 'abort' | 'close'>;
  secretKeys: () => readonly Buffer[];
  backoffSeconds: readonly number[];
  random?: () => number;
  logger: {
    info: (fields: object, message: string) => void;
    warn: (fields: object, message: string) => void;
    error: (fields: object, message: string) => void;
  };
  onAttempt?: (attempt: AttemptFigures) => void;
  /** How long attempts under way may continue when the server stops. */
  stopGraceMs?: number;
};

/** An attempt that was answered, or not in time. */
export type AttemptFigures = {
  isDelivered: boolean;
  /** It failed, and no further one follows. */
  isGivenUp: boolean;
  durationMs: number;
  /** From what the delivery tells of to the end of the attempt. */
  ageMs: number;
};

// What other processes wrote, and what comes due by itself, is found this late at most.
const POLL_MS = 100;
const FAILED_CLAIM_MS = 1000;
const CLAIM_ERROR_LOG_MS = 60_000;
// The deadline of an attempt and a moment to record its end.
const ATTEMPT_MS = 11_000;
const STOP_GRACE_MS = 5_000;
// Attempts that end together are committed together: one write to disk for many, for a delay that nobody notices. Where
// enough was claimed ahead to continue meanwhile, they are gathered for longer.
const GATHER_MS = 8;
const GATHER_MS_WHEN_BUSY = 30;
const BUSY = 40;
// One message to the writer; while one is on its way to disk, the next is gathered.
const MAX_GATHERED = 400;

type State = 'new' | 'running' | 'stopping' | 'aborting' | 'stopped';
const NEXT: Readonly<Record<State, readonly State[]>> = {
  new: ['running', 'stopping'],
  running: ['stopping'],
  stopping: ['aborting', 'stopped'],
  aborting: ['stopped'],
  stopped: [],
};

export class DeliveryWorker {
  readonly #deps: WorkerDeps;
  readonly #signers: SignerCache;
  readonly #lanes = new Lanes();
  #state: State = 'new';
  #wake: () => void = () => undefined;
  #isDueLikely = true;
  #loop: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;
  /** Endpoints that changed while a claim is asked for: its answer may still show them as they were. */
  readonly #changed = new Set<string>();
  #ended: EndedAttempt[] = [];
  /** Attempts that are under way or not recorded yet. */
  #open = 0;
  #onIdle: () => void = () => undefined;
  #claimErrorAt = -Infinity;

  constructor(deps: WorkerDeps) {
    this.#deps = deps;
    this.#signers = new SignerCache(deps.secretKeys);
  }

  start(): void {
    this.#enter('running');
    this.#deps.storage.onDeliveries(() => this.wake());
    // Nothing that waits is sent with the old secret, or to an endpoint that was paused; what other processes change is seen
    // with the next claim.
    this.#deps.storage.onEndpointChange((endpointId) => {
      this.#changed.add(endpointId);
      this.#release(this.#lanes.release(endpointId));
    });
    this.#loop = this.#run();
  }

  wake(): void {
    this.#isDueLikely = true;
    this.#wake();
  }

  /** Lets attempts under way finish for a moment, then aborts them; they do not count and are released at once. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#enter('stopping');
    this.wake();
    await this.#loop;
    this.#release(this.#lanes.releaseAll());
    const endGrace = this.#deps.clock.timeout(this.#deps.stopGraceMs ?? STOP_GRACE_MS, () => this.#abort());
    if (this.#open > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    endGrace();
    await this.#deps.sender.close();
    this.#enter('stopped');
  }

  #enter(next: State): void {
    assert(NEXT[this.#state].includes(next), `the delivery worker cannot go from ${this.#state} to ${next}`);
    this.#state = next;
  }

  get #isRunning(): boolean {
    return this.#state === 'running';
  }

  async #run(): Promise<void> {
    while (this.#isRunning) {
      const isDueLikely = this.#isDueLikely;
      this.#isDueLikely = false;
      this.#changed.clear();
      try {
        const claimed = await this.#deps.storage.claimDeliveries({
          leaseMs: DELIVERY_LEASE_MS,
          perEndpoint: FIRST_WIDTH,
          capacity: this.#lanes.capacity,
          // What is prefetched must not be sent to an endpoint that was paused or changed since.
          isDueLikely: isDueLikely || this.#lanes.prefetched > 0,
        });
        this.#release(this.#lanes.update(claimed));
        for (const endpointId of this.#changed) this.#release(this.#lanes.release(endpointId));
        for (const endpointId of this.#lanes.endpointIds()) this.#fill(endpointId);
      } catch (error) {
        this.#logClaimError(error);
        // On a full disk the next one fails as well.
        if (this.#isRunning) await this.#untilWokenOr(FAILED_CLAIM_MS);
        continue;
      }
      this.#claimErrorAt = -Infinity;
      await this.#untilWokenOr(POLL_MS);
    }
  }

  /** The first of a row of failures, and one a minute of those that follow. */
  #logClaimError(error: unknown): void {
    const now = this.#deps.clock.elapsed();
    if (now - this.#claimErrorAt < CLAIM_ERROR_LOG_MS) return;
    this.#claimErrorAt = now;
    this.#deps.logger.error({ err: error }, 'could not claim webhook deliveries');
  }

  /** Starts as many of a lane as it has places. */
  #fill(endpointId: string): void {
    if (!this.#isRunning) return;
    const nowMs = this.#deps.clock.now();
    // What waited too long to be sent under its lease is claimed again.
    this.#release(this.#lanes.release(endpointId, nowMs + ATTEMPT_MS));
    for (;;) {
      const claim = this.#lanes.start(endpointId);
      if (claim === undefined) return;
      void this.#attempt(claim);
    }
  }

  async #attempt(claim: ClaimedDelivery): Promise<void> {
    this.#open += 1;
    const began = this.#deps.clock.elapsed();
    const sent = await this.#send(claim);
    const durationMs = Math.round(this.#deps.clock.elapsed() - began);
    const result = this.#judge(claim, sent, durationMs);
    const { seq, id, endpointId, event, attempt, leaseUntilMs, trace } = claim;
    // By the clock that the next attempt waits for: it may have been set since the attempt began.
    const startedAtMs = this.#deps.clock.now() - durationMs;
    const isDelivered = result.kind === 'delivered';
    this.#lanes.setWidth(endpointId, isDelivered, durationMs);
    // What is prefetched would fail as well. The place stays taken until the failure is on its way to the storage, which
    // closes the lane.
    if (result.kind === 'failed') this.#release(this.#lanes.release(endpointId));
    else this.#lanes.finish(endpointId);
    this.#record({ claim: { seq, endpointId, startedAtMs, leaseUntilMs }, result });
    this.#deps.logger.info(
      { delivery: id, endpoint: endpointId, event, attempt, result: result.kind, trace: trace ?? undefined },
      'webhook',
    );
    const ageMs = this.#deps.clock.now() - claim.eventAtMs;
    const isGivenUp = result.kind === 'failed' && result.nextAttemptAtMs === null;
    if (result.kind !== 'released') this.#deps.onAttempt?.({ isDelivered, isGivenUp, durationMs, ageMs });
    this.#fill(endpointId);
  }

  async #send(claim: ClaimedDelivery): Promise<SendResult> {
    const { sender, clock, logger } = this.#deps;
    const signer = this.#signers.find(claim.secret);
    if (signer === undefined) {
      return { error: 'the signing secret cannot be opened with the key of this server' };
    }
    try {
      return await sender.send(claim, signer, Math.floor(clock.now() / 1000));
    } catch (error) {
      logger.error({ err: error, delivery: claim.id }, 'could not send a webhook');
      return { error: 'the server could not send it' };
    }
  }

  #judge(claim: ClaimedDelivery, sent: SendResult, durationMs: number): AttemptResult {
    if ('error' in sent && this.#state === 'aborting') return { kind: 'released' };
    if ('status' in sent && sent.status >= 200 && sent.status < 300)
      return { kind: 'delivered', status: sent.status, durationMs };
    const { backoffSeconds, clock, random } = this.#deps;
    const nowMs = clock.now();
    const answered = 'status' in sent ? sent : undefined;
    const maySlowDown = answered?.status === 429 || answered?.status === 503;
    const retryAfter = maySlowDown ? retryAfterSeconds(answered.retryAfter, { nowMs }) : undefined;
    const delayMs =
      claim.attempt >= LIMITS.webhookAttempts
        ? null
        : retryDelayMs(backoffSeconds, claim.attempt, retryAfter, random ?? Math.random);
    return {
      kind: 'failed',
      status: answered?.status ?? null,
      error: 'error' in sent ? sent.error : `answered ${sent.status}`,
      durationMs,
      answer: answered?.beginning ?? null,
      nextAttemptAtMs: delayMs === null ? null : nowMs + delayMs,
      cooldownMs: cooldownsMs(backoffSeconds, LIMITS.webhookPauseAfter),
    };
  }

  /** Gives up leases, so that the next claim gets these deliveries. */
  #release(claims: ClaimedDelivery[]): void {
    for (const { seq, endpointId, leaseUntilMs } of claims) {
      this.#open += 1;
      this.#record({
        claim: { seq, endpointId, leaseUntilMs, startedAtMs: 0 },
        result: { kind: 'released' },
      });
    }
  }

  /** Records the end of an attempt, together with those that end in the same moment. */
  #record(ended: EndedAttempt): void {
    if (this.#ended.length === 0) {
      const isBusy = this.#lanes.prefetched >= BUSY;
      this.#deps.clock.timeout(isBusy ? GATHER_MS_WHEN_BUSY : GATHER_MS, () => this.#recordEnded());
    }
    this.#ended.push(ended);
  }

  #recordEnded(): void {
    const ended = this.#ended;
    this.#ended = [];
    for (let from = 0; from < ended.length; from += MAX_GATHERED)
      void this.#commit(ended.slice(from, from + MAX_GATHERED));
    // The next claim stands in line behind these results and is committed together with them.
    for (const { claim, result } of ended) if (result.kind === 'failed') this.#lanes.finish(claim.endpointId);
    this.wake();
  }

  async #commit(ended: EndedAttempt[]): Promise<void> {
    const { storage, logger } = this.#deps;
    try {
      const recorded = await storage.finishDeliveries(ended);
      for (const [index, { isPaused }] of recorded.entries()) {
        const endpoint = ended[index]?.claim.endpointId;
        if (isPaused) logger.warn({ endpoint }, 'webhook endpoint paused after ten failures in a row');
      }
    } catch (error) {
      // Their leases run out, and they are sent again.
      logger.error({ err: error, attempts: ended.length }, 'could not record webhook attempts');
    }
    this.#open -= ended.length;
    if (this.#open === 0) this.#onIdle();
  }

  #abort(): void {
    this.#enter('aborting');
    this.#deps.sender.abort();
  }

  #untilWokenOr(ms: number): Promise<void> {
    if (this.#isDueLikely) return Promise.resolve();
    return new Promise((resolve) => {
      const callOff = this.#deps.clock.timeout(ms, resolve);
      this.#wake = () => {
        callOff();
        resolve();
      };
    });
  }
}
