// Storage conformance: the counts that triggers keep stay true after any writes in any order. What is counted is compared
// by the fixture after every test.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../stage/fakes/random.ts';
import { eraseOrganization } from '../../src/domain/curation/personal-data.ts';
import type { ArtworkFields, PublishInput } from '../../src/storage/records.ts';
import { BLOCK_SIZE } from '../../src/storage/shared/list-blocks.ts';
import { expectTrueCounts } from '../support/counts.ts';
import { connectSite, WIX_SHOP } from '../support/publishers.ts';
import { makeFixture, NOTHING } from './fixture.ts';
import type { StorageFactory } from './fixture.ts';

const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
const AVAILABILITIES = ['for_sale', 'sold', 'on_loan', 'fully_private'] as const;

export function countConformance(name: string, factory: StorageFactory): void {
  describe(`${name}: counts`, () => {
    let { storage, close, readLines, organizationId, organization, input } = NOTHING;
    beforeEach(async () => {
      ({ storage, close, readLines, organizationId, organization, input } = await makeFixture(factory));
    });
    afterEach(() => close());

    it.each(isLong ? [1, 2, 3] : [1])(
      'stay true through random writes at the border of two blocks (seed %i)',
      async (seed) => {
        const { pick, below } = seededRandom(seed);
        const owners = [organizationId, await organization('other')];
        const shops = await Promise.all(
          owners.map(async (owner, index) => {
            const site = { siteUrl: `https://shop-${index}.example`, siteKey: `shop-${index}.example` };
            return (await connectSite(storage, { organizationId: owner, ...WIX_SHOP, ...site })).installation
              .id;
          }),
        );
        let serial = 0;
        const shown = (): Partial<ArtworkFields> => ({
          availability: pick(AVAILABILITIES),
          year_created: pick(['1900', '1901', null]),
          medium: pick(['Oil', 'Bronze', null]),
        });
        const work = (): PublishInput => {
          const at = below(2);
          const isOfShop = below(3) === 0;
          serial += 1;
          return {
            ...input({ ...shown(), title: `Work ${serial}` }),
            organizationId: owners[at] ?? '',
            artistName: `Artist ${below(6)}`,
            source: isOfShop ? { installationId: shops[at] ?? '', externalId: String(below(40)) } : null,
          };
        };
        const ids: string[] = [];
        const publish = async (count: number) => {
          const outcomes = await storage.publishArtworks(Array.from({ length: count }, work));
          for (const outcome of outcomes) if (outcome.ok) ids.push(outcome.body.registry_id);
        };
        const update = (count: number) =>
          storage.updateArtworks(
            // Some are of somebody else, and are refused within a group that is written.
            Array.from({ length: count }, () => ({
              organizationId: pick(owners),
              artworkId: pick(ids),
              fields: { ...shown(), ...(below(4) === 0 && { title: `Again ${(serial += 1)}` }) },
              source: null,
              idempotency: null,
            })),
          );
        const artist = () => `artist-${below(6)}`;
        const WRITES: (() => Promise<unknown>)[] = [
          () => publish(1),
          () => publish(30),
          () => update(1),
          () => update(30),
          () => Promise.all([publish(1), update(1), publish(2), update(3)]),
          () => storage.withdrawArtwork(pick(ids)),
          () => storage.restoreArtwork(pick(ids)),
          () => storage.transferArtwork(pick(ids), pick(['own-gallery', 'other-gallery'])),
          () => storage.eraseArtwork(pick(ids), pick(owners)),
          () => storage.renameArtist(artist(), `Renamed ${(serial += 1)}`),
          () => storage.mergeArtists(artist(), artist()),
        ];

        // Works up to the end of the block in which the first Art ID is.
        await publish(1);
        const first = Number(ids[0]?.replace(/\D/g, ''));
        const border = BLOCK_SIZE - (first % BLOCK_SIZE);
        while (ids.length < border - 60) await publish(Math.min(200, border - 60 - ids.length));
        for (let count = 0; count < 60; count += 1) {
          await pick(WRITES)();
          if (count % 20 === 0) await expectTrueCounts(readLines);
        }
        const blocks = await readLines(`SELECT DISTINCT block || '' FROM list_blocks WHERE kind = 'all'`);
        expect(blocks).toHaveLength(2);
        await expectTrueCounts(readLines);
        const own = { id: organizationId, slug: 'own', name: 'own', status: 'active' as const };
        await eraseOrganization(storage, own, 0, () => undefined);
      },
    );
  });
}
