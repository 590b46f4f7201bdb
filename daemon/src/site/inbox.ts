// Webhook deliveries that WordPress took for a service without a public address. They are verified here, with the secret that only
// this service has, and with the time at which they arrived there.
import { receiveWebhook, type WebhookInbox } from '@artwork-registry/contract';
import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '#kit/clock';
import type { Journal } from '../journal/journal.ts';
import type { InboxDelivery } from '../types/site.ts';

/** The registry sends for six attempts and operators replay for 30 days; older than that nobody sends honestly. */
const LONGEST_WAIT_MS = 31 * 24 * 3600_000;

/** The longest id that WordPress stores. One that it refuses would block every report after it. */
const LONGEST_ID = 100;
const shortened = (id: string) => (id.length > LONGEST_ID ? hash('sha256', id) : id);

/** The site has too many deliveries that WordPress has not heard of. */
export class InboxFull extends Error {}

/** Stores the deliveries of a site, whichever way they come. Throws InboxFull. */
export const deliveryInbox = (journal: Journal, siteId: string, nowMs: number): WebhookInbox => ({
  insert: ({ deliveryId, rawBody, event }) => {
    const [delivery, id] = [shortened(deliveryId), shortened(event.id)];
    const isStored = journal.deliveries.insert(siteId, delivery, rawBody.toString('utf8'), nowMs, id);
    if (!isStored && !journal.deliveries.isKnown(siteId, delivery, id))
      throw new InboxFull('WordPress has not heard of too many deliveries of this site.');
    return isStored;
  },
});

export type InboxDeps = { siteId: string; secrets: string[]; journal: Journal; clock: Clock; log: Logger };

/**
 * Stores genuine new deliveries; true where there was any. WordPress deletes all of them afterwards, and the registry sends none
 * again. So one that matches no secret is kept for a day: the owner may be about to enter the right one. Late and malformed ones
 * are dropped, and those for which the site has no room: the nightly check finds what they would have said.
 */
export async function takeInbox(deps: InboxDeps, deliveries: InboxDelivery[]): Promise<boolean> {
  const { journal, siteId, log } = deps;
  let hasNew = false;
  let unfit = 0;
  for (const delivery of deliveries) {
    const outcome = await takeOne(deps, delivery);
    hasNew ||= outcome === 'stored';
    if (outcome === 'full')
      log.warn('a delivery of the registry is dropped: WordPress has not heard of too many');
    if (outcome !== 'mismatch') continue;
    unfit += 1;
    const isKept = journal.transaction(() => journal.unfit.insert(siteId, delivery, deps.clock.now()));
    if (!isKept) log.warn('a delivery of the registry is dropped: too many fit no signing secret');
  }
  if (unfit > 0) {
    const kept = journal.unfit.count(siteId);
    log.warn(
      { unfit, kept },
      'deliveries of the registry do not fit the signing secret; they are kept for a day',
    );
  }
  return hasNew;
}

/** Tries kept deliveries again with the present secrets. True where any of them matches. */
export async function retryUnverified(deps: InboxDeps): Promise<boolean> {
  let stored = 0;
  for (const delivery of deps.secrets.length === 0 ? [] : deps.journal.unfit.list(deps.siteId)) {
    const outcome = await takeOne(deps, delivery);
    if (outcome === 'mismatch' || outcome === 'full') continue;
    stored += outcome === 'stored' ? 1 : 0;
    deps.journal.unfit.remove(delivery.id);
  }
  if (stored > 0) deps.log.info({ stored }, 'deliveries that waited for their signing secret are taken');
  return stored > 0;
}

async function takeOne(deps: InboxDeps, { headers, body, received_at }: InboxDelivery): Promise<string> {
  const now = deps.clock.now();
  const receivedAtMs = Date.parse(received_at);
  if (!(Math.abs(now - receivedAtMs) < LONGEST_WAIT_MS)) return 'stale';
  try {
    const receipt = await receiveWebhook({
      secret: deps.secrets,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      rawBody: Buffer.from(body, 'base64'),
      nowSeconds: Math.floor(receivedAtMs / 1000),
      inbox: deliveryInbox(deps.journal, deps.siteId, now),
    });
    return receipt.outcome === 'refused' ? receipt.reason : receipt.outcome;
  } catch (error) {
    if (error instanceof InboxFull) return 'full';
    throw error;
  }
}
