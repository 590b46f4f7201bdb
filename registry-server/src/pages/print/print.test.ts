// What is printed, read again by other programs: the text of a PDF, and the QR code as a camera would see it.
import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import jsqr from 'jsqr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestRegistry } from '../../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../../tests/support/test-registry.ts';

// A CommonJS module: what it exports is one level deeper for Node than its types say.
const decode = (
  typeof jsqr === 'function' ? jsqr : (jsqr as { default: unknown }).default
) as (typeof jsqr)['default'];

/** Pixels for a point of the page. */
const SCALE = 3;

let registry: TestRegistry;
let api: Api;
let id: string;
let certificate: string;
beforeAll(async () => {
  registry = await startTestRegistry();
  ({ api } = await registry.organization('galerie-druck'));
  const work = {
    title: 'Σχέδιο № 7 – Ирис',
    artist_name: 'Наталья Гончарова',
    year_created: '1910',
    height_cm: 30,
  };
  id = (await api('POST', '/artworks', work)).body.registry_id;
  certificate = (await api('POST', `/artworks/${id}/certificates`, { edition_number: 3, edition_size: 50 }))
    .body.id;
});
afterAll(() => registry.close());

type Paper = { text: string; code: string | undefined; points: number[]; pages: number };

/** The last page. */
async function open(url: string): Promise<Paper> {
  const answer = await registry.app.inject({ method: 'GET', url, headers: { 'accept-language': 'en' } });
  const loading = getDocument({ data: new Uint8Array(answer.rawPayload), verbosity: 0 });
  const document = await loading.promise;
  const page = await document.getPage(document.numPages);
  const { items } = await page.getTextContent();
  const viewport = page.getViewport({ scale: SCALE });
  const canvas = createCanvas(viewport.width, viewport.height);
  await page.render({ canvas: canvas as never, viewport }).promise;
  const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const found = decode(new Uint8ClampedArray(data.buffer), width, height);
  await loading.destroy();
  return {
    text: items.map((item) => ('str' in item ? item.str : '')).join(' '),
    code: found?.data,
    pages: document.numPages,
    points: [viewport.width / SCALE, viewport.height / SCALE].map(Math.round),
  };
}

describe('the labels of several works', () => {
  it('are one file with a page for each that is public, and nothing of the others', async () => {
    const add = async (fields: object) =>
      (await api('POST', '/artworks', { artist_name: 'Ana Brun', ...fields })).body.registry_id;
    const [second, hidden] = [
      await add({ title: 'Second' }),
      await add({ title: 'Hidden', availability: 'fully_private' }),
    ];
    const answer = await registry.app.inject(
      `/labels.pdf?size=a7&works=${id},${hidden},AREG-999999,${second},${id}`,
    );
    expect(answer.headers['content-type']).toBe('application/pdf');
    const loading = getDocument({ data: new Uint8Array(answer.rawPayload), verbosity: 0 });
    const document = await loading.promise;
    expect(document.numPages).toBe(2);
    const { items } = await (await document.getPage(2)).getTextContent();
    expect(items.map((item) => ('str' in item ? item.str : '')).join(' ')).toContain('Second');
    await loading.destroy();
    const never = await registry.app.inject('/labels.pdf?works=AREG-999999');
    const none = await registry.app.inject(`/labels.pdf?works=${hidden}`);
    expect([none.statusCode, none.body]).toEqual([404, never.body]);
    const many = Array.from({ length: 51 }, (_, index) => `AREG-${index}`).join(',');
    expect((await registry.app.inject(`/labels.pdf?works=${many}`)).statusCode).toBe(400);
  });
});

describe.each([
  ['a label', () => `/artworks/${id}/label.pdf`],
  ['a sheet of labels', () => `/labels.pdf?works=${id}`],
  ['a certificate', () => `/certificates/${certificate}.pdf`],
])('the print of %s', (_kind, addressOf) => {
  const get = (headers = {}) => registry.app.inject({ url: addressOf(), headers });

  it('has the same ETag and bytes when it is asked for again, and 304 for who has it', async () => {
    const first = await get();
    const second = await get();
    expect(first.statusCode).toBe(200);
    expect(second.headers['etag']).toBe(first.headers['etag']);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
    const known = await get({ 'if-none-match': String(first.headers['etag']) });
    expect([known.statusCode, known.body]).toEqual([304, '']);
    const german = await get({ 'accept-language': 'de' });
    expect(german.headers['etag']).not.toBe(first.headers['etag']);
  });

  it('is gone while the work is hidden, also for who has it and where the file is kept', async () => {
    const { headers } = await get();
    await api('PATCH', `/artworks/${id}`, { availability: 'fully_private' });
    for (const known of [{}, { 'if-none-match': String(headers['etag']) }])
      expect((await get(known)).statusCode).toBe(404);
    await api('PATCH', `/artworks/${id}`, { availability: 'for_sale' });
    expect((await get()).statusCode).toBe(200);
  });
});

it('more prints than may wait are refused with 503, and reads of the API continue', async () => {
  const languages = ['en', 'de'];
  const urls = ['a6', 'a7'].flatMap((size) => [
    `/artworks/${id}/label.pdf?size=${size}`,
    `/labels.pdf?size=${size}&works=${id},AREG-100001`,
  ]);
  const made = await Promise.all(
    [1, 2, 3, 4].map((number) =>
      api('POST', '/artworks', { title: `No ${number}`, artist_name: 'Ana Brun' }),
    ),
  );
  for (const { body } of made) urls.push(`/artworks/${body.registry_id}/label.pdf`);
  const asked = urls.flatMap((url) =>
    languages.map((language) => registry.app.inject({ url, headers: { 'accept-language': language } })),
  );
  expect((await api('GET', `/artworks/${id}`)).status).toBe(200);
  const answers = await Promise.all(asked);
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(9);
  for (const { statusCode, headers, body } of refused) {
    expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
    expect(JSON.parse(body).error).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/5 seconds/),
    });
  }
});

it('works that are named twice, or in several parameters, are one sheet', async () => {
  expect((await registry.app.inject(`/labels.pdf?works=${id}&works=${id}`)).statusCode).toBe(200);
});

describe('a wall label', () => {
  it.each([
    ['a6', [420, 298]],
    ['a7', [298, 210]],
  ])('of size %s names the work in its own script, and its code leads to the work', async (size, points) => {
    const label = await open(`/artworks/${id}/label.pdf?size=${size}`);
    for (const part of ['Наталья Гончарова', 'Σχέδιο № 7 – Ирис', '1910', id])
      expect(label.text).toContain(part);
    expect(label.code).toBe(`https://registry.test/artworks/${id}`);
    expect([label.points, label.pages]).toEqual([points, 1]);
  });

  it('says that it cannot print a script, where boxes would stand in place of its letters', async () => {
    for (const [title, artist_name] of [
      ['神奈川沖浪裏', '葛飾北斎'],
      ['ירושלים של זהב', 'ראובן רובין'],
      ['الحياة والموت', 'محمود سعيد'],
    ]) {
      const made = await api('POST', '/artworks', {
        title,
        artist_name,
        year_created: '1831',
        height_cm: 25,
      });
      const label = await open(`/artworks/${made.body.registry_id}/label.pdf`);
      expect(label.text).toMatch(/cannot be printed here\. Scan the code.*1831 .*25 cm/);
      expect(label.text).not.toContain('□');
      const issued = await api('POST', `/artworks/${made.body.registry_id}/certificates`, {});
      const paper = await open(`/certificates/${issued.body.id}.pdf`);
      expect(paper.text).toMatch(/Work +\(in a script that cannot be printed here; the page shows it\)/);
    }
  });

  it('prints signs that only its second font has', async () => {
    const made = await api('POST', '/artworks', { title: 'Umbrella ☂ ①', artist_name: 'Ana Brun' });
    expect((await open(`/artworks/${made.body.registry_id}/label.pdf`)).text).toContain('Umbrella ☂ ①');
  });

  it.each(['a6', 'a7'])(
    'of size %s cuts long texts with an ellipsis, and all of it stays on one page',
    async (size) => {
      const long = {
        artist_name: 'Very Long Name '.repeat(13),
        title: `For ${size}: ${'very long title '.repeat(17)}`,
        medium: 'Oil '.repeat(60),
      };
      const made = await api('POST', '/artworks', { ...long, height_cm: 25 });
      expect(made.status).toBe(201);
      const label = await open(`/artworks/${made.body.registry_id}/label.pdf?size=${size}`);
      expect(label.text.split('…')).toHaveLength(4);
      expect(label.text).toContain('25 cm');
      expect([label.code, label.pages]).toEqual([
        `https://registry.test/artworks/${made.body.registry_id}`,
        1,
      ]);
    },
  );
});

describe('a printed certificate', () => {
  it.each([
    ['a4', [595, 842]],
    ['letter', [612, 792]],
  ])('on %s says what it certifies, and its code leads to its status', async (size, points) => {
    const paper = await open(`/certificates/${certificate}.pdf?size=${size}`);
    for (const part of ['Certificate of registration', 'Наталья Гончарова', '3 of 50', id])
      expect(paper.text).toContain(part);
    expect(paper.code).toBe(`https://registry.test/certificates/${certificate}`);
    expect([paper.points, paper.pages]).toEqual([points, 1]);
  });

  it('says on its face that it was superseded or withdrawn', async () => {
    const issue = async () =>
      (await api('POST', `/artworks/${id}/certificates`, { edition_number: 7 })).body.id;
    const [first, second] = [await issue(), await issue()];
    const textOf = async (one: string) => (await open(`/certificates/${one}.pdf`)).text;
    expect(await textOf(first)).toContain('Not valid: superseded by a later certificate');
    expect(await textOf(second)).not.toContain('Not valid');
    await api('POST', `/certificates/${second}/withdraw`, { reason: 'a mistake' });
    expect(await textOf(second)).toContain('Not valid: withdrawn');
    expect(await textOf(first)).not.toContain('Not valid');
  });

  it('continues on a second page where its texts are long, and nothing covers the code', async () => {
    const made = await api('POST', '/artworks', {
      title: 'Very long title '.repeat(18),
      artist_name: 'Very Long Name '.repeat(13),
      medium: 'Oil '.repeat(60),
    });
    const issued = await api('POST', `/artworks/${made.body.registry_id}/certificates`, {
      edition_number: 1,
      note: 'A note. '.repeat(60),
    });
    expect(issued.status).toBe(201);
    const address = `/certificates/${issued.body.id}`;
    for (const size of ['a4', 'letter']) {
      const paper = await open(`${address}.pdf?size=${size}`);
      expect(paper.text).toContain('Issued by');
      expect([paper.code, paper.pages]).toEqual([`https://registry.test${address}`, 2]);
    }
  });
});

describe('a work that is hidden while it waits to be printed', () => {
  it('is not sent once the change was answered: neither its label nor its certificate', async () => {
    // Its thread has not begun yet, which takes longer than the change.
    const other = await startTestRegistry();
    const { api: own } = await other.organization('galerie-eilig');
    const made = await own('POST', '/artworks', { title: 'Hidden soon', artist_name: 'Ana Brun' });
    const work: string = made.body.registry_id;
    const issued: string = (await own('POST', `/artworks/${work}/certificates`, {})).body.id;
    const urls = [`/artworks/${work}/label.pdf`, `/labels.pdf?works=${work}`, `/certificates/${issued}.pdf`];
    const printed = urls.map((url) => other.app.inject(url));
    await other.storage.findPublicArtwork(work);
    await own('PATCH', `/artworks/${work}`, { availability: 'fully_private' });
    for (const answer of await Promise.all(printed)) {
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toBe('5');
    }
    for (const url of urls) expect((await other.app.inject(url)).statusCode).toBe(404);
    await other.close();
  });
});
