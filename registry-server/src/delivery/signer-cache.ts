// Opened signing secrets, by the sealed text they were stored as: a rotation stores another text, so the next delivery
// is signed with the new secret without anybody being told. Decrypting for each delivery was a fifth of its cost.
import { LRUCache } from 'lru-cache';
import { makeWebhookSigner } from '@artwork-registry/contract';
import type { WebhookSigner } from '@artwork-registry/contract';
import { openSecret } from '../domain/delivery/signing-secret.ts';

const MAX_SIGNERS = 1000;

export class SignerCache {
  readonly #secretKeys: () => readonly Buffer[];
  readonly #signers = new LRUCache<string, WebhookSigner>({ max: MAX_SIGNERS });

  constructor(secretKeys: () => readonly Buffer[]) {
    this.#secretKeys = secretKeys;
  }

  /** Undefined when the secret was sealed with a key that is not among these. */
  find(sealed: string): WebhookSigner | undefined {
    const known = this.#signers.get(sealed);
    if (known !== undefined) return known;
    let secret: string;
    try {
      secret = openSecret(sealed, this.#secretKeys());
    } catch {
      return undefined;
    }
    const signer = makeWebhookSigner(secret);
    this.#signers.set(sealed, signer);
    return signer;
  }
}
