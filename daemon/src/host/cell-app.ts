// One cell of a host: the service of one gallery with the sites of the directory that belong to this cell. Writes back what the
// operator sees of each site.
import { statSync } from 'node:fs';
import type { Logger } from 'pino';
import { createApp } from '../app.ts';
import { isoTime, type Clock } from '#kit/clock';
import type { Network } from '#kit/network';
import { journalFile } from '../journal/journal-file.ts';
import { createSiteAgent, refusalOf } from '../site/outside-address.ts';
import type { CellReport, CellStart } from './cell-messages.ts';
import { cellFolder } from './cells.ts';
import type { SiteState } from '../http/receiver-deps.ts';
import { openDirectory } from './directory.ts';
import { CALLS_OF_TENANTS } from '../engine/tenancy.ts';
import { openSealingKey } from './sealing-key.ts';

const OBSERVE_MS = 15_000;
/** What a site says of itself reaches the directory, which all share, only so far. */
const MOST_PROBLEM = 500;
/** No site may use more of the memory that it shares with others. */
const MOST_ANSWER_BYTES = 4 * 2 ** 20;

export function createCell(
  start: CellStart,
  deps: { clock: Clock; log: Logger; network?: Network; onReport: (report: CellReport) => void },
) {
  const { clock, network } = deps;
  const log = deps.log.child({ cell: start.cell });
  const directory = openDirectory(
    start.config.dataDir,
    openSealingKey(start.sealingKeyFile, { mustExist: true }),
  );
  const sites = directory.ofCell(start.cell);
  const addresses = new Map<string, string>();
  const siteAgent = createSiteAgent(start.siteAllowHosts, {
    proxy: start.config.proxy,
    network,
    onResolved: (host, address) => addresses.set(host, address),
  });
  const stopping = new AbortController();
  const dataDir = cellFolder(start.config.dataDir, start.cell);
  const journal = journalFile(dataDir);
  let lastCheckAt: string | null = null;
  const app = createApp({
    config: { ...start.config, dataDir },
    clock,
    log,
    network,
    hosted: {
      isHost: true,
      sites,
      calls: CALLS_OF_TENANTS,
      socket: start.socket,
      sealKeyDir: start.config.dataDir,
      instance: start.instance,
      siteAgent,
      limits: start.limits,
      mostAnswerBytes: MOST_ANSWER_BYTES,
      addressOf: (host) => addresses.get(host),
      refusalOf: (siteUrl) => refusalOf(siteUrl, start.siteAllowHosts),
    },
  });

  function observe(): void {
    const states = app.statuses();
    const seen = [...app.takeRested(), ...states];
    for (const { site } of seen) {
      const checkedAt = app.checkedAt(site);
      if (checkedAt !== null && (lastCheckAt === null || checkedAt > lastCheckAt)) lastCheckAt = checkedAt;
    }
    sites.observe(
      isoTime(clock.now()),
      seen.flatMap(({ site, status }) =>
        status === null
          ? []
          : [
              {
                site_id: site,
                organization: status.registry?.organization.slug ?? null,
                carrier: status.carrier.way,
                problem: problemOf(status),
                waiting: status.queue.waiting + status.queue.sending,
                works: app.journal.works.countRegistered(site),
                last_contact_at: status.polled_at,
              },
            ],
      ),
    );
    deps.onReport({
      sites: app.countSites(),
      stuck: states.filter(({ isStuck }) => isStuck).length + app.countLate(),
      failing: states.filter(({ status }) => status?.own_error).length,
      problem: app.problem(),
      counts: app.counts(),
      lastCheckAt,
      journalBytes: statSync(journal).size,
    });
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        observe();
      } catch (error) {
        log.error({ err: error, at: isoTime(clock.now()) }, 'the directory could not be written');
      }
      await clock.sleep(OBSERVE_MS, stopping.signal);
    }
  }

  let watching: Promise<void> = Promise.resolve();
  return {
    app,
    /** Writes what the operator sees now, instead of in a quarter of a minute. */
    observe,
    async start(): Promise<void> {
      await app.start();
      watching = watch();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([app.stop(), watching]);
      await siteAgent.destroy();
      directory.close();
    },
  };
}

function problemOf(status: NonNullable<SiteState['status']>): string | null {
  const problem = status.own_error ?? status.site_message ?? status.account.message;
  return problem === null ? null : problem.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, MOST_PROBLEM);
}
