// The delivery worker: one loop that claims what is due and sends it, lanes independent of each other. Woken by a
// commit, by a finished attempt, or by the clock (rows of other processes, retries that come due).
import { LIMITS } from '@artwork-registry/contract';
import type { Clock } from '../clock.ts';
import type { AttemptResult, ClaimedDelivery, EndedAttempt } from '../storage/records.ts';
import type { DeliveryStore } from '../storage/storage.ts';
import { FIRST_WIDTH, LaneWidths } from './lane-widths.ts';
import { cooldownsMs, retryAfterSecondsOf, retryDelayMs } from './retry-schedule.ts';
import type { SendResult } from './attempt.ts';
import type { Sender } from './sender.ts';
import { SignerCache } from './signer-cache.ts';

export type WorkerDeps = {
  storage: DeliveryStore;
  clock: Clock;
  sender: Pick<Sender, 'send' | 'abort' | 'close'>;
  secretKey: () => Buffer;
  backoffSeconds: readonly number[];
  random?: () => number;
  logger: {
    info: (fields: object, message: string) => void;
    warn: (fields: object, message: string) => void;
    error: (fields: object, message: string) => void;
  };
  /** How long attempts under way may go on when the server stops. */
  stopGraceMs?: number;
};

// What other processes wrote, and what comes due by itself, is found this late at most.
const POLL_MS = 100;
// Twice the deadline of an attempt: nobody sends what is still being sent, and a killed server's rows are free soon.
const LEASE_MS = 20_000;
const STOP_GRACE_MS = 5_000;
// Attempts that end together are committed together: one write to disk for many, for a delay that nobody notices.
const GATHER_MS = 8;
// One message to the writer; while one is on its way to disk, the next is gathered.
const MAX_GATHERED = 200;

type Ended = EndedAttempt & { done: (isPaused: Promise<boolean>) => void };

export class DeliveryWorker {
  readonly #deps: WorkerDeps;
  readonly #signers: SignerCache;
  readonly #widths = new LaneWidths();
  readonly #inFlight = new Map<string, number>();
  readonly #attempts = new Set<Promise<void>>();
  #isBrokenOff = false;
  #wake: () => void = () => undefined;
  #isNewsLikely = true;
  #isStopping = false;
  #loop: Promise<void> | undefined;
  #gathered: Ended[] = [];

  constructor(deps: WorkerDeps) {
    this.#deps = deps;
    this.#signers = new SignerCache(deps.secretKey);
  }

  start(): void {
    this.#deps.storage.onDeliveries(() => this.wake());
    this.#loop = this.#run();
  }

  wake(): void {
    this.#isNewsLikely = true;
    this.#wake();
  }

  /** Lets attempts under way finish for a moment, then breaks them off; they do not count and are free at once. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.wake();
    await this.#loop;
    const grace = setTimeout(() => this.#breakOff(), this.#deps.stopGraceMs ?? STOP_GRACE_MS);
    await Promise.all(this.#attempts);
    clearTimeout(grace);
    await this.#deps.sender.close();
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      const isNewsLikely = this.#isNewsLikely;
      this.#isNewsLikely = false;
      try {
        const claims = await this.#deps.storage.claimDeliveries({
          leaseMs: LEASE_MS,
          perEndpoint: FIRST_WIDTH,
          widths: this.#widths.all,
          inFlight: this.#inFlight,
          isNewsLikely,
        });
        for (const claim of claims) this.#begin(claim);
      } catch (error) {
        this.#deps.logger.error({ err: error }, 'could not claim webhook deliveries');
      }
      await this.#untilWokenOr(POLL_MS);
    }
  }

  #begin(claim: ClaimedDelivery): void {
    this.#count(claim.endpointId, 1);
    const attempt = this.#attempt(claim)
      .catch((error: unknown) => {
        this.#deps.logger.error({ err: error, delivery: claim.id }, 'could not record a webhook attempt');
      })
      .finally(() => this.#attempts.delete(attempt));
    this.#attempts.add(attempt);
  }

  async #attempt(claim: ClaimedDelivery): Promise<void> {
    const { logger } = this.#deps;
    const began = performance.now();
    const sent = await this.#send(claim);
    const result = this.#judge(claim, sent, Math.round(performance.now() - began));
    this.#widths.note(claim.endpointId, result.kind === 'delivered');
    const isPaused = await this.#finish(claim, result);
    const fields = { delivery: claim.id, endpoint: claim.endpointId, event: claim.event };
    logger.info({ ...fields, attempt: claim.attempt, result: result.kind }, 'webhook');
    if (isPaused) logger.warn(fields, 'webhook endpoint paused after ten failures in a row');
  }

  async #send(claim: ClaimedDelivery): Promise<SendResult> {
    const { sender, clock } = this.#deps;
    const signer = this.#signers.find(claim.secret);
    if (signer === undefined) {
      return { error: 'the signing secret cannot be opened with the key of this server' };
    }
    return sender.send(claim, signer, Math.floor(clock.nowMs() / 1000));
  }

  #judge(claim: ClaimedDelivery, sent: SendResult, durationMs: number): AttemptResult {
    if ('error' in sent && this.#isBrokenOff) return { kind: 'released' };
    if ('status' in sent && sent.status >= 200 && sent.status < 300)
      return { kind: 'delivered', status: sent.status, durationMs };
    const { backoffSeconds, clock, random } = this.#deps;
    const nowMs = clock.nowMs();
    const answered = 'status' in sent ? sent : undefined;
    const maySlowDown = answered?.status === 429 || answered?.status === 503;
    const retryAfter = maySlowDown ? retryAfterSecondsOf(answered.retryAfter, nowMs) : undefined;
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

  /** Records the end of an attempt, together with those that end in the same moment. */
  #finish({ seq, endpointId, startedAtMs, leaseUntilMs }: ClaimedDelivery, result: AttemptResult) {
    const claim = { seq, endpointId, startedAtMs, leaseUntilMs };
    return new Promise<boolean>((done) => {
      if (this.#gathered.length === 0) setTimeout(() => this.#finishGathered(), GATHER_MS);
      this.#gathered.push({ claim, result, done });
    });
  }

  #finishGathered(): void {
    const gathered = this.#gathered;
    this.#gathered = [];
    for (let from = 0; from < gathered.length; from += MAX_GATHERED) {
      const piece = gathered.slice(from, from + MAX_GATHERED);
      const answers = this.#deps.storage.finishDeliveries(
        piece.map(({ claim, result }) => ({ claim, result })),
      );
      for (const [index, { done }] of piece.entries()) {
        done(answers.then((paused) => paused[index]?.isPaused === true));
      }
    }
    // The places are free now: the next claim stands in line behind these results and is committed together with them.
    for (const { claim } of gathered) this.#count(claim.endpointId, -1);
    this.wake();
  }

  #count(endpointId: string, by: number): void {
    const count = (this.#inFlight.get(endpointId) ?? 0) + by;
    if (count === 0) this.#inFlight.delete(endpointId);
    else this.#inFlight.set(endpointId, count);
  }

  #breakOff(): void {
    this.#isBrokenOff = true;
    this.#deps.sender.abort();
  }

  #untilWokenOr(ms: number): Promise<void> {
    if (this.#isNewsLikely) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
