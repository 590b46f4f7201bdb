// A kept list is never out of date, whatever was written, and a write throws away only the lists that it changes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLAIN_WORK, addInstallation, addOrganization } from '../../../../tests/support/publishers.ts';
import { testClock } from '../../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../../tests/support/test-registry.ts';
import type { ArtworkFields, ArtworkFilter, SourceChange } from '../../records.ts';
import type { Storage } from '../../storage.ts';
import { openReader } from '../engine/connection.ts';
import { makeContext } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { readListVersion } from './list-version.ts';

let folder: string;
let storage: Storage;
let reader: SqliteContext;
let organizationId: string;
let installationId: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-list-version-'));
  storage = openTestStorage(folder, testClock());
  ({ organizationId } = await addOrganization(storage, 'own'));
  await addOrganization(storage, 'other');
  installationId = await addInstallation(storage, organizationId, 'wix');
  reader = makeContext(openReader(join(folder, 'registry.db')), 'AREG');
});
afterEach(async () => {
  reader.db.close();
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

async function publish(artistName: string, fields: Partial<ArtworkFields>): Promise<string> {
  const input = { organizationId, fields: { ...PLAIN_WORK, ...fields }, artistName, source: null };
  const [outcome] = await storage.publishArtworks([{ ...input, idempotency: null }]);
  if (!outcome?.ok) throw new Error(`refused: ${outcome?.code}`);
  return outcome.body.registry_id;
}

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

const FILTERS: Partial<ArtworkFilter>[] = [
  {},
  { artist: 'ana' },
  { artist: 'ben' },
  { artist: 'an' },
  { gallery: 'own' },
  { gallery: 'other' },
  { year: '1900' },
  { year: '1901' },
  { availability: 'for_sale' },
  { availability: 'sold' },
  { medium: 'oil' },
  { q: 'work' },
  { priceMin: 1 },
  { updatedSince: 0 },
  { platform: { platform: 'wix', label: null, key: 'wix' } },
  { artist: 'ana', year: '1900' },
  { gallery: 'own', availability: 'for_sale', medium: 'oil' },
];
const pageOf = (filter: Partial<ArtworkFilter>): ArtworkFilter => ({ ...filter, limit: 100, offset: 0 });

/** Every list, from the cache or not, must equal one that is read from the tables. */
async function expectFresh(after: string): Promise<void> {
  for (const filter of FILTERS) {
    const kept = await storage.listPublicJson(pageOf(filter));
    const fresh = await storage.listPublicArtworks(pageOf(filter));
    const works: unknown = JSON.parse(new TextDecoder().decode(kept.json));
    expect([kept.total, works], `${JSON.stringify(filter)} after ${after}`).toEqual([
      fresh.total,
      fresh.artworks,
    ]);
  }
}

describe('a kept list', () => {
  it('shows what a newly read list shows, after every kind of write', async () => {
    const price = { amount: 5, currency: 'EUR' };
    const [a, b] = [
      await publish('Ana', { title: 'work a', year_created: '1900', availability: 'for_sale', price }),
      await publish('Ben', { title: 'work b', year_created: '1901', medium: 'Oil' }),
    ];
    await expectFresh('publishing');
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
      ['withdrawing', () => storage.withdrawArtwork(b)],
      ['restoring', () => storage.restoreArtwork(b)],
      ['a transfer', () => storage.transferArtwork(b, 'other')],
      ['a renamed artist', () => storage.renameArtist('ben', 'Benno')],
      ['merged artists', () => storage.mergeArtists('anna', 'ana')],
      ['a renamed gallery', () => storage.updateProfile('own', { name: 'New', showCountry: true })],
      ['another work', () => publish('Ana', { title: 'work e', year_created: '1900' })],
    ];
    for (const [what, write] of writes) {
      await write();
      await expectFresh(what);
    }
  });

  it('stays through writes to works that are not in it', async () => {
    const id = await publish('Ana', { title: 'a', year_created: '1900', availability: 'for_sale' });
    await publish('Ben', { title: 'b', year_created: '1901', availability: 'sold' });
    const versions = () =>
      new Map(FILTERS.map((filter) => [JSON.stringify(filter), readListVersion(reader, pageOf(filter))]));
    const before = versions();
    await update(id, { medium: 'Bronze' });
    const after = versions();
    const held = [...before].filter(([filter, version]) => after.get(filter) === version);
    expect(held.map(([filter]) => filter)).toEqual(
      [{ artist: 'ben' }, { gallery: 'other' }, { year: '1901' }, { availability: 'sold' }].map((filter) =>
        JSON.stringify(filter),
      ),
    );
  });

  it('stays when a new artist gets a first public work', async () => {
    await publish('Ana', { title: 'a' });
    const before = readListVersion(reader, pageOf({ artist: 'ana' }));
    await publish('Somebody New', { title: 'b' });
    expect(readListVersion(reader, pageOf({ artist: 'ana' }))).toBe(before);
  });
});
