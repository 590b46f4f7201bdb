// Reads the changed works page by page. A page is acknowledged only after the caller has written it down, with the call for the next
// page where there is one. Where a page fails as a whole, smaller pages find the one work that the site cannot build; it is skipped
// and retried later.
import type { Ack, Change } from '../types/site.ts';
import { pulledChange, type PulledChange } from './read-change.ts';
import { PICTURES_UNREAD } from './site-error.ts';

const PAGE = 50;
/** With as many in a row, the site is broken and not its works. */
const MOST_CULPRITS = 5;
/** As many as a request may name. */
const MOST_SKIPPED = 100;

/** Works to a page; the caller keeps it between pulls, so that a pause does not begin the halving again. */
export type PullPace = {
  limit: number;
  /** An outage ended while a work was looked for, and no page came through since. */
  isRecovered?: boolean;
};
export const fullPace = (): PullPace => ({ limit: PAGE });

export type PullDeps = {
  /** `skip`: external ids that are left out of the page; `acks`: what is acknowledged before it is read. */
  changes: (request: { limit: number; skip?: string[]; acks?: Ack[] }) => Promise<Page>;
  /** The next works by id alone; the site builds none of them. */
  peek: (request: { limit: number; skip?: string[] }) => Promise<{ external_id: string; revision: number }[]>;
  ack: (acks: Ack[]) => Promise<unknown>;
  /**
   * Writes the page down, durably, before it resolves with the works of it that are as they were confirmed before and that the
   * site knows as such. `isLast`: nothing more was waiting when it was read.
   */
  recordPage: (page: PulledChange[], isLast: boolean) => Promise<ReadonlySet<string>>;
  quarantine: Quarantine;
  pace: PullPace;
  onFault: (point: 'pulled' | 'committed' | 'acked') => void;
  /** True where pulling should pause, as for stopping or a poll that is due. */
  shouldPause: () => boolean;
};
type Page = { changes: Change[]; remaining: number; sweeping: boolean };

/** Works that the site could not build at all; each is left out until its time has come. */
export type Quarantine = {
  list: () => string[];
  add: (externalId: string) => void;
  /** The work came through after all. */
  remove: (externalId: string) => void;
};

/** Pulls until nothing is left or a pause is due; true where more is waiting. Throws what the site client throws. */
export async function pullPages(deps: PullDeps): Promise<boolean> {
  const { pace, quarantine } = deps;
  let acks: Ack[] = [];
  async function sendAcks(): Promise<void> {
    if (acks.length === 0) return;
    await deps.ack(acks);
    acks = [];
    deps.onFault('acked');
  }
  /** Works that waited behind the latest page without works. */
  let behindEmpty = Infinity;
  for (;;) {
    const skip = quarantine.list();
    let page: Page;
    try {
      page = await deps.changes(requestFor(pace.limit, skip, acks));
    } catch (error) {
      if (!isPageProblem(error)) throw error;
      if (pace.limit > 1) pace.limit = Math.ceil(pace.limit / 4);
      // The site may fail with these.
      else if (acks.length > 0) await sendAcks();
      else if ((await isolate(deps, skip, error)) === 'recovered') {
        // It fails now and then: the next round tries again, later and later.
        if (pace.isRecovered) throw error;
        pace.isRecovered = true;
      }
      if (!deps.shouldPause()) continue;
      // The next call would begin without them, and fail once more.
      await sendAcks();
      return true;
    }
    if (acks.length > 0) deps.onFault('acked');
    deps.onFault('pulled');
    pace.isRecovered = false;
    if (page.changes.length === 0) {
      // The site settles by itself what the service need not hear of, some with each call. Where that does not become less, it is at its end.
      const isSettling = page.remaining > skip.length && page.remaining < behindEmpty;
      if (page.sweeping || !isSettling) return page.sweeping;
      behindEmpty = page.remaining;
      acks = [];
      pace.limit = Math.min(PAGE, pace.limit * 2);
      if (deps.shouldPause()) return true;
      continue;
    }
    const isLast = page.remaining <= skip.length && !page.sweeping;
    const asBefore = await deps.recordPage(page.changes.map(pulledChange), isLast);
    deps.onFault('committed');
    for (const change of page.changes) quarantine.remove(change.external_id);
    acks = page.changes.map(({ external_id, revision }) => ({
      external_id,
      revision,
      ...(asBefore.has(external_id) ? { as_before: true } : {}),
    }));
    pace.limit = Math.min(PAGE, pace.limit * 2);
    if (!isLast && !deps.shouldPause()) continue;
    await sendAcks();
    return !isLast;
  }
}

const requestFor = (limit: number, skip: string[], acks: Ack[]) => ({
  limit,
  ...(skip.length > 0 ? { skip } : {}),
  ...(acks.length > 0 ? { acks } : {}),
});

/**
 * The next work alone brings the site down. It is shown as broken and skipped, never acknowledged, once another work comes
 * through without it. Where the next ones and one far behind them fail as well it is the site that is broken, and no work is blamed.
 */
async function isolate(deps: PullDeps, skip: string[], error: unknown): Promise<'blamed' | 'recovered'> {
  const culprits: { external_id: string; revision: number }[] = [];
  for (;;) {
    const without = [...skip, ...culprits.map((culprit) => culprit.external_id)];
    if (culprits.length > 0 && (await comesThrough(deps, without))) break;
    const isTooMany = culprits.length >= MOST_CULPRITS || without.length >= MOST_SKIPPED;
    if (isTooMany && (await oneBehindComesThrough(deps, without))) break;
    const [culprit] = isTooMany ? [] : await deps.peek({ limit: 1, skip: without });
    // A site that fails without a work is broken itself.
    if (!culprit || without.includes(culprit.external_id)) throw error;
    culprits.push(culprit);
  }
  // An outage of a moment ended while others were tried, or the site fails every other time.
  for (let tries = 0; tries < 2; tries += 1) if (await comesThrough(deps, skip)) return 'recovered';
  const broken = { code: 'build_failed', message: 'The site fails whenever it reads this work.' };
  const rest = { title: null, reason: null, artwork: null, recheck_at: null, error: broken, said: null };
  await deps.recordPage(
    culprits.map((culprit) => pulledChange({ ...culprit, state: 'broken', ...rest })),
    false,
  );
  for (const { external_id } of culprits) deps.quarantine.add(external_id);
  return 'blamed';
}

/** Works that an import put side by side may all bring the site down, and those behind them do not. One that leaves shows nothing. */
async function oneBehindComesThrough(deps: PullDeps, skip: string[]): Promise<boolean> {
  const behind = await deps.peek({ limit: Math.min(PAGE, MOST_SKIPPED - skip.length + 1), skip });
  const between = behind.slice(0, -1).map(({ external_id }) => external_id);
  if (between.length === 0) return false;
  const page = await pageOrNone(deps, [...skip, ...between]);
  return page?.changes[0]?.state === 'shared';
}

async function comesThrough(deps: PullDeps, skip: string[]): Promise<boolean> {
  const page = await pageOrNone(deps, skip);
  // A page without works, of a site that is not ready, says nothing of them.
  return page !== undefined && (page.changes.length > 0 || !page.sweeping);
}

/** The next work alone; undefined: the site fails with it. */
async function pageOrNone({ changes }: PullDeps, skip: string[]): Promise<Page | undefined> {
  try {
    return await changes({ limit: 1, skip });
  } catch (error) {
    if (isPageProblem(error)) return undefined;
    throw error;
  }
}

/** The site answered, but not with a page: one of its works may be the reason, unless it names another one. */
function isPageProblem(error: unknown): boolean {
  const { status, code } = error as { status?: number | null; code?: string };
  return typeof status === 'number' && status >= 500 && code !== PICTURES_UNREAD;
}
