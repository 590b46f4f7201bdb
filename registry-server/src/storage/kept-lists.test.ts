// A kept list is never out of date, whatever was written, on both engines.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStorageOn } from '../../tests/support/engines.ts';
import { LIST_FILTERS, pageOf } from '../../tests/support/list-filters.ts';
import { addInstallation, addOrganization, publishBy } from '../../tests/support/publishers.ts';
import { testClock } from '../../tests/support/test-clock.ts';
import type { ArtworkFields, ArtworkFilter, SourceChange } from './records.ts';
import type { Storage } from './storage.ts';

describe.each(['sqlite', 'postgres-15'] as const)('on %s, a kept list', (engine) => {
  let folder: string;
  let storage: Storage;
  let organizationId: string;
  let profileId: string;
  let installationId: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'registry-kept-lists-'));
    ({ storage } = await openStorageOn(engine, folder, testClock()));
    ({ organizationId, profileId } = await addOrganization(storage, 'own'));
    await addOrganization(storage, 'other');
    installationId = await addInstallation(storage, organizationId, 'wix');
  });
  afterEach(async () => {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const publish = (artistName: string, fields: Partial<ArtworkFields>) =>
    publishBy(storage, organizationId, artistName, fields);
  const update = (artworkId: string, fields: Partial<ArtworkFields>, artistName?: string) =>
    storage.updateArtworks([
      { organizationId, artworkId, fields, artistName, source: null, idempotency: null },
    ]);
  const patch = (artworkId: string, change: Partial<SourceChange>) =>
    storage.updateArtworks([
      {
        organizationId,
        artworkId,
        fields: {},
        source: { installationId, ...change },
        idempotency: null,
      },
    ]);

  /** Every list, from the cache or not, must equal one that is read from the tables. */
  async function expectFresh(filters: Partial<ArtworkFilter>[], after: string): Promise<void> {
    for (const filter of filters) {
      const kept = await storage.listPublicJson(pageOf(filter));
      const fresh = await storage.listPublicArtworks(pageOf(filter));
      const works: unknown = JSON.parse(new TextDecoder().decode(kept.json));
      expect([kept.total, works], `${JSON.stringify(filter)} after ${after}`).toEqual([
        fresh.total,
        fresh.artworks,
      ]);
    }
  }

  it('shows what a newly read list shows, after every kind of write', async () => {
    const price = { amount: 5, currency: 'EUR' };
    const [a, b] = [
      await publish('Ana', { title: 'work a', year_created: '1900', availability: 'for_sale', price }),
      await publish('Ben', { title: 'work b', year_created: '1901', medium: 'Oil' }),
    ];
    const { artworks } = await storage.listPublicArtworks(pageOf({ artist: 'ben' }));
    const artistId = artworks[0]?.artist?.id ?? '';
    const filters = [
      ...LIST_FILTERS,
      { artistId },
      { profileId },
      { artist: artistId },
      // Leads to "ana" once the two are merged.
      { artist: 'anna', year: '1900' },
    ];
    await expectFresh(filters, 'publishing');
    const writes: [string, () => Promise<unknown>][] = [
      ['a new title', () => update(a, { title: 'work c' })],
      ['a new year', () => update(a, { year_created: '1901' })],
      ['a new medium', () => update(a, { medium: 'Oil on canvas' })],
      ['a new price', () => update(a, { price: { amount: 7, currency: 'EUR' } })],
      ['a sale', () => update(a, { availability: 'sold' })],
      ['hiding', () => update(a, { availability: 'fully_private' })],
      ['a change while hidden', () => update(a, { title: 'work d', year_created: '1900' })],
      ['showing', () => update(a, { availability: 'for_sale' })],
      ['another artist', () => update(a, {}, 'Ben')],
      ['a third artist', () => update(a, {}, 'Anna')],
      ['a source', () => patch(a, { externalId: '1' })],
      ['a changed source', () => patch(a, { status: 'removed' })],
      ['an artist whose name is the id of another', () => publish(artistId, { title: 'work of an id' })],
      ['withdrawing', () => storage.withdrawArtwork(b)],
      ['restoring', () => storage.restoreArtwork(b)],
      ['a transfer', () => storage.transferArtwork(b, 'other')],
      ['a renamed artist', () => storage.renameArtist('ben', 'Benno')],
      ['merged artists', () => storage.mergeArtists('anna', 'ana')],
      ['hiding all of an artist to whom others lead', () => update(a, { availability: 'fully_private' })],
      [
        'a work by a name that contains the one that leads',
        () => publish('Joanna', { year_created: '1900' }),
      ],
      ['a work of another year by the artist', () => publish('Ana', { year_created: '1950' })],
      ['a renamed gallery', () => storage.updateProfile('own', { name: 'New', showCountry: true })],
      ['another work', () => publish('Ana', { title: 'work e', year_created: '1900' })],
    ];
    for (const [what, write] of writes) {
      await write();
      await expectFresh(filters, what);
    }
  });
});
