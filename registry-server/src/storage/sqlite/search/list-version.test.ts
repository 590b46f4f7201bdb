// A write throws away only the kept lists that it changes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLAIN_WORK, addOrganization } from '../../../../tests/support/publishers.ts';
import { LIST_FILTERS } from '../../../../tests/support/list-filters.ts';
import { testClock } from '../../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../../tests/support/test-registry.ts';
import type { ArtworkFields, ArtworkFilter } from '../../records.ts';
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
const pageOf = (filter: Partial<ArtworkFilter>): ArtworkFilter => ({ ...filter, limit: 100, offset: 0 });

describe('a kept list', () => {
  it('stays through writes to works that are not in it', async () => {
    const id = await publish('Ana', { title: 'a', year_created: '1900', availability: 'for_sale' });
    await publish('Ben', { title: 'b', year_created: '1901', availability: 'sold' });
    const versions = () =>
      new Map(
        LIST_FILTERS.map((filter) => [JSON.stringify(filter), readListVersion(reader, pageOf(filter))]),
      );
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
