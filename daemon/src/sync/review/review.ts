// The review before registering: the site checks its works, and this compares them with what the registry holds already. First the
// gallery's own profiles by check numbers, which costs a request for a hundred works; then, where the owner asked for it, a sample one by
// one. Registers nothing. The site keeps the results, so that after a kill it simply asks for those that it did not get.
import type { Logger } from 'pino';
import { backoffMs } from '../../net/backoff.ts';
import type { Clock } from '#kit/clock';
import type { Journal } from '../../journal/journal.ts';
import type { Account } from '../../registry/account.ts';
import type { Connection, ConnectionFacts } from '../../registry/connection.ts';
import type { SiteClient } from '../../site/site-client.ts';
import type { RegistryCall } from '../../types/registry.ts';
import type { ReviewResult } from '../../types/site.ts';
import type { FaultPoint } from '../sender.ts';
import { compareWork } from './compare-work.ts';
import { listHoldings } from './list-holdings.ts';
import { lookUp } from './look-up.ts';
import { lifeOf } from '../../types/life.ts';

const PAGE = 500;
/** The results of so many are lost by a kill, and their requests made again. */
const SAMPLE_PAGE = 5;

export type Review = ReturnType<typeof createReview>;

export function createReview(deps: {
  siteId: string;
  account: Account;
  connection: Connection;
  journal: Journal;
  client: Pick<SiteClient, 'review'>;
  clock: Clock;
  log: Logger;
  stopping: AbortSignal;
  onFault: (point: FaultPoint) => void;
}) {
  const { siteId, account, connection, journal, client, clock, stopping } = deps;
  let running: Promise<void> | null = null;
  let failures = 0;
  let notBeforeMs = 0;
  const send = (call: RegistryCall) => account.send(call, stopping);

  async function run(facts: ConnectionFacts): Promise<void> {
    const mayRead = account.descriptor?.scopes.includes('artworks:read') ?? false;
    const formers = connection.formers();
    if (mayRead)
      await listHoldings({ siteId, journal, clock, facts, formers, send }, () => deps.onFault('listed'));
    await journal.flushed();
    await compareAll();
    if (account.descriptor?.features.includes('match')) await sampleAll(facts);
  }

  async function compareAll(): Promise<void> {
    let results: ReviewResult[] = [];
    for (;;) {
      const page = await client.review({ limit: PAGE, sample: 0, results });
      deps.onFault('compared');
      if (page.works.length === 0 || stopping.aborted) return;
      refuseAnswered(page.works, results);
      results = page.works.map((work) => compareWork(journal, siteId, work));
    }
  }

  async function sampleAll(facts: ConnectionFacts): Promise<void> {
    const holdings = connection.holdings(facts);
    let results: ReviewResult[] = [];
    for (;;) {
      const page = await client.review({ limit: 0, sample: SAMPLE_PAGE, results });
      if (page.sample.length === 0 || stopping.aborted) return;
      refuseAnswered(page.sample, results);
      results = [];
      for (const work of page.sample) results.push(await lookUp(send, work, holdings));
      deps.onFault('compared');
    }
  }

  return {
    /** Starts where the site has works to compare and the registry can be asked. Never throws; what failed is tried again. */
    kick(waiting: number): void {
      const facts = connection.find();
      if (running || waiting === 0 || stopping.aborted || !account.isOpen() || !facts) return;
      if (clock.elapsed() < notBeforeMs) return;
      running = run(facts)
        .then(() => void (failures = 0))
        .catch((error: unknown) => {
          failures += 1;
          notBeforeMs = clock.elapsed() + backoffMs(failures);
          if (!stopping.aborted)
            deps.log.warn(
              { reason: (error as Error).message },
              'the review was cut short and continues later',
            );
        })
        .finally(() => (running = null));
    },
    life: lifeOf({
      isQuiet: () => running === null,
      stop: async () => void (await running),
    }),
  };
}

/** A site that keeps no result would be asked again without end and without a pause. */
function refuseAnswered(works: { external_id: string; mark: number }[], results: ReviewResult[]): void {
  const answered = new Set(results.map(({ external_id, mark }) => `${external_id} ${mark}`));
  const again = works.find(({ external_id, mark }) => answered.has(`${external_id} ${mark}`));
  if (again) throw new Error(`the site asks again for work ${again.external_id}, which was just answered`);
}
