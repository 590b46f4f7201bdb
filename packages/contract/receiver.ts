// The receiver's half of the webhooks (specification, "Delivery" and "Signature"): is it ours, have we had it, and has a
// newer event of the same resource overtaken it. What is stored, and where, is the receiver's own business.
import { WebhookEvent } from './events.ts';
import { verifyWebhook, type WebhookVerdict } from './signature.ts';

/** Where deliveries go before they are answered. */
export type WebhookInbox = {
  /**
   * Stores the delivery unless it is known; true when it is new. Know it by `event.id`: the signature covers the body, not the
   * delivery id in the header, under which a captured delivery could come a thousand times. Id and body belong in one transaction, processing
   * comes after: a delivery that is marked as seen and then lost is not sent again.
   */
  insert(delivery: StoredDelivery): boolean | Promise<boolean>;
};
export type StoredDelivery = { deliveryId: string; rawBody: Buffer; event: WebhookEvent };

/** `status` is what to answer the registry. Anything but `stored` needs no work. */
export type WebhookReceipt =
  | { outcome: 'stored'; status: 200; deliveryId: string; attempt: number; event: WebhookEvent }
  | { outcome: 'duplicate'; status: 200; deliveryId: string; attempt: number; event: WebhookEvent }
  | { outcome: 'refused'; status: 400 | 401; reason: 'missing' | 'stale' | 'mismatch' | 'malformed' };

/** As Node gives them (lower-case names) or as fetch does. */
export type WebhookHeaders =
  Record<string, string | string[] | undefined> | { get(name: string): string | null };

const MAX_DELIVERY_ID = 200;

/** Verifies, reads and stores one delivery. Throws what the inbox throws, and for a blank secret: then answer 500, and it comes again. */
export async function receiveWebhook(request: {
  /** The whole secret, with its `whsec_`. Several: any of them may have signed, as for a while after a rotation. */
  secret: string | readonly string[];
  headers: WebhookHeaders;
  /** The bytes as they came, before any parsing. */
  rawBody: Buffer;
  /** Unix seconds. Several: fresh by any of them, where the receiver's own clock may be off and it knows the registry's. */
  nowSeconds: number | readonly number[];
  inbox: WebhookInbox;
}): Promise<WebhookReceipt> {
  const { headers, rawBody, inbox } = request;
  const timestamp = headerOf(headers, 'x-registry-timestamp');
  const signature = headerOf(headers, 'x-registry-signature');
  const verdicts = [request.secret]
    .flat()
    .flatMap((secret) =>
      [request.nowSeconds]
        .flat()
        .map((nowSeconds) => verifyWebhook({ secret, timestamp, signature, rawBody, nowSeconds })),
    );
  const refusal = refusalOf(verdicts);
  if (refusal !== undefined) return { outcome: 'refused', status: 401, reason: refusal };
  const deliveryId = headerOf(headers, 'x-registry-delivery') ?? '';
  const event = eventOf(rawBody);
  if (deliveryId === '' || deliveryId.length > MAX_DELIVERY_ID || event === undefined) {
    return { outcome: 'refused', status: 400, reason: 'malformed' };
  }
  const attempt = Number(headerOf(headers, 'x-registry-attempt') ?? 1);
  const isNew = await inbox.insert({ deliveryId, rawBody, event });
  return { outcome: isNew ? 'stored' : 'duplicate', status: 200, deliveryId, attempt, event };
}

/** What events are put in order by: all those of one resource share it. */
export function resourceKeyOf(event: WebhookEvent): string {
  return `${event.resource.type}:${event.resource.id}`;
}

/**
 * Whether a newer event of the same resource was processed before. `lastCreatedAt` is the `created_at` of the newest
 * one so far. Events of one commit may share a moment as far as Date can tell; their microseconds do not.
 */
export function isStaleEvent(
  event: Pick<WebhookEvent, 'created_at'>,
  lastCreatedAt: string | null | undefined,
): boolean {
  return lastCreatedAt != null && microsOf(event.created_at) < microsOf(lastCreatedAt);
}

/** Microseconds since 1970; Date alone knows milliseconds. Throws RangeError for what is no time. */
export function microsOf(timestamp: string): bigint {
  const ms = Date.parse(timestamp);
  if (Number.isNaN(ms)) throw new RangeError(`not a time: ${timestamp}`);
  const fraction = /\.(\d+)/.exec(timestamp)?.[1] ?? '';
  return BigInt(ms) * 1000n + BigInt(fraction.padEnd(6, '0').slice(3, 6));
}

/** Undefined where one verdict is good. Signed but late says more than not signed by the other secret. */
function refusalOf(verdicts: WebhookVerdict[]) {
  const reasons = verdicts.map((verdict) => (verdict.ok ? undefined : verdict.reason));
  if (reasons.includes(undefined)) return undefined;
  return reasons.includes('stale') ? 'stale' : (reasons[0] ?? 'mismatch');
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const value = (headers as Record<string, string | string[] | undefined>)[name];
  return typeof value === 'string' ? value : undefined;
}

function eventOf(rawBody: Buffer): WebhookEvent | undefined {
  try {
    return WebhookEvent.safeParse(JSON.parse(rawBody.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
