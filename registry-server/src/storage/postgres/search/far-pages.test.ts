// What a page far into a list asks, where the way that is obvious passes everything before it.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { chosenPostgres, freshRegistry, PUBLIC_URL } from '../../../../tests/support/engines.ts';
import { addOrganization, connectSite, PLAIN_WORK } from '../../../../tests/support/publishers.ts';
import type { ArtworkFilter, PublishInput } from '../../records.ts';
import { FAR } from '../../shared/kept-counts.ts';
import { BLOCK_SIZE } from '../../shared/list-blocks.ts';
import { Connection } from '../engine/connection.ts';
import { openPostgresStorage } from '../open.ts';
import type { PostgresStorage } from '../open.ts';

const WORKS = FAR + 300;
let database: { url: string; drop(): Promise<void> };
let storage: PostgresStorage;
let installation: { id: string; organizationId: string };
let asked: { text: string; values: unknown[] }[] = [];

beforeAll(async () => {
  database = await freshRegistry(`postgres-${chosenPostgres()}`);
  storage = await openPostgresStorage({ url: database.url, listenUrl: () => PUBLIC_URL });
  const { organizationId } = await addOrganization(storage, 'own');
  const connected = await connectSite(storage, {
    ...{ organizationId, platform: 'wix', platformLabel: null, platformKey: 'wix' },
    ...{ siteUrl: 'https://shop.example', siteKey: 'shop.example', siteName: null, clientVersion: null },
  });
  installation = { id: connected.installation.id, organizationId };
  for (let from = 0; from < WORKS; from += 200) {
    const inputs = Array.from({ length: 200 }, (_, at): PublishInput => ({
      organizationId,
      fields: { ...PLAIN_WORK, title: `Common ${from + at}`, medium: 'Oil' },
      artistName: 'Ana',
      source: (from + at) % 20 > 0 ? { installationId: installation.id, externalId: `${from + at}` } : null,
      idempotency: null,
    }));
    await storage.publishArtworks(inputs);
  }
  const real = Connection.prototype.queryOnce as (text: string, values: unknown[]) => Promise<never>;
  vi.spyOn(Connection.prototype, 'queryOnce').mockImplementation(function (this: Connection, text, values) {
    asked.push({ text, values });
    return real.call(this, text, values);
  });
}, 120_000);
afterAll(async () => {
  vi.restoreAllMocks();
  await storage.close();
  await database.drop();
});

async function pageStatement(filter: Partial<ArtworkFilter>) {
  const { total } = await storage.listPublicArtworks({ ...filter, limit: 1, offset: 0 });
  asked = [];
  const { artworks } = await storage.listPublicArtworks({ ...filter, limit: 5, offset: total - 9 });
  expect(artworks).toHaveLength(5);
  const page = asked.find(({ text }) => text.includes('OFFSET $'));
  const [, place] = /OFFSET \$(\d+)/.exec(page?.text ?? '') ?? [];
  return { text: page?.text ?? '', passed: page?.values[Number(place) - 1] };
}

it('passes less than a block where every work has what is asked for', async () => {
  const { passed } = await pageStatement({ medium: 'oil', artist: 'ana' });
  expect(passed).toBeLessThan(BLOCK_SIZE);
});

it('begins the other tables where it begins the works', async () => {
  const filters: [filter: Partial<ArtworkFilter>, limit: string][] = [
    [{ q: 'common', installation }, 't.number < $'],
    [{ installation }, 's.artwork_number < $'],
    [{ platform: { platform: 'wix', label: null, key: 'wix' } }, 's.artwork_number < $'],
  ];
  for (const [filter, limit] of filters) {
    const { text, passed } = await pageStatement(filter);
    expect(passed).toBeLessThan(BLOCK_SIZE);
    expect(text).toContain(limit);
  }
});
