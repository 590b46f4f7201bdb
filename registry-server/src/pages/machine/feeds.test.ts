// The feed of changes as aggregators read it: IIIF Change Discovery and OAI-PMH.
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addInstallation, PLAIN_WORK } from '../../../tests/support/publishers.ts';
import { startTestRegistry } from '../../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../../tests/support/test-registry.ts';
import { ACTIVITY_PAGE } from './activity.ts';
import { OAI_PAGE } from './oai.ts';

let registry: TestRegistry;
let api: Api;
beforeEach(async () => {
  registry = await startTestRegistry();
  ({ api } = await registry.organization('galerie-feed', { rateLimit: 100_000 }));
});
afterEach(() => registry.close());

const get = async (url: string) => registry.app.inject({ method: 'GET', url });
const publish = async (title: string): Promise<string> =>
  (await api('POST', '/artworks', { title, artist_name: 'Ana Ruiz' })).body.registry_id;
const hide = (id: string) => api('PATCH', `/artworks/${id}`, { availability: 'fully_private' });

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests assert the shape of what they read
type Any = any;

describe('activity', () => {
  const json = async (address: string): Promise<Any> => (await get(new URL(address).pathname)).json();

  /** All activities, from the first page to the last by their links. */
  async function walk(): Promise<Any[]> {
    const items: Any[] = [];
    let page = (await json('https://registry.test/activity/')).first;
    while (page !== undefined) {
      const answer = await json(page.id);
      expect(answer.id).toBe(page.id);
      items.push(...answer.orderedItems);
      page = answer.next;
    }
    return items;
  }

  it('of an empty registry is an empty page', async () => {
    const collection = await json('https://registry.test/activity/');
    expect(collection.type).toBe('OrderedCollection');
    expect((await json(collection.last.id)).orderedItems).toEqual([]);
  });

  it('tells of works, profiles with another address, and connected sites', async () => {
    const shown = await publish('Shown');
    const gone = await publish('Gone');
    await hide(gone);
    await registry.storage.updateProfile('galerie-feed-gallery', { slug: 'neue-galerie', city: 'Basel' });
    const items = await walk();
    expect(items.map((item) => [item.type, item.object.id])).toEqual([
      ['Update', `https://registry.test/artworks/${shown}`],
      ['Update', `https://registry.test/artworks/${gone}`],
      ['Delete', `https://registry.test/artworks/${gone}`],
      ['Move', 'https://registry.test/galleries/galerie-feed-gallery'],
    ]);
    expect(items[3].target).toEqual({
      id: 'https://registry.test/galleries/neue-galerie',
      type: 'Group',
      name: 'galerie-feed gallery',
      addressLocality: 'Basel',
    });
    const [dataset] = items[0].object.seeAlso;
    expect((await json(dataset.id)).registry_id).toBe(shown);
    const { headers } = await get('/galleries/galerie-feed-gallery.json');
    expect(headers.location).toBe('https://registry.test/galleries/neue-galerie.json');
    expect((await get('/galleries/neue-galerie.json')).json()).toMatchObject({
      object: 'gallery',
      city: 'Basel',
    });
  });

  it('has pages that stay: a full one may be kept for a day, the last one is asked for again', async () => {
    const id = await publish('Work');
    for (let step = 0; step < ACTIVITY_PAGE; step += 1)
      await api('PATCH', `/artworks/${id}`, { title: `Work ${step}` });
    const { first, last } = await json('https://registry.test/activity/');
    expect(first.id).not.toBe(last.id);
    expect((await get(new URL(first.id).pathname)).headers['cache-control']).toBe('public, max-age=86400');
    expect((await get(new URL(last.id).pathname)).headers['cache-control']).toBe('public, no-cache');
    expect(await walk()).toHaveLength(ACTIVITY_PAGE + 1);
    expect((await get('/activity/page-999')).statusCode).toBe(404);
  });
});

describe('OAI-PMH', () => {
  async function ask(query: string): Promise<Any> {
    const { body, headers, statusCode } = await get(`/oai?${query}`);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(XMLValidator.validate(body)).toBe(true);
    const isArray = (name: string) => ['record', 'header'].includes(name) && !query.includes('GetRecord');
    return new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', isArray }).parse(body)[
      'OAI-PMH'
    ];
  }
  const errorOf = async (query: string) => (await ask(query)).error?.['@code'];
  const oaiId = (id: string) => `oai:registry.test:${id}`;

  it('says who it is', async () => {
    const { Identify, request } = await ask('verb=Identify');
    expect(Identify).toMatchObject({
      baseURL: 'https://registry.test/oai',
      protocolVersion: 2,
      adminEmail: 'postmaster@registry.test',
      deletedRecord: 'persistent',
      granularity: 'YYYY-MM-DDThh:mm:ssZ',
    });
    expect(request).toEqual({ '@verb': 'Identify', '#text': 'https://registry.test/oai' });
    const { metadataFormat } = (await ask('verb=ListMetadataFormats')).ListMetadataFormats;
    expect(metadataFormat.metadataPrefix).toBe('oai_dc');
  });

  it('gives a record in Dublin Core, whatever characters the title has', async () => {
    const id = await publish('Iris <& "Lilie"> \u{1F5BC}');
    const { GetRecord } = await ask(`verb=GetRecord&metadataPrefix=oai_dc&identifier=${oaiId(id)}`);
    expect(GetRecord.record.metadata['oai_dc:dc']).toMatchObject({
      'dc:title': 'Iris <& "Lilie"> \u{1F5BC}',
      'dc:creator': 'Ana Ruiz',
      'dc:identifier': [`https://registry.test/artworks/${id}`, id],
    });
  });

  it('keeps what was public as a deleted record, and knows nothing of what never was', async () => {
    const gone = await publish('Gone');
    await hide(gone);
    const never = (
      await api('POST', '/artworks', { title: 'Never', artist_name: 'A', availability: 'fully_private' })
    ).body.registry_id;
    const { record } = (await ask(`verb=GetRecord&metadataPrefix=oai_dc&identifier=${oaiId(gone)}`))
      .GetRecord;
    expect(record.header).toMatchObject({ '@status': 'deleted', identifier: oaiId(gone) });
    expect(record.metadata).toBeUndefined();
    for (const id of [oaiId(never), oaiId('AREG-999999'), 'oai:elsewhere:AREG-100001', 'x'])
      expect(await errorOf(`verb=GetRecord&metadataPrefix=oai_dc&identifier=${id}`)).toBe('idDoesNotExist');
    const { header } = (await ask('verb=ListIdentifiers&metadataPrefix=oai_dc')).ListIdentifiers;
    expect(header.map((one: Any) => one.identifier)).toEqual([oaiId(gone)]);
  });

  it('is harvested to the end, each work once with its last change', async () => {
    const ids: string[] = [];
    for (let serial = 0; serial < OAI_PAGE * 2 + 10; serial += 1) ids.push(await publish(`Work ${serial}`));
    await api('PATCH', `/artworks/${ids[0]}`, { title: 'Changed' });
    const seen: Any[] = [];
    let query = 'verb=ListRecords&metadataPrefix=oai_dc';
    for (let pages = 1; ; pages += 1) {
      const { record, resumptionToken } = (await ask(query)).ListRecords;
      seen.push(...record);
      if (resumptionToken === '') {
        expect(pages).toBe(3);
        break;
      }
      query = `verb=ListRecords&resumptionToken=${resumptionToken}`;
    }
    expect(seen).toHaveLength(ids.length);
    expect(seen.at(-1).metadata['oai_dc:dc']['dc:title']).toBe('Changed');
    expect(new Set(seen.map((one) => one.header[0].identifier)).size).toBe(ids.length);
  });

  it('is harvested from a day or a second on, and until one', async () => {
    const early = await publish('Early');
    registry.clock.ms += 3 * 86_400_000;
    const late = await publish('Late');
    const found = async (range: string) =>
      (await ask(`verb=ListIdentifiers&metadataPrefix=oai_dc&${range}`)).ListIdentifiers?.header.map(
        (one: Any) => one.identifier,
      );
    expect(await found('from=2026-03-04')).toEqual([oaiId(late)]);
    expect(await found('until=2026-03-01')).toEqual([oaiId(early)]);
    expect(await found('from=2026-03-01T12:00:00Z&until=2026-03-01T12:00:00Z')).toEqual([oaiId(early)]);
    expect(await found('from=2026-03-01T12:00:01Z')).toEqual([oaiId(late)]);
    expect(await errorOf('verb=ListIdentifiers&metadataPrefix=oai_dc&from=2027-01-01')).toBe(
      'noRecordsMatch',
    );
  });

  it('answers each "from" with exactly the works that changed since, also where only their source changed', async () => {
    const { id: organizationId } = await registry.organization('galerie-shop');
    const installation = await addInstallation(registry.storage, organizationId);
    const lastChange = new Map<string, number>();
    const works: string[] = [];
    const patch = async (id: string, change: object) => {
      const done = await registry.storage.updateArtworks([
        { organizationId, artworkId: id, idempotency: null, ...change } as never,
      ]);
      expect(done[0]?.ok).toBe(true);
    };
    for (let day = 0; day < 8; day += 1) {
      registry.clock.ms += 86_400_000;
      const now = Math.floor(registry.clock.ms / 1000);
      for (let count = 0; count < 5; count += 1) {
        const [made] = await registry.storage.publishArtworks([
          {
            organizationId,
            fields: { ...PLAIN_WORK, title: `Day ${day}, ${count}` },
            artistName: 'Ana Ruiz',
            source: { installationId: installation, externalId: `${day}-${count}` },
            idempotency: null,
          },
        ]);
        if (!made?.ok) throw new Error(made?.code);
        works.push(made.body.registry_id);
        lastChange.set(made.body.registry_id, now);
      }
      // Old works whose shop unpublishes and republishes them: their updated_at stays.
      for (const id of works.filter((_, index) => index % 3 === day % 3)) {
        const status = day % 2 === 0 ? 'unpublished' : 'active';
        const before = (await registry.storage.listChanges(0, 1000)).changes.length;
        await patch(id, { change: { installationId: installation, status } });
        if ((await registry.storage.listChanges(0, 1000)).changes.length > before) lastChange.set(id, now);
      }
      const renamed = works[day * 3] ?? '';
      await patch(renamed, { fields: { title: `Renamed ${day}` }, source: null });
      lastChange.set(renamed, now);
    }
    const days = [...Array(10).keys()].map((day) => `2026-03-${String(day + 1).padStart(2, '0')}`);
    for (const [index, from] of days.entries()) {
      for (const until of [undefined, ...days.slice(index)]) {
        const query = `verb=ListIdentifiers&metadataPrefix=oai_dc&from=${from}${until ? `&until=${until}` : ''}`;
        const { ListIdentifiers } = await ask(query);
        const headers: Any[] = ListIdentifiers?.header ?? [];
        const [start, end] = [Date.parse(from) / 1000, until ? Date.parse(until) / 1000 + 86_400 : Infinity];
        const expected = works.filter((id) => {
          const at = lastChange.get(id) ?? 0;
          return at >= start && at < end;
        });
        expect([query, headers.map((one) => one.identifier).sort()]).toEqual([
          query,
          expected.map(oaiId).sort(),
        ]);
        for (const { datestamp } of headers)
          expect(Date.parse(datestamp) / 1000).toBeGreaterThanOrEqual(start);
      }
    }
    const { Identify } = await ask('verb=Identify');
    const { header } = (await ask('verb=ListIdentifiers&metadataPrefix=oai_dc')).ListIdentifiers;
    for (const { datestamp } of header) expect(datestamp >= Identify.earliestDatestamp).toBe(true);
  });

  it('takes bounds in far years, through all pages', async () => {
    for (let serial = 0; serial <= OAI_PAGE; serial += 1) await publish(`Work ${serial}`);
    for (const until of ['9999-12-31', '9999-12-31T23:59:59Z', '2300-01-01']) {
      const first = (await ask(`verb=ListIdentifiers&metadataPrefix=oai_dc&until=${until}`)).ListIdentifiers;
      const rest = await ask(`verb=ListIdentifiers&resumptionToken=${first.resumptionToken}`);
      expect(rest.ListIdentifiers.header).toHaveLength(1);
      expect(
        await errorOf(`verb=ListIdentifiers&resumptionToken=${rest.ListIdentifiers.resumptionToken}`),
      ).toBe('badResumptionToken');
    }
    expect(await errorOf('verb=ListIdentifiers&metadataPrefix=oai_dc&from=2300-01-01')).toBe(
      'noRecordsMatch',
    );
    expect(await errorOf('verb=ListIdentifiers&metadataPrefix=oai_dc&until=0001-01-01')).toBe(
      'noRecordsMatch',
    );
  });

  it('names the registry as publisher, so that the new name of a gallery changes no record', async () => {
    const id = await publish('Held');
    const record = async () =>
      (await get(`/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=${oaiId(id)}`)).body.replace(
        /<responseDate>[^<]*/,
        '',
      );
    const before = await record();
    await registry.storage.updateProfile('galerie-feed-gallery', { name: 'Renamed House' });
    expect(await record()).toBe(before);
    expect(before).toContain('<dc:publisher>Artwork Registry</dc:publisher>');
  });

  it.each([
    ['', 'badVerb'],
    ['verb=Nothing', 'badVerb'],
    ['verb=constructor', 'badVerb'],
    ['verb=Identify&verb=Identify', 'badVerb'],
    ['verb=Identify&from=2027-01-01', 'badArgument'],
    ['verb=GetRecord&metadataPrefix=oai_dc', 'badArgument'],
    ['verb=ListRecords', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2027-02-30', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=yesterday', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2027-01-01&until=2026-01-01', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2027-01-01&until=2027-01-02T00:00:00Z', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=marc', 'cannotDisseminateFormat'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=all', 'noSetHierarchy'],
    ['verb=ListSets', 'noSetHierarchy'],
    ['verb=ListRecords&resumptionToken=x', 'badResumptionToken'],
    ['verb=ListRecords&resumptionToken=', 'badResumptionToken'],
    ['verb=ListRecords&resumptionToken=x&metadataPrefix=oai_dc', 'badArgument'],
  ])('refuses "%s" with %s', async (query, code) => expect(await errorOf(query)).toBe(code));

  it.each([
    ['begins', 0],
    ['has begun five seconds ago, and has its time since then,', -5000],
  ])(
    'is dated so that a harvest from there misses no work whose writing %s while the answer is made',
    async (_, begunMs) => {
      await publish('Read');
      registry.clock.ms += 90_000;
      const read = registry.storage.listFeedWorks.bind(registry.storage);
      vi.spyOn(registry.storage, 'listFeedWorks').mockImplementation(async (...range) => {
        const works = await read(...range);
        registry.clock.ms += begunMs;
        await publish('Written while the answer was made');
        registry.clock.ms += 90_000 - begunMs;
        return works;
      });
      const { responseDate } = await ask('verb=ListRecords&metadataPrefix=oai_dc');
      vi.restoreAllMocks();
      const { ListRecords } = await ask(`verb=ListRecords&metadataPrefix=oai_dc&from=${responseDate}`);
      expect(JSON.stringify(ListRecords)).toContain('Written while the answer was made');
    },
  );

  it('says of an empty registry no later earliest time than that of what is being written', async () => {
    registry.clock.ms += 90_000;
    const { Identify } = await ask('verb=Identify');
    registry.clock.ms -= 5000;
    await publish('Begun before');
    const { ListIdentifiers } = await ask(
      `verb=ListIdentifiers&metadataPrefix=oai_dc&from=${Identify.earliestDatestamp}`,
    );
    expect(JSON.stringify(ListIdentifiers)).toContain('datestamp');
  });

  it('is asked by POST as well', async () => {
    const { body } = await registry.app.inject({
      method: 'POST',
      url: '/oai',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'verb=Identify',
    });
    expect(body).toContain('<Identify>');
  });
});
