// Hidden, never public and never issued cannot be told apart: not by the answer, and not by what the database is asked.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONNECTIONS } from '../../storage/postgres/open.ts';
import { PUBLIC_URL } from '../../../tests/support/engines.ts';
import { recordStatements } from '../../../tests/support/statements.ts';
import type { StatementRecorder } from '../../../tests/support/statements.ts';
import { startTestRegistry } from '../../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../../tests/support/test-registry.ts';

let registry: TestRegistry;
let api: Api;
let recorder: StatementRecorder;
type Work = { id: string; uuid: string };
let shown: Work;
let hidden: Work;
let neverPublic: Work;
const neverIssued: Work = { id: 'AREG-999999', uuid: '7b0c1a52-3f53-4d8e-9c1e-2f3a4b5c6d7e' };

beforeAll(async () => {
  registry = await startTestRegistry();
  ({ api } = await registry.organization('galerie-silent'));
  shown = await publish({ title: 'Shown' });
  hidden = await publish({ title: 'Once shown' });
  await hide(hidden);
  neverPublic = await publish({ title: 'Never shown', availability: 'fully_private' });
  recorder = recordStatements();
});
afterAll(async () => {
  recorder.stop();
  await registry.close();
});

const get = (url: string, headers: Record<string, string> = {}) =>
  registry.app.inject({ method: 'GET', url, headers });
const hide = ({ id }: Work) => api('PATCH', `/artworks/${id}`, { availability: 'fully_private' });

async function publish(fields: Record<string, unknown>): Promise<Work> {
  const { body } = await api('POST', '/artworks', { artist_name: 'Ana Kovač', ...fields });
  const id = body.registry_id as string;
  const state = await registry.storage.findArtworkState(id);
  return { id, uuid: state?.id ?? '' };
}

async function answerOf(url: string, headers?: Record<string, string>) {
  const { value, statements } = await recorder.during(() => get(url, headers));
  const { 'x-request-id': _id, date: _date, ...kept } = value.headers;
  return { status: value.statusCode, headers: kept, body: value.rawPayload.toString('base64'), statements };
}

const page = (id: string) => encodeURIComponent(`${PUBLIC_URL}/artworks/${id}`);
const FORMS: [string, (id: string) => string][] = [
  ['page', (id) => `/artworks/${id}`],
  ['JSON', (id) => `/artworks/${id}.json`],
  ['JSON-LD', (id) => `/artworks/${id}.jsonld`],
  ['Linked Art', (id) => `/artworks/${id}.jsonld?profile=linked-art`],
  ['QR code', (id) => `/artworks/${id}/qr.svg`],
  ['label', (id) => `/artworks/${id}/label.pdf`],
  ['large label', (id) => `/artworks/${id}/label.pdf?size=a5`],
  ['oEmbed', (id) => `/oembed?url=${page(id)}`],
];
const NAMES = ['id', 'uuid'] as const;

describe.each(FORMS)('the %s of a work that is not public', (_form, addressOf) => {
  it.each(NAMES)('by %s: one answer and the same statements, whatever the reason', async (name) => {
    const isThere = await answerOf(addressOf(shown[name]));
    expect(isThere.status).toBe(200);
    expect(isThere.statements.length).toBeGreaterThan(0);
    const nothing = await answerOf(addressOf(neverIssued[name]));
    expect(nothing.status).toBe(404);
    expect(nothing.statements.length).toBeGreaterThan(0);
    expect(await answerOf(addressOf(hidden[name]))).toEqual(nothing);
    expect(await answerOf(addressOf(neverPublic[name]))).toEqual(nothing);
  });
});

describe('the search box', () => {
  it('asks the database the same for the Art ID of a hidden work as for one never issued', async () => {
    const asked = async ({ id }: Work) => (await answerOf(`/search?q=${id}`)).statements;
    // PostgreSQL's connections send their settings once each, with whatever comes first; lists go over them in turns.
    for (let index = 0; index < CONNECTIONS; index += 1)
      await asked({ ...neverIssued, id: `AREG-99900${index}` });
    const nothing = await asked(neverIssued);
    expect(nothing.length).toBeGreaterThan(0);
    expect(await asked(hidden)).toEqual(nothing);
    expect(await asked(neverPublic)).toEqual(nothing);
  });
});

describe('a work that was hidden a second ago', () => {
  it.each(FORMS)('has no %s any more for a reader who kept it', async (_form, addressOf) => {
    const work = await publish({ title: 'Kept' });
    const { etag } = (await get(addressOf(work.id))).headers;
    await hide(work);
    const headers = etag === undefined ? {} : { 'if-none-match': String(etag) };
    const nothing = await answerOf(addressOf(neverIssued.id), headers);
    expect(nothing.status).toBe(404);
    expect(await answerOf(addressOf(work.id), headers)).toEqual(nothing);
    expect((await get(addressOf(work.id), { 'if-none-match': '*' })).statusCode).toBe(404);
  });

  it('is in no list, sitemap or search', async () => {
    const work = await publish({ title: 'Zinnober am Abend', artist_name: 'Only Here' });
    const listed = [
      '/',
      '/search?q=Zinnober',
      '/sitemap-2.xml',
      '/artists/only-here',
      '/galleries/galerie-silent-gallery',
    ];
    for (const url of listed) expect((await get(url)).body, url).toContain(work.id);
    const kept = await Promise.all(listed.map(async (url) => String((await get(url)).headers.etag)));
    await hide(work);
    for (const [index, url] of listed.entries()) {
      const answer = await get(url, { 'if-none-match': kept[index] ?? '' });
      expect([200, 404], url).toContain(answer.statusCode);
      expect(answer.body, url).not.toContain(work.id);
    }
    // The artist is known by this work alone.
    expect((await get('/artists/only-here')).statusCode).toBe(404);
  });
});
