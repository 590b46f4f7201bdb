// How an engine talks with its site: signs the calls, and brings them directly or by the mailbox.
import { createCarriers } from '../site/carriers.ts';
import { AJAX_PATH, type WayIn } from '../site/direct-carrier.ts';
import { createMailbox } from '../site/mailbox.ts';
import { createCallSigner } from '../site/signed-call.ts';
import { createSiteClient } from '../site/site-client.ts';
import { createTurnTokens, newTurnToken } from '../site/turn-tokens.ts';
import { lifeOf } from '../types/life.ts';
import type { EngineScope } from './engine-types.ts';

export function createSiteSide({ deps, siteId, log, stopping }: EngineScope) {
  const { site, journal, clock, memory } = deps;
  const signer = createCallSigner(site, clock, memory?.ofProcess?.signer);
  const wayIn: WayIn = {
    way: memory?.wayIn ?? 0,
    ajaxPath: journal.meta.find<string>(siteId, AJAX_PATH) ?? null,
  };
  const identity = () => journal.meta.find<{ siteUrl: string; generation: number }>(siteId, 'identity');
  const tokens = createTurnTokens({
    journal,
    siteId,
    pairing: site.pairedAt,
    firstToken: site.firstTurn ?? newTurnToken(),
    generation: () => identity()?.generation ?? 0,
  });
  const mailbox = createMailbox({ signer, clock, stopping, nextNumber: tokens.nextNumber });
  const { send: direct, probe } = deps.direct(signer, stopping, wayIn);
  const carriers = createCarriers({
    siteId,
    direct,
    probe,
    mailbox,
    journal,
    clock,
    onReached: deps.onReached,
    onSwitch: (carrier) => log.info({ carrier }, 'calls take another way'),
    memory: memory?.ofProcess?.carriers,
  });

  return {
    signer,
    tokens,
    mailbox,
    carriers,
    client: createSiteClient(carriers.send),
    /** Address of the site when it answered a poll last; undefined: it never did. */
    knownUrl: () => identity()?.siteUrl,
    /** Where the site says that its admin-ajax.php is. */
    saveAjaxPath(path: string | null): void {
      if (path === wayIn.ajaxPath) return;
      wayIn.ajaxPath = path;
      if (path === null) journal.meta.remove(siteId, AJAX_PATH);
      else journal.meta.save(siteId, AJAX_PATH, path);
    },
    lifeOfWayIn: lifeOf({ memory: () => wayIn.way }),
  };
}
