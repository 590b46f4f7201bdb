// Webhook signing secrets: generated here, stored encrypted (AES-256-GCM), decrypted only to sign. Approved keys that wait to
// be fetched are encrypted in the same way.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `whsec_` and 32 random bytes in base64, the form Standard Webhooks libraries expect. */
export function makeSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

export function sealSecret(secret: string, key: Buffer): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Throws if none of the keys is the right one, or the text was changed. */
export function openSecret(sealed: string, keys: readonly Buffer[]): string {
  for (const key of keys.slice(0, -1)) {
    try {
      return openWith(sealed, key);
    } catch {
      // It was sealed with an older key.
    }
  }
  const last = keys.at(-1);
  if (last === undefined) throw new Error('there is no key');
  return openWith(sealed, last);
}

function openWith(sealed: string, key: Buffer): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
