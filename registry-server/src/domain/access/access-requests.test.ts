// Who gets which key, and what is kept of the sender.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AccessRequest } from '@artwork-registry/contract';
import type {
  AccessRequestOutcome,
  AccessRequestRecord,
  Approval,
  NewAccessRequest,
  NewApiKeyRow,
  Recipient,
} from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { approveAccess, claimKey, requestAccess } from './access-requests.ts';
import { hashApiKey, isApiKey } from './api-key.ts';
import { openSecret, sealSecret } from '../delivery/signing-secret.ts';

const limits = { perAddressHour: 5, perEmailDay: 3 };
const secretKeys = [Buffer.alloc(32, 9)] as const;
const isSyncService = (address: string) => address === '192.0.2.99';
const REQUEST: AccessRequest = {
  name: 'Ana',
  email: 'Ana@Example.org',
  website: 'https://example.org',
  access_type: 'read',
  intended_use: 'Showing the works of our city on a map for visitors.',
};

async function ask(more: Partial<AccessRequest> = {}, address = '192.0.2.7', hashKey = Buffer.alloc(32, 1)) {
  let stored: NewAccessRequest | undefined;
  const storage = {
    insertAccessRequest: async (
      row: NewAccessRequest,
      given: typeof limits,
    ): Promise<AccessRequestOutcome> => {
      stored = row;
      expect(given).toEqual(isSyncService(address) ? { perAddressHour: 600, perEmailDay: 3 } : limits);
      const request = { id: 'request' } as AccessRequestRecord;
      return { ok: true, request, keyExpiresAt: row.readKey === null ? null : 7 };
    },
  } as Storage;
  const deps = { storage, hashKey, secretKeys, limits, isSyncService };
  const answer = await requestAccess(deps, { ...REQUEST, ...more }, address);
  if (!answer.ok || stored === undefined) throw new Error('refused');
  return { ...answer, stored };
}

describe('a request for access', () => {
  it('to read is answered with a key, of which only the hash is stored', async () => {
    const { requestId, key, stored } = await ask();
    expect(requestId).toBe('request');
    expect(key).toMatchObject({ scopes: ['artworks:read'], expiresAt: 7 });
    expect(isApiKey(key?.apiKey ?? '')).toBe(true);
    expect(stored.readKey).toEqual({
      hash: hashApiKey(key?.apiKey ?? ''),
      prefix: key?.prefix,
      name: 'access request',
      scopes: ['artworks:read'],
      rateLimit: null,
    });
    expect(JSON.stringify(stored)).not.toContain(key?.apiKey);
  });
  it.each(['publishing', 'both'] as const)('for %s gets no key yet', async (access_type) => {
    const { key, stored } = await ask({ access_type });
    expect([key, stored.readKey, stored.accessType]).toEqual([null, null, access_type]);
  });
  it('is kept as it was sent, with null for what was left out', async () => {
    const { stored } = await ask({ organization: 'Engines', expected_volume: 'few', platform: 'wix' });
    expect(stored).toMatchObject({
      name: 'Ana',
      email: 'Ana@Example.org',
      website: 'https://example.org',
      intendedUse: REQUEST.intended_use,
      organization: 'Engines',
      expectedVolume: 'few',
      platform: 'wix',
    });
    expect((await ask()).stored).toMatchObject({ organization: null, expectedVolume: null, platform: null });
  });
  it('counts for its sender: one hash for each network and e-mail address, however written', async () => {
    const hashes = async (email: string, address: string, key = 1) => {
      const { stored } = await ask({ email }, address, Buffer.alloc(32, key));
      return [stored.emailHash, stored.addressHash];
    };
    const [email, address] = await hashes('ana@example.org', '2001:db8::1');
    expect(await hashes('ANA@example.org', '2001:db8::2')).toEqual([email, address]);
    const [otherEmail, otherAddress] = await hashes('eva@example.org', '2001:db8:0:1::1');
    expect(new Set([email, address, otherEmail, otherAddress]).size).toBe(4);
    // The same text as address and as e-mail must not count together.
    expect((await hashes('192.0.2.7', '192.0.2.7'))[0]).not.toBe((await hashes('192.0.2.7', '192.0.2.7'))[1]);
    expect(await hashes('ana@example.org', '2001:db8::1', 2)).not.toContain(email);
    expect(email).toMatch(/^[0-9a-f]{64}$/);
  });
  it('gets a token of its own that claims the key, of which only the hash is stored', async () => {
    const [one, two] = [await ask({ access_type: 'both' }), await ask({ access_type: 'both' })];
    expect(one.claimToken).toMatch(/^[\w-]{43}$/);
    expect(two.claimToken).not.toBe(one.claimToken);
    expect(one.stored.claimHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(one.stored)).not.toContain(one.claimToken);
    expect((await ask()).claimToken).toMatch(/^[\w-]{43}$/);
  });
  it('of a sync service is marked as such, and has a limit of its own', async () => {
    expect((await ask({}, '192.0.2.99')).stored.isFromSyncService).toBe(true);
    expect((await ask()).stored.isFromSyncService).toBe(false);
  });
  it('over a limit is told when to come back, and gets no key', async () => {
    const storage = { insertAccessRequest: async () => ({ ok: false, retryAfterSeconds: 9 }) } as never;
    const deps = { storage, hashKey: Buffer.alloc(32), secretKeys, limits, isSyncService };
    expect(await requestAccess(deps, REQUEST, '::1')).toEqual({
      ok: false,
      retryAfterSeconds: 9,
    });
  });
});

describe('an approved request', () => {
  it.each([
    ['read', ['artworks:read']],
    ['publishing', ['artworks:write']],
    ['both', ['artworks:read', 'artworks:write']],
  ] as const)('for %s gets a key that may just that', async (accessType, scopes) => {
    const { issued, stored } = await approve(accessType);
    expect(issued.scopes).toEqual(scopes);
    expect(stored).toEqual({
      hash: hashApiKey(issued.apiKey ?? ''),
      prefix: issued.prefix,
      name: 'access request',
      scopes,
      rateLimit: null,
      sealedKey: expect.any(String),
    });
    expect(openSecret(stored.sealedKey, secretKeys)).toBe(issued.apiKey);
  });
  it('shows nobody the key that the program which asked will fetch', async () => {
    const { issued, stored } = await approve('both', true);
    expect(issued.apiKey).toBeNull();
    expect(hashApiKey(openSecret(stored.sealedKey, secretKeys))).toBe(stored.hash);
  });
  it('that is not queued any more gets none', async () => {
    const storage = { approveAccessRequest: async () => undefined } as never;
    const request = { id: 'request', accessType: 'read' } as const;
    expect(await approveAccess({ storage, secretKeys }, request, OWN)).toBeUndefined();
  });
});

const OWN = { organizationId: 'own' };
type Sealed = NewApiKeyRow & { sealedKey: string };

async function approve(accessType: AccessRequestRecord['accessType'], isClaimed = false) {
  let stored: Sealed | undefined;
  const storage = {
    approveAccessRequest: async (id: string, recipient: Recipient, key: Sealed): Promise<Approval> => {
      expect([id, recipient]).toEqual(['request', OWN]);
      stored = key;
      return { request: { id } as AccessRequestRecord, organizationId: 'own', isClaimed };
    },
  } as Storage;
  const issued = await approveAccess({ storage, secretKeys }, { id: 'request', accessType }, OWN);
  if (issued === undefined || stored === undefined) throw new Error('not approved');
  return { issued, stored };
}

describe('a claim', () => {
  const token = 'token';
  const key = { prefix: 'p', scopes: [], expiresAt: null, revokedAt: null, lastUsedAt: null };
  const storageWith = (tokenHash: string | undefined, sealedKey: string | null = null) => {
    const asked: string[] = [];
    const storage = {
      findClaimToken: async () => tokenHash && { tokenHash, askedAt: null },
      claimAccess: async (id: string) => {
        asked.push(id);
        return { kind: 'answered' as const, status: 'approved' as const, sealedKey, key };
      },
    } as unknown as Storage;
    return { storage, asked };
  };
  const hash = createHash('sha256').update(token).digest('hex');

  it('opens the key for the right token, with whichever of our keys sealed it', async () => {
    const older = Buffer.alloc(32, 1);
    const { storage } = storageWith(hash, sealSecret('areg_key', older));
    const keys = [secretKeys[0], older] as const;
    expect(await claimKey({ storage, secretKeys: keys }, 'r', token)).toEqual({
      kind: 'answered',
      status: 'approved',
      apiKey: 'areg_key',
      key,
    });
    await expect(claimKey({ storage, secretKeys }, 'r', token)).rejects.toThrow();
  });
  it.each([
    ['a wrong token', hash, 'other'],
    ['an unknown request', undefined, token],
    ['an unknown request and no token', undefined, ''],
  ])('with %s reaches nothing', async (_what, tokenHash, given) => {
    const { storage, asked } = storageWith(tokenHash, 'sealed');
    expect(await claimKey({ storage, secretKeys }, 'r', given)).toEqual({ kind: 'unknown' });
    expect(asked).toEqual([]);
  });
});
