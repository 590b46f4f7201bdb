// Who gets which key, and what is kept of the sender.
import { describe, expect, it } from 'vitest';
import type { AccessRequest } from '@artwork-registry/contract';
import type {
  AccessRequestOutcome,
  AccessRequestRecord,
  NewAccessRequest,
  NewApiKeyRow,
} from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { approveAccess, requestAccess } from './access-requests.ts';
import { hashApiKey, isApiKey } from './api-key.ts';

const limits = { perAddressHour: 5, perEmailDay: 3 };
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
      expect(given).toBe(limits);
      const request = { id: 'request' } as AccessRequestRecord;
      return { ok: true, request, keyExpiresAt: row.readKey === null ? null : 7 };
    },
  } as Storage;
  const answer = await requestAccess({ storage, hashKey, limits }, { ...REQUEST, ...more }, address);
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
  it('over a limit is told when to come back, and gets no key', async () => {
    const storage = { insertAccessRequest: async () => ({ ok: false, retryAfterSeconds: 9 }) } as never;
    expect(await requestAccess({ storage, hashKey: Buffer.alloc(32), limits }, REQUEST, '::1')).toEqual({
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
    let stored: NewApiKeyRow | undefined;
    const storage = {
      approveAccessRequest: async (id: string, organizationId: string, key: NewApiKeyRow) => {
        expect([id, organizationId]).toEqual(['request', 'own']);
        stored = key;
        return { id } as AccessRequestRecord;
      },
    } as Storage;
    const issued = await approveAccess(storage, { id: 'request', accessType }, 'own');
    expect(issued?.scopes).toEqual(scopes);
    expect(stored).toEqual({
      hash: hashApiKey(issued?.apiKey ?? ''),
      prefix: issued?.prefix,
      name: 'access request',
      scopes,
      rateLimit: null,
    });
  });
  it('that is not queued any more gets none', async () => {
    const storage = { approveAccessRequest: async () => undefined } as never;
    expect(await approveAccess(storage, { id: 'request', accessType: 'read' }, 'own')).toBeUndefined();
  });
});
