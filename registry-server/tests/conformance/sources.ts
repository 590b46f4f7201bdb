// Storage conformance: sources, what a transfer leaves behind, and that a list shows what a single read shows.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFixture, NOTHING } from './fixture.ts';
import type { StorageFactory } from './fixture.ts';
import type { ArtworkFields, PlatformIdentity, SourceChange } from '../../src/storage/records.ts';
import { eraseOrganization } from '../../src/domain/curation/personal-data.ts';
import { NameTaken } from '../../src/storage/storage.ts';
import { connectSite } from '../support/publishers.ts';

export function sourceConformance(name: string, factory: StorageFactory): void {
  describe(`${name}: sources`, () => {
    let { storage, clock, close, organizationId, organization, input, update } = NOTHING;
    let installationId: string;

    beforeEach(async () => {
      ({ storage, clock, close, organizationId, organization, input, update } = await makeFixture(factory));
      installationId = await connect(organizationId, 'shop.example');
    });
    afterEach(() => close());

    async function connect(owner: string, site: string, platform: PlatformIdentity = WIX): Promise<string> {
      const { installation } = await connectSite(storage, {
        organizationId: owner,
        platform: platform.platform,
        platformLabel: platform.label,
        platformKey: platform.key,
        siteUrl: `https://${site}`,
        siteKey: site,
        siteName: null,
        clientVersion: null,
      });
      return installation.id;
    }
    async function publishAs(
      owner: string,
      fields: Partial<ArtworkFields>,
      source: SourceChange | null = null,
    ) {
      const [outcome] = await storage.publishArtworks([{ ...input(fields), organizationId: owner, source }]);
      if (!outcome?.ok) throw new Error(`refused: ${outcome?.code}`);
      return outcome.body;
    }
    const patch = (artworkId: string, change: object, owner = organizationId) =>
      storage.updateArtworks([{ organizationId: owner, artworkId, change, idempotency: null }]);
    async function expectListLikeSingle(id: string, after: string): Promise<void> {
      const single = await storage.findPublicArtwork(id);
      const { json } = await storage.listPublicJson({ limit: 100, offset: 0 });
      const works = JSON.parse(new TextDecoder().decode(json)) as { registry_id: string }[];
      expect(
        works.find((work) => work.registry_id === id),
        after,
      ).toEqual(single);
    }
    const feedAfter = async (seq: number) => (await storage.listChanges(seq, 100)).changes;
    const lastSeq = async () => (await feedAfter(0)).at(-1)?.seq ?? 0;

    it('a list shows what a single read shows, after every kind of write', async () => {
      await organization('other');
      const source = { installationId, externalId: '1' };
      const { registry_id: id } = await publishAs(organizationId, { title: 'a', external_id: '1' }, source);
      const writes: [string, () => Promise<unknown>][] = [
        ['publish', async () => undefined],
        ['a source patch', () => patch(id, { status: 'unpublished' })],
        ['another', () => patch(id, { status: 'removed', lastSyncedAt: 5 })],
        [
          'a duplicate that refreshes the source',
          () =>
            publishAs(
              organizationId,
              { title: 'a', external_id: '1' },
              { ...source, sourceUrl: 'https://shop.example/a' },
            ),
        ],
        [
          'a move of the site',
          () =>
            storage.moveInstallation(
              organizationId,
              installationId,
              {
                siteUrl: 'https://new.example',
                siteKey: 'new.example',
              },
              'gallery',
            ),
        ],
        ['an update', () => update(id, { medium: 'Oil' })],
        [
          'an update of the source alone',
          () =>
            storage.updateArtworks([
              {
                organizationId,
                artworkId: id,
                fields: {},
                source: { ...source, status: 'active' },
                idempotency: null,
              },
            ]),
        ],
        ['a rename of the artist', () => storage.renameArtist('ana', 'Anna')],
        ['a profile update', () => storage.updateProfile('own-gallery', { name: 'New', showCountry: true })],
        ['withdrawing', () => storage.withdrawArtwork(id)],
        ['restoring', () => storage.restoreArtwork(id)],
        ['hiding', () => update(id, { availability: 'fully_private' })],
        ['showing again', () => update(id, { availability: 'for_sale' })],
        ['a transfer', () => storage.transferArtwork(id, 'other-gallery')],
      ];
      for (const [what, write] of writes) {
        await expectListLikeSingle(id, `before ${what}`);
        await write();
        await expectListLikeSingle(id, what);
      }
    });

    it('a changed source is a step in the feed, and no event; when it was last synced is neither', async () => {
      const { registry_id: id, data } = await publishAs(
        organizationId,
        { title: 'a' },
        { installationId, externalId: '1' },
      );
      const after = await lastSeq();
      await patch(id, { lastSyncedAt: 7 });
      expect(await feedAfter(after)).toEqual([]);
      await patch(id, { status: 'removed' });
      expect(await feedAfter(after)).toMatchObject([{ op: 'upsert', registryId: id }]);
      expect((await storage.findPublicArtwork(id))?.updated_at).toBe(data?.updated_at);
      await update(id, { availability: 'fully_private' });
      const hidden = await lastSeq();
      await patch(id, { status: 'active' });
      expect(await feedAfter(hidden)).toEqual([]);
    });

    it('a site that moves takes its works along, and is one step in the feed', async () => {
      const { registry_id: id, data } = await publishAs(
        organizationId,
        { title: 'a' },
        { installationId, externalId: '1' },
      );
      const after = await lastSeq();
      const move = (host: string, owner = organizationId) =>
        storage.moveInstallation(
          owner,
          installationId,
          { siteUrl: `https://${host}`, siteKey: host },
          'gallery',
        );
      expect(await move('new.example')).toMatchObject({ ok: true, installation: { id: installationId } });
      await move('new.example');
      const site = { id: installationId, site_url: 'https://new.example' };
      expect(await feedAfter(after)).toMatchObject([{ op: 'installation', installation: site }]);
      const work = await storage.findPublicArtwork(id);
      expect(work?.source?.site_url).toBe('https://new.example');
      expect(work?.updated_at).toBe(data?.updated_at);
      expect(await connect(organizationId, 'new.example')).toBe(installationId);
      const there = await connect(organizationId, 'there.example');
      expect(await move('there.example')).toMatchObject({ ok: false, code: 'source_conflict' });
      expect(await move('x.example', await organization('other'))).toMatchObject({
        ok: false,
        code: 'installation_not_found',
      });
      expect((await storage.listInstallations(organizationId)).map((row) => [row.id, row.siteUrl])).toEqual([
        [installationId, 'https://new.example'],
        [there, 'https://there.example'],
      ]);
    });

    it('what a profile shows is a step in the feed, what it hides is not', async () => {
      const after = await lastSeq();
      await storage.updateProfile('own-gallery', { country: 'CH' });
      expect(await feedAfter(after)).toEqual([]);
      await storage.updateProfile('own-gallery', { showCountry: true, name: 'New' });
      await storage.updateProfile('own-gallery', { showCountry: false });
      expect(await feedAfter(after)).toMatchObject([
        {
          op: 'profile',
          profile: { type: 'gallery', slug: 'own-gallery', former_slug: null, name: 'New', country: 'CH' },
        },
        { op: 'profile', profile: { slug: 'own-gallery', name: 'New', country: null } },
      ]);
    });

    it('a profile with another slug is found by its former ones for ever, which nobody else gets', async () => {
      const after = await lastSeq();
      await storage.updateProfile('own-gallery', { slug: 'newer-gallery' });
      await storage.updateProfile('newer-gallery', { slug: 'newest-gallery' });
      for (const slug of ['own-gallery', 'newer-gallery', 'newest-gallery'])
        expect((await storage.findInstitution('gallery', slug))?.slug).toBe('newest-gallery');
      expect(await feedAfter(after)).toMatchObject([
        { profile: { slug: 'newer-gallery', former_slug: 'own-gallery' } },
        { profile: { slug: 'newest-gallery', former_slug: 'newer-gallery' } },
      ]);
      await expect(organization('newer')).rejects.toThrow(NameTaken);
      await organization('other');
      await expect(storage.updateProfile('other-gallery', { slug: 'newer-gallery' })).rejects.toThrow(
        NameTaken,
      );
      await expect(storage.updateProfile('other-gallery', { slug: 'newest-gallery' })).rejects.toThrow(
        NameTaken,
      );
      // Its own former one it may have again.
      await storage.updateProfile('newest-gallery', { slug: 'own-gallery' });
      expect((await storage.findInstitution('gallery', 'newest-gallery'))?.slug).toBe('own-gallery');
    });

    it('a task is taken by one at a time, until its time is over or it is given back', async () => {
      const take = (owner: string) => storage.takeLease({ name: 'task', owner, ms: 1000 });
      expect([await take('one'), await take('two'), await take('one')]).toEqual([true, false, true]);
      expect(await storage.takeLease({ name: 'another', owner: 'two', ms: 1000 })).toBe(true);
      clock.ms += 1000;
      expect([await take('two'), await take('one')]).toEqual([true, false]);
      await storage.endLease({ name: 'task', owner: 'one' });
      expect(await take('one')).toBe(false);
      await storage.endLease({ name: 'task', owner: 'two' });
      expect(await take('one')).toBe(true);
    });

    it('a task that was taken by a clock ahead is free once the clock has been put right', async () => {
      const take = (owner: string) => storage.takeLease({ name: 'task', owner, ms: 1000 });
      clock.ms += 40 * 86_400_000;
      expect(await take('one')).toBe(true);
      clock.ms -= 40 * 86_400_000;
      expect(await take('two')).toBe(true);
      clock.ms -= 1000;
      expect(await take('one')).toBe(false);
    });

    it('a transfer leaves the keys and sources of the old organisation behind', async () => {
      const other = await organization('other');
      const keys = {
        inventory_ref: '2024-017',
        external_id: '1',
        source_url: 'https://shop.example/sunflowers',
      };
      const source = { installationId, externalId: '1', sourceUrl: keys.source_url };
      const { registry_id: id } = await publishAs(organizationId, { title: 'Sunflowers', ...keys }, source);
      await storage.transferArtwork(id, 'other-gallery');

      expect((await storage.findPublicArtwork(id))?.source).toBeNull();
      expect(await storage.listPublicSources(id)).toEqual([]);
      expect((await patch(id, { sourceUrl: 'https://phish.example/' }))[0]).toMatchObject({
        ok: false,
        code: 'source_not_found',
      });
      const filter = { installation: { id: installationId, organizationId }, limit: 9, offset: 0 };
      expect((await storage.listPublicArtworks(filter)).total).toBe(0);
      // The new owner numbers its works as it likes.
      const theirs = await publishAs(other, { title: 'Irises', ...keys });
      expect([theirs.duplicate, theirs.registry_id === id]).toEqual([false, false]);
      // The old owner's shop may give its number to another work.
      const mine = await publishAs(organizationId, { title: 'Almond Blossom', ...keys }, source);
      expect([mine.duplicate, mine.registry_id === id]).toEqual([false, false]);
    });

    it.each([
      ['shown', 'for_sale', 'Lilies'],
      ['hidden', 'fully_private', undefined],
    ] as const)(
      'a work that was transferred is recognised when its former shop publishes it again: %s',
      async (_how, availability, title) => {
        const other = await organization('other');
        const source = { installationId, externalId: '1' };
        const fields = { title: 'Untitled', inventory_ref: '2024-017' };
        const { registry_id: id } = await publishAs(organizationId, fields, source);
        await storage.transferArtwork(id, 'other-gallery');
        await update(id, { title: 'Lilies', availability }, other);

        const again = await publishAs(organizationId, fields, source);
        expect(again).toMatchObject({ duplicate: true, matched_on: 'external_id', registry_id: id });
        expect(again.data?.title).toBe(title);
        expect((await storage.listPublicSources(id)) ?? []).toEqual([]);

        await storage.transferArtwork(id, 'own-gallery');
        await publishAs(organizationId, fields, source);
        expect(await publishAs(organizationId, { title: 'Renamed' }, source)).toMatchObject({
          registry_id: id,
        });
      },
    );

    it('a work that was transferred is recognised from another installation of its former organisation, and of no other', async () => {
      const other = await organization('other');
      const third = await organization('third');
      const own = { installationId, externalId: '1' };
      const { registry_id: id } = await publishAs(organizationId, { title: 'Untitled' }, own);
      await storage.transferArtwork(id, 'other-gallery');
      await update(id, { availability: 'fully_private' }, other);
      const moved = await connect(organizationId, 'moved.example');
      const source = { installationId: moved, externalId: '1' };
      const again = await publishAs(organizationId, { title: 'Untitled' }, source);
      expect(again).toMatchObject({ duplicate: true, matched_on: 'external_id', registry_id: id });

      const stranger = await connect(third, 'third.example');
      const theirs = await publishAs(third, { title: 'Untitled' }, { ...source, installationId: stranger });
      expect([theirs.duplicate, theirs.registry_id === id]).toEqual([false, false]);
      expect(await publishAs(organizationId, { title: 'Untitled' })).toMatchObject({ duplicate: false });
    });

    it('a work that was transferred is recognised also where its new holder was erased', async () => {
      const other = await organization('other');
      const source = { installationId, externalId: '1', sourceUrl: 'https://shop.example/untitled' };
      const { registry_id: id } = await publishAs(organizationId, { title: 'Untitled' }, source);
      await storage.transferArtwork(id, 'other-gallery');
      const holder = { id: other, slug: 'other', name: 'other', status: 'active' as const };
      await eraseOrganization(storage, holder, 1, () => undefined);
      const again = await publishAs(organizationId, { title: 'Untitled' }, source);
      expect(again).toMatchObject({
        duplicate: true,
        matched_on: 'external_id',
        registry_id: id,
        data: null,
      });
    });

    it('a transfer within an organisation changes nothing but the profile', async () => {
      await storage.insertProfile({
        organizationId,
        type: 'collection',
        slug: 'own-collection',
        name: 'Own',
        city: null,
        country: null,
        showCountry: false,
        website: null,
        inDumps: true,
      });
      const { registry_id: id } = await publishAs(
        organizationId,
        { title: 'a', inventory_ref: '7' },
        { installationId, externalId: '1' },
      );
      await storage.transferArtwork(id, 'own-collection');
      expect((await storage.findPublicArtwork(id))?.source).toMatchObject({ external_id: '1' });
      expect(await publishAs(organizationId, { title: 'b', inventory_ref: '7' })).toMatchObject({
        duplicate: true,
        matched_on: 'inventory_ref',
      });
    });

    it('a platform is found by its name in any case and with any marks', async () => {
      const atelier = { platform: 'custom', label: 'ÄTELIER', key: 'custom:atelier' };
      const custom = await connect(organizationId, 'atelier.example', atelier);
      await publishAs(organizationId, { title: 'a' }, { installationId, externalId: '1' });
      await publishAs(organizationId, { title: 'b' }, { installationId: custom, externalId: '1' });
      const titles = async (platform: PlatformIdentity) =>
        (await storage.listPublicArtworks({ platform, limit: 9, offset: 0 })).artworks.map(
          (work) => work.title,
        );
      expect(await titles(atelier)).toEqual(['b']);
      expect(await titles({ platform: 'custom', label: null, key: 'custom' })).toEqual(['b']);
      expect(await titles(WIX)).toEqual(['a']);
    });
  });
}

const WIX: PlatformIdentity = { platform: 'wix', label: null, key: 'wix' };
