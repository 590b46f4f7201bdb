// Limits on requests for access, and the keys they are answered with.
import { describe, expect, it } from 'vitest';
import { ruleTx } from '../../tests/support/rule-tx.ts';
import { START_MS } from '../../tests/support/test-clock.ts';
import type { NewAccessRequest } from '../storage/records.ts';
import type { HitWindow } from '../storage/tx.ts';
import { insertAccessRequest } from './access-keys.ts';

const HOUR_MS = 3_600_000;
const key = { hash: 'h', prefix: 'p', name: null, scopes: ['artworks:read'], rateLimit: null };
const request = (readKey: NewAccessRequest['readKey']): NewAccessRequest => ({
  accessType: readKey === null ? 'both' : 'read',
  name: 'Ana',
  email: 'ana@example.org',
  organization: null,
  website: 'https://example.org',
  intendedUse: 'research',
  expectedVolume: null,
  platform: null,
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
    const [stored, sender, issued] = written[0] ?? [];
    expect(stored).not.toHaveProperty('addressHash');
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
    expect(written[0]?.[2]).toBeNull();
  });
});
