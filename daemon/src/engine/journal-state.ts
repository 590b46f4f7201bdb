// What must be right with the journal of a site before a round of its loop.
import { createSetBackWatch } from '#kit/clock';
import { retryUnverified } from '../site/inbox.ts';
import type { EngineParts } from './engine-parts.ts';
import type { EngineDeps } from './engine-types.ts';

export function createJournalState(deps: EngineDeps, parts: EngineParts) {
  const { journal, clock } = deps;
  const { siteId } = deps.site;
  const wasSetBack = createSetBackWatch(clock);
  // Put away while it was quiet: its steps wait for good reasons.
  let hasStarted = deps.memory !== null;
  let journalIsOf: string | null = null;

  /** Waits in the journal mean nothing after a start, or after the clock was set back: they may lie an hour ahead. */
  async function prepare(): Promise<void> {
    const isFirst = !hasStarted && !parts.isPreceded();
    if (wasSetBack() || isFirst) journal.actions.clearWaits(siteId);
    if (!isFirst) return;
    journal.works.requeue(siteId);
    await retryUnverified(parts.inbox());
    hasStarted = true;
  }

  /**
   * What the journal knows came from one registry, and means nothing in another: its Art IDs are other works there. So it is forgotten where
   * the site has another one now, and rebuilt from there and from the shop; first the engine before this one, which still writes, must end.
   */
  function isOurs(): boolean {
    const { registryUrl } = deps.site;
    // Not yet known to a service whose owner has not said it.
    if (registryUrl === '' || registryUrl === journalIsOf) return true;
    const known = journal.meta.find<string>(siteId, 'registry');
    if (known !== registryUrl) {
      if (known !== undefined && parts.isPreceded()) return false;
      journal.transaction(() => {
        if (known !== undefined) journal.forgetRegistry(siteId);
        // No pairing began with this journal: the former one is lost, and what the site was told is of this registry.
        else if (journal.meta.find(siteId, 'paired') !== true) journal.meta.save(siteId, 'rebuilt', true);
        journal.meta.save(siteId, 'registry', registryUrl);
      });
      if (known !== undefined)
        parts.log.info({ registry: registryUrl }, 'the site has another registry; its works are read again');
    }
    journalIsOf = registryUrl;
    return true;
  }

  return { prepare, isOurs };
}
