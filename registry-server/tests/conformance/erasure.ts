// Storage conformance: what an organisation that is not active any more may write, whatever a key cache still says, and that nothing
// escapes its erasure.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { certificateInput } from '../support/certificates.ts';
import { addInstallation } from '../support/publishers.ts';
import { makeFixture, NOTHING } from './fixture.ts';
import type { StorageFactory } from './fixture.ts';
import { eraseOrganization } from '../../src/domain/curation/personal-data.ts';

export function erasureConformance(name: string, factory: StorageFactory): void {
  describe(`${name}: an organisation that is not active`, () => {
    let { storage, clock, close, organizationId, organization, input, publish } = NOTHING;
    beforeEach(async () => {
      ({ storage, clock, close, organizationId, organization, input, publish } = await makeFixture(factory));
    });
    afterEach(() => close());

    it('is refused every write of its own, although a key of it was admitted a moment before', async () => {
      const work = await publish({ title: 'public' });
      const site = await addInstallation(storage, organizationId);
      const address = { siteUrl: 'https://new.example', siteKey: 'new.example' };
      const ask = { organizationId, artworkId: work, source: null, idempotency: null };
      const connect = {
        ...{ organizationId, platform: 'wix', platformLabel: null, platformKey: 'wix', ...address },
        ...{ siteName: null, clientVersion: null },
      };
      await storage.updateOrganizationStatus('own', 'inactive');
      const answers = [
        ...(await storage.publishArtworks([input({ title: 'new' })])),
        ...(await storage.updateArtworks([{ ...ask, fields: { title: 'changed' } }])),
        ...(await storage.updateArtworks([
          { organizationId, artworkId: work, change: { status: 'removed' }, idempotency: null },
        ])),
        await storage.issueCertificate(certificateInput(work, { organizationId })),
        await storage.connectInstallation(connect),
        await storage.moveInstallation(organizationId, site, address, 'gallery'),
      ];
      expect(answers).toEqual(
        answers.map(() => expect.objectContaining({ ok: false, code: 'organisation_inactive' }) as unknown),
      );
      await storage.updateOrganizationStatus('own', 'active');
      expect(await storage.publishArtworks([input({ title: 'new' })])).toMatchObject([
        { ok: true, status: 201 },
      ]);
    });

    it('may be named by no dump any more once it is erased, whatever the clock shows, and by no address that it had', async () => {
      await organization('other');
      await storage.updateProfile('own-gallery', { slug: 'own-new' });
      const { upTo } = await storage.findDumpDepartures(0);
      await organization('late');
      const named = async (checkedAt: number) =>
        (
          await storage.listHoldersInDumps(
            ['own-gallery', 'own-new', 'other-gallery', 'late-gallery', 'unknown'],
            checkedAt,
          )
        ).sort();
      expect(await named(upTo)).toEqual(['other-gallery', 'own-gallery', 'own-new']);
      clock.ms -= 3_600_000;
      const own = { id: organizationId, slug: 'own', name: 'own', status: 'active' as const };
      await eraseOrganization(storage, own, 0, () => undefined);
      const since = await storage.findDumpDepartures(upTo);
      expect(since.erasedAt).toBeGreaterThan(upTo);
      expect((await storage.findDumpDepartures(since.upTo)).erasedAt).toBeNull();
      expect(await named(since.upTo)).toEqual(['late-gallery', 'other-gallery']);
      await storage.updateProfile('other-gallery', { inDumps: false });
      expect(await named(since.upTo)).toEqual(['late-gallery']);
    });

    it('is not switched on again once its erasure was begun, or is done', async () => {
      const own = (await storage.findOrganization('own'))!;
      const dies = {
        ...storage,
        reduceActions: () => Promise.reject(new Error('killed')),
      } as typeof storage;
      await expect(eraseOrganization(dies, own, 0, () => undefined)).rejects.toThrow('killed');
      expect(await storage.updateOrganizationStatus('own', 'active')).toBeUndefined();
      expect(await storage.updateOrganizationStatus('own', 'inactive')).toBeUndefined();
      const { slug } = await eraseOrganization(storage, own, 0, () => undefined);
      expect(await storage.updateOrganizationStatus(slug, 'active')).toBeUndefined();
      expect(await storage.publishArtworks([input({ title: 'late' })])).toMatchObject([{ ok: false }]);
    });

    it('loses the works too that are transferred to it while it is erased', async () => {
      await publish({ title: 'first' });
      const other = await organization('other');
      const [foreign] = await storage.publishArtworks([
        { ...input({ title: 'late' }), organizationId: other },
      ]);
      const late = foreign?.ok ? foreign.body.registry_id : '';
      const meanwhile = {
        ...storage,
        listProfiles: async (id: string) => {
          await storage.transferArtwork(late, 'own-gallery');
          return storage.listProfiles(id);
        },
      };
      const own = { id: organizationId, slug: 'own', name: 'own', status: 'active' as const };
      await eraseOrganization(meanwhile, own, 1, () => undefined);
      const works = await storage.readDataPage('artwork', organizationId, 0, 10);
      expect(works.map(({ title, withdrawn_at: at }) => [title, at !== null])).toEqual([
        ['', true],
        ['', true],
      ]);
    });
  });
}
