// Reports to WordPress what the registry confirmed and which events arrived. A report stays in the journal until WordPress has
// saved it.
import type { Clock } from '#kit/clock';
import { TOO_MANY_WORKS } from './bookkeeping/work-limits.ts';
import type { Journal } from '../journal/journal.ts';
import { reportOfWork, type DuplicateGroup } from './report-of-work.ts';
import type { FaultPoint } from './sender.ts';
import type { ReportOrder, SiteClient } from '../site/site-client.ts';
import { seenOf } from '../site/site-identity.ts';
import type { ReportedWork } from '../journal/report-rows.ts';
import { lifeOf } from '../types/life.ts';

const WORKS_PER_REPORT = 200;
const EVENTS_PER_REPORT = 100;
/** States that follow each other quickly (waiting, sending, published) become one report. */
const GATHER_MS = 250;

export type Reporter = ReturnType<typeof createReporter>;

export function createReporter(deps: {
  siteId: string;
  journal: Journal;
  client: SiteClient;
  clock: Clock;
  stopping: AbortSignal;
  /** A SiteError, or what the journal threw. */
  onProblem: (error: unknown) => void;
  onReported: (state: string) => void;
  onFault: (point: FaultPoint) => void;
}) {
  const { siteId, journal, client, clock } = deps;
  let running: Promise<void> | null = null;

  function groupOf(work: ReportedWork): DuplicateGroup {
    const [first] = journal.works.listDuplicates(work, 1);
    const known = first && first.registryId !== null ? first.externalId : null;
    return { size: journal.works.countDuplicates(work), known };
  }

  /** The beat decides first, so that a new journal, which counts from 1, is not behind. */
  function nextOrder(): ReportOrder {
    const number = (journal.meta.find<number>(siteId, 'report_number') ?? 0) + 1;
    journal.meta.save(siteId, 'report_number', number);
    return { beat: seenOf(journal, siteId).beat, number };
  }

  async function run(): Promise<void> {
    await clock.sleep(GATHER_MS, deps.stopping);
    await flush();
  }

  /** Reports until WordPress knows everything. Throws what the site client throws; the rest stays for the next time. */
  async function flush(): Promise<void> {
    for (;;) {
      const events = journal.deliveries.listUnforwarded(siteId, EVENTS_PER_REPORT);
      if (events.length === 0) break;
      await client.event(events);
      const ids = events.map((event) => event.delivery_id);
      journal.transaction(() => journal.deliveries.markForwarded(siteId, ids, clock.now()));
    }
    for (;;) {
      const page = journal.works.listUnreported(siteId, WORKS_PER_REPORT);
      if (page.length === 0) return;
      deps.onFault('before-report');
      const works = page.map(({ work }) => reportOfWork(work, groupOf));
      await client.report(works, nextOrder());

      deps.onFault('reported');
      const saved = page.map(({ work, reportSeq }) => ({
        externalId: work.externalId,
        reportSeq,
        isForgotten: work.state === 'forgotten' || isRefused(work),
      }));
      journal.transaction(() => journal.works.markReported(siteId, saved));
      for (const { work } of page) deps.onReported(work.state);
      if (page.length < WORKS_PER_REPORT) await clock.sleep(GATHER_MS, deps.stopping);
    }
  }

  return {
    /** Reports soon, unless it is being done already. */
    kick(): void {
      if (running || deps.stopping.aborted) return;
      running = run()
        .catch(deps.onProblem)
        .finally(() => (running = null));
    },
    hasNews: () => journal.works.countUnreported(siteId) > 0,
    life: lifeOf({
      isQuiet: () => running === null,
      stop: async () => void (await running),
    }),
  };
}

/** It had no room, and nothing is known of it: it is read again when the site shows it again. */
const isRefused = ({ error, registryId }: ReportedWork): boolean =>
  error?.code === TOO_MANY_WORKS.code && registryId === null;
