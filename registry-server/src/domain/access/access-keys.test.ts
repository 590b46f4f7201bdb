// Limits on requests for access, and the keys they are answered with.
import { describe, expect, it } from 'vitest';
import { ruleTx } from '../../../tests/support/rule-tx.ts';
import { START_MS } from '../../../tests/support/test-clock.ts';
import type { AccessRequestRecord, AccessRequestStatus, NewAccessRequest } from '../../storage/records.ts';
import type { HitWindow } from '../../storage/tx.ts';
import { recipientOf } from './new-gallery.ts';
import type { NewGallery } from './new-gallery.ts';
import { approveAccessRequest, insertAccessRequest, rejectAccessRequest } from './access-keys.ts';

const HOUR_MS = 3_600_000;
const key = { hash: 'h', prefix: 'p', name: null, scopes: ['artworks:read'], rateLimit: null };
const sealed = { ...key, sealedKey: 'sealed' };
const request = (readKey: NewAccessRequest['readKey']): NewAccessRequest => ({
  accessType: readKey === null ? 'both' : 'read',
  name: 'Ana',
  email: 'ana@example.org',
  organization: null,
  website: 'https://example.org',
  intendedUse: 'research',
  expectedVolume: null,
  platform: null,
  isFromSyncService: false,
  claimHash: 'claim',
  addressHash: 'address',
  emailHash: 'email',
  readKey,
});

async function ask(
  reached: { address?: number; email?: number },
  readKey: NewAccessRequest['readKey'] = null,
) {
  const written: unknown[][] = [];
  const asked: HitWindow[] = [];
  const tx = ruleTx({
    gatherAccessHits: async ({ address, email }) => {
      asked.push(address, email);
      return { address: reached.address, email: reached.email };
    },
    writeAccessRequest: async (...args) => void written.push(args),
  });
  const outcome = await insertAccessRequest(tx, request(readKey), { perAddressHour: 5, perEmailDay: 3 });
  return { outcome, written, asked };
}

describe('a request for access', () => {
  it('over a limit is told when to come back, by the limit that lasts longer, and not stored', async () => {
    const minuteAgo = START_MS - 60_000;
    const both = await ask({ address: minuteAgo, email: minuteAgo });
    expect(both.outcome).toEqual({ ok: false, retryAfterSeconds: 24 * 3600 - 60 });
    expect((await ask({ address: minuteAgo })).outcome).toEqual({ ok: false, retryAfterSeconds: 3600 - 60 });
    expect(both.written).toEqual([]);
    expect(both.asked).toEqual([
      { hash: 'address', limit: 5, windowMs: HOUR_MS },
      { hash: 'email', limit: 3, windowMs: 24 * HOUR_MS },
    ]);
  });
  it('to read is issued at once, with a key that ends after a year without use', async () => {
    const { outcome, written } = await ask({}, key);
    const expiresAt = (START_MS + 365 * 24 * HOUR_MS) * 1000;
    expect(outcome).toMatchObject({ ok: true, request: { status: 'issued' }, keyExpiresAt: expiresAt });
    const [stored, claim, sender, issued] = written[0] ?? [];
    expect(claim).toEqual({ tokenHash: 'claim', keyPrefix: 'p' });
    for (const name of ['addressHash', 'claimHash']) expect(stored).not.toHaveProperty(name);
    expect(sender).toEqual({ addressHash: 'address', emailHash: 'email' });
    expect(issued).toMatchObject({ hash: 'h', expiresAt, idleDays: 365 });
  });
  it('to publish waits for the operator', async () => {
    const { outcome, written } = await ask({});
    expect(outcome).toMatchObject({
      ok: true,
      request: { status: 'queued', decidedAt: null },
      keyExpiresAt: null,
    });
    expect(written[0]?.[1]).toEqual({ tokenHash: 'claim', keyPrefix: null });
    expect(written[0]?.[3]).toBeNull();
  });
  it('gets its times from the registry, and the key of the built-in organisation', async () => {
    const { written } = await ask({}, key);
    const [stored, , , issued] = written[0] as [
      AccessRequestRecord,
      unknown,
      unknown,
      { organizationId: string },
    ];
    expect(stored.decidedAt).toBe(stored.createdAt);
    expect(stored.reason).toBeNull();
    expect(issued.organizationId).toBe('00000000-0000-4000-8000-000000000001');
  });
});

describe('the operator’s decision', () => {
  function decide(status: AccessRequestStatus | undefined, askedAt: number | null = null) {
    const written: unknown[][] = [];
    const stored = status && ({ id: 'r', status, name: 'Ana' } as AccessRequestRecord);
    const tx = ruleTx({
      findAccessRequest: async () => stored,
      findClaim: async () => ({ status: 'queued', askedAt, sealedKey: null, sealedAt: null, key: null }),
      writeDecision: async (...args) => void written.push(args),
    });
    return { tx, written };
  }
  it('closes a queued request, with a key or with a reason', async () => {
    const approval = decide('queued');
    const own = { organizationId: 'own' };
    const approved = await approveAccessRequest(approval.tx, 'r', own, sealed);
    const request = { id: 'r', status: 'approved', name: 'Ana', decidedAt: expect.any(Number) };
    expect(approved).toEqual({ request, organizationId: 'own', isClaimed: false });
    expect(approval.written).toEqual([
      [approved?.request, { ...sealed, organizationId: 'own', expiresAt: null }],
    ]);
    const rejection = decide('queued');
    const rejected = await rejectAccessRequest(rejection.tx, 'r', 'no works');
    expect(rejected).toMatchObject({ status: 'rejected', reason: 'no works', decidedAt: expect.any(Number) });
    expect(rejection.written).toEqual([[rejected, null]]);
    expect(await rejectAccessRequest(decide('queued').tx, 'r')).toMatchObject({ reason: null });
  });
  it('knows whether the program that asked will fetch the key', async () => {
    const { tx } = decide('queued', 1);
    expect(await approveAccessRequest(tx, 'r', { organizationId: 'own' }, sealed)).toMatchObject({
      isClaimed: true,
    });
  });
  it('makes the organisation and its profile where there is none yet', async () => {
    const { tx, written } = decide('queued');
    const made: unknown[] = [];
    Object.assign(tx, {
      insertOrganization: async (row: object) => (made.push(row), { id: 'new', ...row }),
      insertProfile: async (row: object) => void made.push(row),
    });
    const gallery = {
      slug: 'ana',
      name: 'Ana',
      type: 'gallery',
      city: null,
      country: null,
      showCountry: false,
    };
    const approved = await approveAccessRequest(tx, 'r', recipientOf(gallery as NewGallery, null), sealed);
    expect(approved?.organizationId).toBe('new');
    expect(made).toEqual([
      { slug: 'ana', name: 'Ana' },
      { ...gallery, website: null, inDumps: true, organizationId: 'new' },
    ]);
    expect(written[0]?.[1]).toMatchObject({ organizationId: 'new', sealedKey: 'sealed' });
  });
  it.each(['issued', 'approved', 'rejected', undefined] as const)(
    'changes nothing of one that is %s',
    async (status) => {
      const { tx, written } = decide(status);
      expect(await approveAccessRequest(tx, 'r', { organizationId: 'own' }, sealed)).toBeUndefined();
      expect(await rejectAccessRequest(tx, 'r')).toBeUndefined();
      expect(written).toEqual([]);
    },
  );
});
