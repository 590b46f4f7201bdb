// When a source is a conflict, and what a change of one leaves as it is.
import { describe, expect, it } from 'vitest';
import { ruleTx, sourceRow } from '../../tests/support/rule-tx.ts';
import { Refused } from '../storage/tx.ts';
import { changeSource, refuseMerge, refuseTakenExternalId, withSource } from './sources.ts';

const match = { number: 1, organizationId: 'own', matchedOn: 'fingerprint' as const };

describe('a source conflict', () => {
  it('is an external_id that names another work', () => {
    expect(() => refuseTakenExternalId('7', 2, 1)).toThrow(Refused);
    expect(() => refuseTakenExternalId('7', 2, null)).toThrow(Refused);
    expect(() => refuseTakenExternalId('7', 1, 1)).not.toThrow();
    expect(() => refuseTakenExternalId('7', undefined, 1)).not.toThrow();
    expect(() => refuseTakenExternalId(null, 2, 1)).not.toThrow();
  });
  it('is a second product of the same shop for one work', () => {
    const held = [sourceRow({ external_id: '7' })];
    const source = (externalId: string | null) => ({ installationId: 'shop', externalId });
    expect(() => refuseMerge(match, held, source('8'))).toThrow(Refused);
    expect(() => refuseMerge(match, held, source('7'))).not.toThrow();
    expect(() => refuseMerge(match, held, source(null))).not.toThrow();
    expect(() => refuseMerge(match, held, { installationId: 'other', externalId: '8' })).not.toThrow();
    expect(() => refuseMerge(match, [sourceRow({ external_id: null })], source('8'))).not.toThrow();
  });
});

describe('a change of a source', () => {
  it('keeps what it does not name, and clears what it names as null', () => {
    const stored = sourceRow({ external_id: '7', source_url: 'https://shop.example/7', status: 'removed' });
    const after = changeSource(ruleTx(), stored, { installationId: 'shop', externalId: null });
    expect(after).toEqual({ ...stored, external_id: null, last_synced_at: ruleTx().nowMs * 1000 });
  });
  it('of a new one needs its installation', () => {
    expect(() => changeSource(ruleTx(), undefined, { installationId: 'shop' })).toThrow(Refused);
  });
  it('stays in its place among the others', () => {
    const [a, b] = [sourceRow({ installation_id: 'a' }), sourceRow({ installation_id: 'b' })];
    const changed = sourceRow({ installation_id: 'a', status: 'removed' });
    expect(withSource([a, b], changed)).toEqual([changed, b]);
    expect(withSource([b], changed)).toEqual([b, changed]);
  });
});
