// Claims the key of a request for access once the registry's operator has approved it, so that nobody has to copy a key
// (specification, `access_claim`). Less and less often: most requests wait for a person.
import type { Logger } from 'pino';
import { isoTime, type Clock } from '#kit/clock';
import { secondsToWait } from '../net/retry-after.ts';
import { NoAnswer, type RegistryClient } from '../registry/registry-client.ts';
import type { Site } from '../site/sites-file.ts';
import type { SealedOutcome } from './open-sealed.ts';
import { AccessClaim } from '../types/registry-answers.ts';
import { lifeOf } from '../types/life.ts';

/** The registry answers one claim of a request in so long. */
const FIRST_PAUSE_MS = 31_000;
const LONGEST_PAUSE_MS = 900_000;
/** Long before the process began; unlike infinity, JSON keeps it. */
const NEVER_MS = -1e15;

export type AccessClaims = ReturnType<typeof createAccessClaims>;
/** Of the same process. */
export type ClaimsMemory = { claimedAtMs: number; notBeforeMs: number };

export function createAccessClaims(deps: {
  site: Site;
  clock: Clock;
  log: Logger;
  stopping: AbortSignal;
  /** Without a key. */
  client: (registryUrl: string) => RegistryClient;
  /** Checks the key as one that was typed, and keeps it. */
  takeKey: (site: Site, registryUrl: string, apiKey: string) => Promise<SealedOutcome>;
  saveSite: (site: Site) => void;
  /** Whether somebody looks at a screen of the site. */
  isWatched: () => boolean;
  memory?: ClaimsMemory | undefined;
}) {
  const { clock, log } = deps;
  let { site } = deps;
  let running: Promise<void> | null = null;
  let claimedAtMs = deps.memory?.claimedAtMs ?? NEVER_MS;
  let notBeforeMs = deps.memory?.notBeforeMs ?? 0;
  let isClaiming = false;

  const waiting = () => (site.access?.state === 'waiting' && site.access.claimToken ? site.access : null);

  /** A twentieth of the time since the request: every 31 s for ten minutes and while somebody looks, every quarter of an hour after five hours. */
  function pauseMs(): number {
    if (deps.isWatched()) return FIRST_PAUSE_MS;
    const ageMs = clock.now() - Date.parse(waiting()?.since ?? '');
    return Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, (Number.isFinite(ageMs) ? ageMs : 0) / 20));
  }

  const dueInMs = () => Math.max(0, Math.max(notBeforeMs, claimedAtMs + pauseMs()) - clock.elapsed());

  async function claim(): Promise<void> {
    const access = waiting();
    if (access === null) return;
    claimedAtMs = clock.elapsed();
    if (access.claimedKey !== undefined) return use(access.claimedKey);
    const answer = await deps.client(access.registryUrl).send({
      method: 'POST',
      path: '/integrations/access-requests/claim',
      body: { request_id: access.requestId, claim_token: access.claimToken },
    });
    if (answer.status === 429) {
      const seconds = secondsToWait(answer.headers, clock.now());
      notBeforeMs =
        clock.elapsed() + (seconds === undefined ? FIRST_PAUSE_MS : Math.min(3600, seconds) * 1000);
      return;
    }
    // Unknown, or swept: nobody will approve it any more.
    if (answer.status === 404) return settle('expired');
    const read = AccessClaim.safeParse(answer.body);
    if (answer.status !== 200 || !read.success) return;
    const { status, api_key: apiKey } = read.data;
    if (status === 'rejected' || status === 'expired') return settle(status);
    if (status !== 'approved') return;
    // Somebody has used the key already: it is not ours to have any more.
    if (apiKey === null) return settle('expired');
    // The check uses the key, and then the registry hands it over no more: so it is stored first.
    site = { ...site, access: { ...access, claimedKey: apiKey } };
    deps.saveSite(site);
    return use(apiKey);
  }

  /** Checks the key and takes it into use. What may pass, such as a full organization, is tried again at the pace of the claims. */
  async function use(apiKey: string): Promise<void> {
    const { claimedKey: _, ...access } = site.access!;
    const settled = { ...access, state: 'approved' as const, claimToken: null, since: isoTime(clock.now()) };
    const outcome = await deps.takeKey({ ...site, access: settled }, access.registryUrl, apiKey);
    if (outcome.ok) {
      site = { ...site, access: settled };
      return log.info('the request for access was approved, and the key is in use');
    }
    log.warn({ code: outcome.code, reason: outcome.message }, 'the approved key could not be used');
    // The operator has revoked it: it will never be good again.
    if (outcome.code === 'key_refused') settle('expired');
  }

  function settle(state: 'rejected' | 'expired'): void {
    log.info({ state }, 'the request for access is settled');
    const { claimedKey: _, ...access } = site.access!;
    site = { ...site, access: { ...access, state, claimToken: null, since: isoTime(clock.now()) } };
    deps.saveSite(site);
  }

  async function watch(): Promise<void> {
    while (!deps.stopping.aborted && waiting() !== null) {
      // In short steps: somebody may begin to look.
      await clock.sleep(Math.min(dueInMs(), FIRST_PAUSE_MS), deps.stopping);
      if (deps.stopping.aborted) return;
      if (dueInMs() > 0) continue;
      try {
        isClaiming = true;
        await claim();
      } catch (error) {
        if (!(error instanceof NoAnswer)) log.error({ err: error }, 'the claim of a key failed unexpectedly');
      } finally {
        isClaiming = false;
      }
    }
  }

  return {
    /** Claims until the request is settled. */
    start(): void {
      if (waiting() !== null) running ??= watch();
    },
    /** Until the next claim; null: there is none to come. */
    dueInMs: () => (waiting() === null ? null : dueInMs()),
    life: lifeOf({
      isQuiet: () => !isClaiming,
      stop: async () => void (await running),
      memory: (): ClaimsMemory => ({ claimedAtMs, notBeforeMs }),
    }),
  };
}
