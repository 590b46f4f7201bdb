// The webhook signature of the specification's section Events: HMAC-SHA256 over "<timestamp>.<raw body>".
import { createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS } from './limits.ts';

/** `sha256=` and the lower-case hex HMAC. The key is the whole secret, prefix included, in UTF-8. */
export function signWebhook(secret: string, timestamp: number, rawBody: Buffer | string): string {
  const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody);
  return `sha256=${hmac.digest('hex')}`;
}

/**
 * The `webhook-signature` of Standard Webhooks, sent beside ours: `v1,` and the HMAC in base64 over "<id>.<timestamp>.<raw
 * body>". Its key is what the base64 after `whsec_` stands for, not the text.
 */
export function signStandardWebhook(
  secret: string,
  id: string,
  timestamp: number,
  rawBody: Buffer | string,
): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest('base64')}`;
}

export type WebhookVerdict = { ok: true } | { ok: false; reason: 'missing' | 'stale' | 'mismatch' };

/** Checks headers against the raw body in constant time; timestamps more than 300 s away are stale. */
export function verifyWebhook(delivery: {
  secret: string;
  timestamp: string | undefined;
  signature: string | undefined;
  rawBody: Buffer;
  nowSeconds: number;
}): WebhookVerdict {
  const { secret, timestamp, signature, rawBody, nowSeconds } = delivery;
  if (!timestamp || !signature) return { ok: false, reason: 'missing' };
  if (!/^\d{1,12}$/.test(timestamp)) return { ok: false, reason: 'mismatch' };
  const expected = `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex')}`;
  const given = Buffer.from(signature);
  const wanted = Buffer.from(expected);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    return { ok: false, reason: 'mismatch' };
  if (Math.abs(nowSeconds - Number(timestamp)) > LIMITS.signatureTolerance)
    return { ok: false, reason: 'stale' };
  return { ok: true };
}
