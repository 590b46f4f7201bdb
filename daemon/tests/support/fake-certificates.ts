// The certificates of the fake registry: one for each idempotency key, which it forgets when a test says so.
import { randomBytes } from 'node:crypto';
import { Refusal } from './fake-artworks.ts';

type Issued = {
  id: string;
  registry_id: string;
  asked: object;
  withdrawn_at: string | null;
  reason: string | null;
};

export class FakeCertificates {
  readonly issued: Issued[] = [];
  /** Idempotency key → certificate. */
  readonly keys = new Map<string, Issued>();

  /** Null: the call is about something else. */
  answer(method: string, path: string, body: { [field: string]: unknown }, key: string): object | null {
    if (method !== 'POST') return null;
    const [, registryId] = /^\/artworks\/([^/]+)\/certificates$/.exec(path) ?? [];
    if (registryId) return this.issue(registryId, body, key);
    const [, id] = /^\/certificates\/([^/]+)\/withdraw$/.exec(path) ?? [];
    if (!id) return null;
    const certificate = this.issued.find((one) => one.id === id);
    if (!certificate) throw new Refusal(404, 'certificate_not_found');
    certificate.withdrawn_at ??= '2026-01-02T00:00:00.000Z';
    certificate.reason = String(body['reason']);
    return objectOf(certificate);
  }

  private issue(registryId: string, asked: object, key: string): object {
    const known = this.keys.get(key);
    if (known) return objectOf(known);
    const id = randomBytes(16).toString('hex');
    const certificate: Issued = { id, registry_id: registryId, asked, withdrawn_at: null, reason: null };
    this.issued.push(certificate);
    this.keys.set(key, certificate);
    return objectOf(certificate);
  }
}

function objectOf({ id, registry_id, withdrawn_at }: Issued): object {
  return {
    object: 'certificate',
    id,
    status: withdrawn_at === null ? 'valid' : 'withdrawn',
    registry_id,
    issuer: 'Our Gallery',
    issued_at: '2026-01-01T00:00:00.000Z',
    withdrawn_at,
    statement: '{}',
    signature: 'none',
    kid: 'none',
    links: {
      public_page: `https://registry.example/certificates/${id}`,
      keys: 'https://registry.example/keys',
    },
  };
}
