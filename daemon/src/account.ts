// One registry account, that is one API key at one registry, shared by its sites: the budget, the queue, and the circuit
// that opens when the key is refused, so that a revoked key causes one notice and one probe a minute, not a storm.
import { ErrorEnvelope, ServiceDescriptor } from '@artwork-registry/contract';
import PQueue from 'p-queue';
import { backoffMs, FIRST_WAIT_MS } from './backoff.ts';
import { isoTime, type Clock } from './clock.ts';
import { RateBudget } from './rate-budget.ts';
import { NoAnswer, type RawRegistryAnswer, type RegistryClient } from './registry-client.ts';
import { AccountRefused, RegistryTransient } from './types/registry.ts';
import type { RegistryAnswer, RegistryCall } from './types/registry.ts';
import type { AccountState } from './types/site.ts';

/** Calls of one account under way at once. */
export const CONCURRENT_REQUESTS = 4;
const OUTAGE_AFTER_FAILURES = 3;
const CLOCK_TOLERANCE_MS = 2000;
/** However long somebody between us and the registry asks for: a key that was replaced must be tried some time. */
const LONGEST_PAUSE_MS = 3600_000;

const REFUSALS: { [code: string]: { state: AccountState; message: string } } = {
  unauthorized: {
    state: 'unauthorized',
    message:
      'The registry does not accept the API key. Ask its operator for a new one and set it with "key set".',
  },
  missing_scope: {
    state: 'forbidden',
    message:
      'The API key may read but not publish. Ask the operator of the registry for a key with artworks:write.',
  },
  organisation_inactive: {
    state: 'forbidden',
    message: 'The registry has paused this organisation. Ask the operator of the registry to activate it.',
  },
  no_write_target: {
    state: 'no_write_target',
    message:
      'This organisation has no gallery or collection profile to publish into. Ask the operator to link one.',
  },
};

export class Account {
  readonly budget: RateBudget;
  readonly queue = new PQueue({ concurrency: CONCURRENT_REQUESTS });
  readonly registryUrl: string;
  descriptor: ServiceDescriptor | null = null;
  state: AccountState;
  message: string | null = null;
  since: string | null = null;
  /** How long a call takes, the latest counting most; 0 before the first. */
  averageCallMs = 0;
  /** Requests that each site of this account still needs: they all wait for the same budget. */
  readonly demand = new Map<string, number>();
  /** How far the registry's clock is ahead of ours, by the Date of its last answer. */
  private clockAheadMs = 0;
  private failures = 0;
  /** Answers 429 in a row that did not say for how long. */
  private bareRefusals = 0;
  /** By `clock.elapsed`. */
  private nextProbeAtMs = 0;
  private readonly client: RegistryClient | null;
  private readonly clock: Clock;
  private readonly probeMs: number;

  /** `client` null: no key was given yet. */
  constructor(options: {
    registryUrl: string;
    client: RegistryClient | null;
    clock: Clock;
    probeMs: number;
  }) {
    this.registryUrl = options.registryUrl;
    this.client = options.client;
    this.clock = options.clock;
    this.probeMs = options.probeMs;
    this.budget = new RateBudget(options.clock);
    this.state = options.client === null ? 'no_key' : 'unknown';
    if (options.client === null) this.message = 'No API key is set. Set one with "key set".';
  }

  /** True while calls may go out: the key is known to work or merely the network is down. */
  isOpen(): boolean {
    return (this.state === 'ok' || this.state === 'unreachable') && this.descriptor !== null;
  }

  /** True when GET / should be tried: never tried, or refused and the pause is over. */
  isProbeDue(): boolean {
    return this.client !== null && !this.isOpen() && this.clock.elapsed() >= this.nextProbeAtMs;
  }

  /** The owner acted: probe at once and forget waits that are not the registry's. */
  hurry(): void {
    this.nextProbeAtMs = 0;
    if (this.state === 'unreachable') {
      this.failures = 0;
      this.budget.resume();
    }
  }

  /** Asks the registry whose key this is; closes the circuit where it answers. Never throws. */
  async probe(signal: AbortSignal): Promise<void> {
    this.nextProbeAtMs = this.clock.elapsed() + this.probeMs;
    try {
      const answer = await this.send({ method: 'GET', path: '/' }, signal);
      const descriptor = ServiceDescriptor.safeParse(answer.body);
      if (answer.status !== 200 || !descriptor.success) {
        return this.setState('unreachable', `${this.registryUrl} is not an art registry of version 1.`);
      }
      this.descriptor = descriptor.data;
      if (this.state !== 'no_write_target') this.setState('ok', null);
    } catch (error) {
      if (error instanceof RegistryTransient) this.nextProbeAtMs = 0;
      else if (!(error instanceof AccountRefused)) throw error;
    }
  }

  /** A profile to publish into exists (again), or does not. */
  setWriteTarget(hasOne: boolean): void {
    if (hasOne && this.state === 'no_write_target') this.setState('ok', null);
    if (!hasOne) this.refuse('no_write_target');
  }

  /** The registry's time as far as we know: its deliveries are as fresh as its own clock says, not ours. */
  registryNow(): number {
    return this.clock.now() + this.clockAheadMs;
  }

  /** Takes one request of the budget; false where the signal aborts first. Hand it on with `sendTaken`. */
  take(signal: AbortSignal): Promise<boolean> {
    return this.budget.take(signal);
  }

  /** One call, waiting for the budget. Throws AccountRefused or RegistryTransient; else the answer is the work's own. */
  async send(call: RegistryCall, signal: AbortSignal): Promise<RegistryAnswer> {
    const isTaken = await this.take(signal);
    if (!isTaken)
      throw new RegistryTransient('The sync service is stopping.', { wasSent: false, isSuspect: false });
    return this.sendTaken(call);
  }

  async sendTaken(call: RegistryCall): Promise<RegistryAnswer> {
    if (this.client === null) {
      this.budget.giveBack();
      throw new AccountRefused(this.message ?? 'No API key is set.');
    }
    const startedAt = this.clock.elapsed();
    let answer: RawRegistryAnswer;
    try {
      answer = await this.client.send(call);
    } catch (error) {
      this.budget.finish(null);
      if (!(error instanceof NoAnswer)) throw error;
      this.noteOutage(error.message, null);
      throw new RegistryTransient(error.message, { wasSent: error.wasSent, isSuspect: false });
    }
    this.budget.finish(answer.headers);
    const registryTime = Date.parse(String(answer.headers['date'] ?? ''));
    // Cut to whole seconds, so a second or two is no difference.
    const aheadMs = registryTime - this.clock.now();
    // Only an answer of the registry itself tells its time; a gateway between us has a clock of its own.
    const isCounted = answer.headers['x-ratelimit-limit'] !== undefined;
    if (isCounted && Number.isFinite(aheadMs))
      this.clockAheadMs = Math.abs(aheadMs) < CLOCK_TOLERANCE_MS ? 0 : aheadMs;
    const tookMs = this.clock.elapsed() - startedAt;
    this.averageCallMs = this.averageCallMs === 0 ? tookMs : this.averageCallMs * 0.8 + tookMs * 0.2;
    return this.classify(answer);
  }

  /** The one place that tells the registry's word about the call from everything else that may come back instead. */
  private classify(answer: RawRegistryAnswer): RegistryAnswer {
    const { status } = answer;
    const envelope = ErrorEnvelope.safeParse(answer.body);
    const code = envelope.success ? envelope.data.error.code : '';
    if (status === 429) {
      this.pauseFor429(retryAfterMs(answer, this.clock.now()));
      throw new RegistryTransient('The registry asks us to wait.', { wasSent: false, isSuspect: false });
    }
    this.bareRefusals = 0;
    if (!isRegistrys(answer, envelope.success))
      throw this.outage(answer, wordsAbout(answer, this.registryUrl));
    if (status >= 500)
      throw this.outage(answer, envelope.data?.error.message ?? `The registry answered ${status}.`);
    if (code === 'not_found' || code === 'method_not_allowed') {
      // It says so of an address, not of a work: an endpoint that went with an update, or a base address that is wrong.
      this.descriptor = null;
      throw this.outage(answer, `${this.registryUrl} does not have what its version offered: ${code}.`);
    }
    this.failures = 0;
    this.budget.close();
    if (status === 401) this.refuse('unauthorized');
    if (status === 403 && REFUSALS[code]) this.refuse(code);
    if (status === 401 || (status === 403 && REFUSALS[code])) throw new AccountRefused(this.message ?? code);
    if (this.state === 'unreachable') this.setState('ok', null);
    return { status, body: answer.body };
  }

  /** Nothing came of the call. One that fails while others come through is suspected itself; three in a row are an outage. */
  private outage(answer: RawRegistryAnswer, message: string): RegistryTransient {
    const { status } = answer;
    const isNotWaiting = status === 500 || (status >= 400 && status < 500);
    const isSuspect = isNotWaiting && this.failures + 1 < OUTAGE_AFTER_FAILURES;
    if (isSuspect) this.failures += 1;
    else this.noteOutage(message, retryAfterMs(answer, this.clock.now()));
    // Only the registry's own 503 says that nothing was done; a gateway says it also when the answer came too late.
    const isOwn = ErrorEnvelope.safeParse(answer.body).success && hasVersion(answer);
    return new RegistryTransient(message, { wasSent: status !== 503 || !isOwn, isSuspect });
  }

  /** Asked to wait without a time, it waits longer each time: somebody who counts refusals must not be provoked. */
  private pauseFor429(askedMs: number | null): void {
    if (askedMs !== null)
      return this.budget.pause(Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_WAIT_MS, askedMs)));
    // Of several that were under way at once the first is enough.
    if (this.budget.isPaused()) return;
    this.bareRefusals += 1;
    this.budget.pause(backoffMs(this.bareRefusals));
  }

  private noteOutage(message: string, askedMs: number | null): void {
    this.failures += 1;
    this.budget.halfOpen(Math.max(backoffMs(this.failures), Math.min(LONGEST_PAUSE_MS, askedMs ?? 0)));
    if (this.state === 'ok' || this.state === 'unknown') this.setState('unreachable', message);
  }

  private refuse(code: string): void {
    const refusal = REFUSALS[code];
    if (!refusal) return;
    this.nextProbeAtMs = Math.max(this.nextProbeAtMs, this.clock.elapsed() + this.probeMs);
    this.setState(refusal.state, refusal.message);
  }

  private setState(state: AccountState, message: string | null): void {
    if (this.state !== state) this.since = isoTime(this.clock.now());
    this.state = state;
    this.message = message;
  }
}

/**
 * Every answer of the registry names the version of its API, and every refusal has its envelope. A firewall's page, a proxy's
 * 404 after a deployment or a redirect has neither, and says nothing about any work.
 */
function isRegistrys(answer: RawRegistryAnswer, hasEnvelope: boolean): boolean {
  if (answer.status < 300) return answer.body !== null;
  if (answer.status < 400) return false;
  // Of a 5xx nothing is believed but that it failed.
  return answer.status >= 500 || (hasEnvelope && hasVersion(answer));
}

const hasVersion = ({ headers }: RawRegistryAnswer) => headers['x-registry-api-version'] !== undefined;

function wordsAbout(answer: RawRegistryAnswer, registryUrl: string): string {
  const { status, headers } = answer;
  if (status >= 300 && status < 400 && headers['location'])
    return `${registryUrl} sends us on to ${String(headers['location']).slice(0, 200)}: set the address that answers itself.`;
  return `${new URL(registryUrl).origin} answered ${status}, but not as a registry: a proxy or a firewall may stand before it.`;
}

/** How long the answer asks us to wait, in either form of the header or in the envelope; null: it does not say. */
function retryAfterMs(answer: RawRegistryAnswer, nowMs: number): number | null {
  const header = String(answer.headers['retry-after'] ?? '').trim();
  if (/^\d+$/.test(header)) return 1000 * Number(header);
  const until = header === '' ? Number.NaN : Date.parse(header);
  const theirNow = Date.parse(String(answer.headers['date'] ?? '')) || nowMs;
  if (Number.isFinite(until)) return Math.max(0, until - theirNow);
  const envelope = ErrorEnvelope.safeParse(answer.body);
  const seconds = envelope.success ? envelope.data.retry_after_seconds : undefined;
  return seconds === undefined ? null : 1000 * seconds;
}
