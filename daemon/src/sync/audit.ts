// The audit: walks through everything the registry holds of this installation, and of those that the site had before it moved,
// and compares it with the journal, which in turn is compared with the shop by asking it to send again what it knows. Repairs
// what is ours, reports the rest. It is also how a journal that was lost is rebuilt: nothing is published before the first audit
// of a journal has ended. It continues where it was after an outage, a refused key or a restart.
import type { Artwork } from '../types/registry-answers.ts';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Account } from '../registry/account.ts';
import { isOfSite, patchOfRecord } from './apply/read-back.ts';
import { BEGINNING, listCall, readListed, type ListedPage, type Place } from '../registry/listing.ts';
import { backoffMs } from '../net/backoff.ts';
import type { Bookkeeping } from './bookkeeping/bookkeeping.ts';
import { isOver, isoTime, type Clock } from '#kit/clock';
import type { Connection, ConnectionFacts } from '../registry/connection.ts';
import { auditRequest, requestAudit, requestAuditOfAll } from '../journal/audit-request.ts';
import type { Journal } from '../journal/journal.ts';
import { RegistryTransient } from '../types/registry.ts';
import { lifeOf } from '../types/life.ts';

const EVERY_MS = 24 * 3600_000;
/** The most that one poll may carry. */
const MOST_QUESTIONS = 1000;
/** The shop answers over several polls, and must not be asked again at each of them. */
const ASK_AGAIN_MS = 600_000;
/** A listing that began longer ago is out of date and begins again. */
const OLDEST_PROGRESS_MS = 6 * 3600_000;
/** The most works that are read one by one because they are not listed: with more the listing is wrong, and the limit used up. */
const MOST_RECHECKS = 1000;
const RECHECKS_AT_ONCE = 100;
const MARKED_AT_ONCE = 500;
/** The last given-away work that was read: with more than one audit reads, the next one continues after it. */
const GIVEN_AWAY = 'given_away_read';
/** Long before the process began; unlike infinity, JSON keeps it. */
const NEVER_MS = -1e15;

type Counts = {
  requests: number;
  listed: number;
  /** Unknown to the journal before: the shop is asked about them. */
  adopted: number;
  /** Differed from what was last confirmed; the shop's wish is sent again. */
  repaired: number;
  /** Records of the registry that this version cannot read. */
  unreadable: number;
  /** Works with a second Art ID, for a person to look at: external ids. */
  doubled: string[];
};
export type AuditReport = Counts & {
  started_at: string;
  ended_at: string;
  /** Confirmed once and not listed now: each is read on its own, up to a thousand. */
  missing: number;
};

/** The bookmark, kept in the journal with each page. */
type Progress = Counts & {
  started_at: string;
  /** The site's at that time. A move puts every work that was listed somewhere else. */
  present: string;
  /** Still to be listed, each with the time to continue from; the present installation comes first. */
  left: ({ installationId: string } & Place)[];
  /** Former installations that hold nothing which the present one does not. */
  empty: string[];
  /** Number of the owner's request that this audit answers; null: nobody asked. */
  request: number | null;
};

export type Audit = ReturnType<typeof createAudit>;
/** Of the same process. */
export type AuditMemory = { askedAtMs: number; failures: number; notBeforeMs: number };

export function createAudit(deps: {
  siteId: string;
  account: Account;
  connection: Connection;
  journal: Journal;
  bookkeeping: Bookkeeping;
  clock: Clock;
  log: Logger;
  memory?: AuditMemory | undefined;
}) {
  const { siteId, account, journal, bookkeeping, clock, connection } = deps;
  let askedAtMs = deps.memory?.askedAtMs ?? NEVER_MS;
  let running: Promise<void> | null = null;
  let failures = deps.memory?.failures ?? 0;
  let notBeforeMs = deps.memory?.notBeforeMs ?? 0;

  const last = () => journal.meta.find<AuditReport>(siteId, 'audit') ?? null;
  const requested = () => auditRequest(journal, siteId);
  /** Until then nothing is published: the registry may have it already. */
  const isFirstDone = () => last() !== null;

  function isDue(): boolean {
    const report = last();
    if (report === null || requested() !== null) return true;
    return isOver(Date.parse(report.ended_at), EVERY_MS, clock.now());
  }

  /** Where an audit of this very installation was before, or the beginning of a new one. */
  function bookmark(facts: ConnectionFacts): Progress {
    const known = journal.meta.find<Progress>(siteId, 'audit_progress');
    const isOld = known && isOver(Date.parse(known.started_at), OLDEST_PROGRESS_MS, clock.now());
    const installations = [facts.installationId, ...connection.formers()];
    const isOfThese = known?.left.every(({ installationId }) => installations.includes(installationId));
    if (known?.present === facts.installationId && isOfThese && !isOld) return known;
    const mayRead = account.descriptor?.scopes.includes('artworks:read') ?? false;
    const begun: Progress = {
      started_at: isoTime(clock.now()),
      present: facts.installationId,
      requests: 0,
      listed: 0,
      adopted: 0,
      repaired: 0,
      unreadable: 0,
      doubled: [],
      left: mayRead ? installations.map((installationId) => ({ installationId, ...BEGINNING })) : [],
      empty: [],
      request: requested(),
    };
    journal.transaction(() => {
      journal.auditSeen.clear(siteId);
      journal.meta.save(siteId, 'audit_progress', begun);
    });
    return begun;
  }

  /** After `requestAuditOfAll`, page by page, so that a large catalogue holds up no other site. */
  async function markUnheard(signal: AbortSignal): Promise<void> {
    const find = () => journal.meta.find<string>(siteId, 'mark_unheard');
    for (let after = find(); after !== undefined && !signal.aborted; after = find()) {
      const page = after;
      journal.transaction(() => {
        const last = journal.works.markUnheard(siteId, page, MARKED_AT_ONCE);
        if (last === null) journal.meta.remove(siteId, 'mark_unheard');
        else journal.meta.save(siteId, 'mark_unheard', last);
      });
      await setImmediate();
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    await markUnheard(signal);
    // Read after the wait, in which the site may have moved.
    const facts = connection.find();
    if (!facts) return;
    // The message about a new name of a profile may be lost.
    connection.refresh();
    let progress = bookmark(facts);
    const mayRead = progress.left.length > 0 || progress.requests > 0;
    for (;;) {
      const [at] = progress.left;
      if (at === undefined) break;
      const page = await listPatiently(at.installationId, at, signal);
      progress = journal.transaction(() => recordPage(facts, progress, page));
    }
    const missing = mayRead ? await recheckMissing(progress.started_at, signal) : 0;
    if (!signal.aborted) finish(progress, missing);
  }

  /** An outage, or a limit that another client used up, delays a page; it does not end the audit. */
  async function listPatiently(installationId: string, at: Place, signal: AbortSignal) {
    for (let tries = 1; ; tries += 1) {
      try {
        return readListed(await account.send(listCall(installationId, at), signal), at);
      } catch (error) {
        if (!(error instanceof RegistryTransient) || signal.aborted) throw error;
        await clock.sleep(backoffMs(tries), signal);
      }
    }
  }

  function recordPage(facts: ConnectionFacts, before: Progress, page: ListedPage): Progress {
    mustBeOurs(before);
    const [at, ...others] = before.left as [Progress['left'][number], ...Progress['left']];
    const progress = { ...before, requests: before.requests + 1 };
    const isFormer = at.installationId !== facts.installationId;
    const isFirst = at.since === BEGINNING.since && at.offset === 0;
    let isEmpty = isFormer && (isFirst || before.empty.includes(at.installationId));
    for (const id of page.unreadable) {
      progress.unreadable += 1;
      isEmpty = false;
      if (id !== null) journal.auditSeen.insertSeen(siteId, id);
    }
    for (const artwork of page.artworks) {
      if (!journal.auditSeen.insertSeen(siteId, artwork.registry_id)) continue;
      progress.listed += 1;
      const found = compare(facts, artwork, isFormer);
      if (found !== 'of another site') isEmpty = false;
      if (found === 'doubled') progress.doubled = [...progress.doubled, String(artwork.source?.external_id)];
      else if (found === 'adopted' || found === 'repaired') progress[found] += 1;
    }
    const empty = before.empty.filter((id) => id !== at.installationId);
    progress.empty = isEmpty ? [...empty, at.installationId] : empty;
    progress.left =
      page.next === null ? others : [{ installationId: at.installationId, ...page.next }, ...others];
    journal.meta.save(siteId, 'audit_progress', progress);
    return progress;
  }

  /** `isOnlyFormer`: a former installation lists the work and the present one does not. */
  function compare(facts: ConnectionFacts, artwork: Artwork, isOnlyFormer: boolean) {
    const { source, registry_id: registryId } = artwork;
    const find = () => journal.works.findByRegistryId(siteId, registryId);
    const holdings = connection.holdings(facts);
    const isShown = isOfSite(holdings, source?.installation_id);
    if (source?.installation_id === facts.installationId && source.site_url !== null)
      connection.hearAddress(facts, source.site_url);
    // A record shows one source of several: of another system, or of an address of the site that is forgotten. The list says that it is ours.
    const known = isShown ? source?.external_id : find()?.externalId;
    if (!known) return 'same';
    // A journal that was complete knows all that the site has had there, or has it under way.
    const isOfAnotherSite = isOnlyFormer && isFirstDone() && !find() && !mayBecome(known);
    if (isOfAnotherSite) return 'of another site';
    const context = { ...holdings, nowIso: isoTime(clock.now()) };
    return bookkeeping.adopt({
      registryId,
      externalId: known,
      patchOf: (work) => {
        const patch = patchOfRecord(context, work, artwork, work.confirmed);
        return isOnlyFormer ? { ...patch, confirmedSource: null } : patch;
      },
    });
  }

  /** Whether the shop has a work of that number, of which the answer with its Art ID may have been lost. */
  function mayBecome(externalId: string): boolean {
    const work = journal.works.find(siteId, externalId);
    return work !== undefined && (work.registryId !== null || work.siteState === 'shared');
  }

  async function recheckMissing(startedAt: string, signal: AbortSignal): Promise<number> {
    const missing = journal.works.countMissing(siteId, startedAt, isoTime(clock.now()));
    if (missing > MOST_RECHECKS)
      deps.log.warn(
        { missing, rechecked: MOST_RECHECKS },
        'the registry lists far fewer works than expected',
      );
    const ids = journal.works.listMissing(siteId, startedAt, isoTime(clock.now()), MOST_RECHECKS);
    await recheck(ids, signal);
    const last = journal.meta.find<string>(siteId, GIVEN_AWAY) ?? '';
    const givenAway = journal.works.listGivenAway(siteId, last, MOST_RECHECKS - ids.length);
    await recheck(givenAway, signal, (id) => journal.meta.save(siteId, GIVEN_AWAY, id));
    return missing;
  }

  async function recheck(ids: string[], signal: AbortSignal, keep?: (last: string) => void): Promise<void> {
    for (let from = 0; from < ids.length && !signal.aborted; from += RECHECKS_AT_ONCE) {
      const some = ids.slice(from, from + RECHECKS_AT_ONCE);
      journal.transaction(() => {
        some.forEach((externalId) => bookkeeping.recheck(externalId));
        keep?.(some.at(-1)!);
      });
      await setImmediate();
    }
  }

  /** The journal may have been emptied during the call, or the site have moved: the pages listed before that are then void. */
  function mustBeOurs({ started_at, present }: Progress): void {
    const stored = journal.meta.find<Progress>(siteId, 'audit_progress');
    if (stored?.started_at !== started_at) throw new Error('The journal was begun again meanwhile.');
    if (connection.find()?.installationId !== present) throw new Error('The site has moved meanwhile.');
  }

  function finish(progress: Progress, missing: number): void {
    const { left: _left, present: _present, empty, request, ...counts } = progress;
    const report: AuditReport = { ...counts, missing, ended_at: isoTime(clock.now()) };
    journal.transaction(() => {
      mustBeOurs(progress);
      const isJournalNew = !isFirstDone() && journal.meta.find(siteId, 'paired') !== true;
      if (request !== null || isJournalNew) journal.meta.save(siteId, 'look_again', 'all');
      // A request that came during this audit asks for another one.
      if (requested() === request) journal.meta.remove(siteId, 'audit_request');
      journal.meta.remove(siteId, 'audit_progress');
      journal.auditSeen.clear(siteId);
      journal.meta.save(siteId, 'audit', report);
      journal.meta.save(siteId, 'paired', true);
      // No list tells of hidden works, and only a journal that saw the move knows of all.
      const isRebuilt = journal.meta.find(siteId, 'rebuilt') === true;
      if (empty.length > 0 && !isRebuilt && !journal.works.hasUnknownSource(siteId))
        connection.forgetFormers(empty);
    });
    deps.log.info({ ...report, doubled: report.doubled.length }, 'audit ended');
  }

  return {
    isFirstDone,
    last,
    request: () => requestAudit(journal, siteId),
    requestAll: () => requestAuditOfAll(journal, siteId),
    /**
     * Everything that the shop sent is read: works that only the registry knows are asked for by their ids. What the shop
     * does not know any more it then calls gone. Returns whether there were any.
     */
    askForUnheard(): boolean {
      if (journal.meta.find(siteId, 'look_again') !== undefined) return false;
      if (clock.elapsed() - askedAtMs < ASK_AGAIN_MS) return false;
      const unheard = journal.works.listUnheard(siteId, MOST_QUESTIONS);
      if (unheard.length === 0) return false;
      askedAtMs = clock.elapsed();
      journal.meta.save(siteId, 'look_again', unheard);
      return true;
    },
    /** Starts an audit where one is due and the registry can be asked. Never throws; what failed is tried again. */
    kick(signal: AbortSignal, onEnd: () => void): void {
      if (running || signal.aborted || !account.isOpen() || !connection.find() || !isDue()) return;
      if (clock.elapsed() < notBeforeMs) return;
      running = run(signal)
        .then(() => void (failures = 0))
        .catch((error: unknown) => {
          failures += 1;
          notBeforeMs = clock.elapsed() + backoffMs(failures);
          if (!signal.aborted)
            deps.log.warn(
              { reason: (error as Error).message },
              'the audit was cut short and continues later',
            );
        })
        .finally(() => {
          running = null;
          if (!signal.aborted) onEnd();
        });
    },
    life: lifeOf({
      isQuiet: () => running === null,
      stop: async () => void (await running),
      memory: (): AuditMemory => ({ askedAtMs, failures, notBeforeMs }),
    }),
  };
}
