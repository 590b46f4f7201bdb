// How tests issue certificates.
import { generateKeyPairSync } from 'node:crypto';
import type { CertificateInput } from '../../src/storage/records.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const SIGNER = { kid: 'of-tests', privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };

/** As the operator asks for it, for the work as a whole, unless told otherwise. */
export function certificateInput(artworkId: string, more: Partial<CertificateInput> = {}): CertificateInput {
  return {
    organizationId: null,
    artworkId,
    editionNumber: null,
    editionSize: null,
    note: null,
    idempotency: null,
    signer: SIGNER,
    registry: { name: 'Test', url: 'https://registry.test' },
    ...more,
  };
}
