// The webhook signature of the specification's section Events: HMAC-SHA256 over "<timestamp>.<raw body>".
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { LIMITS } from './limits.ts';

/** `sha256=` and the lower-case hex HMAC. The key is the whole secret, prefix included, in UTF-8. */
export function signWebhook(secret: string, timestamp: number, rawBody: Buffer | string): string {
  const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody);
  return `sha256=${hmac.digest('hex')}`;
}

export type WebhookSigner = {
  /** Of `x-registry-signature`. */
  sign(timestamp: number, rawBody: string): string;
  /**
   * Of `webhook-signature` (Standard Webhooks): `v1,` and the HMAC in base64 over "<id>.<timestamp>.<raw body>". Its key
   * is what the base64 after `whsec_` stands for, not the text.
   */
  signStandard(id: string, timestamp: number, rawBody: string): string;
};

/** For many deliveries with one secret: making a key of it costs five times what signing does. */
export function makeWebhookSigner(secret: string): WebhookSigner {
  const own = createSecretKey(secret, 'utf8');
  const standard = createSecretKey(secret.replace(/^whsec_/, ''), 'base64');
  return {
    sign: (timestamp, rawBody) =>
      `sha256=${createHmac('sha256', own).update(`${timestamp}.${rawBody}`).digest('hex')}`,
    signStandard: (id, timestamp, rawBody) =>
      `v1,${createHmac('sha256', standard).update(`${id}.${timestamp}.${rawBody}`).digest('base64')}`,
  };
}

export type WebhookVerdict = { ok: true } | { ok: false; reason: 'missing' | 'stale' | 'mismatch' };

/**
 * Checks headers against the raw body in constant time; timestamps more than 300 s away are stale. Throws TypeError for a blank secret, as of
 * a variable that is not set: everybody can sign with that.
 */
export function verifyWebhook(delivery: {
  secret: string;
  timestamp: string | undefined;
  signature: string | undefined;
  rawBody: Buffer;
  nowSeconds: number;
}): WebhookVerdict {
  const { secret, timestamp, signature, rawBody, nowSeconds } = delivery;
  if (secret.trim() === '') throw new TypeError('the webhook secret is empty');
  if (!timestamp || !signature) return { ok: false, reason: 'missing' };
  if (!/^\d{1,12}$/.test(timestamp)) return { ok: false, reason: 'mismatch' };
  const expected = `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex')}`;
  const given = Buffer.from(signature);
  const wanted = Buffer.from(expected);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    return { ok: false, reason: 'mismatch' };
  // Written so that NaN, which is neither more nor less than anything, is stale.
  const isFresh = Math.abs(nowSeconds - Number(timestamp)) <= LIMITS.signatureTolerance;
  return isFresh ? { ok: true } : { ok: false, reason: 'stale' };
}
