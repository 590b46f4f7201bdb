// The operator's actions on a work, and what each writes.
import { describe, expect, it } from 'vitest';
import { artworkRow, ruleTx, sourceRow } from '../../../tests/support/rule-tx.ts';
import type { ArtworkRow, ArtworkWrite, NewEvent, Subscribers } from '../../storage/artwork-facts.ts';
import { presentFingerprint } from '../publishing/artwork-fields.ts';
import { workKeyOf } from '../publishing/identity.ts';
import { eraseArtwork, restoreArtwork, transferArtwork, withdrawArtwork } from './curation.ts';

const endpoints = [{ id: 'all', events: ['*'] }];
const subscribers: Subscribers = { organizationId: 'own', slug: 'own', endpoints };
const holder = {
  id: 'q',
  slug: 'q-gallery',
  name: 'Q',
  type: 'collection',
  city: 'Basel',
  country: 'Switzerland',
};
const work = (more: Partial<ArtworkRow> = {}): ArtworkRow => {
  const row = artworkRow(more);
  return { ...row, fingerprint: presentFingerprint(row), ...more };
};
const STATE = { registry_id: 'AREG-100001' } as never;

function txOf(row: Partial<ArtworkRow> | null, target?: Subscribers) {
  const writes: ArtworkWrite[] = [];
  const erased: number[] = [];
  const tx = ruleTx({
    findArtwork: async () =>
      row === null ? undefined : { row: work(row), sources: [sourceRow()], subscribers },
    findArtworkState: async () => STATE,
    findTransferTarget: async () => target && { holder, subscribers: target },
    writeArtwork: async (write) => void writes.push(write),
    eraseWork: async (number) => void erased.push(number),
  });
  return { tx, writes, erased };
}
const kinds = (events: NewEvent[] = []) => events.map(({ type, organizationId }) => [type, organizationId]);

it.each([
  ['withdrawn', withdrawArtwork],
  ['moved', (tx: Parameters<typeof withdrawArtwork>[0], id: string) => transferArtwork(tx, id, 'q-gallery')],
])('a work that is %s while its artist is renamed is recognised by the new name', async (_how, act) => {
  const { tx, writes } = txOf({ artist_name: 'Anna', fingerprint: 'of Ana' }, subscribers);
  await act(tx, 'AREG-100001');
  expect(writes[0]?.row.fingerprint).toBe(work({ artist_name: 'Anna' }).fingerprint);
});

it('a work that went to another gallery is not erased with the former one', async () => {
  const { tx, writes, erased } = txOf({});
  await eraseArtwork(tx, 'AREG-100001', 'former');
  expect([...writes, ...erased]).toEqual([]);
});

it('a work is withdrawn and erased by one unit', async () => {
  const { tx, writes, erased } = txOf({});
  await eraseArtwork(tx, 'AREG-100001', work().organization_id);
  expect(writes).toMatchObject([{ row: { is_public: 0 }, changes: [{ op: 'remove' }] }]);
  expect(erased).toEqual([work().number]);
});

describe('withdrawing', () => {
  it('takes a work from the public, and restoring brings it back', async () => {
    const { tx, writes } = txOf({});
    expect(await withdrawArtwork(tx, 'AREG-100001')).toBe(STATE);
    const [write] = writes;
    expect(write).toMatchObject({
      before: work(),
      isIndexed: false,
      changes: [{ op: 'remove' }],
      naming: undefined,
      sourceInstallationId: 'shop',
    });
    expect(write?.row).toEqual({
      ...work(),
      is_public: 0,
      withdrawn_at: write?.row.updated_at,
      updated_at: expect.any(Number) as number,
    });
    expect(kinds(write?.events)).toEqual([['artwork.removed', 'own']]);

    const back = txOf({ withdrawn_at: 5, is_public: 0 });
    await restoreArtwork(back.tx, 'AREG-100001');
    expect(back.writes[0]).toMatchObject({ row: { withdrawn_at: null, is_public: 1 }, isIndexed: true });
    expect(kinds(back.writes[0]?.events)).toEqual([['artwork.created', 'own']]);
  });
  it('twice writes once', async () => {
    const withdrawn = txOf({ withdrawn_at: 5, is_public: 0 });
    expect(await withdrawArtwork(withdrawn.tx, 'AREG-100001')).toBe(STATE);
    const shown = txOf({});
    expect(await restoreArtwork(shown.tx, 'AREG-100001')).toBe(STATE);
    expect([withdrawn.writes, shown.writes]).toEqual([[], []]);
  });
  it('of a work that its owner hides shows it to nobody when it is restored', async () => {
    const { tx, writes } = txOf({
      withdrawn_at: 5,
      is_public: 0,
      availability: 'fully_private',
      artist_is_named: 0,
    });
    await restoreArtwork(tx, 'AREG-100001');
    expect(writes[0]).toMatchObject({ row: { withdrawn_at: null, is_public: 0 }, naming: undefined });
    expect(writes[0]).not.toHaveProperty('events');
  });
  it('restored as the first public work, it names its artist', async () => {
    const row = { withdrawn_at: 5, is_public: 0, artist_is_named: 0, artist_spelling: 'ana K.' };
    const { tx, writes } = txOf(row);
    await restoreArtwork(tx, 'AREG-100001');
    expect(writes[0]).toMatchObject({
      naming: { id: 'a', name: 'ana K.' },
      row: { artist_name: 'ana K.', artist_is_named: 1 },
    });
    const unspelled = txOf({ ...row, artist_spelling: null });
    await restoreArtwork(unspelled.tx, 'AREG-100001');
    expect(unspelled.writes[0]).toMatchObject({ naming: { name: 'Ana' } });
  });
  it('of an unknown work does nothing', async () => {
    const { tx, writes } = txOf(null);
    expect([await withdrawArtwork(tx, 'x'), await restoreArtwork(tx, 'x'), writes]).toEqual([
      undefined,
      undefined,
      [],
    ]);
  });
});

describe('a transfer', () => {
  const other: Subscribers = { organizationId: 'other', slug: 'other', endpoints };
  const keys = { external_id: '7', source_url: 'https://shop.example/7', inventory_ref: 'A-1' };

  it('to another organisation ends the sources and forgets the keys, and both are told', async () => {
    const { tx, writes } = txOf(keys, other);
    expect(await transferArtwork(tx, 'AREG-100001', 'q-gallery')).toBe(STATE);
    const [write] = writes;
    expect(write?.row).toEqual({
      ...work(),
      organization_id: 'other',
      profile_id: 'q',
      is_transferred: 1,
      profile_slug: 'q-gallery',
      profile_name: 'Q',
      profile_type: 'collection',
      profile_city: 'Basel',
      profile_country: 'Switzerland',
      updated_at: expect.any(Number) as number,
    });
    expect(write).toMatchObject({
      before: work(keys),
      endSources: { at: write?.row.updated_at, workKey: workKeyOf(work().artist_name, work().title) },
      sourceInstallationId: null,
      changes: [{ op: 'upsert', registryId: 'AREG-100001', updatedAt: write?.row.updated_at }],
    });
    expect(kinds(write?.events)).toEqual([
      ['artwork.ownership_changed', 'own'],
      ['artwork.ownership_changed', 'other'],
    ]);
    expect(JSON.parse(write?.events?.[0]?.payload ?? '')).toMatchObject({
      changed_fields: ['current_collection'],
      resource: { type: 'artwork', registry_id: 'AREG-100001' },
    });
  });
  it('inside one organisation keeps them, and it is told once', async () => {
    const { tx, writes } = txOf(keys, subscribers);
    await transferArtwork(tx, 'AREG-100001', 'q-gallery');
    expect(writes[0]).toMatchObject({ row: { ...keys, profile_id: 'q' }, sourceInstallationId: 'shop' });
    expect(writes[0]?.endSources).toBeUndefined();
    expect(kinds(writes[0]?.events)).toEqual([['artwork.ownership_changed', 'own']]);
  });
  it('of a hidden work is told to nobody', async () => {
    const { tx, writes } = txOf({ is_public: 0 }, other);
    await transferArtwork(tx, 'AREG-100001', 'q-gallery');
    expect(writes[0]).toMatchObject({ row: { organization_id: 'other' }, changes: [], events: [] });
  });
  it('to where it is already writes nothing', async () => {
    const { tx, writes } = txOf({ profile_id: 'q' }, other);
    expect(await transferArtwork(tx, 'AREG-100001', 'q-gallery')).toBe(STATE);
    expect(writes).toEqual([]);
  });
  it('of an unknown work, or to an unknown profile, does nothing', async () => {
    expect(await transferArtwork(txOf(null, other).tx, 'x', 'q-gallery')).toBeUndefined();
    expect(await transferArtwork(txOf({}).tx, 'AREG-100001', 'nobody')).toBeUndefined();
  });
});
