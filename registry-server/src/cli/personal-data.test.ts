// On both engines. What is erased must be in no table any more, so the tests look through all of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chosenPostgres, freshRegistry, PUBLIC_URL } from '../../tests/support/engines.ts';
import {
  addAccessRequest,
  addApiKey,
  addInstallation,
  addOrganization,
} from '../../tests/support/publishers.ts';
import { systemClock } from '../clock.ts';
import { readCreate } from '../http/artwork-bodies.ts';
import type { Organization } from '../storage/records.ts';
import { openPostgresStorage } from '../storage/postgres/open.ts';
import { openSqliteStorage } from '../storage/sqlite/open.ts';
import type { Storage } from '../storage/storage.ts';
import { makeApiKey } from '../domain/api-key.ts';
import { eraseOrganization, erasePerson, organizationData, personData } from '../domain/personal-data.ts';

type Opened = { storage: Storage; tables: () => Promise<string>; close: () => Promise<void> };

async function openSqlite(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'registry-erasure-'));
  const file = join(folder, 'registry.db');
  const storage = openSqliteStorage({ file, clock: systemClock, listenUrl: () => PUBLIC_URL, readers: 0 });
  return {
    storage,
    tables: async () => {
      const db = new BetterSqlite(file, { readonly: true });
      const names = db
        .prepare<[], string>(
          `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'artworks_text%'`,
        )
        .pluck()
        .all();
      const rows = names.flatMap((name) => db.prepare(`SELECT * FROM "${name}"`).all());
      db.close();
      return Promise.resolve(JSON.stringify(rows));
    },
    close: async () => {
      await storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openPostgres(): Promise<Opened> {
  const { url, drop } = await freshRegistry(`postgres-${chosenPostgres()}`);
  const storage = await openPostgresStorage({ url, clock: systemClock, listenUrl: () => PUBLIC_URL });
  return {
    storage,
    tables: async () => {
      const client = new pg.Client(url);
      await client.connect();
      const { rows: names } = await client.query<{ name: string }>(
        `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
      );
      const found: string[] = [];
      for (const { name } of names)
        found.push(JSON.stringify((await client.query(`SELECT * FROM ${name}`)).rows));
      await client.end();
      return found.join('\n');
    },
    close: async () => {
      await storage.close();
      await drop();
    },
  };
}

describe.each([
  ['SQLite', openSqlite],
  ['PostgreSQL', openPostgres],
])('on %s', (_name, open) => {
  let opened: Opened;
  let storage: Storage;
  beforeEach(async () => {
    opened = await open();
    ({ storage } = opened);
  });
  afterEach(() => opened.close());

  async function publish(organizationId: string, title: string, more: object = {}): Promise<string> {
    const site = (await storage.listInstallations(organizationId))[0];
    const body = {
      title,
      artist_name: 'Ana Brandt',
      medium: 'Oil on canvas',
      inventory_ref: `ref ${title}`,
      source_url: `https://shop.example/${encodeURIComponent(title)}`,
      ...(site && {
        integration: { platform: 'woocommerce', installation_id: site.id, external_id: title },
      }),
      ...more,
    };
    const [outcome] = await storage.publishArtworks([readCreate(body, organizationId, null)]);
    if (!outcome?.ok) throw new Error('the work was refused');
    return outcome.body.registry_id;
  }
  async function addMarked(): Promise<{ organization: Organization; works: string[] }> {
    const { organizationId } = await addOrganization(storage, 'marked-gallery', {
      name: 'Marked Name',
      city: 'Markedtown',
      website: 'https://marked.example',
    });
    await addInstallation(storage, organizationId);
    await addApiKey(storage, organizationId);
    await storage.insertWebhook({
      organizationId,
      url: 'https://marked.example/hook',
      events: ['artwork.created', 'artwork.updated'],
      secret: 'sealed',
    });
    await storage.updateProfile('marked-gallery', { slug: 'marked-renamed' });
    const works = [
      await publish(organizationId, 'marked one'),
      await publish(organizationId, 'marked two', { availability: 'fully_private' }),
    ];
    await storage.beginAction({
      operator: 'root',
      via: 'command',
      action: 'org create',
      details: '{"slug":"marked-gallery"}',
    });
    const organization = await storage.findOrganization('marked-gallery');
    return { organization: organization!, works };
  }

  it('an organisation is given out with everything it has, hidden works too, and no secret', async () => {
    const { organization } = await addMarked();
    const lines = [];
    for await (const line of organizationData(storage, organization)) lines.push(line);
    expect(lines.map(({ object }) => object)).toEqual([
      'organization',
      'profile',
      'installation',
      'webhook',
      'api_key',
      'artwork',
      'artwork',
      'source',
      'source',
    ]);
    expect(lines).toContainEqual(
      expect.objectContaining({ object: 'profile', city: 'Markedtown', show_country: false, in_dumps: true }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({
        object: 'artwork',
        title: 'marked two',
        availability: 'fully_private',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      }),
    );
    const text = JSON.stringify(lines);
    expect(text).not.toContain('sealed');
    expect(text).not.toMatch(/"hash"|"secret"|"place"/);
  });

  it('an erased organisation is in no table, its Art IDs are withdrawn for good, and others keep theirs', async () => {
    const { organization, works } = await addMarked();
    const other = await addOrganization(storage, 'other');
    const kept = await publish(other.organizationId, 'of another');
    const steps: number[] = [];
    const erased = await eraseOrganization(storage, organization, 2, (_what, done) => steps.push(done));
    expect(erased.works).toBe(2);
    expect(steps).toEqual([0, 1, 2]);

    const tables = await opened.tables();
    expect(tables).toContain('of another');
    expect(tables.match(/.{0,40}marked.{0,40}/gi)).toBeNull();
    expect(await storage.findPublicForm(works[0] ?? '')).toMatchObject({
      withdrawn: { registryId: works[0] },
    });
    expect(await storage.findPublicForm(works[1] ?? '')).toBeUndefined();
    expect((await storage.findPublicArtwork(kept))?.title).toBe('of another');
    expect(await storage.findOrganization(erased.slug)).toMatchObject({ name: 'Erased', status: 'inactive' });
    expect((await storage.restoreArtwork(works[0] ?? ''))?.withdrawn).toBe(true);
    // Done again after an interruption it finds nothing left to do.
    const again = (await storage.findOrganization(erased.slug))!;
    expect((await eraseOrganization(storage, again, 0, () => undefined)).slug).toBe(erased.slug);
  });

  it('a person is given out and erased by the e-mail address, however it is written', async () => {
    const { hash, prefix } = makeApiKey();
    const readKey = { hash, prefix, name: 'Marked Person', scopes: ['artworks:read'], rateLimit: null };
    await addAccessRequest(storage, {
      name: 'Marked Person',
      email: 'Marked@Example.org',
      accessType: 'read',
      readKey,
    });
    await addAccessRequest(storage, {
      name: 'Somebody else',
      email: 'else@example.org',
      claimHash: 'another',
    });
    expect(await personData(storage, 'marked@example.org')).toMatchObject([
      { object: 'access_request', name: 'Marked Person', email: 'Marked@Example.org' },
      { object: 'api_key', prefix, name: 'Marked Person', revoked_at: null },
    ]);
    expect(await erasePerson(storage, 'MARKED@example.org')).toEqual({ requests: 1, keys: 1 });
    const tables = await opened.tables();
    expect(tables).not.toMatch(/marked/i);
    expect(tables).toContain('Somebody else');
    expect(await storage.findApiKey(hash)).toBeUndefined();
  });
});
