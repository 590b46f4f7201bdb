// After the secret key was rotated: every secret is decrypted with whichever key opens it, and encrypted with the newest. Each is
// replaced only if it is still the text that was read, so that it can run beside a server and another run, be broken off,
// and start again.
import type { SecretKeys } from '../../secret-key.ts';
import type { SealedSecret } from '../../storage/operator-records.ts';
import type { Storage } from '../../storage/storage.ts';
import { openSecret, sealSecret } from '../delivery/signing-secret.ts';

export type ResealReport = {
  /** Encrypted with the newest key by this run. */
  resealed: number;
  /** Encrypted with the newest key already. */
  current: number;
  /** None of the keys opens them. */
  unreadable: SealedSecret[];
};

export async function reseal(
  storage: Pick<Storage, 'listSealedSecrets' | 'replaceSealedSecret'>,
  keys: SecretKeys,
): Promise<ResealReport> {
  const report: ResealReport = { resealed: 0, current: 0, unreadable: [] };
  for (const sealed of await storage.listSealedSecrets()) {
    if (tryOpen(sealed.secret, [keys[0]]) !== undefined) {
      report.current += 1;
      continue;
    }
    const secret = tryOpen(sealed.secret, keys);
    if (secret === undefined) report.unreadable.push(sealed);
    // Where it was replaced meanwhile, somebody has made a new secret or fetched the key, with a key of today.
    else if (await storage.replaceSealedSecret(sealed, sealSecret(secret, keys[0]))) report.resealed += 1;
  }
  return report;
}

function tryOpen(sealed: string, keys: readonly Buffer[]): string | undefined {
  try {
    return openSecret(sealed, keys);
  } catch {
    return undefined;
  }
}
