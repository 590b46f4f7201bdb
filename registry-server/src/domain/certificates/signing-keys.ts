// The keys that sign certificates. The private one lies encrypted in the database, so that all instances sign with the same; the public
// ones of all times stay published.
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { SecretKeys } from '../../secret-key.ts';
import type { NewSigningKey, Signer, SigningKey } from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { isoOfMicros } from '../../storage/timestamp.ts';
import { openSecret, sealSecret } from '../delivery/signing-secret.ts';

type KeyStorage = Pick<Storage, 'listSigningKeys' | 'insertSigningKey'>;

/** The key that signs now; made where there is none. */
export async function currentSigner(storage: KeyStorage, secretKeys: SecretKeys): Promise<Signer> {
  const known = newest(await storage.listSigningKeys());
  if (known !== undefined) return opened(known, secretKeys);
  await storage.insertSigningKey(makeKey(secretKeys), { onlyFirst: true });
  // Another instance may have been faster: then its key signs.
  const made = newest(await storage.listSigningKeys());
  if (made === undefined) throw new Error('the key that signs certificates could not be made');
  return opened(made, secretKeys);
}

/** A new key signs from now on; the former one stays published. Answers the new one's id. */
export async function rotateSigner(storage: KeyStorage, secretKeys: SecretKeys): Promise<string> {
  const key = makeKey(secretKeys);
  await storage.insertSigningKey(key, { onlyFirst: false });
  return key.kid;
}

const newest = (keys: SigningKey[]) => keys.findLast(({ retiredAt }) => retiredAt === null);

function opened({ kid, privateKey }: SigningKey, secretKeys: SecretKeys): Signer {
  return { kid, privateKey: openSecret(privateKey, secretKeys) };
}

function makeKey(secretKeys: SecretKeys): NewSigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return {
    kid: createHash('sha256').update(spki).digest('base64url').slice(0, 16),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    privateKey: sealSecret(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, secretKeys[0]),
  };
}

/**
 * As a JSON Web Key Set (RFC 7517, RFC 8037), oldest first. Each key says when it was made, when it stopped signing, and since when it
 * counts as stolen; null where it still signs, or was never stolen.
 */
export function publicKeySet(keys: SigningKey[]): { keys: Record<string, unknown>[] } {
  const timeOf = (micros: number | null) => (micros === null ? null : isoOfMicros(micros));
  return {
    keys: keys.map(({ kid, publicKey, createdAt, retiredAt, revokedAt }) => {
      const { x } = createPublicKey(publicKey).export({ format: 'jwk' });
      return {
        kty: 'OKP',
        crv: 'Ed25519',
        x,
        kid,
        use: 'sig',
        alg: 'EdDSA',
        created_at: timeOf(createdAt),
        retired_at: timeOf(retiredAt),
        revoked_at: timeOf(revokedAt),
      };
    }),
  };
}
