// What becomes of a publish, facts by facts: a refusal, a replay, a duplicate or a new work, and everything that is written
// with it.
import { describe, expect, it } from 'vitest';
import { artworkRow, factsOf, ruleTx, sourceRow } from '../../../tests/support/rule-tx.ts';
import { START_MS } from '../../../tests/support/test-clock.ts';
import type { ArtworkWrite, PublishFacts, PublishQuery, StoredArtwork } from '../../storage/artwork-facts.ts';
import type { InstallationRecord, PublishInput } from '../../storage/records.ts';
import { Refused } from '../../storage/tx.ts';
import type { Tx } from '../../storage/tx.ts';
import { matchArtwork } from './dry-run.ts';
import { publish } from './publish.ts';

const SHOP: InstallationRecord = {
  id: 'shop',
  organizationId: 'own',
  platform: 'wix',
  platformLabel: null,
  platformKey: 'wix',
  siteUrl: 'https://shop.example',
  connectedAt: 1,
  lastSyncedAt: null,
};
const HOLDER = {
  id: 'p',
  slug: 'own-gallery',
  name: 'Own',
  type: 'gallery',
  city: 'Berlin',
  country: 'Germany',
};
const SOURCE = { installationId: 'shop', externalId: '7' };
const FIELDS = {
  title: 'Irises',
  year_created: '1889',
  medium: 'Oil',
  height_cm: 71,
  width_cm: 93,
  depth_cm: null,
  availability: 'for_sale' as const,
  price: { amount: 100, currency: 'EUR' },
  cover_image_url: 'https://shop.example/7.jpg',
  external_id: '7',
  source_url: 'https://shop.example/7',
  inventory_ref: 'A-1',
};
const inputOf = (more: Partial<PublishInput> = {}): PublishInput => ({
  organizationId: 'own',
  fields: FIELDS,
  artistName: 'Ana',
  source: null,
  idempotency: null,
  ...more,
});
const subscribers = { organizationId: 'own', slug: 'own', endpoints: [{ id: 'all', events: ['*'] }] };

/** A Tx over these facts, which remembers what it was asked and what was written. */
function txOf(facts: Partial<PublishFacts>, artwork?: Partial<StoredArtwork>) {
  const asked: PublishQuery[] = [];
  const writes: ArtworkWrite[] = [];
  const answers: unknown[] = [];
  const fingerprints: string[] = [];
  const methods: Partial<Tx> = {
    nextArtworkNumber: () => 100_007,
    gatherPublish: async (query) => {
      asked.push(query);
      return factsOf({ holder: HOLDER, subscribers, ...facts });
    },
    listSameFingerprint: async (_organization, fingerprint) => {
      fingerprints.push(fingerprint);
      return [{ number: 5, organizationId: 'own' }];
    },
    findArtwork: async () => artwork && { row: artworkRow(), sources: [], subscribers, ...artwork },
    writeArtwork: async (write) => void writes.push(write),
    writeAnswer: async (answer) => void answers.push(answer),
  };
  return { tx: ruleTx(methods), asked, writes, answers, fingerprints };
}
const idempotency = { key: 'k', requestHash: 'x' };
const own = (number: number) => ({ number, organizationId: 'own' });
const other = (number: number) => ({ number, organizationId: 'other' });

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refused)) throw new Error('nothing was refused');
  return error.refusal.code;
}

describe('a publish asks', () => {
  it('for everything that decides it, in one go', async () => {
    const { tx, asked } = txOf({ installation: SHOP });
    await publish(tx, inputOf({ source: SOURCE, idempotency, profileId: 'p' }));
    expect(asked).toEqual([
      {
        organizationId: 'own',
        installationId: 'shop',
        externalId: '7',
        inventoryRef: 'A-1',
        sourceUrlKey: 'HlhWYUtk7eAW2eb5wXsq8K',
        coverImageKey: '1pAc8UZLSYt7nnVWvfQRTw',
        workKey: expect.any(String),
        idempotencyKey: 'k',
        profileId: 'p',
        artist: expect.objectContaining({ nameKey: 'ana' }),
        fingerprint: expect.any(String),
        carriers: 2,
      },
    ]);
  });
  it('for nothing that the call does not name', async () => {
    const { tx, asked } = txOf({});
    await publish(tx, inputOf());
    expect(asked[0]).toMatchObject({
      installationId: null,
      externalId: '7',
      idempotencyKey: null,
      profileId: null,
    });
  });
  it('once more for the fingerprint where the operator renamed the artist', async () => {
    const known = { id: 'a', name: 'Anna', slug: 'anna', isNamed: true, isByAlias: true };
    const { tx, asked, fingerprints } = txOf({ artist: { known, takenSlugs: [] } }, {});
    expect(await publish(tx, inputOf())).toMatchObject({ body: { matched_on: 'fingerprint' } });
    expect(fingerprints).toHaveLength(1);
    expect(fingerprints[0]).not.toBe(asked[0]?.fingerprint);
    const untitled = txOf({ artist: { known, takenSlugs: [] } });
    const generic = { ...FIELDS, title: 'Untitled', year_created: null, height_cm: null, width_cm: null };
    expect(await publish(untitled.tx, inputOf({ fields: generic }))).toMatchObject({ status: 201 });
    expect(untitled.fingerprints).toEqual([]);
    const nameless = txOf({ artist: { known: { ...known, isByAlias: false }, takenSlugs: [] } });
    expect(await publish(nameless.tx, inputOf())).toMatchObject({ status: 201 });
    expect(nameless.fingerprints).toEqual([]);
  });
});

describe('a publish is refused', () => {
  it.each<[string, Partial<PublishFacts>, Partial<PublishInput>]>([
    ['unknown_installation', {}, { source: SOURCE }],
    ['no_write_target', { holder: undefined }, {}],
    ['unknown_installation', { holder: undefined }, { source: SOURCE }],
    [
      'idempotency_key_reused',
      { answer: { requestHash: 'other', status: 201, response: '{}', isPublic: true } },
      { idempotency },
    ],
    // Without this refusal two works of one shop would have the same number, and the engine would fail.
    [
      'source_conflict',
      { installation: SHOP, sameFingerprint: [own(3)], sameExternalId: own(2) },
      { source: SOURCE },
    ],
    ['source_conflict', { installation: SHOP, sameExternalId: other(2) }, { source: SOURCE }],
  ])('with %s where the facts are %j', async (code, facts, input) => {
    const { tx, writes } = txOf(facts, {});
    expect(await refusalOf(publish(tx, inputOf(input)))).toBe(code);
    expect(writes).toEqual([]);
  });
});

describe('a publish that was answered before', () => {
  it('gets the stored answer, and writes nothing', async () => {
    const body = { registry_id: 'AREG-5', data: { title: 'Irises' } };
    const answer = { requestHash: 'x', status: 201, response: JSON.stringify(body), isPublic: true };
    const { tx, writes } = txOf({ answer });
    expect(await publish(tx, inputOf({ idempotency }))).toEqual({
      ok: true,
      replayed: true,
      status: 201,
      body,
    });
    expect(writes).toEqual([]);
  });
});

describe('a new work', () => {
  it('is written with its artist, source, event, step in the feed and answer', async () => {
    const { tx, writes } = txOf({ installation: SHOP });
    const outcome = await publish(tx, inputOf({ source: SOURCE, idempotency }));
    expect(outcome).toMatchObject({
      ok: true,
      replayed: false,
      status: 201,
      body: {
        object: 'artwork_write_result',
        duplicate: false,
        matched_on: null,
        registry_id: 'AREG-100007',
        data: { title: 'Irises', price: { amount: 100 }, source: { external_id: '7' } },
      },
    });
    const [write] = writes;
    expect(writes).toHaveLength(1);
    expect(write?.before).toBeUndefined();
    expect(write).toMatchObject({
      artist: { name: 'Ana', isNamed: true },
      source: { installation_id: 'shop', external_id: '7', status: 'active' },
      sourceInstallationId: 'shop',
      isIndexed: true,
      changes: [{ op: 'upsert', registryId: 'AREG-100007' }],
      events: [{ type: 'artwork.created' }],
      answer: { key: 'k', requestHash: 'x', status: 201, organizationId: 'own' },
    });
    expect(JSON.parse(write?.answer?.response ?? '')).toEqual(outcome.ok && outcome.body);
    expect(write?.row).toEqual({
      ...artworkRow(),
      ...{ number: 100_007, registry_id: 'AREG-100007', id: expect.any(String) as string },
      ...{ artist_id: write?.artist?.id, artist_slug: 'ana', artist_name: 'Ana', artist_is_named: 1 },
      fingerprint: expect.any(String) as string,
      title: 'Irises',
      year_created: '1889',
      medium: 'Oil',
      height_cm: 71,
      width_cm: 93,
      availability: 'for_sale',
      price_amount: 100,
      price_currency: 'EUR',
      cover_image_url: 'https://shop.example/7.jpg',
      external_id: '7',
      source_url: 'https://shop.example/7',
      source_url_key: 'HlhWYUtk7eAW2eb5wXsq8K',
      cover_image_key: '1pAc8UZLSYt7nnVWvfQRTw',
      inventory_ref: 'A-1',
      profile_city: 'Berlin',
      profile_country: 'Germany',
      created_at: START_MS * 1000,
      updated_at: expect.any(Number) as number,
    });
  });
  it('without source, key and price has none of them', async () => {
    const { tx, writes } = txOf({});
    await publish(tx, inputOf({ fields: { ...FIELDS, price: null } }));
    expect(writes[0]).toMatchObject({ source: undefined, answer: undefined, sourceInstallationId: null });
    expect(writes[0]?.row).toMatchObject({ price_amount: null, price_currency: null });
  });
  it('that is private is shown to nobody, names no artist and is told to nobody', async () => {
    const { tx, writes } = txOf({});
    const fields = { ...FIELDS, availability: 'fully_private' as const };
    expect(await publish(tx, inputOf({ fields }))).toMatchObject({ status: 201, body: { data: null } });
    expect(writes[0]).toMatchObject({
      artist: { isNamed: false },
      row: { is_public: 0, artist_is_named: 0 },
    });
    expect(writes[0]).not.toHaveProperty('events');
  });
});

describe('a duplicate', () => {
  it('of the caller’s own work attaches the source it names', async () => {
    const { tx, writes } = txOf({ installation: SHOP, sameFingerprint: [own(3)] }, {});
    const outcome = await publish(tx, inputOf({ source: SOURCE, idempotency }));
    expect(outcome).toMatchObject({
      ok: true,
      replayed: false,
      status: 200,
      body: { duplicate: true, matched_on: 'fingerprint', data: { source: { external_id: '7' } } },
    });
    expect(writes).toMatchObject([
      {
        before: artworkRow(),
        row: artworkRow(),
        source: { installation_id: 'shop', external_id: '7' },
        sourceInstallationId: 'shop',
        changes: [{ op: 'upsert' }],
        answer: { status: 200 },
      },
    ]);
  });
  it('keeps what is known of a source that is attached already', async () => {
    const held = sourceRow({ external_id: '7', source_url: 'https://shop.example/old' });
    const facts = { installation: SHOP, sameFingerprint: [own(3)], sameExternalId: own(3) };
    const { tx, writes } = txOf(facts, { sources: [sourceRow({ installation_id: 'first' }), held] });
    await publish(tx, inputOf({ source: SOURCE }));
    expect(writes[0]?.source).toMatchObject({ external_id: '7', source_url: 'https://shop.example/old' });
    // Shown is the first one still.
    expect(writes[0]?.changes).toEqual([]);
  });
  it.each([
    ['somebody else’s work attaches nothing', { sameFingerprint: [other(3)], installation: SHOP }, SOURCE],
    ['the caller’s own work without source attaches nothing', { sameFingerprint: [own(3)] }, null],
  ])('of %s', async (_, facts, source) => {
    const { tx, writes, answers } = txOf(facts, {});
    expect(await publish(tx, inputOf({ source, idempotency }))).toMatchObject({
      ok: true,
      replayed: false,
      status: 200,
      body: { duplicate: true, data: { title: 'Work' } },
    });
    expect([writes, answers.length]).toEqual([[], 1]);
    const unkeyed = txOf(facts, {});
    await publish(unkeyed.tx, inputOf({ source }));
    expect(unkeyed.answers).toEqual([]);
  });
  it('of a hidden work shows nothing of it', async () => {
    const { tx } = txOf({ sameFingerprint: [own(3)] }, { row: artworkRow({ is_public: 0 }) });
    expect(await publish(tx, inputOf())).toMatchObject({ body: { registry_id: 'AREG-100001', data: null } });
  });
  it('that is a second product of the same shop is refused', async () => {
    const facts = { installation: SHOP, sameFingerprint: [own(3)] };
    const { tx, writes } = txOf(facts, { sources: [sourceRow({ external_id: '6' })] });
    expect(await refusalOf(publish(tx, inputOf({ source: SOURCE })))).toBe('source_conflict');
    expect(writes).toEqual([]);
  });
  it('that cannot be read is an error of ours', async () => {
    const { tx } = txOf({ sameFingerprint: [own(3)] });
    await expect(publish(tx, inputOf())).rejects.toThrow('artwork 3 is missing');
  });
});

describe('a dry run', () => {
  const dryRun = async (facts: Partial<PublishFacts>, artwork?: Partial<StoredArtwork>, more = {}) => {
    const { tx, asked, writes } = txOf({ installation: SHOP, ...facts }, artwork);
    const { ok, match } = await matchArtwork(tx, inputOf({ idempotency, ...more }));
    expect(ok).toBe(true);
    expect([asked[0]?.idempotencyKey, writes]).toEqual([null, []]);
    return match;
  };
  it('finds nothing where a publish would make a new work', async () => {
    expect(await dryRun({})).toEqual({
      duplicate: false,
      matchedOn: null,
      registryId: null,
      data: null,
      conflict: null,
    });
  });
  it('finds what a publish would find, and shows what everybody may see', async () => {
    expect(await dryRun({ sameFingerprint: [other(3)] }, {})).toMatchObject({
      duplicate: true,
      matchedOn: 'fingerprint',
      registryId: 'AREG-100001',
      data: { title: 'Work' },
      conflict: null,
    });
    expect(await dryRun({ sameFingerprint: [own(3)] }, { row: artworkRow({ is_public: 0 }) })).toMatchObject({
      registryId: 'AREG-100001',
      data: null,
    });
  });
  it('tells of a conflict instead of refusing', async () => {
    const conflicts = { sameFingerprint: [own(3)], sameExternalId: own(2) };
    expect((await dryRun(conflicts, {}, { source: SOURCE })).conflict).toContain('"7"');
    const second = await dryRun(
      { sameFingerprint: [own(3)] },
      { sources: [sourceRow({ external_id: '6' })] },
      { source: SOURCE },
    );
    expect(second.conflict).toContain('"6"');
  });
  it('finds no conflict with the source of somebody else’s work', async () => {
    const theirs = { sources: [sourceRow({ external_id: '6' })] };
    expect((await dryRun({ sameFingerprint: [other(3)] }, theirs, { source: SOURCE })).conflict).toBeNull();
  });
  it.each<[string, Partial<PublishFacts>, object]>([
    ['unknown_installation', { installation: undefined }, { source: SOURCE }],
    ['no_write_target', { holder: undefined }, {}],
  ])('is refused with %s like a publish', async (code, facts, more) => {
    expect(await refusalOf(dryRun(facts, {}, more))).toBe(code);
  });
});
