// Deliveries that WordPress took for a service without a public address of its own: verified here, with the secret that only
// this service has, as of the moment they arrived there.
import { receiveWebhook, type WebhookInbox } from '@artwork-registry/contract';
import { hash } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Journal } from './journal/journal.ts';
import type { Site } from './sites-file.ts';
import type { InboxDelivery } from './types/site.ts';

/** The registry sends for six attempts and operators replay for 30 days; older than that nobody sends honestly. */
const LONGEST_WAIT_MS = 31 * 24 * 3600_000;

/** The signing secret, and for a day after a rotation the one before: deliveries signed with it may still be on their way. */
export function webhookSecrets(site: Site, nowMs: number): string[] {
  const former = site.formerWebhookSecret;
  const isValid = former && Date.parse(former.until) > nowMs;
  return [site.webhookSecret, isValid ? former.secret : null].filter((secret) => secret !== null);
}

/** WordPress keeps ids of this length. One that it refuses would hold up every report after it. */
const LONGEST_ID = 100;
const shortened = (id: string) => (id.length > LONGEST_ID ? hash('sha256', id) : id);

/** Where deliveries of a site are stored, by whichever way they come. */
export const deliveryInbox = (journal: Journal, siteId: string, nowMs: number): WebhookInbox => ({
  insert: ({ deliveryId, rawBody }) =>
    journal.deliveries.insert(siteId, shortened(deliveryId), rawBody.toString('utf8'), nowMs),
});

/** Stores what is genuine and new; true where there was any. What is not is dropped: the registry cannot be told any more. */
export async function takeInbox(
  deps: { siteId: string; secrets: string[]; journal: Journal; clock: Clock },
  deliveries: InboxDelivery[],
): Promise<boolean> {
  const now = deps.clock.now();
  const inbox = deliveryInbox(deps.journal, deps.siteId, now);
  let hasNew = false;
  for (const { headers, body, received_at } of deliveries) {
    const receivedAtMs = Date.parse(received_at);
    if (!(Math.abs(now - receivedAtMs) < LONGEST_WAIT_MS)) continue;
    const receipt = await receiveWebhook({
      secret: deps.secrets,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      rawBody: Buffer.from(body, 'base64'),
      nowSeconds: Math.floor(receivedAtMs / 1000),
      inbox,
    });
    hasNew ||= receipt.outcome === 'stored';
  }
  return hasNew;
}
