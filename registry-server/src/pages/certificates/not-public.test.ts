// Certificates of works that are not public: hidden and never public cannot be told apart, and what they do not show answers as a
// certificate that was never issued, by the answer and by what the database is asked.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordStatements } from '../../../tests/support/statements.ts';
import type { StatementRecorder } from '../../../tests/support/statements.ts';
import { startTestRegistry } from '../../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../../tests/support/test-registry.ts';

const UNKNOWN = '0123456789abcdef0123456789abcdef';

let registry: TestRegistry;
let stranger: Api;
let recorder: StatementRecorder;
type Work = { id: string; uuid: string; certificate: string };
let shown: Work;
let hidden: Work;
let withdrawn: Work;
let neverPublic: Work;

beforeAll(async () => {
  registry = await startTestRegistry();
  const { api } = await registry.organization('galerie-discreet');
  ({ api: stranger } = await registry.organization('galerie-stranger'));
  async function issue(fields: Record<string, unknown>): Promise<Work> {
    const work = { artist_name: 'Ana Kovač', ...fields };
    const { registry_id: id } = (await api('POST', '/artworks', work)).body;
    const { status, body } = await api('POST', `/artworks/${id}/certificates`, {});
    expect(status).toBe(201);
    return { id, uuid: (await registry.storage.findArtworkState(id))?.id ?? '', certificate: body.id };
  }
  shown = await issue({ title: 'Shown' });
  hidden = await issue({ title: 'Once shown' });
  await api('PATCH', `/artworks/${hidden.id}`, { availability: 'fully_private' });
  withdrawn = await issue({ title: 'Withdrawn' });
  await registry.storage.withdrawArtwork(withdrawn.id);
  neverPublic = await issue({ title: 'Never shown', availability: 'fully_private' });
  recorder = recordStatements();
});
afterAll(async () => {
  recorder.stop();
  await registry.close();
});

/** Without the id and the moment of issue, which differ anyway. */
async function answerOf(url: string, given: string) {
  const { value, statements } = await recorder.during(() => registry.app.inject({ method: 'GET', url }));
  const { 'x-request-id': _id, date: _date, etag: _etag, link, ...rest } = value.headers;
  const headers = { ...rest, link: String(link).replaceAll(given, 'ID') };
  const body = value.body.replaceAll(given, 'ID').replace(/"issued_at":"[^"]*"/, '"issued_at":""');
  return { status: value.statusCode, headers, body, statements };
}

const FORMS: [string, (id: string) => string][] = [
  ['page', (id) => `/certificates/${id}`],
  ['JSON', (id) => `/certificates/${id}.json`],
];
const PRINTS: [string, (id: string) => string][] = [
  ['print', (id) => `/certificates/${id}.pdf`],
  ['print on US letter', (id) => `/certificates/${id}.pdf?size=letter`],
];

describe.each(PRINTS)('the %s of a certificate', (_form, addressOf) => {
  it('is, for every work that is not public, as if it was never issued', async () => {
    // Printed before, because what the registry writes each second would be recorded with a print.
    await registry.app.inject(addressOf(shown.certificate));
    const isThere = await answerOf(addressOf(shown.certificate), shown.certificate);
    expect(isThere.status).toBe(200);
    const nothing = await answerOf(addressOf(UNKNOWN), UNKNOWN);
    expect(nothing.status).toBe(404);
    expect(nothing.statements.length).toBeGreaterThan(0);
    expect(isThere.statements).toEqual(nothing.statements);
    for (const { certificate } of [hidden, withdrawn, neverPublic])
      expect(await answerOf(addressOf(certificate), certificate)).toEqual(nothing);
  });
});

describe.each(FORMS)('the %s of a certificate', (_form, addressOf) => {
  it('does not tell a hidden work from one that never was public', async () => {
    const isThere = await answerOf(addressOf(shown.certificate), shown.certificate);
    expect(isThere.body).toContain(shown.id);
    const first = await answerOf(addressOf(hidden.certificate), hidden.certificate);
    expect(first.status).toBe(200);
    expect(first.body).not.toMatch(/Once shown|Kova|AREG-/);
    expect(first.statements).toEqual(isThere.statements);
    expect(await answerOf(addressOf(neverPublic.certificate), neverPublic.certificate)).toEqual(first);
  });

  it('says of a work that the operator withdrew that its certificate is withdrawn, and nothing of the work', async () => {
    const answer = await answerOf(addressOf(withdrawn.certificate), withdrawn.certificate);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatch(/Withdrawn<|"status":"withdrawn"/);
    expect(answer.body).not.toMatch(/Valid|"valid"|Kova|AREG-/);
    const isHidden = await answerOf(addressOf(hidden.certificate), hidden.certificate);
    expect(answer.statements).toEqual(isHidden.statements);
  });

  it('asks the database the same where none was issued, also by the uuid of a work', async () => {
    const nothing = await answerOf(addressOf(UNKNOWN), UNKNOWN);
    expect(nothing.status).toBe(404);
    const { statements } = await answerOf(addressOf(hidden.certificate), hidden.certificate);
    expect(nothing.statements).toEqual(statements);
    for (const { uuid } of [shown, hidden, neverPublic])
      expect(await answerOf(addressOf(uuid), uuid)).toEqual(nothing);
  });
});

describe('another organisation', () => {
  it('sees no more of a certificate by the API than everybody', async () => {
    const seen = await stranger('GET', `/certificates/${hidden.certificate}`);
    expect(seen.body).toMatchObject({ status: 'valid', registry_id: null, statement: null, signature: null });
  });

  it.each([
    ['a certificate of', 'POST', '/certificates', {}],
    ['a change of', 'PATCH', '', { title: 'Mine' }],
    ['the sources of', 'GET', '/source', undefined],
  ])(
    'that asks for %s a work that is not public is answered as for an Art ID never issued',
    async (...asked) => {
      const [, method, of, body] = asked;
      const ask = async (id: string) => {
        const { value, statements } = await recorder.during(() =>
          stranger(method, `/artworks/${id}${of}`, body),
        );
        const { request_id: _id, ...error } = value.body.error;
        return { status: value.status, error, statements };
      };
      // The first request of a key also looks the key up.
      await ask('AREG-999999');
      // A write may run in a group that the clock has begun, whose statements are not the request's: then it is asked once more.
      await vi.waitFor(async () => {
        const nothing = await ask('AREG-999999');
        expect(nothing).toMatchObject({ status: 404, error: { code: 'artwork_not_found' } });
        expect(nothing.statements.length).toBeGreaterThan(0);
        for (const { id } of [hidden, withdrawn, neverPublic]) expect(await ask(id)).toEqual(nothing);
      }, 5000);
    },
  );
});
