// The delivery worker: one loop that claims what is due and sends it, lanes independent of each other. Woken by a
// commit, by a finished attempt, or by the clock (rows of other processes, retries that come due).
import { LIMITS } from '@artwork-registry/contract';
import type { Clock } from '../clock.ts';
import { openSecret } from '../domain/signing-secret.ts';
import type { AttemptResult, ClaimedDelivery } from '../storage/records.ts';
import type { DeliveryStore } from '../storage/storage.ts';
import { cooldownsMs, retryAfterSecondsOf, retryDelayMs } from './retry-schedule.ts';
import type { Sender, SendResult } from './sender.ts';

export type WorkerDeps = {
  storage: DeliveryStore;
  clock: Clock;
  sender: Pick<Sender, 'send' | 'close'>;
  secretKey: () => Buffer;
  backoffSeconds: readonly number[];
  random?: () => number;
  logger: {
    info: (fields: object, message: string) => void;
    error: (fields: object, message: string) => void;
  };
};

const POLL_MS = 500;
const LEASE_MS = 60_000;
const PER_ENDPOINT = 8;
const STOP_GRACE_MS = 5_000;

export class DeliveryWorker {
  readonly #deps: WorkerDeps;
  readonly #inFlight = new Map<string, number>();
  readonly #attempts = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #wake: () => void = () => undefined;
  #isWakePending = false;
  #loop: Promise<void> | undefined;

  constructor(deps: WorkerDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#deps.storage.onDeliveries(() => this.wake());
    this.#loop = this.#run();
  }

  wake(): void {
    this.#isWakePending = true;
    this.#wake();
  }

  /** Lets attempts under way finish for a moment, then breaks them off; their leases run out. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.wake();
    await this.#loop;
    const grace = setTimeout(() => this.#stop.abort(), STOP_GRACE_MS);
    await Promise.all(this.#attempts);
    clearTimeout(grace);
    await this.#deps.sender.close();
  }

  #isStopping = false;

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      this.#isWakePending = false;
      try {
        const claims = await this.#deps.storage.claimDeliveries({
          leaseMs: LEASE_MS,
          perEndpoint: PER_ENDPOINT,
          inFlight: this.#inFlight,
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
      .finally(() => {
        this.#count(claim.endpointId, -1);
        this.#attempts.delete(attempt);
        this.wake();
      });
    this.#attempts.add(attempt);
  }

  async #attempt(claim: ClaimedDelivery): Promise<void> {
    const { storage, clock, sender, secretKey, logger } = this.#deps;
    let sent: SendResult;
    try {
      const secret = openSecret(claim.secret, secretKey());
      sent = await sender.send(claim, secret, Math.floor(clock.nowMs() / 1000), this.#stop.signal);
    } catch {
      sent = { error: 'the signing secret cannot be opened with the key of this server' };
    }
    if (this.#stop.signal.aborted && 'error' in sent) return;
    const result = this.#judge(claim, sent);
    await storage.finishDelivery(claim, result);
    logger.info(
      { delivery: claim.id, event: claim.event, attempt: claim.attempt, result: result.kind },
      'webhook',
    );
  }

  #judge(claim: ClaimedDelivery, sent: SendResult): AttemptResult {
    if ('status' in sent && sent.status >= 200 && sent.status < 300)
      return { kind: 'delivered', status: sent.status };
    const { backoffSeconds, clock, random } = this.#deps;
    const nowMs = clock.nowMs();
    const status = 'status' in sent ? sent.status : null;
    const maySlowDown = 'status' in sent && (sent.status === 429 || sent.status === 503);
    const retryAfter = maySlowDown ? retryAfterSecondsOf(sent.retryAfter, nowMs) : undefined;
    const delayMs =
      claim.attempt >= LIMITS.webhookAttempts
        ? null
        : retryDelayMs(backoffSeconds, claim.attempt, retryAfter, random ?? Math.random);
    return {
      kind: 'failed',
      status,
      error: 'error' in sent ? sent.error : `answered ${sent.status}`,
      nextAttemptAtMs: delayMs === null ? null : nowMs + delayMs,
      cooldownMs: cooldownsMs(backoffSeconds, LIMITS.webhookPauseAfter),
    };
  }

  #count(endpointId: string, by: number): void {
    const count = (this.#inFlight.get(endpointId) ?? 0) + by;
    if (count === 0) this.#inFlight.delete(endpointId);
    else this.#inFlight.set(endpointId, count);
  }

  #untilWokenOr(ms: number): Promise<void> {
    if (this.#isWakePending) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
