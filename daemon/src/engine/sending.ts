// What an engine sends beside its loop: steps to the registry, and to the site what became of them.
import type { SiteClient } from '../site/site-client.ts';
import type { Bookkeeping } from '../sync/bookkeeping/bookkeeping.ts';
import { createReporter } from '../sync/reporter.ts';
import { createReview } from '../sync/review/review.ts';
import { createSender } from '../sync/sender.ts';
import type { ShopReader } from '../sync/shop-reader.ts';
import type { SitePoll } from '../sync/site-poll.ts';
import type { EngineScope } from './engine-types.ts';
import type { LoopStatus } from './loop-status.ts';
import type { createRegistrySide } from './registry-side.ts';

type Others = Pick<ReturnType<typeof createRegistrySide>, 'connection' | 'audit'> & {
  client: SiteClient;
  bookkeeping: Bookkeeping;
  reader: ShopReader;
  poll: SitePoll;
  loopStatus: LoopStatus;
};

export function createSending(scope: EngineScope, others: Others) {
  const { deps, siteId, log, stopping } = scope;
  const { account, journal, clock, onFault, onReported } = deps;
  const { connection, audit, client, bookkeeping, reader, poll, loopStatus } = others;
  const reporter = createReporter({
    siteId,
    journal,
    client,
    clock,
    stopping,
    onProblem: (error) => loopStatus.recordProblem(error, 'a report failed unexpectedly'),
    onReported,
    onFault,
  });
  const review = createReview({
    siteId,
    account,
    connection,
    journal,
    client,
    clock,
    log,
    stopping,
    onFault,
  });
  const sender = createSender({
    siteId,
    account,
    connection,
    journal,
    bookkeeping,
    clock,
    log,
    maySend: () => poll.safeMode() === null && !scope.isPreceded(),
    mayPublish: () => reader.isComplete() && audit.isFirstDone(),
    room: () => deps.workLimits().registered - journal.works.countRegistered(siteId),
    onSettled: () => reporter.kick(),
    onFault,
  });
  return { reporter, review, sender };
}
