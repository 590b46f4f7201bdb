// Storage conformance: a page far into a list shows the same works as the whole list does there, while works are written.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../stage/fakes/random.ts';
import type {
  ArtworkFields,
  ArtworkFilter,
  PublishInput,
  SourcePatchInput,
} from '../../src/storage/records.ts';
import { BLOCK_SIZE } from '../../src/storage/shared/list-blocks.ts';
import { connectSite, WIX_SHOP } from '../support/publishers.ts';
import { makeFixture, NOTHING } from './fixture.ts';
import type { StorageFactory } from './fixture.ts';

const WIX = { platform: 'wix', label: null, key: 'wix' } as const;
const CUSTOM = { platform: 'custom', label: 'Own', key: 'custom:own' } as const;
const WORKS = 3 * BLOCK_SIZE + 300;
/** Each of most works, so that the second half of each list is far away. */
const listsOf = (installation: ArtworkFilter['installation']): Partial<ArtworkFilter>[] => [
  { medium: 'oil' },
  { medium: 'oil on canvas' },
  { artist: 'ana' },
  { artist: 'ana-0' },
  { year: '1900' },
  { priceMin: 10 },
  { q: 'common' },
  { updatedSince: 0 },
  { updatedSince: 0, medium: 'oil' },
  { q: 'comm', year: '1900' },
  { medium: 'oil', availability: 'for_sale' },
  { gallery: 'own-gallery', year: '1900' },
  { platform: WIX },
  { installation },
  { installation, platform: WIX },
  { collection: 'own-gallery', priceMin: 10, q: 'c' },
];

export function farPageConformance(name: string, factory: StorageFactory): void {
  describe(`${name}: pages far into lists`, () => {
    let { storage, close, organizationId, organization, input } = NOTHING;
    beforeEach(async () => {
      ({ storage, close, organizationId, organization, input } = await makeFixture(factory));
    });
    afterEach(() => close());

    it('stay those of the whole list while works are written', async () => {
      const { pick, below } = seededRandom(7);
      const mostly = <Value>(value: Value, other: Value): Value => (below(10) > 0 ? value : other);
      const site = { siteUrl: 'https://shop.example', siteKey: 'shop.example' };
      const installationId = (await connectSite(storage, { organizationId, ...WIX_SHOP, ...site }))
        .installation.id;
      const other = { siteUrl: 'https://other.example', siteKey: 'other.example' };
      const otherId = (await connectSite(storage, { organizationId, ...WIX_SHOP, ...other })).installation.id;
      await organization('other');
      const lists = listsOf({ id: installationId, organizationId });
      const rounds = process.env['ARTWORK_REGISTRY_LONG'] === '1' ? 3 : 1;
      let serial = 0;
      const shown = (): Partial<ArtworkFields> => ({
        title: mostly(`Common ${(serial += 1)}`, `Rare ${serial}`),
        availability: mostly('for_sale', pick(['fully_private', 'sold'])),
        price: { amount: mostly(100, 1), currency: 'EUR' },
        year_created: mostly('1900', '1901'),
        medium: mostly('Oil on canvas', pick(['Oil on wood', `Oil ${serial}`, 'Bronze'])),
      });
      const work = (): PublishInput => ({
        ...input(shown()),
        artistName: mostly('Ana 0', `Ana ${below(4)}`),
        source: { installationId, externalId: String(serial) },
      });
      const ids: string[] = [];
      const publish = async (count: number) => {
        const outcomes = await storage.publishArtworks(Array.from({ length: count }, work));
        for (const outcome of outcomes) if (outcome.ok) ids.push(outcome.body.registry_id);
      };
      const update = (count: number, source: PublishInput['source'] = null) =>
        storage.updateArtworks(
          Array.from({ length: count }, () => ({
            organizationId,
            artworkId: pick(ids),
            fields: shown(),
            source,
            idempotency: null,
          })),
        );
      const patch = (change: SourcePatchInput['change']) =>
        storage.updateArtworks([{ organizationId, artworkId: pick(ids), change, idempotency: null }]);
      const WRITES: (() => Promise<unknown>)[] = [
        () => publish(1),
        () => publish(40),
        () => update(1),
        () => update(60),
        () => storage.withdrawArtwork(pick(ids)),
        () => storage.restoreArtwork(pick(ids)),
        () => storage.renameArtist('ana-1', `Ana ${(serial += 1)}`),
        () => storage.transferArtwork(pick(ids), 'other-gallery'),
        () => storage.eraseArtwork(pick(ids), organizationId),
        () => storage.updateProfile('own-gallery', { name: `Gallery ${(serial += 1)}` }),
        () => patch({ installationId, platform: pick([WIX, CUSTOM]) }),
        () => update(1, { installationId: otherId, externalId: String((serial += 1)) }),
        () => patch({ installationId, status: pick(['active', 'removed']) }),
        () => storage.mergeArtists(`ana-${2 + below(2)}`, 'ana-0'),
      ];
      const idsOf = async (filter: Partial<ArtworkFilter>, limit: number, offset: number) => {
        const { total, artworks } = await storage.listPublicArtworks({ ...filter, limit, offset });
        return { total, ids: artworks.map((shown) => shown.registry_id) };
      };

      while (ids.length < WORKS) await publish(200);
      for (let step = 0; step < rounds * lists.length; step += 1) {
        if (step % 3 > 0) await pick(WRITES)();
        const filter = lists[step % lists.length] ?? {};
        const whole = await idsOf(filter, 2 * WORKS, 0);
        expect(whole.ids).toHaveLength(whole.total);
        const offsets = [2100 + below(700), whole.total - 1 - below(20)];
        const pages = await Promise.all(offsets.map((offset) => idsOf(filter, 7, offset)));
        expect(pages, JSON.stringify({ step, filter, offsets })).toEqual(
          offsets.map((offset) => ({ total: whole.total, ids: whole.ids.slice(offset, offset + 7) })),
        );
      }
    }, 60_000);
  });
}
