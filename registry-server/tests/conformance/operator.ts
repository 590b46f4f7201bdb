// The third part of what every storage must do: the operator's actions, and the seven kinds of events with what brings
// each about.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { certificateInput } from '../support/certificates.ts';
import { claimDeliveries, finishDelivery } from '../support/deliveries.ts';
import { addApiKey } from '../support/publishers.ts';
import { hashApiKey } from '../../src/domain/access/api-key.ts';
import type { EventKind, WebhookEvent } from '@artwork-registry/contract';
import { makeFixture, NOTHING } from './fixture.ts';
import type { StorageFactory } from './fixture.ts';

export function operatorConformance(name: string, factory: StorageFactory): void {
  describe(`the operator's actions on ${name}`, () => {
    let { storage, clock, close, organizationId, organization, publish, update, endpoint, input } = NOTHING;
    beforeEach(async () => {
      ({ storage, clock, close, organizationId, organization, publish, update, endpoint, input } =
        await makeFixture(factory));
    });
    afterEach(() => close());

    /** What every endpoint is sent, oldest first: the payloads as they leave, taken like a worker takes them. */
    async function takeEvents(): Promise<WebhookEvent[]> {
      const taken: WebhookEvent[] = [];
      for (;;) {
        const claims = await claimDeliveries(storage, clock.ms);
        if (claims.length === 0) return taken.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
        for (const claim of claims) {
          taken.push(JSON.parse(claim.payload) as WebhookEvent);
          await finishDelivery(storage, claim, { kind: 'delivered', status: 200, durationMs: 1 });
        }
      }
    }
    const briefly = (events: WebhookEvent[]) =>
      events.map((event) => [event.type, event.resource.registry_id, event.changed_fields]);
    const publishBy = async (artistName: string, title: string, availability = 'for_sale') => {
      const fields = { title, availability: availability as 'for_sale' };
      const [outcome] = await storage.publishArtworks([{ ...input(fields), artistName }]);
      if (!outcome?.ok) throw new Error(`refused: ${outcome?.code}`);
      return { id: outcome.body.registry_id, isDuplicate: outcome.body.duplicate };
    };

    // One row per kind: what is done to a public work of a gallery, and the events that follow, nothing else.
    const triggers: [EventKind, string, (id: string) => Promise<unknown>, unknown[]][] = [
      ['artwork.created', 'a publish', () => publish({ title: 'new' }), [['artwork.created', 'NEW', []]]],
      [
        'artwork.updated',
        'a change of a public field',
        (id) => update(id, { title: 'b', inventory_ref: 'hidden' }),
        [['artwork.updated', 'ID', ['title']]],
      ],
      [
        'artwork.sold',
        'a sale',
        (id) => update(id, { availability: 'sold' }),
        [
          ['artwork.updated', 'ID', ['availability']],
          ['artwork.sold', 'ID', ['availability']],
        ],
      ],
      [
        'artwork.removed',
        'the owner who hides it, and who shows it again',
        async (id) => {
          await update(id, { availability: 'fully_private' });
          await update(id, { availability: 'sold' });
        },
        [
          ['artwork.removed', 'ID', ['availability']],
          ['artwork.created', 'ID', []],
          ['artwork.sold', 'ID', ['availability']],
        ],
      ],
      [
        'artwork.removed',
        'the operator who withdraws it twice, and restores it',
        async (id) => {
          await storage.withdrawArtwork(id);
          await storage.withdrawArtwork(id);
          await storage.restoreArtwork(id);
        },
        [
          ['artwork.removed', 'ID', []],
          ['artwork.created', 'ID', []],
        ],
      ],
      [
        'artwork.ownership_changed',
        'a move by the operator',
        async (id) => {
          const other = await organization('other');
          await storage.transferArtwork(id, 'other-gallery');
          expect(await storage.listProfiles(other)).toHaveLength(1);
        },
        [['artwork.ownership_changed', 'ID', ['current_collection']]],
      ],
      [
        'certificate.created',
        'a certificate issued by the operator',
        (id) => storage.issueCertificate(certificateInput(id)),
        [['certificate.created', 'ID', []]],
      ],
      [
        'gallery.updated',
        'a profile changed by the operator, once in public and once not',
        async () => {
          await storage.updateProfile('own-gallery', { name: 'New', city: 'Basel' });
          await storage.updateProfile('own-gallery', { country: 'CH' });
        },
        [['gallery.updated', null, ['name', 'city']]],
      ],
    ];
    it.each(triggers)('%s follows %s', async (kind, _trigger, act, expected) => {
      await endpoint();
      const id = await publish({ title: 'a', availability: 'for_sale' });
      await takeEvents();
      await act(id);
      const events = await takeEvents();
      const named = (registryId: string | null) => (registryId === id || registryId === null ? 'ID' : 'NEW');
      expect(
        briefly(events).map(([type, registryId, fields]) => [
          type,
          registryId === null ? null : named(registryId as string),
          fields,
        ]),
      ).toEqual(expected);
      expect(events.map((event) => event.type)).toContain(kind);
    });

    it('issues certificates for public works, and for hidden ones to their owner', async () => {
      await endpoint();
      const hidden = await publish({ title: 'hidden', availability: 'fully_private' });
      const refused = { ok: false, code: 'artwork_not_found' };
      expect(await storage.issueCertificate(certificateInput(hidden))).toMatchObject(refused);
      expect(await storage.issueCertificate(certificateInput('AREG-1'))).toMatchObject(refused);
      const other = await organization('other');
      const byOther = { organizationId: other };
      expect(await storage.issueCertificate(certificateInput(hidden, byOther))).toMatchObject(refused);
      expect(await takeEvents()).toEqual([]);
      const own = await storage.issueCertificate(certificateInput(hidden, { organizationId }));
      expect(own).toMatchObject({ ok: true, body: { registryId: hidden, isWorkPublic: false } });
      const id = await publish({ title: 'shown' });
      expect(await storage.issueCertificate(certificateInput(id, byOther))).toMatchObject({
        code: 'not_permitted',
      });
      const issued = await storage.issueCertificate(certificateInput(id));
      const [first, last] = [own, issued].map((outcome) => (outcome.ok ? outcome.body.id : ''));
      expect(
        (await takeEvents()).map((event) => event.resource).filter(({ type }) => type === 'certificate'),
      ).toEqual([
        { type: 'certificate', id: first, registry_id: hidden },
        { type: 'certificate', id: last, registry_id: id },
      ]);
    });

    it('a later certificate for the same copy supersedes the one before; one that is withdrawn stays so', async () => {
      const id = await publish({ title: 'shown' });
      const issue = async (editionNumber: number | null, key?: string) => {
        const idempotency = key === undefined ? null : { key, requestHash: key };
        const more = { editionNumber, organizationId, idempotency };
        const outcome = await storage.issueCertificate(certificateInput(id, more));
        if (!outcome.ok) throw new Error(outcome.code);
        return outcome;
      };
      const [first, second, third] = [await issue(1, 'k'), await issue(2), await issue(1)];
      expect(await issue(1, 'k')).toMatchObject({ replayed: true, body: { id: first.body.id } });
      const stateOf = async (of: typeof first) => {
        const found = await storage.findCertificate(of.body.id);
        return [found?.isSuperseded, found?.withdrawnAt !== null];
      };
      expect([await stateOf(first), await stateOf(second), await stateOf(third)]).toEqual([
        [true, false],
        [false, false],
        [false, false],
      ]);
      const withdrawal = { certificateId: second.body.id, reason: 'cancelled' };
      const other = await organization('other');
      expect(await storage.withdrawCertificate({ ...withdrawal, organizationId: other })).toMatchObject({
        code: 'not_permitted',
      });
      const withdrawn = await storage.withdrawCertificate({ ...withdrawal, organizationId });
      expect(await stateOf(second)).toEqual([false, true]);
      clock.ms += 1000;
      expect(await storage.withdrawCertificate({ ...withdrawal, organizationId: null })).toEqual(withdrawn);
      // A later one that was issued by mistake supersedes nothing once it is withdrawn.
      await storage.withdrawCertificate({
        certificateId: third.body.id,
        reason: 'a mistake',
        organizationId: null,
      });
      expect([await stateOf(first), await stateOf(third)]).toEqual([
        [false, false],
        [false, true],
      ]);
      await storage.withdrawArtwork(id);
      expect(await storage.findCertificate(first.body.id)).toMatchObject({
        withdrawnAt: null,
        workWithdrawnAt: expect.any(Number) as number,
      });
      await storage.restoreArtwork(id);
      expect((await storage.findCertificate(first.body.id))?.workWithdrawnAt).toBeNull();
    });

    it('an artist has the facts that the operator knows, also under a former address', async () => {
      const { id } = await publishBy('Paul Klee', 'Fish');
      await publishBy('P. Klee', 'Cat');
      await storage.mergeArtists('p-klee', 'paul-klee');
      const facts = { birthYear: 1879, deathYear: 1940, nationality: 'German', ulanId: '500010493' };
      const updated = await storage.updateArtistFacts('p-klee', { ...facts, wikidataId: 'Q44007' });
      expect(updated).toMatchObject({
        slug: 'paul-klee',
        birth_year: 1879,
        death_year: 1940,
        nationality: 'German',
        same_as: ['http://vocab.getty.edu/ulan/500010493', 'http://www.wikidata.org/entity/Q44007'],
      });
      expect(await storage.findArtist('paul-klee')).toEqual(updated);
      await storage.updateArtistFacts('paul-klee', { wikidataId: null });
      expect(await storage.findArtist('paul-klee')).toMatchObject({
        birth_year: 1879,
        same_as: ['http://vocab.getty.edu/ulan/500010493'],
      });
      expect(await storage.updateArtistFacts('nobody', {})).toBeUndefined();
      expect((await storage.findPublicArtwork(id))?.artist?.slug).toBe('paul-klee');
    });

    it('a provenance summary is shown, told once, and taken back', async () => {
      await endpoint();
      const id = await publish({ title: 'a' });
      await takeEvents();
      await storage.updateProvenance(id, 'The artist, 1912.');
      await storage.updateProvenance(id, 'The artist, 1912.');
      expect((await storage.findPublicArtwork(id))?.provenance_summary).toBe('The artist, 1912.');
      expect(briefly(await takeEvents())).toEqual([['artwork.updated', id, ['provenance_summary']]]);
      await storage.updateProvenance(id, null);
      expect((await storage.findPublicArtwork(id))?.provenance_summary).toBeNull();
      expect(await storage.updateProvenance('AREG-1', 'x')).toBeUndefined();
    });

    it('dumps are on hold until they are resumed, however often they were put on hold', async () => {
      expect(await storage.areDumpsOnHold()).toBe(false);
      await storage.updateDumpHold(true);
      await storage.updateDumpHold(true);
      expect(await storage.areDumpsOnHold()).toBe(true);
      await storage.updateDumpHold(false);
      expect(await storage.areDumpsOnHold()).toBe(false);
    });

    it('one key signs at a time, and all stay known', async () => {
      const key = (kid: string) => ({ kid, publicKey: 'p', privateKey: `sealed ${kid}` });
      await storage.insertSigningKey(key('a'), { onlyFirst: true });
      await storage.insertSigningKey(key('b'), { onlyFirst: true });
      await storage.insertSigningKey(key('c'), { onlyFirst: false });
      expect(
        (await storage.listSigningKeys()).map(({ kid, retiredAt }) => [kid, retiredAt === null]),
      ).toEqual([
        ['a', false],
        ['c', true],
      ]);
      const sealed = (await storage.listSealedSecrets()).filter(({ of }) => of === 'signing_key');
      expect(sealed.map(({ id, secret }) => [id, secret])).toEqual([
        ['a', 'sealed a'],
        ['c', 'sealed c'],
      ]);
      expect(await storage.replaceSealedSecret(sealed[0]!, 'again')).toBe(true);
      expect((await storage.listSigningKeys())[0]?.privateKey).toBe('again');
    });

    it('a revoked key signs no more and stays published with the time; revoking it again changes nothing', async () => {
      const key = (kid: string) => ({ kid, publicKey: 'p', privateKey: `sealed ${kid}` });
      await storage.insertSigningKey(key('a'), { onlyFirst: true });
      expect(await storage.revokeSigningKey('unknown')).toBe(false);
      expect(await storage.revokeSigningKey('a')).toBe(true);
      const [first] = await storage.listSigningKeys();
      expect(first).toMatchObject({ kid: 'a', retiredAt: first?.revokedAt });
      expect(first?.revokedAt).toEqual(expect.any(Number));
      await storage.insertSigningKey(key('b'), { onlyFirst: true });
      expect(await storage.revokeSigningKey('a')).toBe(true);
      expect((await storage.listSigningKeys()).map(({ kid, revokedAt }) => [kid, revokedAt])).toEqual([
        ['a', first?.revokedAt],
        ['b', null],
      ]);
    });

    it('a renamed artist is found, shown and told everywhere, under the old address too', async () => {
      await endpoint();
      const { id } = await publishBy('Kathe Kolwitz', 'Weavers');
      const { id: hidden } = await publishBy('Kathe Kolwitz', 'Hidden', 'fully_private');
      await publishBy('Somebody Else', 'Weavers');
      await takeEvents();
      const before = await storage.findPublicArtwork(id);
      const after = (await storage.listChanges(0, 100)).changes.at(-1)?.seq ?? 0;

      const outcome = await storage.renameArtist('kathe-kolwitz', 'Käthe Kollwitz');
      expect(outcome).toMatchObject({ ok: true, works: 1 });
      const shown = await storage.findPublicArtwork(id);
      expect(shown?.artist).toEqual({ ...before?.artist, name: 'Käthe Kollwitz' });
      expect((shown?.updated_at ?? '') > (before?.updated_at ?? '')).toBe(true);
      expect(await storage.findArtist('kathe-kolwitz')).toMatchObject({
        name: 'Käthe Kollwitz',
        sort_name: 'Kollwitz, Käthe',
        artworks_count: 1,
      });
      expect(briefly(await takeEvents())).toEqual([['artwork.updated', id, ['artist']]]);
      expect((await storage.listChanges(after, 100)).changes).toMatchObject([
        { op: 'upsert', registryId: id },
      ]);
      const total = async (filter: object) =>
        (await storage.listPublicArtworks({ ...filter, limit: 10, offset: 0 })).total;
      expect(await total({ artist: 'kollwitz' })).toBe(1);
      expect(await total({ artist: 'kolwitz' })).toBe(0);
      expect(await total({ artist: 'kathe-kolwitz' })).toBe(1);
      expect(await total({ q: 'kollwitz' })).toBe(1);
      expect(await total({ q: 'kolwitz' })).toBe(0);
      // A client that has only the old name still means the same artist and the same works, hidden ones included.
      expect(await publishBy('Kathe Kolwitz', 'Weavers')).toEqual({ id, isDuplicate: true });
      expect(await publishBy('Käthe Kollwitz', 'Weavers')).toEqual({ id, isDuplicate: true });
      expect(await publishBy('Kathe Kolwitz', 'Hidden')).toEqual({ id: hidden, isDuplicate: true });
      expect((await publishBy('Kathe Kolwitz', 'Another')).isDuplicate).toBe(false);
      expect(await storage.findArtist('kathe-kolwitz')).toMatchObject({ artworks_count: 2 });

      expect(await storage.renameArtist('kathe-kolwitz', 'Käthe Kollwitz')).toMatchObject({ works: 0 });
      expect(await storage.renameArtist('kathe-kolwitz', 'Kathe Kolwitz')).toMatchObject({ works: 2 });
      expect(await storage.renameArtist('somebody-else', 'Käthe Kollwitz')).toMatchObject({
        reason: 'taken',
      });
      expect(await storage.renameArtist('kathe-kolwitz', 'somebody  else')).toMatchObject({
        reason: 'taken',
      });
      expect(await storage.renameArtist('nobody', 'X')).toEqual({ ok: false, reason: 'unknown' });
    });

    it('an artist is found by a part of a name or a former name; the beginning of a name counts first', async () => {
      for (const [index, name] of ['Anna Berg', 'Berg', 'Max Berger', 'Anna Berg'].entries())
        await publishBy(name, `Work ${index}`);
      await storage.renameArtist('max-berger', 'Max Tal');
      const found = async (nameKey: string, limit = 10) =>
        (await storage.searchArtists(nameKey, limit)).map(({ slug }) => slug);
      expect(await found('berg')).toEqual(['berg', 'anna-berg', 'max-berger']);
      expect(await found('berg', 2)).toEqual(['berg', 'anna-berg']);
      expect(await found('tal')).toEqual(['max-berger']);
      expect(await found('be_g')).toEqual([]);
    });

    it('two records of one artist become one, and every way to the old one leads there', async () => {
      await endpoint();
      const { id: kept } = await publishBy('Paul Klee', 'Angel');
      const { id: moved } = await publishBy('P. Klee', 'Fish');
      const { id: hidden } = await publishBy('P. Klee', 'Moon', 'fully_private');
      const old = await storage.findArtist('p-klee');
      await takeEvents();
      expect(await storage.mergeArtists('p-klee', 'paul-klee')).toMatchObject({ ok: true, works: 1 });
      expect(briefly(await takeEvents())).toEqual([['artwork.updated', moved, ['artist']]]);
      const klee = await storage.findArtist('paul-klee');
      expect(klee).toMatchObject({ name: 'Paul Klee', artworks_count: 2 });
      expect(await storage.findArtist('p-klee')).toEqual(klee);
      expect(await storage.findArtist(old?.id ?? '')).toEqual(klee);
      const ids = async (filter: object) =>
        (await storage.listPublicArtworks({ ...filter, limit: 10, offset: 0 })).artworks.map(
          (work) => work.registry_id,
        );
      expect(await ids({ artist: 'p-klee' })).toEqual([moved, kept]);
      expect(await ids({ artist: 'klee' })).toEqual([moved, kept]);
      expect(await publishBy('P. Klee', 'Fish')).toEqual({ id: moved, isDuplicate: true });
      expect(await publishBy('Paul Klee', 'Moon')).toEqual({ id: hidden, isDuplicate: true });
      expect(await publishBy('P. Klee', 'Angel')).toEqual({ id: kept, isDuplicate: true });
      // A new artist whose slug would be the old one gets another.
      await publishBy('P Klée!', 'Other');
      expect(await storage.mergeArtists('p-klee', 'paul-klee')).toMatchObject({ reason: 'same' });
      expect(await storage.mergeArtists('nobody', 'paul-klee')).toMatchObject({ reason: 'unknown' });
      await publishBy('Klee, Paulus', 'Last');
      await storage.mergeArtists('paul-klee', 'paulus-klee');
      expect((await storage.findArtist('p-klee'))?.slug).toBe(
        (await storage.findArtist('paulus-klee'))?.slug,
      );
    });

    it('corrects hundreds of works in pieces', async () => {
      for (let index = 0; index < 250; index += 1) await publishBy('Busy Artist', `Sheet ${index}`);
      expect(await storage.renameArtist('busy-artist', 'Busier Artist')).toMatchObject({ works: 250 });
      const page = await storage.listPublicArtworks({ q: 'busier', limit: 1, offset: 0 });
      expect(page.total).toBe(250);
    });

    it('shows every endpoint with what waits, what failed and how the day went', async () => {
      const [hook, quiet] = [await endpoint(), await endpoint(organizationId, ['gallery.updated'])];
      for (const title of ['a', 'b', 'c']) await publish({ title });
      const [won, lost] = await claimDeliveries(storage, clock.ms, { perEndpoint: 2 });
      if (won === undefined || lost === undefined) throw new Error('nothing to send');
      await finishDelivery(storage, won, { kind: 'delivered', status: 200, durationMs: 1 });
      await finishDelivery(storage, lost, {
        kind: 'failed',
        status: 500,
        error: 'answered 500',
        answer: 'no',
        durationMs: 1,
        nextAttemptAtMs: null,
        cooldownMs: [60_000],
      });
      const health = await storage.listEndpointHealth();
      expect(health.find((row) => row.id === quiet)).toMatchObject({ waiting: 0, failed: 0 });
      expect(health.find((row) => row.id === hook)).toMatchObject({
        organizationSlug: 'own',
        waiting: 1,
        failed: 1,
        consecutiveFailures: 1,
        cooldownUntilMs: clock.ms + 60_000,
      });
      const since = (clock.ms - 5.5 * 3_600_000) * 1000;
      expect(await storage.countDeliveryHours(since)).toEqual([
        { endpointId: hook, hour: 5, delivered: 1, failed: 1 },
      ]);
      expect(await storage.findBacklog()).toEqual({ waiting: 1, failed: 1, oldestDueAtMs: null });
      clock.ms += 120_000;
      expect(await storage.findBacklog()).toMatchObject({ oldestDueAtMs: clock.ms - 120_000 });
      expect(await storage.replayDeliveriesSince({ endpointId: hook, since: 0, statuses: ['failed'] })).toBe(
        1,
      );
      expect(await storage.countDeliveries()).toEqual({ pending: 2, delivered: 1 });
      const logs = (await storage.listDeliveries(hook, 10)).map(({ attempts, log }) => [
        attempts,
        log.length,
      ]);
      expect(logs).toContainEqual([0, 1]);
    });

    it('a key gets another name, limit and end, unless it is revoked', async () => {
      const { apiKey, prefix } = await addApiKey(storage, organizationId);
      const hash = hashApiKey(apiKey);
      expect(await storage.findApiKey(hash)).toMatchObject({ name: null, rateLimit: null, expiresAt: null });
      const expiresAt = (clock.ms + 60_000) * 1000;
      const changes = { name: 'the shop', rateLimit: 600, expiresAt };
      expect(await storage.updateApiKey(prefix, changes)).toMatchObject(changes);
      expect(await storage.updateApiKey(prefix, { name: null })).toMatchObject({ ...changes, name: null });
      expect(await storage.findApiKey(hash)).toMatchObject({ name: null, rateLimit: 600 });
      clock.ms += 61_000;
      expect(await storage.findApiKey(hash)).toBeUndefined();
      await storage.updateApiKey(prefix, { expiresAt: null });
      expect(await storage.findApiKey(hash)).toMatchObject({ rateLimit: 600, expiresAt: null });
      await storage.revokeApiKey(prefix);
      expect(await storage.updateApiKey(prefix, { name: 'again' })).toBeUndefined();
      expect(await storage.updateApiKey('unknown', { name: 'again' })).toBeUndefined();
    });

    it('an organisation gets another name', async () => {
      const { slug } = (await storage.listOrganizations()).find(({ id }) => id === organizationId)!;
      expect(await storage.updateOrganizationName(slug, 'New name')).toMatchObject({
        slug,
        name: 'New name',
      });
      expect(await storage.findOrganization(slug)).toMatchObject({ name: 'New name' });
      expect(await storage.updateOrganizationName('nobody', 'New name')).toBeUndefined();
    });

    it('a receiver gets another address and other events; removed, it is sent nothing more', async () => {
      const id = await endpoint(organizationId, ['artwork.created']);
      const url = 'https://other.example/hook';
      expect(await storage.updateWebhook(id, { url })).toMatchObject({ url, events: ['artwork.created'] });
      expect(await storage.updateWebhook(id, { events: ['artwork.updated'] })).toMatchObject({
        url,
        events: ['artwork.updated'],
      });
      const work = await publish({ title: 'a' });
      expect(await takeEvents()).toEqual([]);
      await update(work, { title: 'b' });
      expect(briefly(await takeEvents())).toEqual([['artwork.updated', work, ['title']]]);
      await update(work, { title: 'c' });
      const [underWay] = await claimDeliveries(storage, clock.ms);
      await storage.insertTestDelivery(id);
      expect(await storage.removeWebhook(id)).toBe(true);
      expect(await storage.removeWebhook(id)).toBe(false);
      expect(await storage.findWebhook(id)).toBeUndefined();
      await finishDelivery(storage, underWay!, { kind: 'delivered', status: 200, durationMs: 1 });
      await update(work, { title: 'd' });
      expect(await takeEvents()).toEqual([]);
      expect(await storage.updateWebhook(id, { url })).toBeUndefined();
    });

    it('says of the database that it is whole and as shipped', async () => {
      expect(await storage.inspect()).toMatchObject({ isSchemaAsShipped: true, damage: [] });
    });
  });
}
