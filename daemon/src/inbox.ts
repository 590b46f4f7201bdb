// Deliveries that WordPress took for a service without a public address of its own: verified here, with the secret that only
// this service has, as of the moment they arrived there.
import { verifyWebhook } from '@artwork-registry/contract';
import type { Clock } from './clock.ts';
import type { Journal } from './journal/journal.ts';
import type { Site } from './sites-file.ts';
import type { InboxDelivery } from './types/site.ts';

/** The registry sends for six attempts and operators replay for 30 days; older than that nobody sends honestly. */
const LONGEST_WAIT_MS = 31 * 24 * 3600_000;
const MAX_DELIVERY_ID = 200;

/** The signing secret, and for a day after a rotation the one before: deliveries signed with it may still be on their way. */
export function webhookSecrets(site: Site, nowMs: number): string[] {
  const former = site.formerWebhookSecret;
  const isValid = former && Date.parse(former.until) > nowMs;
  return [site.webhookSecret, isValid ? former.secret : null].filter((secret) => secret !== null);
}

/** Stores what is genuine and new; true where there was any. What is not is dropped: the registry cannot be told any more. */
export function takeInbox(
  deps: { siteId: string; secrets: string[]; journal: Journal; clock: Clock },
  inbox: InboxDelivery[],
): boolean {
  let hasNew = false;
  for (const { headers, body, received_at } of inbox) {
    const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const receivedAtMs = Date.parse(received_at);
    const deliveryId = lower.get('x-registry-delivery') ?? '';
    const rawBody = Buffer.from(body, 'base64');
    const isRecent = Math.abs(deps.clock.now() - receivedAtMs) < LONGEST_WAIT_MS;
    const isGenuine = deps.secrets.some(
      (secret) =>
        verifyWebhook({
          secret,
          timestamp: lower.get('x-registry-timestamp'),
          signature: lower.get('x-registry-signature'),
          rawBody,
          nowSeconds: Math.floor(receivedAtMs / 1000),
        }).ok,
    );
    if (!isRecent || !isGenuine || deliveryId === '' || deliveryId.length > MAX_DELIVERY_ID) continue;
    const now = deps.clock.now();
    hasNew = deps.journal.deliveries.insert(deps.siteId, deliveryId, rawBody.toString('utf8'), now) || hasNew;
  }
  return hasNew;
}
