// What becomes of an update and of a source patch, facts by facts: a refusal, a replay, or a change with what follows.
import { describe, expect, it } from 'vitest';
import { artworkRow, ruleTx, sourceRow } from '../../../tests/support/rule-tx.ts';
import type {
  ArtworkRow,
  ArtworkWrite,
  SourceRow,
  UpdateFacts,
  UpdateQuery,
} from '../../storage/artwork-facts.ts';
import type { InstallationRecord, SourcePatchInput, UpdateInput } from '../../storage/records.ts';
import { Refused } from '../../storage/tx.ts';
import { patchSource, updateArtwork } from './update.ts';

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
const subscribers = { organizationId: 'own', slug: 'own', endpoints: [{ id: 'all', events: ['*'] }] };
const idempotency = { key: 'k', requestHash: 'x' };
const ANA = { id: 'a', name: 'Ana', slug: 'ana', isNamed: true, isByAlias: false };

type Given = Partial<Omit<UpdateFacts, 'artwork'>> & {
  row?: Partial<ArtworkRow> | null;
  sources?: SourceRow[];
};

function txOf({ row = {}, sources = [], ...facts }: Given) {
  const asked: UpdateQuery[] = [];
  const writes: ArtworkWrite[] = [];
  const held: [string, string][] = [];
  const tx = ruleTx({
    gatherUpdate: async (query) => {
      asked.push(query);
      const artwork = row === null ? undefined : { row: artworkRow(row), sources, subscribers };
      return {
        isActive: true,
        answer: undefined,
        installation: undefined,
        externalIdHolder: undefined,
        artist: query.artist === null ? undefined : { known: undefined, takenSlugs: [] },
        ...facts,
        artwork,
      };
    },
    findExternalIdHolder: async (installationId, externalId) => {
      held.push([installationId, externalId]);
      return 9;
    },
    writeArtwork: async (write) => void writes.push(write),
  });
  return { tx, asked, writes, held };
}

async function outcomeOf(work: Promise<{ ok: boolean; body?: unknown } | unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refused) return error.refusal.code;
    throw error;
  }
}

const updateOf = (more: Partial<UpdateInput> = {}): UpdateInput => ({
  organizationId: 'own',
  artworkId: 'AREG-100001',
  fields: {},
  source: null,
  idempotency: null,
  ...more,
});

async function update(given: Given, more: Partial<UpdateInput>) {
  const { tx, asked, writes } = txOf(given);
  const outcome = await outcomeOf(updateArtwork(tx, updateOf(more)));
  return { outcome, asked, writes, write: writes[0] };
}

describe('an update asks', () => {
  it('for everything that decides it, in one go', async () => {
    const source = { installationId: 'shop', externalId: '7' };
    const { asked } = await update({ installation: SHOP }, { source, idempotency, artistName: 'Ana' });
    expect(asked).toEqual([
      {
        organizationId: 'own',
        artworkId: 'AREG-100001',
        idempotencyKey: 'k',
        installationId: 'shop',
        externalId: '7',
        artist: expect.objectContaining({ nameKey: 'ana' }),
      },
    ]);
    const { asked: plain } = await update({}, {});
    expect(plain[0]).toMatchObject({
      idempotencyKey: null,
      installationId: null,
      externalId: null,
      artist: null,
    });
  });
});

describe('a change of a work', () => {
  it.each<[string, Given, Partial<UpdateInput>]>([
    ['artwork_not_found', { row: null }, {}],
    ['artwork_not_found', { row: { withdrawn_at: 5 } }, {}],
    ['not_permitted', { row: { organization_id: 'other' } }, {}],
    ['artwork_not_found', { row: { organization_id: 'other', is_public: 0 } }, {}],
    ['unknown_installation', {}, { source: { installationId: 'shop' } }],
    [
      'idempotency_key_reused',
      { answer: { requestHash: 'other', status: 200, response: '{}', isPublic: true } },
      { idempotency },
    ],
    [
      'unknown_installation',
      { answer: { requestHash: 'x', status: 200, response: '{}', isPublic: true } },
      { source: { installationId: 'shop' }, idempotency },
    ],
    [
      'source_conflict',
      { installation: SHOP, externalIdHolder: 9 },
      { source: { installationId: 'shop', externalId: '7' } },
    ],
  ])('is refused with %s where the facts are %j and the change is %j', async (code, given, more) => {
    const { outcome, writes } = await update(given, more);
    expect([outcome, writes]).toEqual([code, []]);
  });

  it('that was answered before gets the stored answer, and writes nothing', async () => {
    const body = { registry_id: 'AREG-100001', data: null, public: false };
    const answer = { requestHash: 'x', status: 200, response: JSON.stringify(body), isPublic: true };
    const { outcome, writes } = await update({ answer }, { idempotency, fields: { medium: 'Oil' } });
    expect(outcome).toEqual({ ok: true, replayed: true, status: 200, body });
    expect(writes).toEqual([]);
  });

  it('that everybody sees moves updated_at, and is a step in the feed and an event', async () => {
    const { outcome, write, writes } = await update({}, { fields: { medium: 'Oil' }, idempotency });
    expect(outcome).toMatchObject({
      ok: true,
      replayed: false,
      status: 200,
      body: {
        object: 'artwork_update_result',
        registry_id: 'AREG-100001',
        public: true,
        changed_fields: ['medium'],
        data: { medium: 'Oil', title: 'Work' },
      },
    });
    expect(writes).toHaveLength(1);
    expect(write).toMatchObject({
      before: artworkRow(),
      row: { medium: 'Oil', artist_name: 'Ana', artist_spelling: 'Ana' },
      isIndexed: true,
      changes: [{ op: 'upsert', updatedAt: write?.row.updated_at }],
      events: [{ type: 'artwork.updated' }],
      answer: { key: 'k', status: 200 },
    });
    expect(write?.row.updated_at).toBeGreaterThan(1);
    expect(write?.publicJson).toContain('Oil');
  });

  it('that nobody sees is stored and nothing more', async () => {
    const { outcome, write } = await update({}, { fields: { inventory_ref: 'A-1' } });
    expect(outcome).toMatchObject({ body: { changed_fields: [], data: { updated_at: expect.any(String) } } });
    expect(write).toMatchObject({ row: { inventory_ref: 'A-1', updated_at: 1 }, changes: [] });
    for (const part of ['events', 'isIndexed']) expect(write).not.toHaveProperty(part);
    expect([write?.source, write?.answer]).toEqual([undefined, undefined]);
  });

  it('keeps the price it does not name, and clears one that is null', async () => {
    const row = { availability: 'for_sale' as const, price_amount: 100, price_currency: 'EUR' };
    expect((await update({ row }, { fields: { medium: 'Oil' } })).write?.row).toMatchObject({
      price_amount: 100,
      price_currency: 'EUR',
    });
    const { outcome, write } = await update({ row }, { fields: { price: null } });
    expect(write?.row).toMatchObject({ price_amount: null, price_currency: null });
    expect(outcome).toMatchObject({ body: { changed_fields: ['price'] } });
  });

  it('knows no half of a price', async () => {
    for (const half of [{ price_amount: 100 }, { price_currency: 'EUR' }]) {
      const { write } = await update({ row: half }, { fields: { medium: 'Oil' } });
      expect(write?.row).toMatchObject({ price_amount: null, price_currency: null });
    }
  });

  it('that hides the work is answered without it', async () => {
    const { outcome, write } = await update({}, { fields: { availability: 'fully_private' } });
    expect(outcome).toMatchObject({ body: { public: false, changed_fields: ['availability'], data: null } });
    expect(write).toMatchObject({ row: { is_public: 0 }, isIndexed: false, changes: [{ op: 'remove' }] });
  });

  it('gives it the fingerprint of what it is now', async () => {
    const size = { year_created: '1900', height_cm: 1, width_cm: 2 };
    const first = await update({ row: size }, { fields: { title: 'Irises' } });
    const again = await update({ row: { ...size, title: 'Irises' } }, {});
    const other = await update({ row: size }, { fields: { title: 'Roses' } });
    expect(first.write?.row.fingerprint).toMatch(/\w/);
    expect(again.write?.row.fingerprint).toBe(first.write?.row.fingerprint);
    expect(other.write?.row.fingerprint).not.toBe(first.write?.row.fingerprint);
    // An artist whom the operator renamed is known by the present name, whatever the work says.
    const led = await update({ row: { ...size, artist_leads_to: 'Anna' } }, { fields: { title: 'Irises' } });
    const named = await update({ row: { ...size, artist_name: 'Anna' } }, { fields: { title: 'Irises' } });
    expect(led.write?.row.fingerprint).toBe(named.write?.row.fingerprint);
    expect(led.write?.row.fingerprint).not.toBe(first.write?.row.fingerprint);
  });
});

describe('the artist of an updated work', () => {
  it('is another one where the update names one', async () => {
    const { outcome, write } = await update({}, { artistName: 'Eva' });
    expect(write).toMatchObject({
      artist: { name: 'Eva', isNamed: true },
      row: { artist_name: 'Eva', artist_slug: 'eva', artist_spelling: 'Eva', artist_id: write?.artist?.id },
    });
    expect(outcome).toMatchObject({ body: { changed_fields: ['artist'] } });
  });
  it('keeps the name that is known already, and the spelling of the work’s owner', async () => {
    const { write } = await update({ artist: { known: ANA, takenSlugs: [] } }, { artistName: 'ANA' });
    expect(write?.artist).toBeUndefined();
    expect(write?.row).toMatchObject({ artist_id: 'a', artist_name: 'Ana', artist_spelling: 'ANA' });
  });
  it('is named by the work that is shown first', async () => {
    const row = {
      availability: 'fully_private' as const,
      is_public: 0,
      artist_is_named: 0,
      artist_spelling: 'ana K.',
    };
    const { write } = await update({ row }, { fields: { availability: 'for_sale' } });
    expect(write).toMatchObject({
      naming: { id: 'a', name: 'ana K.' },
      row: { artist_name: 'ana K.', artist_is_named: 1 },
    });
    const named = await update({ row: { artist_spelling: 'ANA' } }, { fields: { medium: 'Oil' } });
    expect(named.write?.naming).toBeUndefined();
    expect(named.outcome).toMatchObject({
      body: { changed_fields: ['medium'], data: { artist: { name: 'Ana' } } },
    });
    const hidden = await update({ row }, { fields: { medium: 'Oil' } });
    expect(hidden.write?.naming).toBeUndefined();
    expect(hidden.write?.row).toMatchObject({ artist_is_named: 0, artist_name: 'Ana' });
    const old = await update(
      { row: { ...row, artist_spelling: null } },
      { fields: { availability: 'for_sale' } },
    );
    expect(old.write).toMatchObject({ naming: { name: 'Ana' } });
  });
});

describe('the source of an update', () => {
  it('is written with it, and is a step where it becomes the one that is shown', async () => {
    const source = { installationId: 'shop', externalId: '7' };
    const { write, outcome } = await update({ installation: SHOP }, { source });
    expect(write).toMatchObject({
      source: { installation_id: 'shop', external_id: '7' },
      sourceInstallationId: 'shop',
      changes: [{ op: 'upsert' }],
    });
    expect(outcome).toMatchObject({ body: { changed_fields: [], data: { source: { external_id: '7' } } } });
  });
  it('keeps what is known of it, and its own number is not a conflict', async () => {
    const held = sourceRow({ external_id: '7', source_url: 'https://shop.example/7' });
    const given = {
      installation: SHOP,
      externalIdHolder: 100_001,
      sources: [sourceRow({ installation_id: 'x' }), held],
    };
    const { write } = await update(given, { source: { installationId: 'shop', externalId: '7' } });
    expect(write?.source).toMatchObject({ external_id: '7', source_url: 'https://shop.example/7' });
    expect(write?.changes).toEqual([]);
  });
});

async function patch(given: Given, more: Partial<SourcePatchInput> = {}) {
  const input: SourcePatchInput = {
    organizationId: 'own',
    artworkId: 'AREG-100001',
    change: {},
    idempotency: null,
    ...more,
  };
  const { tx, asked, writes, held } = txOf(given);
  const outcome = await outcomeOf(patchSource(tx, input));
  return { outcome, asked, writes, held, write: writes[0] };
}
const first = sourceRow({ external_id: '7' });
const second = sourceRow({ installation_id: 'second' });
const theirs = sourceRow({ installation_id: 'theirs', organization_id: 'other' });
const SECOND = { ...SHOP, id: 'second' };

describe('a source patch', () => {
  it.each<[string, Given, Partial<SourcePatchInput>]>([
    ['artwork_not_found', { row: null }, {}],
    ['artwork_not_found', { row: { withdrawn_at: 5 }, sources: [first] }, {}],
    ['artwork_not_found', { row: { is_public: 0, organization_id: 'other' }, sources: [first] }, {}],
    ['source_not_found', {}, {}],
    ['source_not_found', { sources: [theirs] }, {}],
    ['installation_id_required', { sources: [first, second] }, {}],
    ['source_ownership_mismatch', { sources: [first] }, { change: { installationId: 'theirs' } }],
    [
      'source_not_found',
      { sources: [first], installation: SECOND },
      { change: { installationId: 'second' } },
    ],
    [
      'idempotency_key_reused',
      { sources: [first], answer: { requestHash: 'other', status: 200, response: '{}', isPublic: true } },
      { idempotency },
    ],
    [
      'source_conflict',
      { sources: [first], installation: SHOP, externalIdHolder: 9 },
      { change: { installationId: 'shop', externalId: '8' } },
    ],
    ['source_conflict', { sources: [first] }, { change: { externalId: '8' } }],
  ])('is refused with %s where the facts are %j and the patch is %j', async (code, given, more) => {
    const { outcome, writes } = await patch(given, more);
    expect([outcome, writes]).toEqual([code, []]);
  });

  it('asks for everything that decides it', async () => {
    const given = { sources: [first], installation: SHOP };
    const change = { installationId: 'shop', externalId: '8' };
    expect((await patch(given, { change, idempotency })).asked).toEqual([
      {
        organizationId: 'own',
        artworkId: 'AREG-100001',
        idempotencyKey: 'k',
        installationId: 'shop',
        externalId: '8',
        artist: null,
      },
    ]);
    const { asked } = await patch({ sources: [first] }, { change: { status: 'removed' } });
    expect(asked[0]).toMatchObject({ idempotencyKey: null, installationId: null, externalId: null });
  });

  it('changes the source and leaves the work as it is', async () => {
    const given = { sources: [theirs, first], row: { updated_at: 3 } };
    const { outcome, write } = await patch(given, { change: { status: 'unpublished' }, idempotency });
    expect(outcome).toMatchObject({
      ok: true,
      replayed: false,
      status: 200,
      body: {
        object: 'artwork_update_result',
        public: true,
        changed_fields: [],
        data: { title: 'Work' },
        source: { installation_id: 'shop', status: 'unpublished' },
        sources: [{ installation_id: 'theirs' }, { installation_id: 'shop', status: 'unpublished' }],
        deletes_artwork: false,
      },
    });
    const row = artworkRow({ updated_at: 3 });
    expect(write).toMatchObject({
      before: row,
      row,
      source: { installation_id: 'shop', status: 'unpublished', external_id: '7' },
      sourceInstallationId: 'theirs',
      changes: [],
      answer: { key: 'k', status: 200 },
    });
    expect(write).not.toHaveProperty('events');
  });

  it('is a step in the feed where everybody sees another source', async () => {
    const { write } = await patch({ sources: [first] }, { change: { status: 'removed' } });
    expect(write?.changes).toEqual([{ op: 'upsert', registryId: 'AREG-100001', updatedAt: 1 }]);
  });

  it('takes the source of the installation it names, and else the only one of its own', async () => {
    const named = { sources: [first, second], installation: SECOND };
    const { write } = await patch(named, { change: { installationId: 'second', status: 'removed' } });
    expect(write?.source?.installation_id).toBe('second');
    const only = await patch({ sources: [theirs, second] }, { change: { status: 'removed' } });
    expect(only.write?.source?.installation_id).toBe('second');
  });

  it('of somebody else’s public work is allowed, of their hidden one it is not found', async () => {
    const row = { organization_id: 'other' };
    expect((await patch({ row, sources: [first] }, {})).outcome).toMatchObject({ status: 200 });
    expect((await patch({ row: { is_public: 0 }, sources: [first] }, {})).outcome).toMatchObject({
      body: { public: false, data: null },
    });
  });

  it('looks for the holder of a number where it names no installation, and only then', async () => {
    const unnamed = await patch({ sources: [first], row: { number: 9 } }, { change: { externalId: '8' } });
    expect(unnamed.held).toEqual([['shop', '8']]);
    expect(unnamed.write?.source?.external_id).toBe('8');
    const cleared = await patch({ sources: [first] }, { change: { externalId: null } });
    expect([cleared.held, cleared.write?.source?.external_id]).toEqual([[], null]);
    const named = await patch(
      { sources: [first], installation: SHOP },
      { change: { installationId: 'shop', externalId: '8' } },
    );
    expect([named.held, named.write?.source?.external_id]).toEqual([[], '8']);
  });

  it('that was answered before gets the stored answer, and writes nothing', async () => {
    const body = { registry_id: 'AREG-100001', data: null, public: true };
    const answer = { requestHash: 'x', status: 200, response: JSON.stringify(body), isPublic: true };
    const { outcome, writes } = await patch({ sources: [first], answer }, { idempotency });
    expect([outcome, writes]).toEqual([{ ok: true, replayed: true, status: 200, body }, []]);
  });
});
