import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testClock } from '../../testing/test-clock.ts';
import { openTestStorage } from '../../testing/test-registry.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

// One organisation with a gallery and a shop; one public work with a source, one that is fully private.
const FIRST_VERSION_ROWS = `
  INSERT INTO organizations VALUES ('o', 'own', 'Own', 'active', 1);
  INSERT INTO profiles VALUES (1, 'p', 'o', 'gallery', 'own-gallery', 'Own', 'Berlin', 'Germany', 1, NULL, 1, 1);
  INSERT INTO installations VALUES ('ins_1', 'o', 'wix', NULL, 'wix', 'https://shop.example', 'shop.example', NULL,
    NULL, 1, 1);
  INSERT INTO artists VALUES ('a', 'ana', 'Ána', 'ana', 'Ána', NULL, NULL, NULL, 1, 1);
  INSERT INTO artworks (number, id, registry_id, organization_id, profile_id, artist_id, title, year_created, medium,
    medium_key, availability, price_amount, price_currency, created_at, updated_at)
  VALUES (100001, '00000000-0000-4000-8000-00000000000a', 'AREG-100001', 'o', 'p', 'a', 'Größe', '1900', 'Oil',
      'oil', 'for_sale', 5, 'EUR', 10, 10),
    (100002, '00000000-0000-4000-8000-00000000000b', 'AREG-100002', 'o', 'p', 'a', 'Hidden', '1900', 'Oil', 'oil',
      'fully_private', NULL, NULL, 11, 11);
  INSERT INTO artworks_text (rowid, title, artist, medium) VALUES (100001, 'grosse', 'ana', 'oil');
  INSERT INTO sources VALUES (1, 100001, 'ins_1', 'wix', NULL, 'x', NULL, 'active', 1);
  INSERT INTO changes VALUES (1, 'upsert', 'AREG-100001', 10);
  UPDATE counters SET value = 100002 WHERE name = 'registry_number';
  UPDATE counters SET value = 11 WHERE name = 'clock';
`;

describe('a database of the first version', () => {
  it('shows the same works after the update: JSON, words and counts are built', async () => {
    const db = new BetterSqlite(join(folder, 'registry.db'));
    db.exec(readFileSync(join(import.meta.dirname, 'migrations', '0001-first-tables.sql'), 'utf8'));
    db.pragma('user_version = 1');
    db.exec(FIRST_VERSION_ROWS);
    db.close();

    const storage = openTestStorage(folder, testClock());
    const shown = await storage.findPublicArtwork('AREG-100001');
    expect(shown).toMatchObject({
      title: 'Größe',
      artist: { id: 'a', name: 'Ána', slug: 'ana' },
      price: { amount: 5, currency: 'EUR' },
      current_collection: { slug: 'own-gallery', country: 'Germany' },
      source: { installation_id: 'ins_1', site_url: 'https://shop.example', external_id: 'x' },
      links: { public_page: 'https://registry.test/artworks/AREG-100001' },
    });
    expect(await storage.findPublicArtwork('AREG-100002')).toBeUndefined();
    const filters = [
      {},
      { q: 'gros' },
      { artist: 'an' },
      { medium: 'oil' },
      { year: '1900' },
      { availability: 'for_sale' },
      { gallery: 'own-gallery' },
      { installation: { id: 'ins_1', organizationId: 'o' } },
    ];
    for (const filter of filters) {
      const page = await storage.listPublicArtworks({ ...filter, limit: 10, offset: 0 });
      expect(page, JSON.stringify(filter)).toEqual({ total: 1, artworks: [shown] });
    }
    expect(await storage.findArtist('ana')).toMatchObject({ artworks_count: 1 });
    // The second work, shown again, is counted and found like one that was published today.
    const update = { organizationId: 'o', artworkId: 'AREG-100002', source: null, idempotency: null };
    await storage.updateArtworks([{ ...update, fields: { availability: 'on_loan' } }]);
    expect((await storage.listPublicArtworks({ q: 'hidden', limit: 10, offset: 0 })).total).toBe(1);
    expect((await storage.listPublicArtworks({ year: '1900', limit: 10, offset: 0 })).total).toBe(2);
    expect((await storage.findPublicArtwork('AREG-100002'))?.updated_at).toMatch(/^2026-/);
    await storage.close();
  });
});

describe('a database that a newer version has updated meanwhile', () => {
  it('is not written any more, and is not opened', async () => {
    const storage = openTestStorage(folder, testClock());
    const db = new BetterSqlite(join(folder, 'registry.db'));
    const version = db.pragma('user_version', { simple: true }) as number;
    db.pragma(`user_version = ${version + 1}`);
    await expect(storage.insertOrganization({ slug: 'own', name: 'Own' })).rejects.toThrow('start it again');
    expect(() => openTestStorage(folder, testClock())).toThrow('update the program');
    db.pragma(`user_version = ${version}`);
    expect(await storage.insertOrganization({ slug: 'own', name: 'Own' })).toMatchObject({ slug: 'own' });
    db.close();
    await storage.close();
  });
});
