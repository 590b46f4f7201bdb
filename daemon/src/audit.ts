// The audit: walks through everything the registry holds of this installation and compares it with the journal, which in turn
// is compared with the shop by asking it to send again what it knows. Repairs what is ours, reports the rest. It is also how a
// journal that was lost is rebuilt: nothing is published before the first audit of a journal has ended.
import { Artwork } from '@artwork-registry/contract';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Account } from './account.ts';
import { patchOfRecord } from './apply/read-back.ts';
import type { Bookkeeping } from './bookkeeping.ts';
import { isoTime, type Clock } from './clock.ts';
import type { Connection, ConnectionFacts } from './connection.ts';
import type { Journal } from './journal/journal.ts';

const PAGE = 100;
const EVERY_MS = 24 * 3600_000;
const BEGINNING = '1970-01-01T00:00:00Z';
/** As many as one poll may carry. */
const MOST_QUESTIONS = 1000;
/** A shop that gives no answer, as an older plugin, is not asked at every poll. */
const ASK_AGAIN_MS = 600_000;

const List = z.object({ data: z.array(z.unknown()) });

export type AuditReport = {
  started_at: string;
  ended_at: string;
  requests: number;
  listed: number;
  /** Unknown to the journal before: the shop is asked about them. */
  adopted: number;
  /** Differed from what was last confirmed; the shop's wish is sent again. */
  repaired: number;
  /** Confirmed once and not listed now: each is read on its own. */
  missing: number;
  /** Works with a second Art ID, for a person to look at: external ids. */
  doubled: string[];
};

export type Audit = ReturnType<typeof createAudit>;

export function createAudit(deps: {
  siteId: string;
  account: Account;
  connection: Connection;
  journal: Journal;
  books: Bookkeeping;
  clock: Clock;
  log: Logger;
}) {
  const { siteId, account, journal, books, clock } = deps;
  let isWanted = false;
  let askedAtMs = 0;
  let running: Promise<void> | null = null;

  const last = () => journal.meta.find<AuditReport>(siteId, 'audit') ?? null;
  /** Until then nothing is published: the registry may have it already. */
  const isFirstDone = () => last() !== null;

  function isDue(): boolean {
    const report = last();
    return isWanted || report === null || clock.now() - Date.parse(report.ended_at) >= EVERY_MS;
  }

  async function run(connection: ConnectionFacts, signal: AbortSignal): Promise<void> {
    const isFirst = !isFirstDone();
    const startedAt = isoTime(clock.now());
    const report = { started_at: startedAt, requests: 0, listed: 0, adopted: 0, repaired: 0, missing: 0 };
    const doubled: string[] = [];
    const seen = new Set<string>();
    const mayRead = account.descriptor?.scopes.includes('artworks:read') ?? false;
    for (let since: string | null = mayRead ? BEGINNING : null; since !== null;) {
      const page: Artwork[] = await list(connection, since, signal);
      report.requests += 1;
      journal.transaction(() => {
        for (const artwork of page) {
          if (seen.has(artwork.registry_id)) continue;
          seen.add(artwork.registry_id);
          report.listed += 1;
          const found = compare(connection, artwork);
          if (found === 'doubled') doubled.push(String(artwork.source?.external_id));
          else if (found !== 'same') report[found] += 1;
        }
      });
      const next: string | undefined = page.at(-1)?.updated_at;
      since = page.length < PAGE || next === undefined || next === since ? null : next;
    }
    if (mayRead) report.missing = recheckMissing(startedAt, seen);
    journal.transaction(() => {
      const isJournalNew = isFirst && journal.meta.find(siteId, 'paired') !== true;
      if (isWanted || isJournalNew) journal.meta.save(siteId, 'look_again', 'all');
      const done: AuditReport = { ...report, ended_at: isoTime(clock.now()), doubled };
      journal.meta.save(siteId, 'audit', done);
      journal.meta.save(siteId, 'paired', true);
    });
    isWanted = false;
    deps.log.info({ ...report, doubled: doubled.length }, 'audit ended');
  }

  async function list(connection: ConnectionFacts, since: string, signal: AbortSignal): Promise<Artwork[]> {
    const query = new URLSearchParams({
      installation_id: connection.installationId,
      updated_since: since,
      limit: String(PAGE),
    });
    const answer = await account.send({ method: 'GET', path: `/artworks?${query}` }, signal);
    const parsed = List.safeParse(answer.body);
    if (answer.status !== 200 || !parsed.success)
      throw new Error(`The list of works answered ${answer.status}.`);
    return parsed.data.data.flatMap((entry) => Artwork.safeParse(entry).data ?? []);
  }

  function compare(connection: ConnectionFacts, artwork: Artwork) {
    const externalId = artwork.source?.external_id;
    if (!externalId || artwork.source?.installation_id !== connection.installationId) return 'same';
    const context = {
      installationId: connection.installationId,
      profileSlugs: connection.profiles.map((profile) => profile.slug),
      nowIso: isoTime(clock.now()),
    };
    const registryId = artwork.registry_id;
    return books.adopt({
      registryId,
      externalId,
      patchOf: (work) => patchOfRecord(context, work, artwork, work.confirmed),
    });
  }

  function recheckMissing(startedAt: string, seen: Set<string>): number {
    const missing = journal.works
      .listPublicIds(siteId, startedAt)
      .filter(({ registryId }) => !seen.has(registryId));
    for (const { externalId } of missing) books.recheck(externalId);
    return missing.length;
  }

  return {
    isFirstDone,
    last,
    isRunning: () => running !== null,
    /** The owner, or the command line, wants one now; it also asks the shop for everything. */
    request: () => (isWanted = true),
    /**
     * Everything that the shop sent is read: works that only the registry knows are asked for by their ids. What the shop
     * does not know any more it then calls gone. Returns whether there were any.
     */
    askForUnheard(): boolean {
      if (journal.meta.find(siteId, 'look_again') !== undefined) return false;
      if (clock.now() - askedAtMs < ASK_AGAIN_MS) return false;
      const unheard = journal.works.listUnheard(siteId, MOST_QUESTIONS);
      if (unheard.length === 0) return false;
      askedAtMs = clock.now();
      journal.meta.save(siteId, 'look_again', unheard);
      return true;
    },
    /** Starts an audit where one is due and the registry can be asked. Never throws; what failed is tried again. */
    kick(signal: AbortSignal, onEnd: () => void): void {
      const connection = deps.connection.find();
      if (running || signal.aborted || !account.isOpen() || !connection || !isDue()) return;
      running = run(connection, signal)
        .catch((error: unknown) =>
          deps.log.warn({ reason: (error as Error).message }, 'the audit was cut short'),
        )
        .finally(() => {
          running = null;
          if (!signal.aborted) onEnd();
        });
    },
    stop: async () => void (await running),
  };
}
