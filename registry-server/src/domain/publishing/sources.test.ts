// When a source is a conflict, and what a change of one leaves as it is.
import { describe, expect, it } from 'vitest';
import { artworkRow, ruleTx, sourceRow } from '../../../tests/support/rule-tx.ts';
import type { SourceRow } from '../../storage/artwork-facts.ts';
import type { InstallationRecord, SourceChange } from '../../storage/records.ts';
import { Refused } from '../../storage/tx.ts';
import { changeSource, refuseMerge, refuseTakenExternalId, sourceSteps, withSource } from './sources.ts';

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
  it.each<[string, Partial<SourceChange>, Partial<SourceRow>]>([
    ['its number', { externalId: '8' }, { external_id: '8' }],
    ['its page', { sourceUrl: null }, { source_url: null }],
    ['its status', { status: 'removed' }, { status: 'removed' }],
    [
      'its platform',
      { platform: { platform: 'custom', label: 'Atelier', key: 'custom:atelier' } },
      { platform: 'custom', platform_label: 'Atelier', platform_key: 'custom:atelier' },
    ],
    ['when it was last synchronised', { lastSyncedAt: 5 }, { last_synced_at: 5 }],
    ['the time of synchronisation to the present where one ahead is given', { lastSyncedAt: 2.5e17 }, {}],
  ])('changes %s and nothing else', (_, change, expected) => {
    const stored = sourceRow({ external_id: '7', source_url: 'https://shop.example/7' });
    const after = changeSource(ruleTx(), stored, { installationId: 'shop', ...change });
    expect(after).toEqual({ ...stored, last_synced_at: ruleTx().nowMs * 1000, ...expected });
  });
  it('of a new one takes its platform and address from the site', () => {
    const site: InstallationRecord = {
      id: 'shop',
      organizationId: 'own',
      platform: 'custom',
      platformLabel: 'Atelier',
      platformKey: 'custom:atelier',
      siteUrl: 'https://shop.example',
      connectedAt: 1,
      lastSyncedAt: null,
    };
    expect(changeSource(ruleTx(), undefined, { installationId: 'shop', externalId: '7' }, site)).toEqual({
      installation_id: 'shop',
      organization_id: 'own',
      platform: 'custom',
      platform_label: 'Atelier',
      platform_key: 'custom:atelier',
      site_url: 'https://shop.example',
      external_id: '7',
      source_url: null,
      status: 'active',
      last_synced_at: ruleTx().nowMs * 1000,
    });
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

describe('a step in the feed', () => {
  const subscribers = { organizationId: 'own', slug: '', endpoints: [] };
  const [first, second] = [sourceRow({ installation_id: 'a' }), sourceRow({ installation_id: 'b' })];
  const steps = (before: SourceRow[], after: SourceRow[], isPublic = 1) =>
    sourceSteps({ row: artworkRow({ is_public: isPublic }), sources: before, subscribers }, after);
  const step = [{ op: 'upsert', registryId: 'AREG-100001', updatedAt: 1 }];

  it('follows where everybody sees another source than before', () => {
    expect(steps([], [first])).toEqual(step);
    expect(steps([first], [{ ...first, status: 'removed' }])).toEqual(step);
    expect(steps([first, second], [{ ...first, status: 'removed' }, second])).toEqual(step);
  });
  it('does not follow where nobody sees a difference', () => {
    expect(steps([], [])).toEqual([]);
    expect(steps([first], [{ ...first, last_synced_at: 9 }])).toEqual([]);
    expect(steps([first], [first, second])).toEqual([]);
    expect(steps([], [first], 0)).toEqual([]);
  });
});

describe('a refusal', () => {
  const messageOf = (check: () => void) => {
    try {
      check();
    } catch (error) {
      return (error as Refused).refusal;
    }
    throw new Error('nothing was refused');
  };
  it('says which external_id is in the way', () => {
    expect(messageOf(() => refuseTakenExternalId('7', 2, 1))).toMatchObject({
      code: 'source_conflict',
      message: expect.stringContaining('"7"'),
    });
    const held = [sourceRow({ external_id: '7' })];
    const merge = messageOf(() => refuseMerge(match, held, { installationId: 'shop', externalId: '8' }));
    expect(merge.code).toBe('source_conflict');
    for (const word of ['fingerprint', '"7"', '"8"']) expect(merge.message).toContain(word);
  });
  it('of a new source names the installation that is unknown', () => {
    expect(messageOf(() => changeSource(ruleTx(), undefined, { installationId: 'shop' })).code).toBe(
      'unknown_installation',
    );
  });
});
