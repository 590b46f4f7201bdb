// A write throws away only the kept lists that it changes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addOrganization, publishBy } from '../../../../tests/support/publishers.ts';
import { LIST_FILTERS, pageOf } from '../../../../tests/support/list-filters.ts';
import { testClock } from '../../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../../tests/support/test-registry.ts';
import type { ArtworkFields } from '../../records.ts';
import type { Storage } from '../../storage.ts';
import { openReader } from '../engine/connection.ts';
import { makeContext } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { readListVersion } from './list-version.ts';

let folder: string;
let storage: Storage;
let reader: SqliteContext;
let organizationId: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-list-version-'));
  storage = openTestStorage(folder, testClock());
  ({ organizationId } = await addOrganization(storage, 'own'));
  await addOrganization(storage, 'other');
  reader = makeContext(openReader(join(folder, 'registry.db')), 'AREG');
});
afterEach(async () => {
  reader.db.close();
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

const publish = (artistName: string, fields: Partial<ArtworkFields>) =>
  publishBy(storage, organizationId, artistName, fields);

describe('a kept list', () => {
  it('stays through writes to works that are not in it', async () => {
    const id = await publish('Ana', { title: 'a', year_created: '1900', availability: 'for_sale' });
    await publish('Ben', { title: 'b', year_created: '1901', availability: 'sold' });
    const versions = () =>
      new Map(
        LIST_FILTERS.map((filter) => [JSON.stringify(filter), readListVersion(reader, pageOf(filter))]),
      );
    const before = versions();
    const fields = { medium: 'Bronze' };
    await storage.updateArtworks([
      { organizationId, artworkId: id, fields, artistName: undefined, source: null, idempotency: null },
    ]);
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
