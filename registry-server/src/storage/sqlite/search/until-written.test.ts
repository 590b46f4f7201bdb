// A form that is kept is never out of date after a write, and what is not shown is not kept.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addOrganization, PLAIN_WORK } from '../../../../tests/support/publishers.ts';
import { recordStatements } from '../../../../tests/support/statements.ts';
import { testClock } from '../../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../../tests/support/test-registry.ts';
import type { Storage } from '../../storage.ts';
import { openReader } from '../engine/connection.ts';
import { makeContext } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { findPublicForm } from './public-json.ts';

let folder: string;
let storage: Storage;
let reader: SqliteContext;
let organizationId: string;
let id: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-until-written-'));
  storage = openTestStorage(folder, testClock());
  ({ organizationId } = await addOrganization(storage, 'own'));
  id = await publish('Ana Kovač');
  reader = Object.assign(makeContext(openReader(join(folder, 'registry.db')), 'AREG'), {
    publicUrl: 'https://registry.test',
  });
});
afterEach(async () => {
  reader.db.close();
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

async function publish(artistName: string): Promise<string> {
  const [outcome] = await storage.publishArtworks([
    { organizationId, fields: PLAIN_WORK, artistName, source: null, idempotency: null },
  ]);
  if (!outcome?.ok) throw new Error(`refused: ${outcome?.code}`);
  return outcome.body.registry_id;
}

const update = (fields: object) =>
  storage.updateArtworks([{ organizationId, artworkId: id, fields, source: null, idempotency: null }]);
const shown = () => findPublicForm(reader, id);
const work = () => JSON.parse(shown()?.json ?? '{}') as Record<string, never>;

describe('a public form', () => {
  it('is read once, until somebody writes', async () => {
    const recorder = recordStatements();
    const reads = async () => {
      const { statements } = await recorder.during(async () => shown());
      return statements.filter((text) => text !== 'PRAGMA data_version').length;
    };
    try {
      expect(await reads()).toBeGreaterThan(0);
      expect(await reads()).toBe(0);
      await publish('Ben Lovell');
      expect(await reads()).toBeGreaterThan(0);
    } finally {
      recorder.stop();
    }
  });

  it('is gone with the commit that hides it, and back with the one that shows it', async () => {
    expect(shown()?.json).toBeDefined();
    await update({ availability: 'fully_private' });
    expect(shown()).toBeUndefined();
    await update({ availability: 'sold' });
    expect(work()).toMatchObject({ availability: 'sold' });
    await storage.withdrawArtwork(id);
    expect(shown()).toMatchObject({ withdrawn: { registryId: id } });
    await storage.restoreArtwork(id);
    expect(shown()?.json).toBeDefined();
  });

  it('shows at once what changed of its gallery, and the address that the registry has now', async () => {
    expect(shown()).toMatchObject({ isInDumps: true });
    await storage.updateProfile('own', { name: 'Renamed', inDumps: false });
    expect(shown()).toMatchObject({ isInDumps: false });
    expect(work()).toMatchObject({ current_collection: { name: 'Renamed' } });
    reader.publicUrl = 'https://moved.test';
    expect(work()).toMatchObject({ links: { public_page: `https://moved.test/artworks/${id}` } });
  });

  it('that is read by a connection that writes is read each time', async () => {
    const recorder = recordStatements();
    try {
      const { statements } = await recorder.during(async () => storage.findPublicForm(id));
      expect(statements.join()).not.toContain('data_version');
    } finally {
      recorder.stop();
    }
  });
});
