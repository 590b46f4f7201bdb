// What an engine takes from the owner of its site: the poll that brings it, sealed boxes, orders for certificates, and commands.
import { createSealedOrders } from '../sealed/sealed-queue.ts';
import { webhookSecrets } from '../site/webhook-secrets.ts';
import type { Bookkeeping } from '../sync/bookkeeping/bookkeeping.ts';
import { createCertificateOrders } from '../sync/certificates.ts';
import { carryOutCommand } from '../sync/commands.ts';
import type { createLeaveChoice } from '../sync/leave-choice.ts';
import type { createQuarantine } from '../sync/quarantine.ts';
import type { ShopReader } from '../sync/shop-reader.ts';
import { createSitePoll } from '../sync/site-poll.ts';
import { statusOf, type SafeMode } from '../sync/status.ts';
import type { Command } from '../types/site.ts';
import type { EngineScope } from './engine-types.ts';
import type { createRegistrySide } from './registry-side.ts';
import type { createSiteSide } from './site-side.ts';

type Others = {
  siteSide: ReturnType<typeof createSiteSide>;
  registrySide: ReturnType<typeof createRegistrySide>;
  bookkeeping: Bookkeeping;
  quarantine: ReturnType<typeof createQuarantine>;
  reader: ShopReader;
  leaveChoice: ReturnType<typeof createLeaveChoice>;
  nextPollByMs: () => number;
};

export function createOwnerSide(scope: EngineScope, others: Others) {
  const { deps, siteId, log, stopping, wake } = scope;
  const { site, account, journal, clock, memory } = deps;
  const { siteSide, registrySide, bookkeeping, quarantine, reader } = others;
  const { audit, connection } = registrySide;
  const sealed = createSealedOrders({
    journal,
    siteId,
    open: (box, posting) => deps.openSealed(site, box, posting),
    log,
    // A tenant whose orders fail must not make the service poll it, and take its next orders, without a pause.
    onDone: (isOk) => (isOk || !deps.service.hosted ? wake('command') : undefined),
  });
  const certificates = createCertificateOrders({
    siteId,
    account,
    journal,
    clock,
    log,
    stopping,
    maySend: () => !scope.isPreceded(),
    onDone: () => wake('command'),
  });
  const inbox = () => ({ siteId, secrets: webhookSecrets(site, clock.now()), journal, clock, log });
  const runCommand = (command: Command) =>
    carryOutCommand({ account, journal, siteId, bookkeeping, audit, quarantine, log }, command);
  const access = site.access ?? null;
  const status = (safeMode: SafeMode | null) =>
    statusOf({ siteId, access, account, connection, journal, nowMs: clock.now(), safeMode });

  const poll = createSitePoll({
    siteId,
    journal,
    client: siteSide.client,
    takePollsSent: siteSide.signer.takePollsSent,
    service: deps.service,
    carrier: siteSide.carriers.way,
    compares: () => (account.descriptor?.features.includes('match') ? 'match' : 'list'),
    onAjaxPath: siteSide.saveAjaxPath,
    nextPollByMs: others.nextPollByMs,
    isForked: siteSide.tokens.isForked,
    onAccepted: siteSide.tokens.settle,
    clock,
    log,
    audit,
    sealed,
    certificates,
    handOver: {
      seal_key: deps.sealKey,
      registry_url: site.registryUrl === '' ? null : site.registryUrl,
      has_webhook_secret: site.webhookSecret !== null,
    },
    inbox,
    status,
    wakeUrl: deps.wakeUrl,
    runCommand,
    onLeave: others.leaveChoice.save,
    onOutdated() {
      // Sending from this journal would put the registry back to older content.
      log.warn(
        'the journal is older than what WordPress remembers; it is rebuilt from the registry and the shop',
      );
      journal.forgetWorks(siteId);
      reader.restart();
    },
    wake,
    watch: memory?.ofProcess?.watch,
    safeMode: memory?.safeMode,
  });
  return { sealed, certificates, inbox, runCommand, status: () => status(poll.safeMode()), poll };
}
