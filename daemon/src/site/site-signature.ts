// The signature between the plugin and the sync service (docs/site-protocol.md, "Signature"), both directions.
import { createHmac, createSecretKey, hash, timingSafeEqual, type KeyObject } from 'node:crypto';

export type Direction = 'daemon-to-site' | 'site-to-daemon';

export type SignedParts = {
  direction: Direction;
  /** "POST" for a request, the status in digits for an answer. */
  method: string;
  /** Always the canonical route, whichever way in was used. */
  route: string;
  siteId: string;
  /** Unix seconds. */
  timestamp: number;
  nonce: string;
  body: Buffer | string;
};

/** The value of `X-Areg-Signature`: `v1=` and lower-case hex. `secret` is base64 as the pairing gave it. */
export function signSite(secret: string, parts: SignedParts): string {
  const key = keyOf(secret, parts.direction);
  const bodyHash = hash('sha256', parts.body);
  const lines = ['artwork-registry-site-v1', parts.direction, parts.method, parts.route, parts.siteId];
  const text = [...lines, String(parts.timestamp), parts.nonce, bodyHash].join('\n');
  return `v1=${createHmac('sha256', key).update(text).digest('hex')}`;
}

/** Two keys for each site that is at work just now; the oldest go first. */
const keys = new Map<string, KeyObject>();
const MOST_KEYS = 256;

function keyOf(secret: string, direction: Direction): KeyObject {
  const name = `${direction} ${secret}`;
  const known = keys.get(name);
  if (known) return known;
  const derived = createHmac('sha256', Buffer.from(secret, 'base64')).update(
    `artwork-registry-site-v1 ${direction}`,
  );
  const key = createSecretKey(derived.digest());
  const [oldest] = keys.size >= MOST_KEYS ? keys.keys() : [];
  if (oldest !== undefined) keys.delete(oldest);
  keys.set(name, key);
  return key;
}

/** True where the signature fits; compared in constant time. */
export function isSiteSignature(secret: string, parts: SignedParts, signature: string): boolean {
  const expected = Buffer.from(signSite(secret, parts));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
