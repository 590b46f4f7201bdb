// On both engines. What is erased must be in no table any more, so the tests look through all of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { certificateInput } from '../../tests/support/certificates.ts';
import { chosenPostgres, freshRegistry, PUBLIC_URL } from '../../tests/support/engines.ts';
import { claimDeliveries, finishDelivery } from '../../tests/support/deliveries.ts';
import {
  addAccessRequest,
  addApiKey,
  addInstallation,
  addOrganization,
} from '../../tests/support/publishers.ts';
import { readCreate } from '../http/artwork-bodies.ts';
import type { Organization } from '../storage/records.ts';
import { openPostgresStorage } from '../storage/postgres/open.ts';
import { openSqliteStorage } from '../storage/sqlite/open.ts';
import type { Storage } from '../storage/storage.ts';
import { testClock } from '../../tests/support/test-clock.ts';
import type { TestClock } from '../../tests/support/test-clock.ts';
import { makeApiKey } from '../domain/access/api-key.ts';
import { recorded } from '../domain/access/operator-actions.ts';
import {
  eraseOrganization,
  erasePerson,
  organizationData,
  personData,
} from '../domain/curation/personal-data.ts';

let clock: TestClock;

type Opened = { storage: Storage; tables: () => Promise<string>; close: () => Promise<void> };

async function openSqlite(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'registry-erasure-'));
  const file = join(folder, 'registry.db');
  const storage = openSqliteStorage({ file, clock, listenUrl: () => PUBLIC_URL, readers: 0 });
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
  const storage = await openPostgresStorage({ url, clock, listenUrl: () => PUBLIC_URL });
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
    clock = testClock();
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
  const act = (action: string, told: Record<string, unknown>, work = () => Promise.resolve()) =>
    recorded(storage, { operator: 'root', via: 'command', action, told }, work);
  const toldOf = async (action: string) =>
    (await storage.listActions({ limit: 100 }))
      .filter((row) => row.action === action)
      .map(({ details }) => JSON.parse(details) as unknown);

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
      events: ['artwork.created', 'gallery.updated'],
      secret: 'sealed',
    });
    await storage.updateProfile('marked-gallery', { slug: 'marked-renamed' });
    await storage.updateProfile('marked-renamed', { name: 'Marked Names' });
    const [claim] = await claimDeliveries(storage, clock.ms);
    await finishDelivery(storage, claim!, { kind: 'delivered', status: 200, durationMs: 1 });
    const works = [
      await publish(organizationId, 'marked one'),
      await publish(organizationId, 'marked two', { availability: 'fully_private' }),
    ];
    await act('org create', { slug: 'marked-gallery', name: 'Marked Name' });
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

  it('an organisation whose slug begins like that of an erased one is erased like any other', async () => {
    const { organizationId } = await addOrganization(storage, 'erased-visions', { name: 'Erased Visions' });
    await publish(organizationId, 'Vision');
    const organization = (await storage.findOrganization('erased-visions'))!;
    const { slug } = await eraseOrganization(storage, organization, 1, () => undefined);
    expect(slug).not.toBe('erased-visions');
    expect(await opened.tables()).not.toMatch(/vision/i);
  });

  it('of what operators did to an erased organisation, ids and names of fields stay; of others everything', async () => {
    const { organization, works } = await addMarked();
    const { id } = organization;
    const [key, webhook] = [(await storage.listApiKeys(id))[0]!, (await storage.listWebhooks(id))[0]!];
    const artwork = works[0]!;
    const requestId = await addAccessRequest(storage, { name: 'Marked Person', email: 'marked@example.org' });
    const certificate = await storage.issueCertificate(certificateInput(artwork));
    if (!certificate.ok) throw new Error(certificate.code);
    const slug = 'marked-gallery';
    const refuse = () => Promise.reject(new Error('refused'));
    const actions: [string, Record<string, unknown>][] = [
      ['org deactivate', { slug }],
      ['org export', { slug, arguments: ['/tmp/marked.ndjson'] }],
      [
        'profile create',
        { org: slug, slug: 'marked-2', name: 'Marked Two', website: 'https://marked.example' },
      ],
      ['profile update', { slug: 'marked-renamed', city: 'Markedtown', country: 'CH', showCountry: true }],
      ['key create', { org: slug, name: 'Key of Marked', scopes: 'artworks:read' }],
      ['key revoke', { prefix: key.prefix, why: 'Marked asked' }],
      ['webhook create', { org: slug, url: 'https://marked.example/hook', events: 'all' }],
      ['webhook update', { id: webhook.id, url: 'https://marked.example/other' }],
      ['access-request approve', { id: requestId, org: slug }],
      ['artwork provenance', { id: artwork, text: 'Bought by Frau Marked 1999' }],
      ['artwork transfer', { id: artwork, profile: 'marked-renamed' }],
      ['certificate issue', { artwork, note: 'for Marked' }],
      ['certificate withdraw', { id: certificate.body.id, reason: 'Marked was wrong' }],
      ['import', { profile: 'marked-renamed', arguments: ['marked.ndjson'] }],
    ];
    for (const [action, told] of actions) await act(action, told);
    // Refused: it concerns nobody that an erasure could name later.
    await act('org create', { slug: 'Marked Slug', name: 'Marked Name' }, refuse).catch(() => undefined);
    await act('org create', { slug: 'gallery', name: organization.name }, async () => {
      await addOrganization(storage, 'gallery', { name: organization.name });
    });
    await act('key create', { org: 'gallery', name: 'slug', [organization.name]: 'gallery' });
    await erasePerson(storage, 'marked@example.org');
    await eraseOrganization(storage, organization, 2, () => undefined);

    // "marked-gallery" is the name of the other one too.
    expect((await opened.tables()).match(/.{0,40}(Marked|marked-2|marked-r|marked\.).{0,40}/g)).toBeNull();
    expect(await toldOf('artwork provenance')).toEqual([{ id: artwork, organization: id, erased: ['text'] }]);
    expect(await toldOf('key revoke')).toEqual([{ prefix: key.prefix, organization: id, erased: ['why'] }]);
    expect(await toldOf('access-request approve')).toEqual([
      { id: requestId, access_request: requestId, erased: ['org'] },
    ]);
    expect(await toldOf('key create')).toEqual([
      { org: 'gallery', name: 'slug', [organization.name]: 'gallery' },
      { organization: id, erased: ['org', 'name', 'scopes'] },
    ]);
    expect(await toldOf('org create')).toEqual([
      { slug: 'gallery', name: organization.name },
      { erased: ['slug', 'name'] },
      { organization: id, erased: ['slug', 'name'] },
    ]);
  });

  it('an organisation with the slug "name" is erased without touching the names of fields of others', async () => {
    const { organizationId } = await addOrganization(storage, 'name', { name: 'slug' });
    await act('org create', { slug: 'demo-two', name: 'Demo Two' });
    const organization = (await storage.findOrganization('name'))!;
    expect(organization.id).toBe(organizationId);
    await eraseOrganization(storage, organization, 0, () => undefined);
    expect(await toldOf('org create')).toEqual([{ slug: 'demo-two', name: 'Demo Two' }]);
  });

  it('what operators typed about a person goes with the request: when it is erased, and after a year', async () => {
    const decide = async (email: string) => {
      const id = await addAccessRequest(storage, { name: 'Marked', email, claimHash: email });
      await act('access-request reject', { id, reason: 'Marked wrote twice' }, async () => {
        await storage.rejectAccessRequest(id, 'Marked wrote twice');
      });
      return id;
    };
    const [erased, old] = [await decide('one@example.org'), await decide('two@example.org')];
    await erasePerson(storage, 'one@example.org');
    expect(await toldOf('access-request reject')).toEqual([
      { id: old, reason: 'Marked wrote twice' },
      { id: erased, access_request: erased, erased: ['reason'] },
    ]);
    clock.ms += 366 * 86_400_000;
    await storage.sweep({ idempotencyHours: 24, deliveryDays: 30 });
    expect(await opened.tables()).not.toMatch(/marked/i);
    expect(await toldOf('access-request reject')).toHaveLength(2);
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
