// One registry account, that is one API key at one registry, shared by its sites: the budget, the queue, and the circuit
// that opens when the key is refused, so that a revoked key causes one notice and one probe a minute, not a storm.
import PQueue from 'p-queue';
import { backoffMs, FIRST_WAIT_MS } from '../net/backoff.ts';
import { LONGEST_RETRY_AFTER_MS } from '../net/retry-after.ts';
import { isOver, isoTime, isSetBack, offsetOf, type Clock } from '#kit/clock';
import { ACCOUNT_REFUSALS, meaningOfCall, type AccountRefusal, type CallMeaning } from './answer-meaning.ts';
import { RateBudget } from './rate-budget.ts';
import { NoAnswer, type RawRegistryAnswer, type RegistryClient } from './registry-client.ts';
import { AccountRefused, RegistryTransient } from '../types/registry.ts';
import type { RegistryAnswer, RegistryCall } from '../types/registry.ts';
import type { AccountState } from '../types/site.ts';
import { ServiceDescriptor } from '../types/registry-answers.ts';
import { lifeOf, type Life } from '../types/life.ts';

/** Calls of one account under way at once. */
export const CONCURRENT_REQUESTS = 4;
/** A refused key is probed after so many pauses at the latest. */
const LONGEST_PROBE_PAUSES = 15;
const OUTAGE_AFTER_FAILURES = 3;
const CLOCK_TOLERANCE_MS = 2000;

/** A registry may begin to offer something, or end it, while all calls succeed. One request a day of each key finds that. */
const DESCRIBED_FOR_MS = 24 * 3600_000;
/** Until it is asked again where it could not be read. */
const DESCRIBED_AGAIN_MS = 3600_000;
/** Not older than that, it is not asked again for one order of the owner. */
const JUST_DESCRIBED_MS = 60_000;

/** What another account of the same key may begin with. `nextProbeAtMs` and `clockOffsetMs` are of the same process. */
export type AccountMemory = {
  descriptor: ServiceDescriptor | null;
  describedAtMs: number;
  state: AccountState;
  message: string | null;
  since: string | null;
  averageCallMs: number;
  clockAheadMs: number;
  clockOffsetMs: number;
  refusals: number;
  nextProbeAtMs?: number;
};

const isRefusal = (state: AccountState) =>
  Object.values(ACCOUNT_REFUSALS).some((refusal) => refusal.state === state);

export type SendCall = (call: RegistryCall) => Promise<RegistryAnswer>;

export class Account {
  readonly budget: RateBudget;
  readonly queue = new PQueue({ concurrency: CONCURRENT_REQUESTS });
  readonly registryUrl: string;
  descriptor: ServiceDescriptor | null = null;
  /** When that was read, in ms since the epoch. */
  private describedAtMs = 0;
  state: AccountState;
  message: string | null = null;
  since: string | null = null;
  /** How long a call takes, the latest counting most; 0 before the first. */
  averageCallMs = 0;
  /** Requests that each site of this account still needs: they all wait for the same budget. */
  readonly demand = new Map<string, number>();
  /** How far the registry's clock is ahead of ours, by the Date of its last answer. */
  private clockAheadMs = 0;
  /** Of our clock when that was measured: set back since then, it is as far off no longer. */
  private clockOffsetMs = 0;
  private failures = 0;
  /** Answers 429 in a row that did not say for how long. */
  private unexplained429s = 0;
  /** By `clock.elapsed`. */
  private nextProbeAtMs = 0;
  /** Probes in a row that were refused: a key that was revoked for good is asked about less and less. */
  private refusals = 0;
  private readonly client: RegistryClient | null;
  private readonly clock: Clock;
  private readonly probeMs: number;

  /** `client` null: no key was given yet. */
  constructor(options: {
    registryUrl: string;
    client: RegistryClient | null;
    clock: Clock;
    probeMs: number;
    memory?: AccountMemory | undefined;
  }) {
    this.registryUrl = options.registryUrl;
    this.client = options.client;
    this.clock = options.clock;
    this.probeMs = options.probeMs;
    this.budget = new RateBudget(options.clock);
    this.state = options.client === null ? 'no_key' : 'unknown';
    if (options.client === null) this.message = 'No API key is set. Set one with "key set".';
    else if (options.memory) this.restore(options.memory);
  }

  /** Its calls end with those who sent them. */
  readonly life: Life<AccountMemory> = lifeOf({
    isQuiet: () => !this.budget.isPaused(),
    memory: () => this.remembered(),
  });

  private remembered(): AccountMemory {
    const { describedAtMs, state, message, since, averageCallMs } = this;
    const { clockAheadMs, clockOffsetMs, refusals, nextProbeAtMs } = this;
    // Most of it is the list of the registry's endpoints, which nobody here asks for.
    const descriptor = this.descriptor && { ...this.descriptor, endpoints: [] };
    return {
      descriptor,
      describedAtMs,
      state,
      message,
      since,
      averageCallMs,
      clockAheadMs,
      clockOffsetMs,
      refusals,
      nextProbeAtMs,
    };
  }

  /** True while calls may go out: the key is known to work or merely the network is down. */
  isOpen(): boolean {
    return (this.state === 'ok' || this.state === 'unreachable') && this.descriptor !== null;
  }

  /**
   * True when GET / should be tried: never tried, refused, without an answer, or answered a day ago, and the pause is over. After an outage
   * there may be nothing to send, and the owner would read until the next day that the registry does not answer.
   */
  isProbeDue(): boolean {
    if (this.client === null || this.clock.elapsed() < this.nextProbeAtMs) return false;
    if (!this.isOpen()) return true;
    const mayHaveChanged = this.state === 'unreachable' || this.isOlderThan(DESCRIBED_FOR_MS);
    return mayHaveChanged && !this.budget.isPaused();
  }

  /** Reads the description again, unless that was done just now; false where the registry gave none. Never throws. */
  async refresh(signal: AbortSignal): Promise<boolean> {
    const mayAsk = this.clock.elapsed() >= this.nextProbeAtMs;
    if (mayAsk && this.isOlderThan(JUST_DESCRIBED_MS)) await this.probe(signal);
    return !this.isOlderThan(JUST_DESCRIBED_MS);
  }

  private isOlderThan(ms: number): boolean {
    return isOver(this.describedAtMs, ms, this.clock.now());
  }

  /** The owner acted: probe at once and forget waits that are not the registry's. */
  retryNow(): void {
    this.nextProbeAtMs = 0;
    this.describedAtMs = 0;
    this.refusals = 0;
    if (this.state === 'unreachable') {
      this.failures = 0;
      this.budget.resume();
    }
  }

  /** Asks the registry whose key this is; closes the circuit where it answers. Never throws. */
  async probe(signal: AbortSignal): Promise<void> {
    this.nextProbeAtMs = this.clock.elapsed() + this.probeMs;
    const { state, since, refusals } = this;
    try {
      const answer = await this.send({ method: 'GET', path: '/' }, signal);
      const descriptor = ServiceDescriptor.safeParse(answer.body);
      if (answer.status !== 200 || !descriptor.success) {
        // Where all calls succeed, one page that cannot be read says nothing of the registry.
        if (state === 'ok' && this.state === 'ok' && this.descriptor !== null) {
          this.nextProbeAtMs = this.clock.elapsed() + DESCRIBED_AGAIN_MS;
          return;
        }
        // What the registry refused, before or meanwhile, is the better answer.
        if (isRefusal(this.state) || (this.state !== state && this.state !== 'ok')) return;
        this.setState('unreachable', `${this.registryUrl} is not an art registry of version 1.`);
        // Any answer had ended the outage, which lasts all the same.
        if (state === 'unreachable') this.since = since;
        return;
      }
      this.descriptor = descriptor.data;
      this.describedAtMs = this.clock.now();
      // Another call was refused while this page was on its way: it may be from before.
      if (this.refusals > refusals) return;
      this.refusals = 0;
      if (this.state !== 'no_write_target') this.setState('ok', null);
    } catch (error) {
      if (!(error instanceof RegistryTransient || error instanceof AccountRefused)) throw error;
      // How long it waits is the budget's matter. Where only this page fails, it is not asked for in each round.
      if (error instanceof RegistryTransient && state !== 'ok') this.nextProbeAtMs = 0;
    }
  }

  /** A profile to publish into exists (again), or does not. */
  setWriteTarget(hasOne: boolean): void {
    if (hasOne && this.state === 'no_write_target') this.setState('ok', null);
    if (!hasOne) this.refuse(ACCOUNT_REFUSALS.no_write_target);
  }

  /** The registry's time as far as we know: its deliveries are as fresh as its own clock says, not ours. */
  registryNow(): number {
    const isOff = !isSetBack(this.clockOffsetMs, offsetOf(this.clock));
    return this.clock.now() + (isOff ? this.clockAheadMs : 0);
  }

  /**
   * Claims one request of the budget for `work`, which may decide only then what its first call is. Where it makes none, or fails before,
   * the request is given back: one that stayed claimed would hold up all others of the account. False where the signal aborts first.
   */
  async withClaim(signal: AbortSignal, work: (send: SendCall) => Promise<boolean>): Promise<boolean> {
    if (!(await this.budget.claim(signal))) return false;
    let isHeld = true;
    try {
      return await work((call) => {
        if (!isHeld) return this.send(call, signal);
        isHeld = false;
        return this.sendClaimed(call);
      });
    } finally {
      if (isHeld) this.budget.release();
    }
  }

  /** One call, waiting for the budget. Throws AccountRefused or RegistryTransient; else the answer is the work's own. */
  async send(call: RegistryCall, signal: AbortSignal): Promise<RegistryAnswer> {
    const isClaimed = await this.budget.claim(signal);
    if (!isClaimed)
      throw new RegistryTransient('The sync service is stopping.', { wasSent: false, isSuspect: false });
    return this.sendClaimed(call);
  }

  /** Sends a call whose request is claimed already. */
  private async sendClaimed(call: RegistryCall): Promise<RegistryAnswer> {
    if (this.client === null) {
      this.budget.release();
      throw new AccountRefused(this.message ?? 'No API key is set.');
    }
    const startedAt = this.clock.elapsed();
    let answer: RawRegistryAnswer;
    try {
      answer = await this.client.send(call);
    } catch (error) {
      this.budget.finish(null);
      if (!(error instanceof NoAnswer)) throw error;
      this.recordOutage(error.message, null);
      throw new RegistryTransient(error.message, { wasSent: error.wasSent, isSuspect: false });
    }
    this.budget.finish(answer.headers);
    const registryTime = Date.parse(String(answer.headers['date'] ?? ''));
    // The Date header has whole seconds, so that a second or two is not a difference.
    const aheadMs = registryTime - this.clock.now();
    // Only the registry itself tells its time; a gateway in between has its own clock.
    const isCounted = answer.headers['x-ratelimit-limit'] !== undefined;
    if (isCounted && Number.isFinite(aheadMs)) {
      this.clockAheadMs = Math.abs(aheadMs) < CLOCK_TOLERANCE_MS ? 0 : aheadMs;
      this.clockOffsetMs = offsetOf(this.clock);
    }
    const tookMs = this.clock.elapsed() - startedAt;
    this.averageCallMs = this.averageCallMs === 0 ? tookMs : this.averageCallMs * 0.8 + tookMs * 0.2;
    return this.accept(answer);
  }

  /** Acts on what the answer means; the answer itself is returned only where it is about the works of the call. */
  private accept(answer: RawRegistryAnswer): RegistryAnswer {
    const meaning = meaningOfCall(answer, this.registryUrl, this.clock.now());
    if (meaning.kind === 'rate_limited') {
      this.pauseFor429(meaning.waitMs);
      throw new RegistryTransient('The registry asks us to wait.', { wasSent: false, isSuspect: false });
    }
    this.unexplained429s = 0;
    if (meaning.kind === 'failed') throw this.recordFailure(meaning);
    this.failures = 0;
    this.budget.close();
    if (meaning.kind === 'account_refused') {
      this.refuse(meaning.refusal);
      throw new AccountRefused(meaning.refusal.message);
    }
    if (this.state === 'unreachable') this.setState('ok', null);
    return { status: answer.status, body: answer.body };
  }

  /** A call that fails while others succeed is suspected itself; three failures in a row are an outage. */
  private recordFailure(failed: CallMeaning & { kind: 'failed' }): RegistryTransient {
    if (failed.isEndpointMissing) this.descriptor = null;
    const isSuspect = failed.mayBeAWork && this.failures + 1 < OUTAGE_AFTER_FAILURES;
    if (isSuspect) this.failures += 1;
    else this.recordOutage(failed.message, failed.waitMs);
    return new RegistryTransient(failed.message, { wasSent: failed.wasSent, isSuspect });
  }

  /** A 429 without a time doubles the wait each time: a firewall that counts refused calls would otherwise ban us. */
  private pauseFor429(askedMs: number | null): void {
    if (askedMs !== null)
      return this.budget.pause(Math.min(LONGEST_RETRY_AFTER_MS, Math.max(FIRST_WAIT_MS, askedMs)));
    // Several calls under way at once count as one refusal.
    if (this.budget.isPaused()) return;
    this.unexplained429s += 1;
    this.budget.pause(backoffMs(this.unexplained429s));
  }

  private recordOutage(message: string, askedMs: number | null): void {
    this.failures += 1;
    this.budget.halfOpen(Math.max(backoffMs(this.failures), Math.min(LONGEST_RETRY_AFTER_MS, askedMs ?? 0)));
    if (this.state === 'ok' || this.state === 'unknown') this.setState('unreachable', message);
  }

  private refuse({ state, message }: AccountRefusal): void {
    this.refusals += 1;
    const pauseMs = this.probeMs * Math.min(LONGEST_PROBE_PAUSES, 2 ** Math.min(10, this.refusals - 1));
    this.nextProbeAtMs = Math.max(this.nextProbeAtMs, this.clock.elapsed() + pauseMs);
    this.setState(state, message);
  }

  private restore(memory: AccountMemory): void {
    this.descriptor = memory.descriptor;
    this.describedAtMs = memory.describedAtMs;
    this.state = memory.state;
    this.message = memory.message;
    this.since = memory.since;
    this.averageCallMs = memory.averageCallMs;
    this.clockAheadMs = memory.clockAheadMs;
    this.clockOffsetMs = memory.clockOffsetMs;
    this.refusals = memory.refusals;
    this.nextProbeAtMs = memory.nextProbeAtMs ?? 0;
  }

  private setState(state: AccountState, message: string | null): void {
    if (this.state !== state) this.since = isoTime(this.clock.now());
    this.state = state;
    this.message = message;
  }
}
