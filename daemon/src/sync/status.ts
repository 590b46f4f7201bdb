// The status of a site that every poll carries and that `status` prints, counted from the journal.
import { CONCURRENT_REQUESTS, type Account } from '../registry/account.ts';
import { isoTime } from '#kit/clock';
import type { Connection } from '../registry/connection.ts';
import type { Site } from '../site/sites-file.ts';
import { BATCH_SIZE } from './apply/batch-size.ts';
import type { Journal } from '../journal/journal.ts';
import type { AccessStatus, PollStatus } from '../types/site.ts';

export type SavedStatus = PollStatus & {
  /** When this was written: a running service does so with every round. */
  saved_at: string;
  /** When the site answered a poll last; null: never. */
  polled_at: string | null;
  site_reachable: boolean;
  site_message: string | null;
  /** Which way calls get to the site, and since when; null: since the pairing. */
  carrier: { way: 'direct' | 'mailbox'; since: string | null };
  /** An error of our own that ended the last round; null: none. */
  own_error: string | null;
};

/** Why nothing may be sent for a site, whatever its account says. */
export type SafeMode = { state: 'copy' | 'two_services'; message: string };

/** The `status` object of a poll. `nowMs`: the time that it describes. */
export function statusOf(deps: {
  siteId: string;
  access: Site['access'];
  account: Account;
  connection: Connection;
  journal: Journal;
  nowMs: number;
  safeMode: SafeMode | null;
}): PollStatus {
  const { account, journal, siteId, safeMode } = deps;
  const counts = journal.works.countByState(siteId);
  const facts = deps.connection.find();
  const rate = account.budget.view();
  const { descriptor } = account;
  // Also in safe mode: it counts this site's share in the account's demand.
  const eta = etaSeconds(deps);
  return {
    registry: descriptor && {
      url: account.registryUrl,
      name: descriptor.name,
      organization: { slug: descriptor.organization.slug, name: descriptor.organization.name },
      profiles: facts?.profiles ?? [],
      key_prefix: descriptor.key.prefix,
      certificates: descriptor.features.includes('certificates'),
    },
    account: safeMode
      ? { ...safeMode, since: null }
      : { state: account.state, message: account.message, since: account.since },
    access: accessOf(deps.access),
    installation_id: facts?.installationId ?? null,
    queue: { waiting: counts.queued ?? 0, sending: counts.sending ?? 0, attention: counts.attention ?? 0 },
    rate: rate && { limit: rate.limit, remaining: rate.remaining, resets_at: isoTime(rate.resetsAtMs) },
    eta_seconds: safeMode ? null : eta,
    wait: safeMode ? { reason: 'account', until: null } : waitOf(account, journal.actions.hasPending(siteId)),
  };
}

function accessOf(access: Site['access']): AccessStatus | null {
  if (!access) return null;
  return { state: access.state, request_id: access.requestId, since: access.since };
}

/** Seconds until the open steps are done at the account's pace; null where nothing waits or nothing may be sent. */
function etaSeconds(deps: {
  siteId: string;
  account: Account;
  journal: Journal;
  nowMs: number;
}): number | null {
  const { account, nowMs } = deps;
  if (!account.isOpen()) return null;
  const own = countRequests(deps.journal, deps.siteId, account);
  account.demand.set(deps.siteId, own);
  if (own === 0) return null;
  const requests = [...account.demand.values()].reduce((sum, number) => sum + number, 0);
  const seconds = (calls: number) => (Math.ceil(calls / CONCURRENT_REQUESTS) * account.averageCallMs) / 1000;
  const sending = Math.ceil(seconds(requests));
  const rate = account.budget.view();
  if (!rate || requests <= rate.remaining) return Math.max(1, sending);
  const perWindow = Math.max(1, rate.limit * account.budget.share());
  const windows = Math.ceil((requests - rate.remaining) / perWindow) - 1;
  const untilReset = Math.max(0, (rate.resetsAtMs - nowMs) / 1000);
  // In the last window the rest goes out as quickly as it is answered.
  const rest = seconds(requests - rate.remaining - windows * perWindow);
  const windowSeconds = account.descriptor?.rate_limit.window_seconds ?? 60;
  return Math.max(sending, Math.ceil(untilReset + windows * windowSeconds + rest));
}

function countRequests(journal: Journal, siteId: string, account: Account): number {
  const hasBatchUpdate = account.descriptor?.features.includes('batch_update') ?? false;
  const perCall = {
    publish: BATCH_SIZE,
    update: hasBatchUpdate ? BATCH_SIZE : 1,
    source: hasBatchUpdate ? BATCH_SIZE : 1,
    compare: 1,
  };
  return journal.actions
    .countPending(siteId)
    .reduce((sum, { kind, number }) => sum + Math.ceil(number / perCall[kind]), 0);
}

function waitOf(account: Account, isWaiting: boolean): PollStatus['wait'] {
  if (account.state === 'unreachable') return { reason: 'registry_down', until: untilIso(account) };
  if (account.state !== 'ok' && account.state !== 'unknown') return { reason: 'account', until: null };
  const until = untilIso(account);
  return until && isWaiting ? { reason: 'rate_limit', until } : null;
}

function untilIso(account: Account): string | null {
  const until = account.budget.waitsUntilMs();
  return until === null ? null : isoTime(until);
}
