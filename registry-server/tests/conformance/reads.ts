// The second half of what every storage must do: feeds, retention, access requests, limits, lists and their totals.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFixture, NOTHING } from './fixture.ts';
import type { StorageFactory } from './fixture.ts';
import type { ArtworkFilter } from '../../src/storage/records.ts';
import { certificateInput } from '../support/certificates.ts';
import { ACCESS_REQUEST, addAccessRequest, connectSite, NEW_PROFILE } from '../support/publishers.ts';

async function inParts<Item, Made>(items: Item[], make: (part: Item[]) => Promise<Made[]>): Promise<Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < items.length; at += 200) made.push(...(await make(items.slice(at, at + 200))));
  return made;
}

export function readConformance(name: string, factory: StorageFactory): void {
  describe(`feeds and lists on ${name}`, () => {
    let { storage, clock, close, organizationId, organization, publish, update, endpoint, input } = NOTHING;
    beforeEach(async () => {
      ({ storage, clock, close, organizationId, organization, publish, update, endpoint, input } =
        await makeFixture(factory));
    });
    afterEach(() => close());

    it('lists changes in order, without gaps, with a tombstone for what left', async () => {
      const [a, b] = [await publish({ title: 'a' }), await publish({ title: 'b' })];
      await update(a, { title: 'a2' });
      await update(b, { availability: 'fully_private' });
      await update(b, { title: 'hidden' });
      const first = await storage.listChanges(0, 3);
      expect(first.changes).toMatchObject([
        { op: 'upsert', registryId: a },
        { op: 'upsert', registryId: b },
        { op: 'upsert', registryId: a },
      ]);
      expect(first.hasMore).toBe(true);
      const rest = await storage.listChanges(first.changes[2]?.seq ?? 0, 3);
      expect(rest).toMatchObject({ changes: [{ op: 'remove', registryId: b }], hasMore: false });
      const seqs = [...first.changes, ...rest.changes].map((change) => change.seq);
      expect(seqs).toEqual([1, 2, 3, 4]);
    });

    it('thins what is old, and keeps the last change of each work', async () => {
      const id = await publish({ title: 'a' });
      await update(id, { title: 'b' });
      await publish({ title: 'c' });
      clock.ms += 31 * DAY_MS;
      const ages = { idempotencyHours: 24, deliveryDays: 30 };
      expect(await storage.sweep(ages)).toBeGreaterThan(0);
      const ops = async () => (await storage.listChanges(0, 10)).changes.map((change) => change.seq);
      expect(await ops()).toEqual([2, 3]);
      await update(id, { title: 'd' });
      expect(await ops()).toEqual([3, 4]);
      expect(await storage.sweep(ages)).toBe(0);
    });

    it('lets deliveries wait for 30 days, then expires them, then forgets them', async () => {
      const hook = await endpoint();
      await publish({ title: 'a' });
      await storage.updateWebhookStatus(hook, 'paused');
      const ages = { idempotencyHours: 24, deliveryDays: 30 };
      clock.ms += 30 * DAY_MS - HOUR_MS;
      await storage.sweep(ages);
      expect(await storage.countDeliveries()).toEqual({ pending: 1 });
      clock.ms += 2 * HOUR_MS;
      for (let sweep = 0; sweep < 2; sweep += 1) await storage.sweep(ages);
      expect(await storage.countDeliveries()).toEqual({ expired: 1 });
      clock.ms += 2 * HOUR_MS;
      for (let sweep = 0; sweep < 2; sweep += 1) await storage.sweep({ ...ages, deliveryDays: 1 / 24 });
      expect(await storage.countDeliveries()).toEqual({});
    });

    it('removes nothing young under a clock that is years ahead, and catches up where no server ran', async () => {
      const ages = { idempotencyHours: 24, deliveryDays: 30 };
      const hook = await endpoint();
      await storage.updateWebhookStatus(hook, 'paused');
      await storage.sweep(ages);
      await storage.publishArtworks([input({ title: 'k' }, 'key')]);
      const removed = await endpoint();
      await storage.removeWebhook(removed);
      clock.ms += 3000 * DAY_MS;
      for (let sweep = 0; sweep < 3; sweep += 1) expect(await storage.sweep(ages)).toBe(0);
      clock.ms -= 3000 * DAY_MS;
      expect(await storage.sweep(ages)).toBe(0);
      expect((await storage.publishArtworks([input({ title: 'k' }, 'key')]))[0]).toMatchObject({
        replayed: true,
      });
      expect(await storage.countDeliveries()).toEqual({ pending: 1 });
      clock.ms += 27 * HOUR_MS;
      let swept = 0;
      for (let sweep = 0; sweep < 24; sweep += 1) swept += await storage.sweep(ages);
      expect(swept).toBe(1);
    });

    it('removes nothing young where the first sweep comes under a clock that is years ahead', async () => {
      const ages = { idempotencyHours: 24, deliveryDays: 30 };
      // As a server does when it starts.
      await storage.shortenWaits(1000);
      await storage.publishArtworks([input({ title: 'k' }, 'key')]);
      clock.ms += 3000 * DAY_MS;
      expect(await storage.sweep(ages)).toBe(0);
      clock.ms -= 3000 * DAY_MS;
      expect((await storage.publishArtworks([input({ title: 'k' }, 'key')]))[0]).toMatchObject({
        replayed: true,
      });
    });

    it('keeps every key for a day that was used under a clock two days behind, once it is put right', async () => {
      const ages = { idempotencyHours: 24, deliveryDays: 30 };
      await storage.shortenWaits(1000);
      const id = await publish({ title: 'before' });
      clock.ms -= 48 * 3_600_000;
      const idempotency = (key: string) => ({ organizationId, idempotency: { key, requestHash: key } });
      const retry = async () => [
        (await storage.publishArtworks([input({ title: 'k' }, 'create')]))[0],
        (
          await storage.updateArtworks([
            { ...idempotency('update'), artworkId: id, fields: { title: 'later' }, source: null },
          ])
        )[0],
        await storage.issueCertificate(certificateInput(id, idempotency('certificate'))),
      ];
      await retry();
      clock.ms += 48 * 3_600_000;
      expect(await storage.sweep(ages)).toBe(0);
      for (const again of await retry()) expect(again).toMatchObject({ ok: true, replayed: true });
    });

    it('removes what is old where the server had started by a clock of 1970', async () => {
      const startMs = clock.ms;
      clock.ms = 60_000;
      await storage.shortenWaits(1000);
      clock.ms = startMs;
      await storage.publishArtworks([input({ title: 'k' }, 'key')]);
      for (let hour = 0; hour < 26; hour += 1) {
        expect(await storage.sweep({ idempotencyHours: 24, deliveryDays: 30 })).toBe(hour > 24 ? 1 : 0);
        clock.ms += HOUR_MS;
      }
    });

    it('knows for a year which e-mails were sent', async () => {
      await storage.recordSentMail('first');
      clock.ms += 367 * DAY_MS;
      await storage.sweep({ idempotencyHours: 24, deliveryDays: 30 });
      await storage.recordSentMail('second');
      expect(await storage.hasSentMail('first')).toBe(false);
      expect(await storage.hasSentMail('second')).toBe(true);
    });

    it('knows which e-mails were sent also under a clock that is years ahead', async () => {
      const ages = { idempotencyHours: 24, deliveryDays: 30 };
      await storage.sweep(ages);
      await storage.recordSentMail('first');
      clock.ms += 3000 * DAY_MS;
      await storage.sweep(ages);
      await storage.recordSentMail('second');
      expect(await storage.hasSentMail('first')).toBe(true);
    });

    it('tells what a publish would do, and writes nothing', async () => {
      const other = await organization('other');
      const id = await publish({ title: 'known' });
      const ask = (title: string, owner = organizationId) =>
        storage.matchArtwork({ ...input({ title }), organizationId: owner });
      expect(await ask('new')).toEqual({
        ok: true,
        match: { duplicate: false, matchedOn: null, registryId: null, data: null, conflict: null },
      });
      expect(await ask('known', other)).toMatchObject({
        match: { duplicate: true, matchedOn: 'fingerprint', registryId: id, data: { title: 'known' } },
      });
      await storage.withdrawArtwork(id);
      expect(await ask('known', other)).toMatchObject({ match: { duplicate: false } });
      expect((await storage.listChanges(0, 10)).changes).toHaveLength(2);
    });

    it('limits access requests per address and per e-mail, and counts none that it refuses', async () => {
      const limits = { perAddressHour: 2, perEmailDay: 3 };
      const ask = (addressHash: string, emailHash: string) =>
        storage.insertAccessRequest({ ...ACCESS_REQUEST, addressHash, emailHash }, limits);
      expect(await ask('a', 'e')).toMatchObject({
        ok: true,
        request: { status: 'queued' },
        keyExpiresAt: null,
      });
      expect((await ask('a', 'e')).ok).toBe(true);
      clock.ms += 1000;
      expect(await ask('a', 'f')).toEqual({ ok: false, retryAfterSeconds: 3599 });
      expect((await ask('b', 'e')).ok).toBe(true);
      expect((await ask('c', 'e')).ok).toBe(false);
      clock.ms += 3_600_000;
      expect((await ask('a', 'f')).ok).toBe(true);
      expect((await ask('a', 'e')).ok).toBe(false);
      expect(await storage.listAccessRequests('queued')).toHaveLength(4);
    });

    it('decides a queued access request once', async () => {
      const id = await addAccessRequest(storage);
      const key = {
        hash: 'h',
        prefix: 'areg_12345678',
        name: null,
        scopes: ['artworks:read'],
        rateLimit: null,
        sealedKey: 'sealed',
      };
      expect(await storage.approveAccessRequest(id, { organizationId }, key)).toMatchObject({
        request: { status: 'approved' },
        isClaimed: false,
      });
      expect(await storage.rejectAccessRequest(id)).toBeUndefined();
      expect(
        await storage.approveAccessRequest(id, { organizationId }, { ...key, hash: 'i' }),
      ).toBeUndefined();
      expect((await storage.findApiKey('h'))?.organization.slug).toBe('own');
      expect((await storage.findAccessRequest(id))?.status).toBe('approved');
    });

    it('serves organisations in turn: one write does not wait for the flood of another', async () => {
      const other = await organization('other');
      const flood = Array.from({ length: 400 }, (_, index) => input({ title: `flood ${index}` }));
      let isFloodOver = false;
      const flooded = storage.publishArtworks(flood).then((outcomes) => {
        isFloodOver = true;
        return outcomes;
      });
      const [single] = await storage.publishArtworks([
        { ...input({ title: 'single' }), organizationId: other },
      ]);
      expect([single?.ok, isFloodOver]).toEqual([true, false]);
      expect((await flooded).filter(({ ok }) => ok)).toHaveLength(400);
    });

    it('approves for somebody new whole or not at all, and hands the sealed key out until it is used', async () => {
      const id = await addAccessRequest(storage);
      expect(await storage.findClaimToken(id)).toEqual({ tokenHash: 'claim', askedAt: null });
      expect(await storage.claimAccess(id)).toMatchObject({ kind: 'answered', status: 'waiting', key: null });
      const key = { hash: 'h', prefix: 'p', name: null, scopes: ['artworks:read'], rateLimit: null };
      const approve = (slug: string, profile: string) =>
        storage.approveAccessRequest(
          id,
          {
            organization: { slug, name: slug },
            profile: { ...NEW_PROFILE, slug: profile, name: slug },
          },
          { ...key, sealedKey: 'sealed' },
        );
      // The organisation was made before the profile turned out to be taken.
      await expect(approve('new', 'own-gallery')).rejects.toThrow('already taken');
      expect(await storage.findOrganization('new')).toBeUndefined();
      expect((await storage.findAccessRequest(id))?.status).toBe('queued');
      expect(await approve('new', 'new')).toMatchObject({ isClaimed: true });
      expect((await storage.findApiKey('h'))?.organization.slug).toBe('new');
      expect(await storage.claimAccess(id)).toEqual({ kind: 'early', retryAfterSeconds: 30 });
      const sealed = { of: 'access_request' as const, id, secret: 'sealed' };
      expect(await storage.listSealedSecrets()).toEqual([sealed]);
      expect(await storage.replaceSealedSecret(sealed, 'sealed again')).toBe(true);
      expect(await storage.replaceSealedSecret(sealed, 'late')).toBe(false);
      const hook = { of: 'webhook' as const, id: await endpoint(), secret: 's' };
      expect(await storage.replaceSealedSecret(hook, 't')).toBe(true);
      expect(await storage.replaceSealedSecret(hook, 'late')).toBe(false);
      expect(await storage.listSealedSecrets()).toEqual([
        { ...hook, secret: 't' },
        { ...sealed, secret: 'sealed again' },
      ]);
      // The look-up above was the first use; it is noted in a write of its own.
      await expect
        .poll(async () => {
          clock.ms += 30_000;
          return storage.claimAccess(id);
        })
        .toMatchObject({ status: 'approved', sealedKey: null, key: { prefix: 'p' } });
      expect(await storage.listSealedSecrets()).toEqual([{ ...hook, secret: 't' }]);
      expect(await storage.claimAccess('nobody')).toEqual({ kind: 'unknown' });
    });

    it('moves the end of a read key with its use, noted once a day', async () => {
      const readKey = {
        hash: 'r',
        prefix: 'areg_read0000',
        name: null,
        scopes: ['artworks:read'],
        rateLimit: null,
      };
      const limits = { perAddressHour: 5, perEmailDay: 3 };
      const row = { ...ACCESS_REQUEST, accessType: 'read' as const, readKey };
      const asked = await storage.insertAccessRequest(row, limits);
      expect(asked).toMatchObject({ ok: true, request: { status: 'issued' } });
      const endOf = async () => (await storage.listApiKeys(PUBLIC_READERS))[0]?.expiresAt ?? 0;
      const first = await endOf();
      expect(first).toBe((clock.ms + 365 * DAY_MS) * 1000);
      clock.ms += 100 * DAY_MS;
      expect((await storage.findApiKey('r'))?.organization.slug).toBe('public-readers');
      await expect.poll(endOf).toBe(first + 100 * DAY_MS * 1000);
      clock.ms += 366 * DAY_MS;
      expect(await storage.findApiKey('r')).toBeUndefined();
    });

    it('counts a fixed window exactly', async () => {
      const results = [];
      for (let count = 0; count < 4; count += 1) results.push(await storage.countRequest('key', 3));
      expect(results.map((result) => [result.isAllowed, result.remaining])).toEqual([
        [true, 2],
        [true, 1],
        [true, 0],
        [false, 0],
      ]);
      clock.ms += 60_000;
      expect(await storage.countRequest('key', 3)).toMatchObject({ isAllowed: true, remaining: 2 });
    });

    it('gives exact totals after every kind of write, for every filter', async () => {
      const { installation } = await connectSite(storage, { ...INSTALLATION, organizationId });
      const source = { installationId: installation.id, externalId: 'x' };
      const priced = { availability: 'for_sale', price: { amount: 5, currency: 'EUR' } } as const;
      const a = await publish({
        title: 'red tower',
        medium: 'Oil on canvas',
        year_created: '1900',
        ...priced,
      });
      const b = await publish({ title: 'red bridge', medium: 'Ink', year_created: '1900' });
      await storage.publishArtworks([{ ...input({ title: 'blue tower' }), source }]);
      const filters = [
        {},
        { q: 'tow' },
        { q: 'red tower' },
        { artist: 'an' },
        { gallery: 'own-gallery' },
        { medium: 'oil' },
        { year: '1900' },
        { availability: 'for_sale' },
        { installation: { id: installation.id, organizationId } },
        { platform: { platform: 'wix', label: null, key: 'wix' } },
        { priceMin: 1, priceMax: 9 },
        { q: 'red', year: '1900' },
        { updatedSince: 0 },
        { updatedSince: 0, q: 'red' },
      ];
      const totals = async () => {
        const found: number[] = [];
        for (const filter of filters) {
          const page = await storage.listPublicArtworks({ ...filter, limit: 10, offset: 0 });
          expect(page.artworks, JSON.stringify(filter)).toHaveLength(page.total);
          found.push(page.total);
        }
        return found;
      };
      expect(await totals()).toEqual([3, 2, 1, 3, 3, 1, 2, 1, 1, 1, 1, 2, 3, 2]);
      await update(a, { title: 'green tower', year_created: '1901', availability: 'sold' });
      expect(await totals()).toEqual([3, 2, 0, 3, 3, 1, 1, 0, 1, 1, 0, 1, 3, 1]);
      await update(b, { availability: 'fully_private' });
      expect(await totals()).toEqual([2, 2, 0, 2, 2, 1, 0, 0, 1, 1, 0, 0, 2, 0]);
      await update(b, { availability: 'for_sale' });
      await storage.publishArtworks([
        {
          ...input({ title: 'red bridge', year_created: '1900', medium: 'Ink' }),
          source: { ...source, externalId: 'y' },
        },
      ]);
      expect(await totals()).toEqual([3, 2, 0, 3, 3, 1, 1, 1, 2, 2, 0, 1, 3, 1]);
    });

    // Beyond 1024 works a page is found by the counted blocks of its list.
    it('finds every page of a long list, however far, after works entered and left it', async () => {
      const states = ['for_sale', 'sold'] as const;
      const inputs = Array.from({ length: 2600 }, (_, index) => ({
        ...input({ title: `w${index}`, availability: states[index % 2] ?? 'sold', year_created: '1900' }),
        artistName: index % 5 === 0 ? 'Eva Exception' : 'Ana Always',
      }));
      // More at once would be refused as too many.
      const made = await inParts(inputs, (part) => storage.publishArtworks(part));
      const works = made.map((outcome, index) => ({
        id: outcome.ok ? outcome.body.registry_id : '',
        artist: index % 5 === 0 ? 'eva-exception' : 'ana-always',
        availability: states[index % 2] as string,
      }));
      const move = async (chosen: typeof works, availability: 'fully_private' | 'on_loan' | 'sold') => {
        const changed = chosen.map(({ id: artworkId }) => ({
          organizationId,
          artworkId,
          fields: { availability },
          source: null,
          idempotency: null,
        }));
        const outcomes = await inParts(changed, (part) => storage.updateArtworks(part));
        for (const outcome of outcomes) expect(outcome.ok).toBe(true);
        for (const work of chosen) work.availability = availability;
      };
      const every = (step: number) => works.filter((_, index) => index % step === 0);
      await move(every(7), 'fully_private');
      await move(every(11), 'on_loan');
      await move(every(14), 'sold');

      const newestFirst = works.toReversed().filter((work) => work.availability !== 'fully_private');
      const lists: [filter: Partial<ArtworkFilter>, ids: string[]][] = [
        [{}, newestFirst.map(({ id }) => id)],
        [{ gallery: 'own-gallery' }, newestFirst.map(({ id }) => id)],
        [{ year: '1900' }, newestFirst.map(({ id }) => id)],
        ...['sold', 'on_loan'].map((availability): [Partial<ArtworkFilter>, string[]] => [
          { availability },
          newestFirst.filter((work) => work.availability === availability).map(({ id }) => id),
        ]),
        ...['ana-always', 'eva-exception'].map((artist): [Partial<ArtworkFilter>, string[]] => [
          { artist },
          newestFirst.filter((work) => work.artist === artist).map(({ id }) => id),
        ]),
      ];
      for (const [filter, ids] of lists) {
        for (const offset of [0, 1000, 1023, 1024, 1025, 1400, 2047, ids.length - 1, ids.length, 5000]) {
          const page = await storage.listPublicArtworks({ ...filter, limit: 30, offset });
          const found = page.artworks.map((work) => work.registry_id);
          const expected = ids.slice(offset, offset + 30);
          expect([page.total, found], JSON.stringify({ ...filter, offset })).toEqual([ids.length, expected]);
        }
      }
    });

    it('shows a renamed gallery and a new site address at once, in lists and single works', async () => {
      const row = { ...INSTALLATION, organizationId };
      const { installation } = await connectSite(storage, row);
      const source = { installationId: installation.id };
      const [made] = await storage.publishArtworks([{ ...input({ title: 'a' }), source }]);
      const id = made?.ok ? made.body.registry_id : '';
      const shown = async () => {
        const { json } = await storage.listPublicJson({ limit: 10, offset: 0 });
        const listed = JSON.parse(new TextDecoder().decode(json)) as unknown[];
        const single = await storage.findPublicArtwork(id);
        expect(listed).toEqual([single]);
        return [single?.current_collection?.name, single?.location, single?.source?.site_url];
      };
      expect(await shown()).toEqual(['own', null, 'https://shop.example']);
      await storage.updateProfile('own-gallery', { name: 'New "name"', showCountry: true });
      await storage.connectInstallation({ ...row, siteUrl: 'https://shop.example/new' });
      expect(await shown()).toEqual(['New "name"', { country: 'Germany' }, 'https://shop.example/new']);
    });

    it('says at once of each public work whether its profile takes part in the dumps', async () => {
      const id = await publish({ title: 'a' });
      expect(await storage.findPublicForm(id)).toMatchObject({ isInDumps: true });
      await storage.updateProfile('own-gallery', { inDumps: false });
      expect(await storage.findPublicForm(id)).toMatchObject({ isInDumps: false });
      expect(await storage.listInDumps([id])).toEqual([]);
    });

    it('lets no character of a search alter it', async () => {
      await publish({ title: 'O’Brien’s "Night" (study)', medium: '100% wool_x' });
      const count = async (filter: object) =>
        (await storage.listPublicArtworks({ ...filter, limit: 10, offset: 0 })).total;
      for (const q of [
        'night OR zebra',
        'night NOT study',
        'zebra*',
        'words:night',
        '"',
        '*',
        '^zebra',
        ') OR (1=1',
      ]) {
        expect(await count({ q }), q).toBe(0);
      }
      for (const q of ['night', 'NIGHT stu', 'brien', 'nìght', 'study,(', 'wool_x', '100%']) {
        expect(await count({ q }), q).toBe(1);
      }
      for (const medium of ['%', '_', '"', 'woolx', "' OR 1=1 --"])
        expect(await count({ medium }), medium).toBe(0);
      for (const medium of ['100', 'wool x', 'OO', 'wool']) expect(await count({ medium }), medium).toBe(1);
    });
  });
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PUBLIC_READERS = '00000000-0000-4000-8000-000000000001';

const INSTALLATION = {
  platform: 'wix',
  platformLabel: null,
  platformKey: 'wix',
  siteUrl: 'https://shop.example',
  siteKey: 'shop.example',
  siteName: null,
  clientVersion: null,
};
